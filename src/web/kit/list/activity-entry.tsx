import { ActionIcon, Button, Menu, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActivityLogType } from '../../../model/activity/enums.ts'
import { type Activity, noteEditMinutes } from '../../../model/kit/call.ts'
import { formatDate, isCalendarDate } from '../../../model/kit/dates.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { PathParams } from '../form/form.ts'
import { DateTime } from '../look/format.tsx'
import { IconDots, IconPencil, IconTrash } from '../look/icons.ts'
import { ReasonButton } from '../look/reason-button.tsx'
import { toast } from '../look/toasts.tsx'
import { UserAvatar } from '../parts/small-parts.tsx'
import { resourceCalls, useCall } from '../request/call.ts'
import { can } from '../request/can.ts'
import type { AnyCall } from '../request/client.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { useSession } from '../request/session.ts'
import css from './activity-panel.module.css'

/** Log entry. The optional fields exist only in some logs, for example the user and the row's name. */
export type LogEntry = Pick<Activity, 'id' | 'type' | 'title' | 'notes' | 'createDate'> &
  Partial<Pick<Activity, 'entityName' | 'changes' | 'createdBy'>>

interface Props {
  resource: Resource
  params: PathParams
  entry: LogEntry
  below?: (text: string, onChange: (text: string) => void) => ReactNode
  onGone: () => void
}

export function ActivityEntry({ resource, params, entry, below, onGone }: Props) {
  const { createdBy, notes, changes } = entry
  const [isChanging, setChanging] = useState<boolean>()
  const calls = useOwn(resource, entry)
  return (
    <li>
      {createdBy && <UserAvatar user={createdBy} />}
      <div>
        <div className={css.line}>
          <b>{entry.entityName ? `${entry.entityName}: ${entry.title}` : entry.title}</b>
          <DateTime value={entry.createDate} />
        </div>
        {calls && isChanging ? (
          <NoteForm {...{ calls, params, entry, below }} onClose={() => setChanging(false)} />
        ) : (
          notes && <p>{notes}</p>
        )}
        {changes?.map(({ field, label, from, to }) => (
          <p key={field} className={css.change}>
            {label}: {valueOrDash(from)} → {valueOrDash(to)}
          </p>
        ))}
      </div>
      {calls && !isChanging && (
        <NoteMenu {...{ calls, params, entry, onGone }} hasFocus={isChanging === false} onEdit={() => setChanging(true)} />
      )}
    </li>
  )
}

/** Calls available for the user's own note. The server checks the time limit again. */
function useOwn(resource: Resource, { type, createdBy, createDate }: LogEntry) {
  const { user } = useSession()
  const { logs, note, changeNote, removeNote } = resourceCalls(resource)
  const isOwn = type === ActivityLogType.Manual && createdBy !== null && createdBy?.id === user?.id
  const isFresh = Date.now() - Date.parse(createDate) < noteEditMinutes * 60_000
  return logs && note && changeNote && removeNote && isOwn && isFresh && can(note.permission)
    ? { logs, note, changeNote, removeNote }
    : undefined
}
interface OwnProps extends Omit<Props, 'resource' | 'onGone'> {
  calls: Record<'logs' | 'note' | 'changeNote' | 'removeNote', AnyCall>
}

function valueOrDash(value: unknown) {
  if (value === null || value === undefined || value === '') return '–'
  return isCalendarDate(value) ? formatDate(value) : String(value)
}

function useFocus<E extends HTMLElement>(hasFocus: boolean) {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (hasFocus) ref.current?.focus()
  }, [hasFocus])
  return ref
}

interface MenuProps extends OwnProps, Pick<Props, 'onGone'> {
  hasFocus: boolean
  onEdit: () => void
}
function NoteMenu({ calls: { logs, note, removeNote }, params, entry, hasFocus, onEdit, onGone }: MenuProps) {
  const ref = useFocus<HTMLButtonElement>(hasFocus)
  const back = useCall(note, { invalidates: [logs] })
  const { mutate } = useCall(removeNote, {
    invalidates: [logs],
    onDone() {
      onGone()
      toast.success('Note was deleted.', {
        undo: () => back.mutate({ params, body: { notes: entry.notes, type: ActivityLogType.Manual } }),
      })
    },
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={ref} aria-label="Actions for this note">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => mutate({ params: { ...params, noteId: entry.id } })}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NoteForm({ calls: { logs, changeNote }, params, entry, below, onClose }: OwnProps & { onClose: () => void }) {
  const [text, setText] = useState(entry.notes ?? '')
  useLeaveQuestion(text.trim() !== entry.notes, onClose)
  const ref = useFocus<HTMLTextAreaElement>(true)
  const { mutate, isPending } = useCall(changeNote, { invalidates: [logs], onDone: onClose })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) mutate({ params: { ...params, noteId: entry.id }, body: { notes: text.trim() } })
      }}
    >
      <Textarea
        ref={ref}
        aria-label="Note"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {below?.(text, setText)}
      <div className={css.ways}>
        <ReasonButton type="submit" size="xs" variant="default" reason={!text.trim() && 'Nothing written yet'} loading={isPending}>
          Save
        </ReasonButton>
        <Button size="xs" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
