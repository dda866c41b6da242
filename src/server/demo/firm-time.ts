import { addDays, lastDayOf, mondayOf, padTwo, weekdayOf } from '../../model/kit/dates.ts'
import { AbsenceKind, HolidayShare } from '../../model/planning/enums.ts'
import { observedDate } from '../../model/planning/us-holidays.ts'
import { bool, choiceByKey, coded, listOf, maybe, number, readData, row, text } from '../starter/data-file.ts'

/** A holiday that recurs every year: a day of a month, or the nth weekday of a month. A negative `nth` counts from the end of the month. */
const holiday = row({
  name: text,
  month: number,
  day: maybe(number, undefined),
  weekday: maybe(number, undefined),
  nth: maybe(number, 1),
  later: maybe(number, 0),
  share: maybe(coded(HolidayShare), HolidayShare.Whole),
})

const file = readData(new URL('./working-time.json', import.meta.url), {
  calendars: listOf(row({ name: text, isDefault: bool, people: listOf(text), days: listOf(holiday) })),
  /** `week` is relative to the current week; a schedule begins on that week's Monday. */
  schedules: listOf(row({ person: text, week: number, hours: listOf(number), availabilityPercent: maybe(number, 100) })),
  /** `day` 1 is Monday; `days` are calendar days. */
  absences: listOf(
    row({
      person: text,
      week: number,
      day: number,
      days: number,
      fromHalf: maybe(bool, false),
      toHalf: maybe(bool, false),
      kind: choiceByKey(AbsenceKind),
      note: maybe(text, null),
    }),
  ),
})
export const demoTime = file

type DemoHoliday = (typeof file.calendars)[number]['days'][number]

function dateIn(year: number, { month, day, weekday = 1, nth, later }: DemoHoliday) {
  const yearMonth = `${year}-${padTwo(month)}`
  if (day !== undefined) return observedDate(`${yearMonth}-${padTwo(day)}`)
  const first = addDays(`${yearMonth}-01`, (weekday - weekdayOf(`${yearMonth}-01`) + 7) % 7)
  const last = addDays(lastDayOf(yearMonth), -((weekdayOf(lastDayOf(yearMonth)) - weekday + 7) % 7))
  return addDays(nth > 0 ? addDays(first, 7 * (nth - 1)) : addDays(last, 7 * (nth + 1)), later)
}

export function holidaysIn(years: readonly number[], days: readonly DemoHoliday[]) {
  const all = years.flatMap((year) => days.map((day) => ({ date: dateIn(year, day), name: day.name, share: day.share })))
  return all.filter(({ date }, index) => all.findIndex((item) => item.date === date) === index)
}

export const dayOfWeek = (today: string, week: number, day = 1) => addDays(mondayOf(today), 7 * week + day - 1)
