import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { addDays, formatDate } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type ChangeKind, changeKinds, changeLabels, type RevisionChange } from '../../model/reports/revision-changes.ts'
import { type ComparedState, compareRevisions, exportComparison, findDifference, revisions } from '../../model/reports/revisions.ts'
import { DayInput } from '../kit/form/plain-controls.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { IconArrowsShuffle, IconFileExport } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import { changeColumns, Kinds } from './revision-columns.tsx'
import css from './revision-compare.module.css'
import { MoneyPanel } from './revision-money.tsx'

type Revision = RowOf<typeof revisions>
type Compared = ResponseOf<typeof compareRevisions>

export function RevisionComparePage() {
  return <ProjectTab title="Compare revisions">{(project) => <Issued project={project} />}</ProjectTab>
}

/** Sides in the address: both, or the revision whose changes are of interest, or nothing for the last two revisions that differ. */
interface Search {
  from?: unknown
  to?: unknown
  issue?: unknown
}

function Issued({ project }: { project: Project }) {
  const search: Search = useSearch({ strict: false })
  const params = { id: project.id }
  const list = useRead(resourceCalls(revisions).list, { params, query: { itemsPerPage: 200 } }, { isQuiet: true })
  const from = parseSide(search.from)
  const issue = Number(parseSide(search.issue)) || undefined
  const found = useRead(findDifference, { params, query: { issue } }, { isQuiet: true, enabled: from === undefined })
  const failed = [list, found].find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadError error={failed.error} title="Revisions" onRetry={() => void failed.refetch()} />
  if (!list.data || (from === undefined && !found.data)) return <Skeletons rows={8} />
  if (list.data.items.length === 0) return <EmptyState text="Nothing has been issued yet, so there is nothing to compare." />
  const sides =
    from === undefined ? { from: sideOf(found.data?.from), to: sideOf(found.data?.to) } : { from, to: parseSide(search.to) ?? '' }
  return <Compare project={project} issued={list.data.items} {...sides} />
}

/** Revision id or date, as in the request. The empty string means today. */
type Side = string
const parseSide = (value: unknown): Side | undefined =>
  value === 0 || value === '' ? '' : /^(\d+|\d{4}-\d\d-\d\d)$/.test(String(value)) ? String(value) : undefined
const sideOf = (id: number | null | undefined): Side => String(id ?? '')
const isDay = (side: Side) => side.includes('-')
const yesterday = () => addDays(currentDay(), -1)

function SideChoice({ label, side, issued, onChange }: { label: string; side: Side; issued: Revision[]; onChange: (side: Side) => void }) {
  const options = [
    { value: '', label: 'Today' },
    ...issued.map(({ id, code, issueDate }) => ({ value: String(id), label: `${code}, ${formatDate(issueDate)}` })),
    { value: 'day', label: 'The latest on a day' },
  ]
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={label}
        data={options}
        value={isDay(side) ? 'day' : side}
        onChange={({ currentTarget: { value } }) => onChange(value === 'day' ? yesterday() : value)}
      />
      {isDay(side) && (
        <DayInput
          size="xs"
          clearable={false}
          aria-label={`${label}, day`}
          value={side}
          maxDate={yesterday()}
          onChange={(day) => day && onChange(day)}
        />
      )}
    </>
  )
}

/** Explains which revision represents a date, because states between revisions are not stored. */
function DayNotes({ states }: { states: readonly ComparedState[] }) {
  return states.map(
    ({ id, code, issueDate, day }) =>
      day && (
        <p key={`${id} ${day}`} className={css.day}>
          On {formatDate(day)} the latest revision was <b>{code}</b>, issued {formatDate(issueDate)}. Changes made after it, up to that day,
          count as later ones.
        </p>
      ),
  )
}

function Compare({ project, issued, from, to }: { project: Project; issued: Revision[]; from: Side; to: Side }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<ChangeKind>()
  const args = { params: { id: project.id }, query: { from: from || undefined, to: to || undefined } }
  const { data, error, refetch } = useRead(compareRevisions, args, { isQuiet: true, keepsOld: true })
  const { mutate: exportIt, isPending } = useCall(exportComparison, { onDone: showFilePending })
  const go = (sides: { from: Side; to: Side }) => {
    setKind(undefined)
    void navigate({ to: `/projects/${project.id}/revisions/compare`, search: sides, replace: true })
  }
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <span>Compare</span>
        <SideChoice label="Compare" side={from} issued={issued} onChange={(side) => go({ from: side, to })} />
        <span>with</span>
        <SideChoice label="With" side={to} issued={issued} onChange={(side) => go({ from, to: side })} />
        <ActionIcon aria-label="Swap the two sides" onClick={() => go({ from: to, to: from })}>
          <IconArrowsShuffle size={16} />
        </ActionIcon>
        <span className={css.count} role="status">
          {data && (
            <>
              <b>{formatCount(data.changes.length, 'difference')}</b> in {data.changedSpaces} of {formatCount(data.spaces, 'space')}
            </>
          )}
        </span>
        <Button size="xs" variant="default" leftSection={<IconFileExport size={16} />} loading={isPending} onClick={() => exportIt(args)}>
          Export
        </Button>
      </header>
      {data && <DayNotes states={[data.from, data.to]} />}
      {error && !data ? (
        <LoadError error={error} title="Comparison" onRetry={() => void refetch()} />
      ) : (
        <div className={css.body}>
          <Differences data={data} kind={kind} onKind={setKind} />
          {data?.sums && data.categories && <MoneyPanel data={{ ...data, sums: data.sums, categories: data.categories }} />}
        </div>
      )}
    </div>
  )
}

interface DifferencesProps {
  data: Compared | undefined
  kind: ChangeKind | undefined
  onKind: (kind: ChangeKind | undefined) => void
}

function Differences({ data, kind, onKind }: DifferencesProps) {
  const rows = data?.changes.filter(({ kinds }) => kind === undefined || kinds.includes(kind))
  const countOf = (item: ChangeKind) => data?.changes.filter(({ kinds }) => kinds.includes(item)).length ?? 0
  if (data?.changes.length === 0)
    return (
      <div className={css.differences}>
        <EmptyState text="No equipment line differs between these two." />
      </div>
    )
  return (
    <div className={css.differences}>
      <fieldset className={css.kinds} aria-label="Types of difference">
        <button type="button" aria-pressed={kind === undefined} onClick={() => onKind(undefined)}>
          All <span>{data?.changes.length ?? ''}</span>
        </button>
        {changeKinds
          .filter((changeKind) => countOf(changeKind) > 0)
          .map((changeKind) => (
            <button key={changeKind} type="button" aria-pressed={kind === changeKind} onClick={() => onKind(changeKind)}>
              <Kinds kinds={[changeKind]} /> <span>{countOf(changeKind)}</span>
            </button>
          ))}
      </fieldset>
      <DataTable<RevisionChange>
        label="Differences"
        rows={rows}
        keyOf={({ lineId, kinds }) => `${lineId} ${kinds.join()}`}
        nameOf={({ kinds, from, to }) => `${kinds.map((item) => changeLabels[item]).join(', ')} ${(to ?? from)?.model ?? ''}`}
        groupBy={({ categoryId, category }) => ({ key: categoryId, title: category })}
        columns={changeColumns(Boolean(data?.sums))}
      />
      {data?.sums && <p className={css.foot}>Old value gray, new value bold. MSRP, without installation</p>}
    </div>
  )
}
