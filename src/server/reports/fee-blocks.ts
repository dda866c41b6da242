import { LaborType } from '../../model/access/enums.ts'
import { DirectExpenseCategory, FeeType } from '../../model/contracts/enums.ts'
import type { FeeRow, FeeTable } from '../../model/contracts/fee-table.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { sumMoney } from '../../model/kit/money.ts'
import type { DocxBlock, DocxRow, DocxTable } from '../tools/docx-blocks.ts'
import { formatLongDate } from './report-texts.ts'

interface ExpenseSum {
  category: DirectExpenseCategory
  revenue: number
}

export const formatMoney = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const formatHours = (amount: number | undefined) => (amount ? amount.toLocaleString('en-US', { maximumFractionDigits: 2 }) : '–')
const right = (header: string, width: number) => ({ header, width, align: 'right' as const })

/** `SC senior consultants`; a long label equal to the short one is not repeated. */
function namedType(type: LaborType): string {
  const { label, longLabel } = LaborType.get(type)
  return label === longLabel ? label : `${label} ${longLabel}`
}

/** `Fixed fee`, or `Not to exceed 50,000.00`; the fee column has the amount of a fixed fee. */
function feeRowName({ name, feeType, agreed }: FeeRow): string {
  if (agreed === null) return name
  return `${name}\n${FeeType.label(feeType)}${feeType === FeeType.NotToExceed ? ` ${formatMoney(agreed)}` : ''}`
}

/** Phases by labor type, then expenses if any; the last line is the total for the client. */
export function feeBlocks(table: FeeTable, expenses: readonly ExpenseSum[], title: string): DocxBlock[] {
  const { laborTypes } = table
  const ofTypes = (byType: FeeRow['hoursByType']) => laborTypes.map((type) => formatHours(byType.get(type)))
  const blank = laborTypes.map(() => '')
  const columns: DocxTable['columns'] = [
    { header: 'Phase', width: 4.6 },
    ...laborTypes.map((type) => right(LaborType.label(type), 1.05)),
    right('Hours', 1.35),
    right('Fee, USD', 1.9),
  ]
  const phaseRow = (row: FeeRow): DocxRow => ({
    cells: [feeRowName(row), ...ofTypes(row.hoursByType), formatHours(row.hours), formatMoney(row.fee)],
    indent: row.isChild ? 1 : 0,
  })
  const spent = expenses.map(
    ({ category, revenue }): DocxRow => ({ cells: [DirectExpenseCategory.label(category), ...blank, '', formatMoney(revenue)] }),
  )
  const total = sumMoney([table.fee, ...expenses.map(({ revenue }) => revenue)])
  const rows: DocxRow[] = [
    ...table.rows.map(phaseRow),
    { cells: ['Labor', ...ofTypes(table.hoursByType), formatHours(table.hours), formatMoney(table.fee)], style: 'subtotal' },
    ...spent,
    { cells: ['Total fee', ...blank, formatHours(table.hours), formatMoney(total)], style: 'total' },
    ...table.notInContract.map(
      (row): DocxRow => ({
        cells: [`Not in contract: ${row.name}`, ...ofTypes(row.hoursByType), formatHours(row.hours), '–'],
        style: 'quiet',
      }),
    ),
  ]
  const notes = [
    laborTypes.length > 0 && `Hours of ${laborTypes.map(namedType).join(', ')}.`,
    ...table.pauses.map(
      ({ name, startDate, endDate }) => `${name}: ${formatLongDate(startDate)} to ${formatLongDate(endDate)}, without work.`,
    ),
  ].filter((note) => note !== false)
  return [{ table: { title, columns, rows } }, ...notes.map((text): DocxBlock => ({ text, style: 'Note' }))]
}

export function partsBlocks(parts: readonly { name: string; table: FeeTable }[], expenses: readonly ExpenseSum[]): DocxBlock[] {
  const total = sumMoney([...parts.map(({ table }) => table.fee), ...expenses.map(({ revenue }) => revenue)])
  const all = sumMoney(parts.map(({ table }) => table.hours))
  const rows: DocxRow[] = [
    ...parts.map(({ name, table }) => ({ cells: [name, formatHours(table.hours), formatMoney(table.fee)] })),
    ...expenses.map(({ category, revenue }) => ({ cells: [DirectExpenseCategory.label(category), '', formatMoney(revenue)] })),
    { cells: ['Total fee', formatHours(all), formatMoney(total)], style: 'total' },
  ]
  return [{ table: { title: 'Fees of all parts', columns: [{ header: 'Part', width: 6 }, right('Hours', 2), right('Fee, USD', 2)], rows } }]
}

/** Planned dates of each phase, including those without a fee. */
export function scheduleBlocks(phases: readonly Pick<FeeRow, 'name' | 'startDate' | 'endDate' | 'isChild'>[]): DocxBlock[] {
  if (phases.length === 0) return []
  const columns = [
    { header: 'Phase', width: 6 },
    { header: 'Start', width: 2 },
    { header: 'End', width: 2 },
  ]
  const rows = phases.map(({ name, startDate, endDate, isChild }) => ({
    cells: [name, formatDate(startDate), formatDate(endDate)],
    indent: isChild ? 1 : 0,
  }))
  return [{ heading: 'Schedule', level: 1 }, { table: { title: 'Schedule', columns, rows } }]
}

export function rateBlocks(table: FeeTable, rates: readonly { laborType: LaborType; sellRate: number }[]): DocxBlock[] {
  const rows = rates
    .filter(({ laborType }) => table.laborTypes.includes(laborType))
    .map(({ laborType, sellRate }) => ({ cells: [LaborType.label(laborType), LaborType.get(laborType).longLabel, formatMoney(sellRate)] }))
  if (rows.length === 0) return []
  const columns = [{ header: 'Labor type', width: 2 }, { header: 'Name', width: 5 }, right('USD per hour', 3)]
  return [{ heading: 'Hourly rates', level: 1 }, { table: { title: 'Hourly rates', columns, rows } }]
}
