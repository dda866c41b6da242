import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { InboxMail, InboxPlace, NotificationReason, readInboxSettings, saveInboxSettings } from '../../model/inbox/inbox.ts'
import { IconCheck, IconSettings } from '../kit/look/icons.ts'
import { shortcuts, useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import css from './inbox.module.css'
import { type InboxAddress, inboxSearch, useInboxAddress } from './inbox-address.ts'
import { type Entry, groupByDay, useEntries, useInboxCount, useMoves } from './inbox-entries.ts'
import { EntryPane } from './inbox-entry.tsx'
import { EntryRow } from './inbox-row.tsx'

const reasonLabels: Record<NotificationReason, string> = {
  approval: 'Approvals',
  assigned: 'Assigned',
  mentioned: 'Mentions',
  watching: 'Watching',
}

export function InboxPage() {
  const address = useInboxAddress()
  const reading = useEntries(address)
  const { entries } = reading
  const [chosen, choose] = useState<number>()
  const [isOpened, setOpened] = useState(false)
  const moves = useMoves()
  const navigate = useNavigate()
  const at = Math.max(
    0,
    (entries ?? []).findIndex(({ id }) => id === chosen),
  )
  const entry = entries?.[at]

  // Keeps the selection when new entries arrive above it. If the selected entry is removed, selects the one that takes its position.
  useEffect(() => {
    if (entry && entry.id !== chosen) choose(entry.id)
  }, [entry, chosen])

  function go(by: number) {
    const to = entries?.[at + by]
    if (!to) return
    choose(to.id)
    moves.read(to)
  }
  function leave() {
    choose((entries?.[at + 1] ?? entries?.[at - 1])?.id)
    setOpened(false)
  }
  const isOpen = address.place !== InboxPlace.Done
  const done = (item: Entry) => {
    leave()
    moves.done(item, isOpen)
  }
  const [isPuttingOff, putOff] = useState(false)
  const link = entry?.link
  useShortcuts({
    next: entry && (() => go(1)),
    previous: entry && (() => go(-1)),
    open: link ? () => void navigate({ to: link }) : undefined,
    done: entry && (() => done(entry)),
    later: entry && isOpen ? () => putOff(true) : undefined,
  })
  const onChoose = (item: Entry) => {
    choose(item.id)
    setOpened(true)
    moves.read(item)
  }
  return (
    <div className={css.page} data-opened={(isOpened && entry !== undefined) || undefined}>
      <InboxHead address={address} onAllDone={() => moves.allDone(address.reason)} />
      <div className={css.columns}>
        <List {...{ address, reading, entry }} onChoose={onChoose} />
        <section className={css.pane} aria-label="Entry">
          {entry && (
            <EntryPane
              key={entry.id}
              entry={entry}
              later={{ isOpen: isPuttingOff, setOpen: putOff }}
              onDone={() => done(entry)}
              onLater={(until) => {
                leave()
                moves.later(entry, until)
              }}
              onUnread={() => moves.read(entry, false)}
              onBack={() => setOpened(false)}
              onDecided={leave}
            />
          )}
        </section>
      </div>
      <Foot at={at} entries={entries} />
    </div>
  )
}

function InboxHead({ address, onAllDone }: { address: InboxAddress; onAllDone: () => void }) {
  const { data } = useInboxCount()
  const open = data?.count ?? 0
  const filters = [
    { label: 'All', reason: undefined, count: data?.count },
    ...NotificationReason.values.map(({ value }) => ({ label: reasonLabels[value], reason: value, count: data?.[value] })),
  ]
  const isOpen = address.place === InboxPlace.Open
  const left = address.reason ? (data?.[address.reason] ?? 0) : open
  return (
    <header className={css.head}>
      <h1>Inbox</h1>
      <span className={css.total} role="status">
        {open.toLocaleString('en-US')} open
      </span>
      <nav className={css.filters} aria-label="Why it is here">
        {filters.map(({ label, reason, count }) => (
          <Link
            key={label}
            to="/inbox"
            search={inboxSearch({ reason, place: address.place })}
            className={css.filter}
            data-on={reason === address.reason || undefined}
            aria-current={reason === address.reason ? 'true' : undefined}
          >
            {label} {isOpen && <span>{count?.toLocaleString('en-US')}</span>}
          </Link>
        ))}
      </nav>
      {isOpen && left > 0 && (
        <Button variant="subtle" color="gray" leftSection={<IconCheck size={16} />} onClick={onAllDone}>
          Mark all done
        </Button>
      )}
      <MailMenu />
    </header>
  )
}

function MailMenu() {
  const { data } = useRead(readInboxSettings, {}, { isQuiet: true })
  const { mutate } = useCall(saveInboxSettings, { onDone: ({ mail }) => toast.success(`Inbox e-mails: ${InboxMail.label(mail)}.`) })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="Inbox e-mails" title="Inbox e-mails">
          <IconSettings size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Inbox e-mails</Menu.Label>
        {InboxMail.values.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={data?.mail === value}
            leftSection={data?.mail === value ? <IconCheck size={16} /> : <span className={css.noMark} />}
            onClick={() => mutate({ body: { mail: value } })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ListProps {
  address: InboxAddress
  reading: ReturnType<typeof useEntries>
  entry: Entry | undefined
  onChoose: (entry: Entry) => void
}
const empty: Record<InboxAddress['place'], string> = {
  open: 'Nothing is waiting for you. Approvals, assignments, mentions and what you watch come here.',
  later: 'Nothing is set aside. Press H on an entry to see it again later.',
  done: 'Nothing done yet. What is done stays here for 90 days.',
}

function List({ address, reading, entry, onChoose }: ListProps) {
  const { entries, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = reading
  const { data } = useInboxCount()
  const isOpen = address.place === InboxPlace.Open
  return (
    <div className={css.list}>
      {!isOpen && (
        <div className={css.place}>
          <h2>{InboxPlace.label(address.place)}</h2>
          <Link to="/inbox" search={inboxSearch({ ...address, place: InboxPlace.Open })}>
            Back to open entries
          </Link>
        </div>
      )}
      {!entries && error && <LoadError error={error} title="Your inbox" onRetry={() => void refetch()} />}
      {!entries && !error && <Skeletons rows={8} columns={1} />}
      {entries?.length === 0 && <EmptyState text={empty[address.place]} />}
      {groupByDay(entries ?? []).map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <h2 className={css.group}>
            {label} <span>{items.length}</span>
          </h2>
          <ul>
            {items.map((item) => (
              <EntryRow key={item.id} entry={item} isChosen={item.id === entry?.id} onChoose={() => onChoose(item)} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {/* Rendered only after the entries, because it appears below them. */}
      {isOpen &&
        data &&
        (entries || error) &&
        ([InboxPlace.Later, InboxPlace.Done] as const).map((place) => (
          <Link key={place} to="/inbox" search={inboxSearch({ ...address, place })} className={css.elsewhere}>
            {InboxPlace.label(place)} <span>{data[place].toLocaleString('en-US')}</span>
          </Link>
        ))}
    </div>
  )
}

const shown = ['next', 'previous', 'open', 'done', 'later', 'accept', 'decline'] as const
function Foot({ at, entries }: { at: number; entries: Entry[] | undefined }) {
  return (
    <footer className={css.foot}>
      {shown.map((name) => (
        <span key={name}>
          <Kbd>{shortcuts.page[name][0].toUpperCase()}</Kbd> {shortcuts.page[name][1].toLowerCase()}
        </span>
      ))}
      {entries !== undefined && entries.length > 0 && (
        <span className={css.position}>
          {at + 1} of {entries.length}
        </span>
      )}
    </footer>
  )
}
