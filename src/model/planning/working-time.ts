import { addDays, formatDate, mondayOf, monthOf, weekdayOf } from '../kit/dates.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, name } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { type Granularity, HolidayShare } from './enums.ts'

/**
 * What a person can work: schedules say how many hours on which weekday since when, the calendar takes holidays off, absences the rest
 * (domain 20). Counted in whole numbers and rounded once at the end of a month or week.
 */
export interface WorkSchedule {
  readonly fromDate: string
  /** Hours of Monday to Sunday. */
  readonly hours: readonly number[]
  /** How much of these hours can be planned; 100 unless the person has other duties. */
  readonly availabilityPercent: number
}

export const holidayShape = { date: date('Date'), name: name('Holiday', { max: 100 }), share: choice('Off', HolidayShare) }
export type Holiday = Readonly<ValuesOf<typeof holidayShape>>

export const awayShape = {
  fromDate: date('First day'),
  toDate: date('Last day'),
  /** Begins at noon. */
  fromHalf: boolean('From noon'),
  /** Ends at noon. */
  toHalf: boolean('Until noon'),
}
export type Away = Readonly<ValuesOf<typeof awayShape>>

/** Everything the capacity of one person depends on. */
export interface WorkingTime {
  /** Their own, and below them the firm's. */
  readonly own: readonly WorkSchedule[]
  readonly firm: readonly WorkSchedule[]
  readonly holidays: readonly Holiday[]
  readonly absences: readonly Away[]
}

/** The week of a firm that never said otherwise; it counts from the beginning of time. */
export const usualWeek: WorkSchedule = { fromDate: '0001-01-01', hours: [8, 8, 8, 8, 8, 0, 0], availabilityPercent: 100 }

const latest = (schedules: readonly WorkSchedule[], day: string) =>
  schedules.reduce<WorkSchedule | undefined>(
    (found, one) => (one.fromDate <= day && (!found || one.fromDate > found.fromDate) ? one : found),
    undefined,
  )

/** The schedule that counts on a day: the latest one of the person that has begun, else of the firm. */
export const scheduleOn = (day: string, { own, firm }: Pick<WorkingTime, 'own' | 'firm'>): WorkSchedule =>
  latest(own, day) ?? latest(firm, day) ?? usualWeek

export const weeklyHours = ({ hours }: Pick<WorkSchedule, 'hours'>) => hours.reduce((sum, of) => sum + centsOf(of), 0) / 100

/** Five weekdays as equal as hundredths of an hour allow, for a weekly figure: 37 h are 7.4 h a day. */
export function equalWeek(weekly: number): number[] {
  const [whole, days] = [centsOf(weekly), 5]
  const [each, rest] = [Math.floor(whole / days), whole % days]
  return Array.from({ length: 7 }, (_, day) => (day >= days ? 0 : (each + (day < rest ? 1 : 0)) / 100))
}

/** Half days from the first to the last, by their numbers; the one way absences are compared and counted. */
function halvesOf({ fromDate, toDate, fromHalf, toHalf }: Away) {
  const at = (day: string) => 2 * Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  return { first: at(fromDate) + (fromHalf ? 1 : 0), last: at(toDate) + (toHalf ? 0 : 1) }
}

/** Nothing is left of an absence that ends before it begins, as one day does that begins and ends at noon. */
export const isAnyTime = (away: Away) => halvesOf(away).first <= halvesOf(away).last

/** Whether two absences share half a day; one may begin on the noon another ends. */
export function overlaps(one: Away, other: Away): boolean {
  const [a, b] = [halvesOf(one), halvesOf(other)]
  return a.first <= b.last && b.first <= a.last
}

/** Half days of a day (0, 1 or 2) somebody is away. Absences of one person do not overlap. */
function halvesAway(day: string, absences: readonly Away[]): number {
  const here = absences.filter(({ fromDate, toDate }) => fromDate <= day && day <= toDate)
  const halves = here.reduce((sum, { fromDate, toDate, fromHalf, toHalf }) => {
    const lost = (fromDate === day && fromHalf ? 1 : 0) + (toDate === day && toHalf ? 1 : 0)
    return sum + 2 - lost
  }, 0)
  return Math.min(2, halves)
}

/** Hundredths of an hour x hundredths of a percent x halves of a holiday x halves of an absence: this many of them are one hundredth. */
const unit = 10_000 * 2 * 2

/** A day, the month or week it counts for, and its place in a schedule's hours. */
export interface CountedDay {
  readonly day: string
  readonly key: string
  readonly weekday: number
}

/** Every day of a time, for the capacity of any number of people: making dates takes longer than counting hours. */
export function countedDays(from: string, to: string, granularity: Granularity): CountedDay[] {
  const days: CountedDay[] = []
  let weekday = weekdayOf(from) - 1
  let monday = mondayOf(from)
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (weekday === 0) monday = day
    days.push({ day, key: granularity === 'month' ? monthOf(day) : monday, weekday })
    weekday = (weekday + 1) % 7
  }
  return days
}

/** The latest schedule that has begun, asked for one day after another. */
function walking(schedules: readonly WorkSchedule[]) {
  const inOrder = schedules.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1))
  let begun = 0
  return (day: string) => {
    while (begun < inOrder.length && (inOrder[begun]?.fromDate ?? day) <= day) begun++
    return inOrder[begun - 1]
  }
}

/**
 * Capacity in each month or ISO week of these days, in whole hundredths of an hour; a month or week that is only partly among them has
 * its part. Rounded once for each.
 */
export function capacityOver(time: WorkingTime, days: readonly CountedDay[]): Map<string, number> {
  const holidays = new Map(time.holidays.map(({ date, share }) => [date, share]))
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const absences = time.absences.filter(({ fromDate, toDate }) => fromDate <= to && toDate >= from)
  const [own, firm] = [walking(time.own), walking(time.firm)]
  const units = new Map<string, number>()
  let [column, sum] = ['', 0]
  // Days of a column follow each other: its sum is written down once.
  const next = (key: string) => {
    if (column !== '') units.set(column, Math.floor((2 * sum + unit) / (2 * unit)))
    column = key
    sum = 0
  }
  for (const { day, key, weekday } of days) {
    if (key !== column) next(key)
    const schedule = own(day) ?? firm(day) ?? usualWeek
    const hours = centsOf(schedule.hours[weekday] ?? 0)
    const working = hours === 0 ? 0 : 2 - 2 * (holidays.get(day) ?? 0)
    if (working === 0) continue
    const here = absences.length === 0 ? 2 : 2 - halvesAway(day, absences)
    sum += hours * centsOf(schedule.availabilityPercent) * working * here
  }
  next('')
  return units
}

/** The same for many people; those who have nothing of their own have what the firm has, which is counted once. */
export function capacitiesOver<K>(times: Iterable<readonly [K, WorkingTime]>, days: readonly CountedDay[]): Map<K, Map<string, number>> {
  const usual = new Map<readonly Holiday[], Map<string, number>>()
  const capacities = new Map<K, Map<string, number>>()
  for (const [who, time] of times) {
    const isUsual = time.own.length === 0 && time.absences.length === 0
    const found = (isUsual ? usual.get(time.holidays) : undefined) ?? capacityOver(time, days)
    if (isUsual) usual.set(time.holidays, found)
    capacities.set(who, found)
  }
  return capacities
}

/** Load as a share of capacity; nothing where there is no capacity. */
export const utilization = (load: number, capacity: number) => (capacity === 0 ? 0 : load / capacity)

/** The words of LOOK.md for how full somebody is: below 80 %, to 100 %, over. */
export function fullness(load: number, capacity: number): 'good' | 'attention' | 'bad' {
  if (load > capacity) return 'bad'
  return load * 10 < capacity * 8 ? 'good' : 'attention'
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `32 h: Mon to Thu 8` and `37 h: Mon to Fri 7.4, at 80 %`, as logs and pages say it. */
export function scheduleInWords({ hours, availabilityPercent }: Omit<WorkSchedule, 'fromDate'>): string {
  const runs: { first: number; last: number; hours: number }[] = []
  hours.forEach((of, day) => {
    const open = runs.at(-1)
    if (of === 0) return
    if (open && open.last === day - 1 && open.hours === of) open.last = day
    else runs.push({ first: day, last: day, hours: of })
  })
  const words = runs.map(({ first, last, hours: of }) => {
    const [from, to] = [weekdayNames[first] ?? '', weekdayNames[last] ?? '']
    return `${first === last ? from : last === first + 1 ? `${from} and ${to}` : `${from} to ${to}`} ${of}`
  })
  const share = availabilityPercent === 100 ? '' : `, at ${availabilityPercent} %`
  return `${weeklyHours({ hours })} h${words.length > 0 ? `: ${words.join(', ')}` : ''}${share}`
}

/** `2026/05/11 from noon to 2026/05/15`, `2026/05/11 until noon`. */
export function awayInWords({ fromDate, toDate, fromHalf, toHalf }: Away): string {
  const [from, to] = [formatDate(fromDate), formatDate(toDate)]
  const [after, before] = [fromHalf ? ' from noon' : '', toHalf ? ' until noon' : '']
  return fromDate === toDate ? `${from}${after}${before}` : `${from}${after} to ${to}${before}`
}
