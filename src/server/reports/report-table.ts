import { sumMoney } from '../../model/kit/money.ts'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../tools/sheet.ts'
import { breathing, mapInPieces } from './event-loop-pause.ts'

/** A report column; amounts of money are in dollars. */
export interface ReportColumn<R> extends SheetColumn {
  /** `number` counts the rows from 1. */
  value(row: R, number: number): SheetValue
  /** Summed per group and in total. */
  sum?: true
  /** Replaces the sum per group and in total; computed from the rows. */
  tally?(rows: readonly R[]): SheetValue
  /** Replaces only the total. */
  total?(rows: readonly R[]): SheetValue
  /** Column with the labels of groups and totals; the first one by default. */
  isLabel?: true
  /** Repeated on each page of a table wider than one page; such columns must be adjacent. */
  repeats?: true
  /** Left out when prices are hidden. */
  isPrice?: true
}

export interface FurtherRow {
  label: string
  amounts: Record<string, number>
  style?: SheetRow['style']
}

export interface ReportTable<R> {
  name: string
  columns: readonly ReportColumn<R>[]
  /** Rows of a group must be consecutive; they get a heading and a subtotal. With several groupings the outermost comes first. */
  groupOf?: Grouping<R> | readonly Grouping<R>[]
  /** Starts a printed page with each outermost group except the first. */
  breaksPages?: boolean
  total?: string
  lookOf?(row: R): Pick<SheetRow, 'style' | 'outline' | 'picture'>
  /** Rows above the total that count toward it. */
  before?(rows: readonly R[]): FurtherRow[]
  /** Rows below the total, computed from its sums by column header. */
  after?(sumOf: (header: string) => number): FurtherRow[]
}

type Grouping<R> = (row: R) => string

interface TableOptions {
  preamble?: SheetValue[][]
  hidesPrices?: boolean
  /** Formats for reading on screen: text wraps only where the column says so, and the page is letter at any table width. */
  isForScreen?: boolean
  notes?: string[]
  /** Without pictures, their column is left out. */
  pictures?: Sheet['pictures']
}

export const page = { freeze: true, autoFilter: true, landscape: true, fitToWidth: true, repeatHeader: true, paper: 'letter' } as const
/** Readable characters across letter paper; wider tables use tabloid. */
const lettersWide = 180
/** Readable characters across tabloid; wider tables continue on pages to the right. */
const tabloidWide = 300

/** Builds the sheet. Sums are values, computed from the rows above. Yields to other requests between rows. */
export async function sheetOfTable<R>(
  table: ReportTable<R>,
  rows: readonly R[],
  { preamble, hidesPrices = false, isForScreen = false, notes, pictures }: TableOptions = {},
): Promise<Sheet> {
  const shown = table.columns.map(({ isPrice, isPicture }) => !(isPrice && hidesPrices) && !(isPicture && !pictures))
  const only = <T>(values: readonly T[]) => values.filter((_, index) => shown[index])
  // Default wrapping by kind: in print, text and links wrap so that none is cut off.
  const wrapsIn = (kind: SheetColumn['kind']) => (isForScreen ? undefined : kind === undefined || kind === 'link')
  const columns = only(table.columns).map(({ header, width, kind, align, isPicture, wrap = wrapsIn(kind) }) => ({
    ...{ header, width, kind, align, isPicture, wrap },
  }))
  const data = await mapInPieces(rows, (row, index) => table.columns.map((column) => column.value(row, index + 1)))
  const breathe = breathing()
  const lines: SheetRow[] = []
  for (const { about, values, ...line } of tableLines(table, rows, data)) {
    if (!about || about.some((at) => shown[at])) lines.push({ ...line, values: about ? upToLast(only(values)) : only(values) })
    await breathe()
  }
  return {
    name: table.name,
    preamble,
    columns,
    rows: lines,
    pictures,
    ...page,
    ...(!isForScreen && paperFor(only(table.columns))),
    notes,
  }
}

/** Paper size and number of pages side by side that keep the table readable. */
function paperFor(
  columns: readonly Pick<ReportColumn<unknown>, 'width' | 'repeats'>[],
): Pick<Sheet, 'paper' | 'pagesWide' | 'repeatColumns'> {
  const widthOf = (some: typeof columns) => some.reduce((sum, { width = 14 }) => sum + width, 0)
  const width = widthOf(columns)
  if (width <= tabloidWide) return { paper: width > lettersWide ? 'tabloid' : page.paper }
  const repeated = widthOf(columns.filter(({ repeats }) => repeats))
  const pagesWide = Math.ceil((width - repeated) / (tabloidWide - repeated))
  const from = columns.findIndex(({ repeats }) => repeats)
  const to = columns.findLastIndex(({ repeats }) => repeats)
  return { paper: 'tabloid', pagesWide, repeatColumns: from < 0 ? { from: 0, to: 0 } : { from, to } }
}

type Line = SheetRow & { about?: number[] }

function* tableLines<R>(
  { columns, groupOf = [], breaksPages = false, total, lookOf, before, after }: ReportTable<R>,
  rows: readonly R[],
  data: readonly SheetValue[][],
): Generator<Line> {
  const labelAt = Math.max(
    0,
    columns.findIndex(({ isLabel }) => isLabel),
  )
  const labeled = (label: string, cellOf: (column: ReportColumn<R>, at: number) => SheetValue): SheetValue[] =>
    columns.map((column, index) => (index === labelAt ? label : cellOf(column, index)))
  const further = ({ label, amounts, style }: FurtherRow): Line => {
    const about = Object.keys(amounts).map((header) => columnIndex(columns, header))
    return { values: labeled(label, ({ header }) => amounts[header] ?? null), style, about }
  }
  const groupings = typeof groupOf === 'function' ? [groupOf] : groupOf
  function* under(from: number, to: number, depth: number): Generator<Line> {
    const grouping = groupings[depth]
    const outline = depth || undefined
    if (!grouping) {
      for (const [at, row] of rows.slice(from, to).entries()) yield { values: data[from + at] ?? [], outline, ...lookOf?.(row) }
      return
    }
    for (const group of groupConsecutive(rows, grouping, from, to)) {
      const breaksPage = (breaksPages && depth === 0 && group.from > 0) || undefined
      yield { values: labeled(group.name, () => null), style: 'group', outline, breaksPage, about: [labelAt] }
      yield* under(group.from, group.to, depth + 1)
      const own = data.slice(group.from, group.to)
      const ofGroup = rows.slice(group.from, group.to)
      const sums = labeled(
        `Subtotal ${group.name}`,
        (column, index) => column.tally?.(ofGroup) ?? (column.sum ? sumColumn(column, index, own) : null),
      )
      yield { values: sums, style: 'subtotal', outline }
    }
  }
  yield* under(0, rows.length, 0)
  if (total === undefined) return
  const adjusting = before?.(rows).map(further) ?? []
  yield* adjusting
  const counted = [...data, ...adjusting.map(({ values }) => values)]
  const totals = labeled(
    total,
    (column, index) => column.total?.(rows) ?? column.tally?.(rows) ?? (column.sum ? sumColumn(column, index, counted) : null),
  )
  yield { values: totals, style: 'total' }
  yield* after?.((header) => numberOrZero(totals[columnIndex(columns, header)])).map(further) ?? []
}

interface Group {
  name: string
  from: number
  to: number
}

function groupConsecutive<R>(rows: readonly R[], groupOf: Grouping<R>, start: number, end: number): Group[] {
  const groups: Group[] = []
  for (let at = start; at < end; at++) {
    const row = rows[at]
    if (row === undefined) break
    const name = groupOf(row)
    const last = groups.at(-1)
    if (last?.name === name) last.to = at + 1
    else groups.push({ name, from: at, to: at + 1 })
  }
  return groups
}

function columnIndex(columns: readonly SheetColumn[], header: string): number {
  const at = columns.findIndex((column) => column.header === header)
  if (at < 0) throw new Error(`The report has no column "${header}".`)
  return at
}

const numberOrZero = (value: SheetValue) => (typeof value === 'number' ? value : 0)
const sumColumn = ({ kind }: SheetColumn, at: number, rows: SheetValue[][]) => {
  const values = rows.map((row) => numberOrZero(row[at]))
  return kind === 'money' ? sumMoney(values) : values.reduce((sum, value) => sum + value, 0)
}

function upToLast(values: SheetValue[]): SheetValue[] {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
}
