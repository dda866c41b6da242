import type { ReactNode } from 'react'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { type ChangedSide, type ChangeKind, changeLabels, type RevisionChange } from '../../model/reports/revision-changes.ts'
import { formatNumber } from '../kit/look/format.tsx'
import type { Column } from '../kit/parts/table.tsx'
import css from './revision-compare.module.css'

/** Formats a signed amount without the currency, which is in the header: `+1,580.40`. */
export const formatSignedAmount = (value: number, decimals = 2) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatNumber(Math.abs(value), decimals)}`

export function Kinds({ kinds }: { kinds: readonly ChangeKind[] }) {
  const [first = '', ...more] = kinds.map((kind) => changeLabels[kind])
  return (
    <span className={css.kind}>
      {kinds.map((kind) => (
        <i key={kind} data-kind={kind} aria-hidden />
      ))}
      {[first, ...more.map((label) => label.toLowerCase())].join(', ')}
    </span>
  )
}

function OldNew({ change, show }: { change: RevisionChange; show: (side: ChangedSide) => string }): ReactNode {
  const [from, to] = [change.from, change.to].map((side) => (side ? show(side) : null))
  if (from === to) return to
  return (
    <>
      <span className={css.old}>{from ?? '–'} →</span> <b>{to ?? '–'}</b>
    </>
  )
}

/** Values present on one side only need no arrow, because the change kind shows that they were added or removed. */
const sideCell = (show: (side: ChangedSide) => string) => (change: RevisionChange) => {
  const side = change.to ?? change.from
  return change.from && change.to ? <OldNew change={change} show={show} /> : side && show(side)
}
const placeText = ({ space, areaGroup }: ChangedSide) => (areaGroup ? `${space}, ${areaGroup}` : space)
const formatMoney = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, 2))

export function changeColumns(hasPrices: boolean): Column<RevisionChange>[] {
  const columns: Column<RevisionChange>[] = [
    { key: 'change', label: 'Change', width: 144, cell: ({ kinds }) => <Kinds kinds={kinds} /> },
    { key: 'tag', label: 'Tag', width: 84, tone: 'quiet', cell: ({ from, to }) => (to ?? from)?.tag },
    { key: 'model', label: 'Model', tone: 'name', least: 150, cell: sideCell(({ model }) => model) },
    { key: 'space', label: 'Space', width: 140, tone: 'quiet', cell: sideCell(placeText) },
    {
      key: 'quantity',
      label: 'Qty',
      width: 84,
      align: 'right',
      cell: (change) => <OldNew change={change} show={({ quantity }) => formatNumber(quantity, 0)} />,
      sum: (rows) => formatCount(rows.length, 'row'),
    },
  ]
  if (!hasPrices) return columns
  return [
    ...columns,
    {
      key: 'unit',
      label: 'Unit',
      unit: 'USD',
      width: 176,
      align: 'right',
      cell: (change) => <OldNew change={change} show={({ unitPrice }) => formatMoney(unitPrice)} />,
    },
    {
      key: 'delta',
      label: 'Delta',
      unit: 'USD',
      width: 104,
      align: 'right',
      cell: ({ delta }) => formatSignedAmount(delta ?? 0),
      sum: (rows) => formatSignedAmount(sumMoney(rows.map(({ delta }) => delta ?? 0))),
    },
  ]
}
