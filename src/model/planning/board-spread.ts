import { monthsFrom } from '../kit/dates.ts'
import type { Granularity } from './enums.ts'
import {
  type DateRange,
  dayNumber,
  monthWeights,
  rangeMonths,
  rangeOfMonth,
  rangeOfWeek,
  rangeWeeks,
  type SpreadRecord,
  spreadByWeight,
  spreadInto,
  spreadOverMonths,
  type Weight,
  weekWeights,
} from './spread.ts'

type IntoColumn = (column: number, hundredths: number) => void

/**
 * Spreads hours over board columns as defined in `spread.ts`. Weights are cached per range and month, because a board spreads thousands of
 * records.
 */
export function spreaderOver(keys: readonly string[], granularity: Granularity) {
  const positions = new Map(keys.map((key, index) => [key, index]))
  const touched = new Set(granularity === 'month' ? keys : keys.flatMap((monday) => rangeMonths(rangeOfWeek(monday))))
  const ofMonths = new Map<string, Weight[]>()
  const ofWeeks = new Map<string, Weight[]>()
  const monthsWeigh = (range: DateRange) => remembered(ofMonths, `${range.startDate}${range.endDate}`, () => monthWeights(range))
  const weeksWeigh = (range: DateRange, month: string) =>
    remembered(ofWeeks, `${range.startDate}${range.endDate}${month}`, () => weekWeights(range, month))

  /** Spreads a month's amount over its columns. The unit may be hundredths of an hour or cents. */
  function intoColumns(month: string, amount: number, range: DateRange, into: IntoColumn) {
    if (granularity === 'month') {
      const at = positions.get(month)
      if (at !== undefined && amount !== 0) into(at, amount)
      return
    }
    if (!touched.has(month)) return
    for (const { key, hundredths } of spreadByWeight(amount, weeksWeigh(range, month))) {
      const at = positions.get(key)
      if (at !== undefined && hundredths !== 0) into(at, hundredths)
    }
  }
  const monthsOfRecord = (record: SpreadRecord, range: DateRange) => spreadOverMonths(record, range, monthsWeigh(range))

  return {
    count: keys.length,
    monthsWeigh,
    monthsOfRecord,
    intoColumns,
    /** Spreads the hours of records without monthly allocations. */
    spreadEvenly(records: readonly number[], range: DateRange, into: IntoColumn) {
      if (granularity !== 'month') {
        for (const hundredths of records) this.spread({ hundredths }, range, into)
        return
      }
      const weights = monthsWeigh(range)
      const columns = weights.map(({ key }) => positions.get(key))
      const place = (at: number, part: number) => {
        const column = columns[at]
        if (column !== undefined && part !== 0) into(column, part)
      }
      for (const hundredths of records) spreadInto(hundredths, weights, place)
    },
    spread(record: SpreadRecord, range: DateRange, into: IntoColumn) {
      for (const { key, hundredths } of monthsOfRecord(record, range)) intoColumns(key, hundredths, range, into)
    },
  }
}
export type Spreader = ReturnType<typeof spreaderOver>

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const there = known.get(key)
  if (there !== undefined) return there
  const created = make()
  known.set(key, created)
  return created
}

interface ColumnRange extends DateRange {
  readonly key: string
}

/** Months or whole ISO weeks in the range; their keys identify them. */
export function columnRanges(first: string, last: string, granularity: Granularity): ColumnRange[] {
  if (granularity === 'month') return monthsFrom(first, last).map((key) => ({ key, ...rangeOfMonth(key) }))
  return rangeWeeks({ startDate: first, endDate: last }).map((key) => ({ key, ...rangeOfWeek(key) }))
}

export function columnNumber(key: string, granularity: Granularity): number {
  if (granularity === 'month') return Number(key.slice(0, 4)) * 12 + Number(key.slice(5, 7))
  return Math.floor(dayNumber(key) / 7)
}

export function columnsOfRange(
  columns: readonly DateRange[],
  { startDate, endDate }: DateRange,
): { first: number; last: number } | undefined {
  const first = columns.findIndex((column) => column.endDate >= startDate)
  const last = columns.findLastIndex((column) => column.startDate <= endDate)
  return first < 0 || last < first ? undefined : { first, last }
}
