import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Resource } from '../../model/kit/resource.ts'
import css from './activity-panel.module.css'
import type { Person } from './avatar.tsx'
import { callsOf, useCall, useRead } from './call.ts'
import { can } from './can.ts'
import type { AnyCall } from './client.ts'
import type { Params } from './form.ts'
import { DateTime } from './format.tsx'
import { Panel } from './panel.tsx'
import { EmptyState, Failure, Skeletons, UserAvatar } from './small-parts.tsx'

interface Entry {
  id: number
  title: string
  notes: string | null
  changes?: { field: string; label: string; from: unknown; to: unknown }[]
  createDate: string
  createdBy?: Person | null
}

/** What happened to a thing, newest first, and a place to write a note about it. */
export function ActivityPanel({ of, id, under }: { of: Resource; id: number | string; under?: Params }) {
  const { logs, note } = callsOf(of)
  const [size, setSize] = useState(25)
  const [text, setText] = useState('')
  const params = { ...under, [of.parent ? 'itemId' : 'id']: id }
  const query = { itemsPerPage: size, sortBy: ['createDate'], sortDesc: ['true'] }
  const entries = useRead<AnyCall>(logs!, { params, query } as never, { keepsOld: true, isQuiet: true })
  const writing = useCall<AnyCall>(note ?? logs!, { onDone: () => setText(''), invalidates: [logs as AnyCall] })
  const { items, total = 0 } = (entries.data ?? {}) as { items?: Entry[]; total?: number }
  return (
    <Panel title="Activity" note={items && total.toLocaleString('en-US')}>
      {note && can(note.permission) && (
        <form
          className={css.write}
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) writing.mutate({ params, body: { notes: text.trim(), type: 2 } } as never)
          }}
        >
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!text.trim()} loading={writing.isPending}>
            Write note
          </Button>
        </form>
      )}
      {entries.error && !items && <Failure error={entries.error} title="Activity" onRetry={() => void entries.refetch()} />}
      {!entries.error && !items && <Skeletons rows={4} columns={1} />}
      {items?.length === 0 && <EmptyState text="Nothing has happened yet." />}
      <ol className={css.entries}>
        {items?.map((entry) => (
          <li key={entry.id}>
            {entry.createdBy && <UserAvatar user={entry.createdBy} />}
            <div>
              <div className={css.line}>
                <b>{entry.title}</b>
                <DateTime value={entry.createDate} />
              </div>
              {entry.notes && <p>{entry.notes}</p>}
              {entry.changes?.map(({ field, label, from, to }) => (
                <p key={field} className={css.change}>
                  {label}: {shownOf(from)} → {shownOf(to)}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {items && items.length < total && (
        <Button variant="default" onClick={() => setSize(size + 50)} loading={entries.isFetching}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

const shownOf = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
