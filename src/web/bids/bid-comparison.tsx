import { Button, Chip, SegmentedControl } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  adjustBid,
  bidTabulation,
  type Comparison,
  decideSubstitute,
  exportBidComparison,
  readComparison,
} from '../../model/bids/bid-calls.ts'
import { plugAmounts } from '../../model/bids/comparison.ts'
import { SubstituteDecision } from '../../model/bids/enums.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { Money } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { AskDialog } from './ask-dialog.tsx'
import css from './bids.module.css'

type Row = Comparison['rows'][number]
type Cell = Row['cells'][number]
type Bid = Comparison['bids'][number]

export function BidComparisonPage() {
  return <ProjectTab title="Compare bids">{(project) => <Contents project={project} />}</ProjectTab>
}

const flags: { key: string; label: string; isOf: (cell: Cell) => boolean }[] = [
  { key: 'missing', label: 'Missing', isOf: ({ isMissing }) => isMissing },
  { key: 'excluded', label: 'Excluded', isOf: ({ isExcluded }) => isExcluded },
  { key: 'substituted', label: 'Substituted', isOf: ({ substitute }) => substitute !== undefined },
  { key: 'outlier', label: 'Far from the median', isOf: ({ isOutlier }) => isOutlier },
]
const groupings = [
  { value: 'space', label: 'By space' },
  { value: 'category', label: 'By category' },
  { value: 'product', label: 'By product' },
]

function Contents({ project }: { project: Project }) {
  const { packageId } = useParams({ strict: false })
  const [groupBy, setGroupBy] = useState('space')
  const params = { id: project.id, itemId: Number(packageId) }
  const { data, error, refetch } = useRead(readComparison, { params, query: { groupBy } }, { isQuiet: true, keepsOld: true })
  const made = { onDone: () => toast.success('The file will be in My downloads.') }
  const book = useCall(exportBidComparison, made)
  const tabulation = useCall(bidTabulation, made)
  if (!data) return error ? <LoadError error={error} title="The comparison" onRetry={() => void refetch()} /> : <Skeletons rows={8} />
  if (data.bids.length === 0)
    return <EmptyState text="No bid counts. A bid counts if it was submitted for the current revision and was not withdrawn." />
  return (
    <div className={css.page}>
      <div className={css.facts}>
        <Link to={`/projects/${project.id}/bids/${params.itemId}`}>Back to the package</Link>
        <SegmentedControl aria-label="Order of the rows" data={groupings} value={groupBy} onChange={setGroupBy} />
        <span className={css.grow} />
        <div className={css.deeds}>
          <Button variant="default" loading={book.isPending} onClick={() => book.mutate({ params })}>
            Export
          </Button>
          <Button variant="default" loading={tabulation.isPending} onClick={() => tabulation.mutate({ params })}>
            Tabulation
          </Button>
        </div>
      </div>
      <Totals comparison={data} />
      <Lines comparison={data} params={params} groupBy={groupBy} mayLevel={can('ProjectBudget.Update') && !isReadOnly(project)} />
      <Remarks bids={data.bids} />
    </div>
  )
}

function Totals({ comparison: { bids, costRows, alternates } }: { comparison: Comparison }) {
  const lowest = Math.min(...bids.map(({ leveledTotal }) => leveledTotal))
  const row = (label: string, amountOf: (bid: Bid, index: number) => number | null | undefined) => (
    <tr key={label}>
      <td>{label}</td>
      {bids.map((bid, index) => (
        <td key={bid.invitationId}>
          <Money value={amountOf(bid, index)} />
        </td>
      ))}
    </tr>
  )
  return (
    <Panel title="Totals">
      <div className={css.wide}>
        <table className={css.totals} aria-label="Totals of the bids">
          <thead>
            <tr>
              <th scope="col">Section</th>
              {bids.map(({ invitationId, company }) => (
                <th scope="col" key={invitationId}>
                  {company.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('Equipment', (bid) => bid.lines)}
            {costRows.map(({ name, cells }) => row(name, (_, index) => cells[index]?.amount))}
            {row('Allowances', (bid) => bid.allowances)}
            {row('Total', (bid) => bid.total)}
            {row('Adjustments', (bid) => bid.adjustments)}
            <tr>
              <td>Leveled total</td>
              {bids.map(({ invitationId, leveledTotal }) => (
                <td key={invitationId}>
                  <b>{formatUsd(leveledTotal)}</b>
                  {leveledTotal === lowest && <span className={css.flag}>Low</span>}
                </td>
              ))}
            </tr>
            {alternates.map(({ code, name, cells }) => row(`Alternate ${code}: ${name}`, (_, index) => cells[index]?.amount))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

interface LinesProps {
  comparison: Comparison
  params: { id: number; itemId: number }
  groupBy: string
  mayLevel: boolean
}

function Lines({ comparison, params, groupBy, mayLevel }: LinesProps) {
  const { bids, rows } = comparison
  const { show }: { show?: unknown } = useSearch({ strict: false })
  const [shown, setShown] = useState<string[]>(typeof show === 'string' ? [show] : [])
  const [leveled, setLeveled] = useState<{ row: Row; cell: Cell; bid: Bid }>()
  const active = flags.filter(({ key }) => shown.includes(key))
  const visible = active.length === 0 ? rows : rows.filter(({ cells }) => cells.some((cell) => active.some(({ isOf }) => isOf(cell))))
  const columns = useMemo<Column<Row>[]>(
    () => [
      { key: 'name', label: 'Product', tone: 'name', sticky: true, width: 240, cell: ({ name }) => name },
      { key: 'space', label: 'Space', width: 160, cell: ({ space }) => [space.number, space.name].filter(Boolean).join(' ') },
      { key: 'quantity', label: 'Qty', align: 'right', width: 64, cell: ({ quantity }) => quantity },
      { key: 'estimate', label: 'Our estimate', align: 'right', width: 120, cell: ({ estimate }) => <Money value={estimate.unitPrice} /> },
      { key: 'median', label: 'Median', align: 'right', width: 110, cell: ({ median }) => <Money value={median} /> },
      { key: 'spread', label: 'Spread', unit: '%', align: 'right', width: 90, cell: ({ spreadPercent }) => spreadPercent ?? '–' },
      ...bids.map(
        (bid, index): Column<Row> => ({
          key: `bid ${bid.invitationId}`,
          label: bid.company.name,
          align: 'right',
          width: 150,
          cell: (row) => {
            const cell = row.cells[index]
            return cell && <Price cell={cell} onOpen={() => setLeveled({ row, cell, bid })} name={`${row.name}, ${bid.company.name}`} />
          },
        }),
      ),
    ],
    [bids],
  )
  return (
    <Panel title="Lines" note={`${visible.length} of ${rows.length}`} isFlush>
      <div className={css.facts}>
        <Chip.Group multiple value={shown} onChange={setShown}>
          {flags.map(({ key, label, isOf }) => (
            <Chip key={key} value={key}>
              {label} ({rows.filter(({ cells }) => cells.some(isOf)).length})
            </Chip>
          ))}
        </Chip.Group>
      </div>
      <div className={css.table}>
        <DataTable
          label="Bids by line"
          columns={columns}
          rows={visible}
          keyOf={({ rowKey }) => rowKey}
          groupBy={
            groupBy === 'space'
              ? ({ space }) => ({ key: space.id, title: [space.number, space.name].filter(Boolean).join(' ') })
              : groupBy === 'category'
                ? ({ category }) => ({ key: category.id, title: category.name })
                : undefined
          }
        />
      </div>
      {leveled && <LevelDialog {...leveled} params={params} mayLevel={mayLevel} onClose={() => setLeveled(undefined)} />}
    </Panel>
  )
}

function Price({ cell, name, onOpen }: { cell: Cell; name: string; onOpen: () => void }) {
  const { unitPrice, isExcluded, isMissing, isLow, isOutlier, substitute, adjustment } = cell
  const marks = [
    isLow && 'Low',
    isOutlier && 'Outlier',
    substitute && `Substitute ${substitute.model}`,
    adjustment && `Adjusted ${formatUsd(adjustment.amount)}`,
  ].filter(Boolean)
  return (
    <button type="button" className={css.cell} data-low={isLow || undefined} onClick={onOpen} aria-label={`Level ${name}`}>
      {isExcluded ? 'Excluded' : isMissing ? 'Missing' : formatUsd(unitPrice)}
      {marks.length > 0 && <span className={css.flag}>{marks.join(', ')}</span>}
    </button>
  )
}

interface LevelProps {
  row: Row
  cell: Cell
  bid: Bid
  params: { id: number; itemId: number }
  mayLevel: boolean
  onClose: () => void
}

function LevelDialog({ row, cell, bid, params, mayLevel, onClose }: LevelProps) {
  const adjust = useCall(adjustBid, { onDone: onClose })
  const decide = useCall(decideSubstitute, { onDone: onClose })
  const { invitationId } = bid
  const plugs = plugAmounts(
    row.quantity,
    row.cells.filter((item) => item.invitationId !== invitationId),
    row.estimate.unitPrice,
  )
  const [plug, setPlug] = useState<{ amount: number; reason: string }>()
  const choices = [
    ['Median', plugs.median],
    ['Highest', plugs.highest],
    ['Our estimate', plugs.estimate],
  ] as const
  if (!mayLevel) {
    onClose()
    return null
  }
  const start = plug ?? cell.adjustment
  return (
    <AskDialog
      key={plug?.reason}
      title={`Level ${row.name}, ${bid.company.name}`}
      verb="Save adjustment"
      fields={[
        {
          key: 'amount',
          label: 'Amount in dollars; empty removes the adjustment',
          kind: 'text',
          isOptional: true,
          start: start && String(start.amount),
        },
        { key: 'reason', label: 'Reason', kind: 'long', isOptional: true, start: start?.reason },
      ]}
      isPending={adjust.isPending}
      onClose={onClose}
      onSend={({ amount = '', reason }) => {
        const typed = amount.replace(/[$,\s]/g, '')
        adjust.mutate({
          params,
          body: { invitationId, rowKey: row.rowKey, amount: typed === '' ? null : Number(typed), reason: reason?.trim() || null },
        })
      }}
    >
      {(cell.isMissing || cell.isExcluded) && (
        <div className={css.deeds}>
          {choices.map(
            ([label, amount]) =>
              amount !== null && (
                <Button
                  key={label}
                  variant="default"
                  size="xs"
                  onClick={() => setPlug({ amount, reason: `Plug number: ${label.toLowerCase()}` })}
                >
                  {label} {formatUsd(amount)}
                </Button>
              ),
          )}
        </div>
      )}
      {cell.note && <p>{cell.note}</p>}
      {cell.substitute && (
        <div className={css.deeds}>
          <span>
            {cell.substitute.manufacturer} {cell.substitute.model}
            {cell.substitute.reason && `: ${cell.substitute.reason}`}
          </span>
          {cell.substitute.decision !== null && <b>{SubstituteDecision.label(cell.substitute.decision)}</b>}
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              decide.mutate({ params: { ...params, invitationId, lineKey: row.rowKey }, body: { decision: SubstituteDecision.Accepted } })
            }
          >
            Accept substitute
          </Button>
        </div>
      )}
    </AskDialog>
  )
}

function Remarks({ bids }: { bids: readonly Bid[] }) {
  return (
    <Panel title="Exclusions and qualifications">
      <ul className={css.list}>
        {bids.map(({ invitationId, company, exclusions, qualifications, missingAddenda }) => (
          <li key={invitationId}>
            <b>{company.name}</b>
            <span className={css.grow}>
              {[
                ...exclusions.map((text) => `Excluded: ${text}`),
                ...qualifications,
                ...missingAddenda.map((number) => `Addendum ${number} is not acknowledged`),
              ].join('; ') || 'None'}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
