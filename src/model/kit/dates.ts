/** A calendar date is the text `YYYY-MM-DD`, a month `YYYY-MM`; neither has a time zone. An instant is ISO 8601 in UTC. */
export const missingText = 'N/A'

/** `07` */
export const padTwo = (n: number) => String(n).padStart(2, '0')
const utc = (date: string) => new Date(`${date}T00:00:00Z`)
const formatUtcDate = (time: Date) => time.toISOString().slice(0, 10)

export function isCalendarDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = utc(text)
  return !Number.isNaN(time.getTime()) && formatUtcDate(time) === text
}

export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && isCalendarDate(`${text}-01`)
}

/** Parses the display format `YYYY/MM/DD` or the storage format `YYYY-MM-DD`. */
export function parseDate(text: string): string | undefined {
  const date = text.trim().replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3')
  return isCalendarDate(date) ? date : undefined
}

export function formatDate(date: string | null | undefined): string {
  return isCalendarDate(date) ? date.replaceAll('-', '/') : missingText
}

// Cached: creating a formatter is slow and lists show hundreds of instants.
const formatters = new Map<string | undefined, Intl.DateTimeFormat>()

function dateFormatter(timeZone: string | undefined): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
    const options = { ...numeric, minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone } as const
    formatter = new Intl.DateTimeFormat('en-US', options)
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Calendar and clock values of an instant in a time zone, by default the machine's. */
function clockAt(instant: string | Date | null | undefined, timeZone?: string) {
  const time = new Date(instant ?? Number.NaN)
  if (Number.isNaN(time.getTime())) return undefined
  const parts = dateFormatter(timeZone).formatToParts(time)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day, hour] = [read('year'), read('month'), read('day'), read('hour')]
  const [minute, second] = [read('minute'), read('second')]
  const shownAsUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const offsetMinutes = Math.round((shownAsUtc - Math.floor(time.getTime() / 1000) * 1000) / 60_000)
  return { year, month, day, hour, minute, second, offsetMinutes }
}

/** `YYYY/MM/DD, hh:mm:ss A` */
export function formatInstant(instant: string | Date | null | undefined, timeZone?: string): string {
  const at = clockAt(instant, timeZone)
  if (!at) return missingText
  const clock = `${padTwo(at.hour % 12 || 12)}:${padTwo(at.minute)}:${padTwo(at.second)} ${at.hour < 12 ? 'AM' : 'PM'}`
  return `${at.year}/${padTwo(at.month)}/${padTwo(at.day)}, ${clock}`
}

export function formatInstantDay(instant: string | Date | null | undefined, timeZone?: string): string {
  const at = clockAt(instant, timeZone)
  return at ? `${at.year}/${padTwo(at.month)}/${padTwo(at.day)}` : missingText
}

/** Calendar date of a moment in a time zone, by default the machine's. */
export const dayOf = (moment: Date, timeZone?: string) => formatInstantDay(moment, timeZone).replaceAll('/', '-')

export function formatInstantTooltip(instant: string | Date | null | undefined, timeZone?: string) {
  const at = clockAt(instant, timeZone)
  if (!at) return undefined
  const minutes = Math.abs(at.offsetMinutes)
  const offset = `${at.offsetMinutes < 0 ? '-' : '+'}${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`
  return { local: `${formatInstant(instant, timeZone)} UTC${offset}`, utc: `${formatInstant(instant, 'UTC')} UTC` }
}

export function addDays(date: string, days: number): string {
  const time = utc(date)
  time.setUTCDate(time.getUTCDate() + days)
  return formatUtcDate(time)
}

export const daysBetween = (from: string, to: string) => Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000)

/** Monday 1 to Sunday 7. */
export const weekdayOf = (date: string) => utc(date).getUTCDay() || 7

/** Weeks start on Monday and are identified by that date. */
export const mondayOf = (date: string) => addDays(date, 1 - weekdayOf(date))

/** Counts weekdays between two dates, both inclusive. */
export function countWeekdays(from: string, to: string): number {
  const days = daysBetween(from, to) + 1
  if (days <= 0) return 0
  const rest = Array.from({ length: days % 7 }, (_, day) => ((weekdayOf(from) - 1 + day) % 7) + 1)
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday <= 5).length
}

export const monthOf = (date: string) => date.slice(0, 7)
export const firstDayOf = (month: string) => `${month}-01`
export const lastDayOf = (month: string) => addDays(firstDayOf(addMonths(month, 1)), -1)

export function addMonths(month: string, months: number): string {
  const time = utc(firstDayOf(month))
  time.setUTCMonth(time.getUTCMonth() + months)
  return monthOf(formatUtcDate(time))
}

/** The same day some years later; February 29 becomes February 28 in other years. */
export function addYears(date: string, years: number): string {
  const month = addMonths(monthOf(date), 12 * years)
  const sameDay = `${month}-${date.slice(8)}`
  return isCalendarDate(sameDay) ? sameDay : lastDayOf(month)
}

export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mar 2026` */
export function formatMonth(month: string | null | undefined): string {
  return isMonth(month) ? `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}` : missingText
}
