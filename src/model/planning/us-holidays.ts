import { addDays, padTwo, weekdayOf } from '../kit/dates.ts'
import type { Holiday } from './working-time.ts'

/** A day in a month: a date, or the nth weekday, Monday 1 to Sunday 7; a negative nth counts from the end. */
type Rule = { name: string; month: number } & ({ day: number; since?: number } | { weekday: number; nth: number })

const federal: readonly Rule[] = [
  { name: 'New Year’s Day', month: 1, day: 1 },
  { name: 'Martin Luther King Jr. Day', month: 1, weekday: 1, nth: 3 },
  { name: 'Presidents’ Day', month: 2, weekday: 1, nth: 3 },
  { name: 'Memorial Day', month: 5, weekday: 1, nth: -1 },
  { name: 'Juneteenth', month: 6, day: 19, since: 2021 },
  { name: 'Independence Day', month: 7, day: 4 },
  { name: 'Labor Day', month: 9, weekday: 1, nth: 1 },
  { name: 'Columbus Day', month: 10, weekday: 1, nth: 2 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Thanksgiving Day', month: 11, weekday: 4, nth: 4 },
  { name: 'Christmas Day', month: 12, day: 25 },
]

const formatDateParts = (year: number, month: number, day: number) => `${year}-${padTwo(month)}-${padTwo(day)}`

function nthWeekday(year: number, month: number, weekday: number, nth: number) {
  const first = formatDateParts(year, month, 1)
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  const last = addDays(formatDateParts(nextYear, nextMonth, 1), -1)
  if (nth < 0) return addDays(last, -((weekdayOf(last) - weekday + 7) % 7) + 7 * (nth + 1))
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}

/** A fixed date on a Saturday is observed the Friday before, one on a Sunday the Monday after. */
export function observedDate(date: string) {
  const weekday = weekdayOf(date)
  return weekday === 6 ? addDays(date, -1) : weekday === 7 ? addDays(date, 1) : date
}

/**
 * Federal holidays of the United States observed in a year, in order. New Year’s Day may be observed on the last day of the previous year.
 */
export function federalHolidays(year: number): Holiday[] {
  const days = [year, year + 1].flatMap((eachYear) =>
    federal.flatMap((rule) => {
      if ('day' in rule) {
        const date = observedDate(formatDateParts(eachYear, rule.month, rule.day))
        return eachYear < (rule.since ?? 0)
          ? []
          : [{ date, name: date.endsWith(`-${padTwo(rule.day)}`) ? rule.name : `${rule.name}, observed` }]
      }
      return [{ date: nthWeekday(eachYear, rule.month, rule.weekday, rule.nth), name: rule.name }]
    }),
  )
  const own = days.filter(({ date }) => date.startsWith(`${year}-`)).sort((a, b) => (a.date < b.date ? -1 : 1))
  return own.map((day) => ({ ...day, share: 1 }))
}
