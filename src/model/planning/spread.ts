import { addDays, firstDayOf, lastDayOf, mondayOf, monthOf, monthsFrom } from '../kit/dates.ts'

/**
 * How the hours of a record lie over the months and weeks of its phase. Everything here counts whole hundredths of an hour, as the
 * database keeps them, so sums are exact: the parts of a record always add up to the record. Holidays and absences never count here;
 * a holiday entered later must not move the balance of an approved contract.
 */
export interface DateRange {
  readonly startDate: string
  readonly endDate: string
}

/** What a month or week weighs: its Mondays to Fridays inside the range. */
export interface Weight {
  /** `YYYY-MM` of a month, the Monday of a week. */
  readonly key: string
  readonly weight: number
}

/** Whole hundredths of an hour that fall in a month or week. */
export interface Share {
  readonly key: string
  readonly hundredths: number
}

export interface SpreadRecord {
  readonly hundredths: number
  /** Given by hand: what each month gets. Empty means by working days. */
  readonly allocations?: readonly { readonly month: string; readonly hundredths: number }[]
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The days two ranges have in common; nothing where they do not meet. */
export function overlapOf(one: DateRange, other: DateRange): DateRange | undefined {
  const startDate = later(one.startDate, other.startDate)
  const endDate = earlier(one.endDate, other.endDate)
  return startDate <= endDate ? { startDate, endDate } : undefined
}

export const rangeOfMonth = (month: string): DateRange => ({ startDate: firstDayOf(month), endDate: lastDayOf(month) })
export const rangeOfWeek = (monday: string): DateRange => ({ startDate: monday, endDate: addDays(monday, 6) })

/** The months a range touches, `YYYY-MM`. */
export const monthsOf = ({ startDate, endDate }: DateRange) => monthsFrom(monthOf(startDate), monthOf(endDate))

/** The ISO weeks a range touches, each named by its Monday. */
export function weeksOf({ startDate, endDate }: DateRange): string[] {
  const weeks: string[] = []
  for (let monday = mondayOf(startDate); monday <= endDate; monday = addDays(monday, 7)) weeks.push(monday)
  return weeks
}

// Boards weigh tens of thousands of months at once, so this counts days since 1970, a Thursday, and makes no dates.
export const dayOf = (date: string) =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000

/** Mondays to Fridays from the Monday before that day up to another. */
function weekdaysUpTo(day: number) {
  const days = day + 4
  const weeks = Math.floor(days / 7)
  return weeks * 5 + Math.min(days - weeks * 7, 5)
}
const weekdaysBetween = (first: number, last: number) => weekdaysUpTo(last) - weekdaysUpTo(first - 1)

type Part = { readonly key: string; readonly first: number; readonly last: number }

/** Mondays to Fridays in each part; calendar days where there is no weekday in all of them. */
function weightsOf(parts: readonly Part[]): Weight[] {
  const [first, last] = [parts[0]?.first ?? 0, parts.at(-1)?.last ?? -1]
  const hasWeekday = weekdaysBetween(first, last) > 0
  return parts.map((part) => ({
    key: part.key,
    weight: hasWeekday ? weekdaysBetween(part.first, part.last) : part.last - part.first + 1,
  }))
}

/** What the months of a phase weigh; the same for all its records, so whoever spreads many asks once. */
export function monthWeights({ startDate, endDate }: DateRange): Weight[] {
  const [first, last] = [dayOf(startDate), dayOf(endDate)]
  const parts: Part[] = []
  let [year, month] = [Number(startDate.slice(0, 4)), Number(startDate.slice(5, 7))]
  for (let begin = first; begin <= last; ) {
    const end = Date.UTC(year, month, 0) / 86_400_000
    parts.push({ key: `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}`, first: begin, last: Math.min(end, last) })
    begin = end + 1
    if (month === 12) year++
    month = (month % 12) + 1
  }
  return weightsOf(parts)
}

/** What the weeks of one month of a phase weigh; nothing when the phase does not touch the month. */
export function weekWeights(range: DateRange, month: string): Weight[] {
  const part = overlapOf(range, rangeOfMonth(month))
  if (!part) return []
  const [first, last] = [dayOf(part.startDate), dayOf(part.endDate)]
  return weightsOf(weeksOf(part).map((key) => ({ key, first: Math.max(dayOf(key), first), last: Math.min(dayOf(key) + 6, last) })))
}

/** The part of a whole, rounded half up; whole numbers this small are divided without a doubt. */
const roundedShare = (whole: number, weight: number, sum: number) => Math.floor((2 * whole * weight + sum) / (2 * sum))

/**
 * Spreads hours by weight. Each part is rounded by itself, none takes more than is left, and the last that has a weight takes the rest:
 * a quarter of an hour over three years is never less than nothing anywhere. Hours taken away spread as those they are taken from.
 * `into` is told the place of each weight with what falls there: thousands of records are spread without a list for each.
 */
export function spreadInto(hundredths: number, weights: readonly Weight[], into: (at: number, hundredths: number) => void) {
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  const last = weights.findLastIndex(({ weight }) => weight > 0)
  const sign = hundredths < 0 ? -1 : 1
  const whole = Math.abs(hundredths)
  let left = whole
  let at = 0
  for (const { weight } of weights) {
    const part = at === last ? left : sum === 0 ? 0 : Math.min(roundedShare(whole, weight, sum), left)
    left -= part
    into(at++, part === 0 ? 0 : sign * part)
  }
}

/** The same as a list. */
export function spreadByWeight(hundredths: number, weights: readonly Weight[]): Share[] {
  const shares: Share[] = []
  spreadInto(hundredths, weights, (at, part) => shares.push({ key: weights[at]?.key ?? '', hundredths: part }))
  return shares
}

/** The hours of a record in each month of its phase, or as they were allocated by hand. */
export function spreadOverMonths(record: SpreadRecord, range: DateRange, weights = monthWeights(range)): Share[] {
  const { allocations = [] } = record
  if (allocations.length > 0) return allocations.map(({ month, hundredths }) => ({ key: month, hundredths }))
  return spreadByWeight(record.hundredths, weights)
}

/** The same over ISO weeks: the hours of each month over its weeks. A week that two months share gets its part of both. */
export function spreadOverWeeks(record: SpreadRecord, range: DateRange): Share[] {
  const weeks = new Map<string, number>()
  for (const { key: month, hundredths } of spreadOverMonths(record, range))
    for (const { key, hundredths: part } of spreadByWeight(hundredths, weekWeights(range, month)))
      weeks.set(key, (weeks.get(key) ?? 0) + part)
  return [...weeks].map(([key, hundredths]) => ({ key, hundredths })).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A phase of whole months, as dates: the first day of the first to the last day of the last. */
export const rangeOfMonths = (first: string, last: string): DateRange => ({ startDate: firstDayOf(first), endDate: lastDayOf(last) })
