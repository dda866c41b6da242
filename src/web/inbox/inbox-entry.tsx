import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import { NotificationReason } from '../../model/inbox/inbox.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { DateTime } from '../kit/look/format.tsx'
import { IconArrowLeft, IconCalendarTime, IconCheck, IconDotsVertical } from '../kit/look/icons.ts'
import { shortcuts } from '../kit/look/keys.ts'
import { UserAvatar } from '../kit/parts/small-parts.tsx'
import { WireCadRequest } from './cad-request.tsx'
import { ContractRequest } from './contract-request.tsx'
import { OfferRequest, ShiftRequest } from './hours-request.tsx'
import css from './inbox.module.css'
import { type Entry, formatMoment, laterChoices } from './inbox-entries.ts'
import { Reason } from './inbox-row.tsx'

interface EntryPaneProps {
  entry: Entry
  later: { isOpen: boolean; setOpen: (isOpen: boolean) => void }
  onDone: () => void
  onLater: (until: Date | undefined) => void
  onUnread: () => void
  onBack: () => void
  onDecided: () => void
}

const requests: Partial<Record<string, ComponentType<{ id: number; link: string | null; onDecided: () => void }>>> = {
  [contracts.entity]: ContractRequest,
  [resourceOffers.entity]: OfferRequest,
  [shiftRequests.entity]: ShiftRequest,
  [cadRequests.entity]: WireCadRequest,
}

export function EntryPane(props: EntryPaneProps) {
  const { entry, onDecided, onBack } = props
  const { title, text, by, project, link, createDate, reason, entity, entityId, doneDate } = entry
  const isRequest = reason === NotificationReason.Approval && doneDate === null
  const Request = isRequest ? requests[entity] : undefined
  return (
    <article className={css.entry}>
      <header className={css.entryHead}>
        <ActionIcon className={css.back} aria-label="Back to the list" onClick={onBack}>
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2>{title}</h2>
        <Acts {...props} />
      </header>
      <dl className={css.facts}>
        <dt>Why</dt>
        <dd>
          <Reason reason={reason} />
        </dd>
        {by && (
          <>
            <dt>From</dt>
            <dd>
              <UserAvatar user={by} withName />
            </dd>
          </>
        )}
        {project && !isRequest && (
          <>
            <dt>Project</dt>
            <dd>
              <Link to={`/projects/${project.id}`}>{project.name}</Link>
            </dd>
          </>
        )}
        <dt>When</dt>
        <dd>
          <DateTime value={createDate} />
        </dd>
      </dl>
      {text && <p className={css.said}>{text}</p>}
      {Request ? <Request id={entityId} link={link} onDecided={onDecided} /> : link && <Way to={link} />}
    </article>
  )
}

const Way = ({ to }: { to: string }) => (
  <p className={css.way}>
    <Button component={Link} to={to} variant="default" rightSection={<Kbd>{shortcuts.page.open[0].toUpperCase()}</Kbd>}>
      Open
    </Button>
  </p>
)

function Acts({ entry, later, onDone, onLater, onUnread }: EntryPaneProps) {
  const isDone = entry.doneDate !== null
  const isLater = entry.snoozedUntil !== null && Date.parse(entry.snoozedUntil) > Date.now()
  return (
    <div className={css.acts}>
      {!isDone && (
        <Menu opened={later.isOpen} onChange={later.setOpen} position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconCalendarTime size={16} />}
              rightSection={<Kbd>{shortcuts.page.later[0].toUpperCase()}</Kbd>}
            >
              Later
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isLater && <Menu.Item onClick={() => onLater(undefined)}>Now</Menu.Item>}
            {laterChoices().map(({ label, until }) => (
              <Menu.Item key={label} rightSection={<span className="dna-muted">{formatMoment(until)}</span>} onClick={() => onLater(until)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        variant="default"
        leftSection={<IconCheck size={16} />}
        rightSection={<Kbd>{shortcuts.page.done[0].toUpperCase()}</Kbd>}
        onClick={onDone}
      >
        {isDone ? 'Not done' : 'Done'}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More about this entry">
            <IconDotsVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={entry.readDate === null} onClick={onUnread}>
            Mark as unread
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
