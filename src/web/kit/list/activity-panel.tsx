import { Button, MultiSelect, Textarea } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { ActivityLogType } from '../../../model/activity/enums.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { PathParams } from '../form/form.ts'
import { MultiPicker } from '../form/picker.tsx'
import { DayInput } from '../form/plain-controls.tsx'
import { ReasonButton } from '../look/reason-button.tsx'
import { Panel } from '../parts/panel.tsx'
import { EmptyState, LoadError, Skeletons } from '../parts/small-parts.tsx'
import { resourceCalls, useCall, useRead } from '../request/call.ts'
import { can } from '../request/can.ts'
import type { AnyCall } from '../request/client.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { ActivityEntry, type LogEntry } from './activity-entry.tsx'
import css from './activity-panel.module.css'

interface Props {
  resource: Resource
  id: number | string
  under?: PathParams
  hasFilters?: boolean
  below?: (text: string, onChange: (text: string) => void) => ReactNode
  onFilters?: (query: Filters) => void
}

export function ActivityPanel({ resource, id, under, hasFilters, below, onFilters }: Props) {
  const { logs, note } = resourceCalls(resource)
  const [size, setSize] = useState(25)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useLeaveQuestion(text.trim() !== '', () => setText(''))
  const params = { ...under, [resource.parent ? 'itemId' : 'id']: id }
  const [filters, setFilters] = useState<Filters>({})
  const narrowed = activeFilters(filters)
  const isNarrowed = Object.keys(narrowed).length > 0
  const query = { itemsPerPage: size, sortBy: ['createDate'], sortDesc: ['true'], ...narrowed }
  const entries = useRead<AnyCall>(logs!, { params, query }, { keepsOld: true, isQuiet: true })
  const writing = useCall<AnyCall>(note ?? logs!, { onDone: () => setText(''), invalidates: [logs as AnyCall] })
  const { items, total = 0 } = (entries.data ?? {}) as { items?: LogEntry[]; total?: number }
  function filter(next: Filters) {
    setFilters(next)
    onFilters?.(activeFilters(next))
  }
  return (
    <Panel title="Activity" note={items && total.toLocaleString('en-US')}>
      {note && can(note.permission) && (
        <form
          className={css.write}
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) writing.mutate({ params, body: { notes: text.trim(), type: 2 } })
          }}
        >
          <Textarea
            ref={field}
            label="Note"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {below?.(text, setText)}
          <ReasonButton type="submit" variant="default" reason={!text.trim() && 'Nothing written yet'} loading={writing.isPending}>
            Write note
          </ReasonButton>
        </form>
      )}
      {hasFilters && <FilterFields filters={filters} onChange={(part) => filter({ ...filters, ...part })} />}
      {entries.error && !items && <LoadError error={entries.error} title="Activity" onRetry={() => void entries.refetch()} />}
      {!entries.error && !items && <Skeletons rows={4} columns={1} />}
      {items?.length === 0 &&
        (isNarrowed ? (
          <EmptyState text="Nothing matches these filters." action="Clear filters" onAction={() => filter({})} />
        ) : (
          <EmptyState text="Nothing has happened yet." />
        ))}
      <ol className={css.entries}>
        {items?.map((entry) => (
          <ActivityEntry key={entry.id} {...{ resource, params, entry, below }} onGone={() => field.current?.focus()} />
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

interface Filters {
  types?: ActivityLogType[]
  userIds?: string[]
  from?: string
  to?: string
}

const activeFilters = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value && value.length > 0))

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (part: Filters) => void }) {
  return (
    <fieldset className={css.filters}>
      <legend className="dna-hidden">Filters</legend>
      <MultiSelect<ActivityLogType>
        label="Type"
        placeholder={filters.types?.length ? undefined : 'All types'}
        data={ActivityLogType.values.map(({ value, label }) => ({ value, label }))}
        value={filters.types ?? []}
        onChange={(types) => onChange({ types })}
        clearable
      />
      <MultiPicker
        resource={undefined}
        label="People"
        placeholder={filters.userIds?.length ? undefined : 'Everybody'}
        value={filters.userIds ?? []}
        onChange={(userIds) => onChange({ userIds })}
      />
      <DayInput label="From" value={filters.from ?? null} onChange={(from) => onChange({ from: from ?? undefined })} />
      <DayInput label="To" value={filters.to ?? null} onChange={(to) => onChange({ to: to ?? undefined })} />
    </fieldset>
  )
}
