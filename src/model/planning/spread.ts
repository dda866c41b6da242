import { addDays, firstDayOf, lastDayOf, mondayOf, monthOf, monthsFrom } from '../kit/dates.ts'
import { centsOf } from '../kit/money.ts'

/**
 * Spreads the hours of a record over the months and weeks of its phase. All values are whole hundredths of an hour, as in the database, so
 * the parts always add up to the record. Holidays and absences are ignored, because a later holiday must not change the balance of an
 * approved contract.
 */
export interface DateRange {
  readonly startDate: string
  readonly endDate: string
}

export interface Weight {
  /** `YYYY-MM` for a month, the Monday for a week. */
  readonly key: string
  readonly weight: number
}

export interface Share {
  readonly key: string
  readonly hundredths: number
}

export interface SpreadRecord {
  readonly hundredths: number
  /** Hours entered by month; empty means spread by working days. */
  readonly allocations?: readonly { readonly month: string; readonly hundredths: number }[]
}

/** Converts a stored record, whose hours are hundredths and whose hours by month are not. */
export const toSpreadRecord = ({ hours, allocations }: StoredHours): SpreadRecord => ({
  hundredths: hours,
  allocations: allocations.map((allocation) => ({ month: allocation.month, hundredths: centsOf(allocation.hours) })),
})
interface StoredHours {
  readonly hours: number
  readonly allocations: readonly { readonly month: string; readonly hours: number }[]
}

const laterDate = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

export function overlappingRange(dateRange: DateRange, other: DateRange): DateRange | undefined {
  const startDate = laterDate(dateRange.startDate, other.startDate)
  const endDate = earlier(dateRange.endDate, other.endDate)
  return startDate <= endDate ? { startDate, endDate } : undefined
}

export const rangeOfMonth = (month: string): DateRange => ({ startDate: firstDayOf(month), endDate: lastDayOf(month) })
export const rangeOfWeek = (monday: string): DateRange => ({ startDate: monday, endDate: addDays(monday, 6) })

export const rangeMonths = ({ startDate, endDate }: DateRange) => monthsFrom(monthOf(startDate), monthOf(endDate))

export function rangeWeeks({ startDate, endDate }: DateRange): string[] {
  const weeks: string[] = []
  for (let monday = mondayOf(startDate); monday <= endDate; monday = addDays(monday, 7)) weeks.push(monday)
  return weeks
}

// Counts days since 1970-01-01, a Thursday, without Date objects, because boards weigh tens of thousands of months at once.
export const dayNumber = (date: string) =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000

/** Weekdays from the Monday before that date up to a day. */
function weekdaysUpTo(day: number) {
  const days = day + 4
  const weeks = Math.floor(days / 7)
  return weeks * 5 + Math.min(days - weeks * 7, 5)
}
const weekdaysBetween = (first: number, last: number) => weekdaysUpTo(last) - weekdaysUpTo(first - 1)

type Part = { readonly key: string; readonly first: number; readonly last: number }

/** Weekdays in each part, or calendar days if no part has a weekday. */
function partWeights(parts: readonly Part[]): Weight[] {
  const [first, last] = [parts[0]?.first ?? 0, parts.at(-1)?.last ?? -1]
  const hasWeekday = weekdaysBetween(first, last) > 0
  return parts.map((part) => ({
    key: part.key,
    weight: hasWeekday ? weekdaysBetween(part.first, part.last) : part.last - part.first + 1,
  }))
}

/** Weights of a phase's months. All records of the phase share them, so compute them once. */
export function monthWeights({ startDate, endDate }: DateRange): Weight[] {
  const [first, last] = [dayNumber(startDate), dayNumber(endDate)]
  const parts: Part[] = []
  let [year, month] = [Number(startDate.slice(0, 4)), Number(startDate.slice(5, 7))]
  for (let begin = first; begin <= last; ) {
    const end = Date.UTC(year, month, 0) / 86_400_000
    parts.push({ key: `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}`, first: begin, last: Math.min(end, last) })
    begin = end + 1
    if (month === 12) year++
    month = (month % 12) + 1
  }
  return partWeights(parts)
}

/** Weights of the weeks in one month of a phase; empty if the phase does not overlap the month. */
export function weekWeights(range: DateRange, month: string): Weight[] {
  const part = overlappingRange(range, rangeOfMonth(month))
  if (!part) return []
  const [first, last] = [dayNumber(part.startDate), dayNumber(part.endDate)]
  return partWeights(
    rangeWeeks(part).map((key) => ({ key, first: Math.max(dayNumber(key), first), last: Math.min(dayNumber(key) + 6, last) })),
  )
}

/** Proportional share, rounded half up; exact for integers this small. */
const roundedShare = (total: number, weight: number, sum: number) => Math.floor((2 * total * weight + sum) / (2 * sum))

/**
 * Spreads hours by weight. Each part is rounded and limited to the remaining hours; the last weighted part takes the remainder, so no part
 * is ever negative for positive hours. Negative hours spread like positive ones. Calls `into` with each index and amount, which avoids a
 * list per record.
 */
export function spreadInto(hundredths: number, weights: readonly Weight[], into: (at: number, hundredths: number) => void) {
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  const last = weights.findLastIndex(({ weight }) => weight > 0)
  const sign = hundredths < 0 ? -1 : 1
  const absolute = Math.abs(hundredths)
  let left = absolute
  let at = 0
  for (const { weight } of weights) {
    const part = at === last ? left : sum === 0 ? 0 : Math.min(roundedShare(absolute, weight, sum), left)
    left -= part
    into(at++, part === 0 ? 0 : sign * part)
  }
}

export function spreadByWeight(hundredths: number, weights: readonly Weight[]): Share[] {
  const shares: Share[] = []
  spreadInto(hundredths, weights, (at, part) => shares.push({ key: weights[at]?.key ?? '', hundredths: part }))
  return shares
}

export function spreadOverMonths(record: SpreadRecord, range: DateRange, weights = monthWeights(range)): Share[] {
  const { allocations = [] } = record
  if (allocations.length > 0) return allocations.map(({ month, hundredths }) => ({ key: month, hundredths }))
  return spreadByWeight(record.hundredths, weights)
}

/** Spreads the hours of each month over its ISO weeks. A week in two months gets a part of both. */
export function spreadOverWeeks(record: SpreadRecord, range: DateRange): Share[] {
  const weeks = new Map<string, number>()
  for (const { key: month, hundredths } of spreadOverMonths(record, range))
    for (const { key, hundredths: part } of spreadByWeight(hundredths, weekWeights(range, month)))
      weeks.set(key, (weeks.get(key) ?? 0) + part)
  return [...weeks].map(([key, hundredths]) => ({ key, hundredths })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

export const rangeOfMonths = (first: string, last: string): DateRange => ({ startDate: firstDayOf(first), endDate: lastDayOf(last) })
