import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ChangedRow,
  ChangeSetKind,
  changeSets,
  listChangedRows,
  previewUndo,
  undoChangeSet,
} from '../../model/activity/change-sets.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { DateTime, formatNumber, MissingValue } from '../kit/look/format.tsx'
import { IconArrowBackUp } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, PageHead, Skeletons, UserAvatar } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './change-set-page.module.css'
import { refreshTouched } from './undo-toast.ts'

type ChangeSet = RowOf<typeof changeSets>
const rowsAPage = 50

export function ChangeSetPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: set, error, refetch } = useRead(resourceCalls(changeSets).read, { params: { id } }, { isQuiet: true })
  useTitle(set?.title)
  const crumbs = [{ label: 'Change sets', to: '/change-sets' }]
  if (!set)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="The change set" />
        {error ? <LoadError error={error} title="Change set" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={set.id}
        title={set.title}
        state={<StatePill tone={set.isUndone ? 'neutral' : 'working'}>{set.isUndone ? 'Undone' : ChangeSetKind.label(set.kind)}</StatePill>}
        actions={<Undo set={set} />}
      />
      <div className={css.body}>
        <Facts set={set} />
        <Rows key={set.id} set={set} />
      </div>
    </div>
  )
}

function Facts({ set }: { set: ChangeSet }) {
  const counts = [
    [set.updatedCount, 'changed'],
    [set.createdCount, 'created'],
    [set.deletedCount, 'deleted'],
    [set.restoredCount, 'restored'],
    [set.keptCount, 'not undone or only in part'],
  ] as const
  return (
    <div className={css.facts}>
      {set.createdBy && <UserAvatar user={set.createdBy} withName />}
      <DateTime value={set.createDate} />
      <span>
        {counts
          .filter(([count]) => count > 0)
          .map(([count, label]) => `${formatNumber(count)} ${label}`)
          .join(', ')}
      </span>
      {set.undoes && (
        <span>
          Undoes <Link to={`/change-sets/${set.undoes.id}`}>{set.undoes.title}</Link>
        </span>
      )}
      {set.undoneBy && (
        <span>
          Undone by <Link to={`/change-sets/${set.undoneBy.id}`}>{set.undoneBy.title}</Link>
        </span>
      )}
    </div>
  )
}

function Undo({ set }: { set: ChangeSet }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const undoing = useCall(undoChangeSet, {
    onDone(changeSet) {
      refreshTouched()
      toast.success(
        changeSet.keptCount > 0 ? `Undone; ${formatCount(changeSet.keptCount, 'row')} had been changed since and were kept.` : 'Undone.',
      )
      void navigate({ to: `/change-sets/${changeSet.id}` })
    },
  })
  const isRedo = set.kind === ChangeSetKind.Undo
  async function confirmUndo() {
    setAsking(true)
    try {
      const { undone, kept, reasons } = await request(previewUndo, { params: { id: set.id } })
      const text = (
        <>
          <p>
            {undone > 0 ? `${formatCount(undone, 'row')} will be reverted.` : 'Nothing can be undone: everything has been changed since.'}
            {kept > 0 && undone > 0 && ` ${formatCount(kept, 'row')} will be kept, fully or in part, because they have been changed since:`}
          </p>
          {reasons.length > 0 && (
            <ul className={css.reasons}>
              {reasons.slice(0, 8).map((row) => (
                <li key={row.id}>
                  <b>{row.name}</b> {row.reasons.join(' ')}
                </li>
              ))}
              {kept > 8 && <li>and {formatNumber(kept - 8)} more</li>}
            </ul>
          )}
        </>
      )
      const isMeant = await confirm({ title: `${isRedo ? 'Redo' : 'Undo'}: ${set.title}`, text, verb: isRedo ? 'Redo' : 'Undo' })
      if (isMeant && undone > 0) undoing.mutate({ params: { id: set.id } })
    } catch (error) {
      showError(error)
    } finally {
      setAsking(false)
    }
  }
  if (!set.actions?.includes('Undo')) return null
  return (
    <Button leftSection={<IconArrowBackUp size={16} />} loading={isAsking || undoing.isPending} onClick={() => void confirmUndo()}>
      {isRedo ? 'Redo' : 'Undo'}
    </Button>
  )
}

const verbs: Record<ChangedRow['action'], string> = {
  Create: 'Created',
  Update: 'Changed',
  Delete: 'Deleted',
  Restore: 'Restored',
  Keep: 'Left as it is',
}

function Rows({ set }: { set: ChangeSet }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    listChangedRows,
    { params: { id: set.id }, query: { page, itemsPerPage: rowsAPage } },
    { keepsOld: true, isQuiet: true },
  )
  if (!data) return error ? <LoadError error={error} title="The rows" onRetry={() => void refetch()} /> : <Skeletons rows={10} />
  if (data.total === 0) return <EmptyState text="There are no rows in it that you can see." />
  const pages = Math.ceil(data.total / rowsAPage)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must take the focus */}
      <section className={css.scroll} tabIndex={0} aria-label="Changed rows, scrolls sideways">
        <table className={css.rows} aria-label="Changed rows">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">What happened</th>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          {data.items.map((row) => (
            <RowChanges key={row.id} row={row} />
          ))}
        </table>
      </section>
      {pages > 1 && (
        <div className={css.pages}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            Page {page} of {formatNumber(pages)}
          </span>
          <Button variant="default" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}

function RowChanges({ row }: { row: ChangedRow }) {
  const lines: { key: string; cells: readonly (string | null)[]; reason?: string }[] = [
    ...row.changes.map(({ field, label, from, to }) => ({ key: field, cells: [label, from, to] })),
    ...row.kept.map(({ label, reason }, index) => ({ key: `kept ${index}`, cells: [label], reason })),
  ]
  if (lines.length === 0) lines.push({ key: 'none', cells: [] })
  const name = row.href ? <Link to={row.href}>{row.name}</Link> : row.name
  return (
    <tbody>
      {lines.map(({ key, cells: [label, from, to], reason }, index) => (
        <tr key={key}>
          {index === 0 && (
            <>
              <th scope="rowgroup" rowSpan={lines.length}>
                {name}
                <span>{[row.kind, row.place].filter(Boolean).join(' · ')}</span>
              </th>
              <td rowSpan={lines.length}>{verbs[row.action]}</td>
            </>
          )}
          <td className={css.label}>{label}</td>
          {reason ? (
            <td colSpan={2} className={css.reason}>
              {reason}
            </td>
          ) : (
            <>
              <td>{from ?? <MissingValue />}</td>
              <td className={css.after}>{to ?? <MissingValue />}</td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  )
}
