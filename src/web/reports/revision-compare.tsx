import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { counted } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type ChangeKind, changeKinds, changeLabels, type RevisionChange } from '../../model/reports/revision-changes.ts'
import { compareRevisions, exportComparison, revisions as of } from '../../model/reports/revisions.ts'
import { IconArrowsShuffle, IconFileExport } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Skeletons } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { callsOf, useCall, useRead } from '../kit/request/call.ts'
import { fileIsComing } from '../kit/request/files-to-come.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import { changeColumns, Kinds } from './revision-columns.tsx'
import css from './revision-compare.module.css'
import { MoneyPanel } from './revision-money.tsx'

type Revision = RowOf<typeof of>
type Compared = AnswerOf<typeof compareRevisions>

/** What differs between two revisions of a project, or between one and today. */
export function RevisionComparePage() {
  return <ProjectTab title="Compare revisions">{(project) => <Issued project={project} />}</ProjectTab>
}

function Issued({ project }: { project: Project }) {
  const { data, error, refetch } = useRead(
    callsOf(of).list,
    { params: { id: project.id }, query: { itemsPerPage: 200 } },
    { isQuiet: true },
  )
  if (error && !data) return <Failure error={error} title="Revisions" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} />
  if (data.items.length === 0) return <EmptyState text="Nothing has been issued yet, so there is nothing to compare." />
  return <Compare project={project} issued={data.items} />
}

const numberOf = (value: unknown) =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined

function Compare({ project, issued }: { project: Project; issued: Revision[] }) {
  const search: { from?: unknown; to?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [kind, setKind] = useState<ChangeKind>()
  // 0 is today, which the call has no name for.
  const from = numberOf(search.from) ?? issued[0]?.id ?? 0
  const to = numberOf(search.to) ?? 0
  const args = { params: { id: project.id }, query: { from: from || undefined, to: to || undefined } }
  const { data, error, refetch } = useRead(compareRevisions, args, { isQuiet: true, keepsOld: true })
  const { mutate: exportIt, isPending } = useCall(exportComparison, { onDone: fileIsComing })
  const go = (sides: { from: number; to: number }) => {
    setKind(undefined)
    void navigate({ to: `/projects/${project.id}/revisions/compare`, search: sides, replace: true })
  }
  const options = [
    { value: '0', label: 'Today' },
    ...issued.map(({ id, code, issueDate }) => ({ value: String(id), label: `${code}, ${formatDate(issueDate)}` })),
  ]
  return (
    <div className={css.page}>
      <div className={css.bar}>
        <span>Compare</span>
        <NativeSelect
          size="xs"
          aria-label="Compare"
          data={options}
          value={String(from)}
          onChange={(event) => go({ from: Number(event.currentTarget.value), to })}
        />
        <span>with</span>
        <NativeSelect
          size="xs"
          aria-label="With"
          data={options}
          value={String(to)}
          onChange={(event) => go({ from, to: Number(event.currentTarget.value) })}
        />
        <ActionIcon aria-label="Swap the two sides" onClick={() => go({ from: to, to: from })}>
          <IconArrowsShuffle size={16} />
        </ActionIcon>
        {data && (
          <span className={css.count} role="status">
            <b>{counted(data.changes.length, 'difference')}</b> in {data.changedSpaces} of {counted(data.spaces, 'space')}
          </span>
        )}
        <Button size="xs" variant="default" leftSection={<IconFileExport size={16} />} loading={isPending} onClick={() => exportIt(args)}>
          Export
        </Button>
      </div>
      {error && !data ? (
        <Failure error={error} title="Comparison" onRetry={() => void refetch()} />
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
  const countOf = (one: ChangeKind) => data?.changes.filter(({ kinds }) => kinds.includes(one)).length ?? 0
  if (data?.changes.length === 0) return <EmptyState text="No equipment line differs between these two." />
  return (
    <div className={css.differences}>
      <fieldset className={css.kinds} aria-label="Kinds of difference">
        <button type="button" aria-pressed={kind === undefined} onClick={() => onKind(undefined)}>
          All <span>{data?.changes.length ?? ''}</span>
        </button>
        {changeKinds
          .filter((one) => countOf(one) > 0)
          .map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
              <Kinds kinds={[one]} /> <span>{countOf(one)}</span>
            </button>
          ))}
      </fieldset>
      <DataTable<RevisionChange>
        label="Differences"
        rows={rows}
        keyOf={({ lineId, kinds }) => `${lineId} ${kinds.join()}`}
        nameOf={({ kinds, from, to }) => `${kinds.map((one) => changeLabels[one]).join(', ')} ${(to ?? from)?.model ?? ''}`}
        groupBy={({ categoryId, category }) => ({ key: categoryId, title: category })}
        columns={changeColumns(Boolean(data?.sums))}
      />
      {data?.sums && <p className={css.foot}>Old value gray, new value bold. MSRP, without installation</p>}
    </div>
  )
}
