import { LaborType } from '../../model/access/enums.ts'
import { sumHours } from '../../model/contracts/money.ts'
import type { BoardColumn, BoardPerson, BoardSummary, BoardSummaryRow, NetFigures } from '../../model/planning/boards.ts'
import { LaborSummaryPseudoType } from '../../model/planning/enums.ts'
import { LaborCode } from '../access/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import css from './board.module.css'
import type { BoardCell, Line } from './board-lines.ts'
import { convertHours, formatInUnit, inThousands, sumIn, type Unit } from './board-units.ts'

const pseudo = LaborSummaryPseudoType

interface Sums {
  summary: BoardSummary
  unit: Unit
  capacity?: Map<LaborType, Record<string, number>>
  /** Hides the labor types until all totals are requested. */
  isShort?: boolean
}

interface Telling {
  unit: Unit
  formatValue: typeof formatInUnit
}

export function createSumLines({ summary, unit, capacity, isShort }: Sums): Line[] {
  const { columns, isPartial } = summary
  const partial = isPartial ? <Partial /> : undefined
  // A single project's totals have two decimals, like the cells above.
  const formatValue = isShort ? formatInUnit : sumIn
  const isLabor = (row: BoardSummaryRow): row is LaborRow => row.laborType > 0
  return summary.rows.flatMap((row): Line[] => {
    if (row.laborType === pseudo.NetSummary) return netLines(columns, row.values, partial)
    if (isLabor(row))
      return [{ ...laborLine(row, { columns, unit, formatValue, capacity: capacity?.get(row.laborType) }), isMinor: isShort }]
    if (row.laborType === pseudo.Hours) return [hoursLine(columns, row.values, { unit, formatValue }, partial)]
    return [moneyLine(columns, row.values, row.laborType, partial)]
  })
}

type LaborRow = Extract<BoardSummaryRow, { laborType: LaborType | number }> & { laborType: LaborType; values: Record<string, number> }

/** Marks a partial sum, because some labor types are hidden from the user. */
const Partial = () => (
  <span className={css.partial} title="Labor types you may not see are not in this sum.">
    partial
  </span>
)

function laborLine(
  row: LaborRow,
  { columns, unit, formatValue, capacity }: { columns: BoardColumn[]; capacity?: Record<string, number> } & Telling,
): Line {
  const average = capacity && sumHours(columns.map(({ key }) => capacity[key] ?? 0)) / Math.max(1, columns.length)
  return {
    key: `sum-${row.laborType}`,
    kind: 'entry',
    depth: 0,
    name: LaborType.label(row.laborType),
    label: <LaborCode value={row.laborType} />,
    aside: average !== undefined && `capacity ${formatNumber(average, 0)}`,
    cells: columns.map(({ key, fullTimeHours }): BoardCell | undefined => {
      const hours = row.values[key] ?? 0
      const most = capacity?.[key]
      if (hours === 0) return undefined
      const isOver = most !== undefined && hours > most
      return {
        text: formatValue(unit, convertHours(unit, hours, { fullTime: fullTimeHours, capacity: most })),
        isOver,
        title: most === undefined ? `${formatNumber(hours)} h` : `${formatNumber(hours)} of ${formatNumber(most)} h`,
      }
    }),
  }
}

function hoursLine(columns: BoardColumn[], values: Record<string, number>, { unit, formatValue }: Telling, aside: Line['aside']): Line {
  return {
    key: 'sum-hours',
    kind: 'sum',
    depth: 0,
    name: 'Hours',
    label: unit === 'hours' ? 'Hours' : unit === 'fte' ? 'Hours, FTE' : 'Hours, %',
    aside,
    cells: columns.map(({ key, fullTimeHours }) => {
      const hours = values[key] ?? 0
      return { text: formatValue(unit, convertHours(unit, hours, { fullTime: fullTimeHours })), title: `${formatNumber(hours)} h` }
    }),
  }
}

const moneyWords: Record<number, string> = {
  [pseudo.Revenue]: 'Revenue',
  [pseudo.Cost]: 'Cost',
  [pseudo.DirectExpensesRevenue]: 'Expenses revenue',
  [pseudo.DirectExpensesCost]: 'Expenses cost',
}

/** Thousands of dollars; the tooltip shows the cents. */
const moneyCell = (amount: number | undefined): BoardCell | undefined =>
  amount === undefined ? undefined : { text: inThousands(amount), title: `USD ${formatNumber(amount, 2)}` }

function moneyLine(columns: BoardColumn[], values: Record<string, number>, type: number, aside: Line['aside']): Line {
  return {
    key: `sum-money${type}`,
    kind: 'sum',
    depth: 0,
    name: moneyWords[type] ?? '',
    label: `${moneyWords[type]}, USD k`,
    aside: aside ?? (type === pseudo.Cost ? 'burdened' : undefined),
    cells: columns.map(({ key }) => moneyCell(values[key] ?? 0)),
    isMinor: type === pseudo.DirectExpensesRevenue || type === pseudo.DirectExpensesCost,
  }
}

const netWords = { totalRevenue: 'Total revenue', totalCost: 'Total cost', netProfit: 'Net' } as const
const netKeys = ['totalRevenue', 'totalCost', 'netProfit'] as const

function netLines(columns: BoardColumn[], values: Record<string, NetFigures>, aside: Line['aside']): Line[] {
  const shown = netKeys.filter((key) => columns.some((column) => values[column.key]?.[key] !== undefined))
  return shown.map((key) => ({
    key: `sum-${key}`,
    kind: 'sum',
    depth: 0,
    name: netWords[key],
    label: `${netWords[key]}, USD k`,
    aside,
    cells: columns.map((column) => moneyCell(values[column.key]?.[key])),
    isStrong: key === 'netProfit',
    // With net profit visible, the rows it is computed from are shown only on request.
    isMinor: key !== 'netProfit' && shown.includes('netProfit'),
  }))
}

export function loadLines(columns: readonly BoardColumn[], { capacity, firm, tentative }: BoardPerson, unit: Unit): Line[] {
  const line = (key: string, label: string, aside: string, hoursOf: (column: string) => number, isStrong = false): Line => ({
    key,
    kind: 'sum',
    depth: 0,
    name: label,
    label,
    aside,
    isStrong,
    cells: columns.map((column) => {
      const hours = hoursOf(column.key)
      const base = { fullTime: column.fullTimeHours, capacity: capacity[column.key] }
      return { text: formatInUnit(unit, convertHours(unit, hours, base)), isOver: isStrong && hours < 0 }
    }),
  })
  const load = (key: string) => (firm[key] ?? 0) + (tentative[key] ?? 0)
  return [
    line('load-capacity', 'Capacity', 'after holidays, absences', (key) => capacity[key] ?? 0),
    line('load-load', 'Load', 'firm and tentative', load),
    line('load-left', 'Available', '', (key) => (capacity[key] ?? 0) - load(key), true),
  ]
}
