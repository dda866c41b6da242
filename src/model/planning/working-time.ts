import { addDays, formatDate, mondayOf, monthOf, weekdayOf } from '../kit/dates.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, name } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { type Granularity, HolidayShare } from './enums.ts'

/**
 * Computes working hours (domain 20): schedules define hours per weekday, minus holidays and absences. Calculated in integers and rounded
 * once per month or week.
 */
export interface WorkSchedule {
  readonly fromDate: string
  /** Monday to Sunday. */
  readonly hours: readonly number[]
  /** Percentage of these hours that can be planned; 100 unless the user has other duties. */
  readonly availabilityPercent: number
}

export const holidayShape = { date: date('Date'), name: name('Holiday', { max: 100 }), share: choice('Off', HolidayShare) }
export type Holiday = Readonly<ValuesOf<typeof holidayShape>>

export const awayShape = {
  fromDate: date('First day'),
  toDate: date('Last day'),
  fromHalf: boolean('From noon'),
  toHalf: boolean('Until noon'),
}
export type Away = Readonly<ValuesOf<typeof awayShape>>

export interface WorkingTime {
  /** The user's own schedules, with the firm's as fallback. */
  readonly own: readonly WorkSchedule[]
  readonly firm: readonly WorkSchedule[]
  readonly holidays: readonly Holiday[]
  readonly absences: readonly Away[]
}

/** Default week if the firm has not defined one; valid from the first date. */
export const usualWeek: WorkSchedule = { fromDate: '0001-01-01', hours: [8, 8, 8, 8, 8, 0, 0], availabilityPercent: 100 }

const latest = (schedules: readonly WorkSchedule[], day: string) =>
  schedules.reduce<WorkSchedule | undefined>(
    (found, schedule) => (schedule.fromDate <= day && (!found || schedule.fromDate > found.fromDate) ? schedule : found),
    undefined,
  )

/** Returns the latest schedule in effect on a day: the user's, otherwise the firm's. */
export const scheduleOn = (day: string, { own, firm }: Pick<WorkingTime, 'own' | 'firm'>): WorkSchedule =>
  latest(own, day) ?? latest(firm, day) ?? usualWeek

export const weeklyHours = ({ hours }: Pick<WorkSchedule, 'hours'>) => hours.reduce((sum, dayHours) => sum + centsOf(dayHours), 0) / 100

/** Splits weekly hours over five weekdays, as evenly as hundredths allow: 37 h are 7.4 h a day. */
export function equalWeek(weekly: number): number[] {
  const [hundredths, days] = [centsOf(weekly), 5]
  const [each, rest] = [Math.floor(hundredths / days), hundredths % days]
  return Array.from({ length: 7 }, (_, day) => (day >= days ? 0 : (each + (day < rest ? 1 : 0)) / 100))
}

/** Numbers the half days of an absence; all comparisons and counts of absences use them. */
function halfDayRange({ fromDate, toDate, fromHalf, toHalf }: Away) {
  const at = (day: string) => 2 * Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  return { first: at(fromDate) + (fromHalf ? 1 : 0), last: at(toDate) + (toHalf ? 0 : 1) }
}

/** An absence that ends before it starts is empty, such as a single day from noon until noon. */
export const isAnyTime = (away: Away) => halfDayRange(away).first <= halfDayRange(away).last

/** Two absences overlap if they share a half day; one may start at the noon another ends. */
export function overlaps(item: Away, other: Away): boolean {
  const [a, b] = [halfDayRange(item), halfDayRange(other)]
  return a.first <= b.last && b.first <= a.last
}

/** Counts absent half days on a day (0, 1, or 2). Absences of one user do not overlap. */
function halvesAway(day: string, absences: readonly Away[]): number {
  const here = absences.filter(({ fromDate, toDate }) => fromDate <= day && day <= toDate)
  const halves = here.reduce((sum, { fromDate, toDate, fromHalf, toHalf }) => {
    const lost = (fromDate === day && fromHalf ? 1 : 0) + (toDate === day && toHalf ? 1 : 0)
    return sum + 2 - lost
  }, 0)
  return Math.min(2, halves)
}

/**
 * Hundredths of an hour × hundredths of a percent × halves of a holiday × halves of an absence: this many units are one hundredth of an
 * hour.
 */
const unit = 10_000 * 2 * 2

export interface CountedDay {
  readonly day: string
  readonly key: string
  readonly weekday: number
}

/** Lists the days of a period, to be shared by many users: creating dates takes longer than counting hours. */
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

/** Returns a lookup of the schedule in effect; the days passed must ascend. */
function walking(schedules: readonly WorkSchedule[]) {
  const inOrder = schedules.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1))
  let begun = 0
  return (day: string) => {
    while (begun < inOrder.length && (inOrder[begun]?.fromDate ?? day) <= day) begun++
    return inOrder[begun - 1]
  }
}

/**
 * Computes capacity by month or ISO week, in whole hundredths of an hour, each rounded once. A partly included month or week has only its
 * included part.
 */
export function capacityOver(time: WorkingTime, days: readonly CountedDay[]): Map<string, number> {
  const holidays = new Map(time.holidays.map(({ date, share }) => [date, share]))
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const absences = time.absences.filter(({ fromDate, toDate }) => fromDate <= to && toDate >= from)
  const [own, firm] = [walking(time.own), walking(time.firm)]
  const units = new Map<string, number>()
  let [column, sum] = ['', 0]
  // Days of a column are consecutive, so its sum is stored once.
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

/** Computes capacity for many users; those without data of their own share one computation of the firm's. */
export function capacitiesOver<K>(times: Iterable<readonly [K, WorkingTime]>, days: readonly CountedDay[]): Map<K, Map<string, number>> {
  const usual = new Map<readonly Holiday[], Map<string, number>>()
  const capacities = new Map<K, Map<string, number>>()
  for (const [key, time] of times) {
    const isUsual = time.own.length === 0 && time.absences.length === 0
    const found = (isUsual ? usual.get(time.holidays) : undefined) ?? capacityOver(time, days)
    if (isUsual) usual.set(time.holidays, found)
    capacities.set(key, found)
  }
  return capacities
}

export const utilization = (load: number, capacity: number) => (capacity === 0 ? 0 : load / capacity)

/** Load level: below 80% of the capacity, up to 100%, above. */
export function fullness(load: number, capacity: number): 'good' | 'attention' | 'bad' {
  if (load > capacity) return 'bad'
  return load * 10 < capacity * 8 ? 'good' : 'attention'
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `32 h: Mon to Thu 8` and `37 h: Mon to Fri 7.4, at 80%`, for logs and pages. */
export function describeSchedule({ hours, availabilityPercent }: Omit<WorkSchedule, 'fromDate'>): string {
  const runs: { first: number; last: number; hours: number }[] = []
  hours.forEach((dayHours, day) => {
    const open = runs.at(-1)
    if (dayHours === 0) return
    if (open && open.last === day - 1 && open.hours === dayHours) open.last = day
    else runs.push({ first: day, last: day, hours: dayHours })
  })
  const phrases = runs.map(({ first, last, hours: runHours }) => {
    const [from, to] = [weekdayNames[first] ?? '', weekdayNames[last] ?? '']
    return `${first === last ? from : last === first + 1 ? `${from} and ${to}` : `${from} to ${to}`} ${runHours}`
  })
  const share = availabilityPercent === 100 ? '' : `, at ${availabilityPercent}%`
  return `${weeklyHours({ hours })} h${phrases.length > 0 ? `: ${phrases.join(', ')}` : ''}${share}`
}

/** `2026/05/11 from noon to 2026/05/15`, `2026/05/11 until noon`. */
export function describeAbsence({ fromDate, toDate, fromHalf, toHalf }: Away): string {
  const [from, to] = [formatDate(fromDate), formatDate(toDate)]
  const [after, before] = [fromHalf ? ' from noon' : '', toHalf ? ' until noon' : '']
  return fromDate === toDate ? `${from}${after}${before}` : `${from}${after} to ${to}${before}`
}
