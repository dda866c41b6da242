import { useEffect, useRef } from 'react'
import { NotificationReason } from '../../model/inbox/inbox.ts'
import { DateTime } from '../kit/look/format.tsx'
import { IconAt, IconClipboardCheck, IconEye, IconUserShare } from '../kit/look/icons.ts'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import css from './inbox.module.css'
import { type Entry, entryDate, formatEntryTime } from './inbox-entries.ts'

const icons = { approval: IconClipboardCheck, assigned: IconUserShare, mentioned: IconAt, watching: IconEye }

export function Reason({ reason }: { reason: NotificationReason }) {
  const Icon = icons[reason]
  return (
    <span className={css.reason}>
      <Icon size={14} /> {NotificationReason.label(reason)}
    </span>
  )
}

export function EntryRow({ entry, isChosen, onChoose }: { entry: Entry; isChosen: boolean; onChoose: () => void }) {
  const { title, text, by, reason, readDate } = entry
  const isUnread = readDate === null
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={css.row}
        data-drawn
        data-unread={isUnread || undefined}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span className={css.dot}>{isUnread && <span className="dna-hidden">Unread: </span>}</span>
        <span className={css.face} title={by ? userName(by) : undefined}>
          {by && <AvatarFace user={by} size={24} />}
        </span>
        <span className={css.title}>{title}</span>
        <span className={css.time}>
          <DateTime value={entryDate(entry)} shown={formatEntryTime(entry)} />
        </span>
        <span className={css.about}>
          <Reason reason={reason} />
          <span className={css.text}>{text}</span>
        </span>
      </button>
    </li>
  )
}
