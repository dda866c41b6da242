import { expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  countWeekdays,
  dayOf,
  daysBetween,
  formatDate,
  formatInstant,
  formatInstantDay,
  formatInstantTooltip,
  formatMonth,
  isCalendarDate,
  isMonth,
  lastDayOf,
  mondayOf,
  monthsFrom,
  parseDate,
  weekdayOf,
} from './dates.ts'

it('parses dates in display and storage format, and rejects dates not on the calendar', () => {
  expect(parseDate('2024/02/29')).toBe('2024-02-29')
  expect(parseDate(' 2026-03-01 ')).toBe('2026-03-01')
  const invalidDates = ['2025-02-29', '2026/13/01', '2026-00-10', '2026/1/5', '05/01/2026', '2026-01/05', '2026-01-05T00:00', '']
  for (const text of invalidDates) expect(parseDate(text)).toBeUndefined()
  expect([isCalendarDate(null), isMonth('2026-13'), isMonth('2026-12'), isMonth('2026-12-01')]).toEqual([false, false, true, false])
})

it('formats dates', () => {
  expect(formatDate('2026-03-04')).toBe('2026/03/04')
  expect([null, undefined, '', '2026-02-30'].map(formatDate)).toEqual(['N/A', 'N/A', 'N/A', 'N/A'])
})

it.each([
  ['2026-03-04T00:00:00.000Z', 'UTC', '2026/03/04, 12:00:00 AM'],
  ['2026-03-04T12:05:09.999Z', 'UTC', '2026/03/04, 12:05:09 PM'],
  ['2026-03-04T23:59:59Z', 'UTC', '2026/03/04, 11:59:59 PM'],
  ['2026-03-04T02:30:00Z', 'America/New_York', '2026/03/03, 09:30:00 PM'],
  ['2026-07-04T23:30:00Z', 'Europe/Warsaw', '2026/07/05, 01:30:00 AM'],
])('formats %s in %s as %s', (instant, zone, shown) => {
  expect(formatInstant(instant, zone)).toBe(shown)
  expect(formatInstantDay(instant, zone)).toBe(shown.slice(0, 10))
})

it('returns N/A for a missing or invalid instant', () => {
  for (const instant of [null, undefined, '', 'yesterday']) {
    expect(formatInstant(instant)).toBe('N/A')
    expect(formatInstantDay(instant)).toBe('N/A')
    expect(formatInstantTooltip(instant)).toBeUndefined()
  }
})

it('shows the offset of an instant in its tooltip', () => {
  expect(formatInstantTooltip('2026-03-04T02:30:00.500Z', 'America/New_York')).toEqual({
    local: '2026/03/03, 09:30:00 PM UTC-05:00',
    utc: '2026/03/04, 02:30:00 AM UTC',
  })
  expect(formatInstantTooltip('2026-03-04T02:30:00Z', 'Asia/Kolkata')?.local).toBe('2026/03/04, 08:00:00 AM UTC+05:30')
})

it('adds days across months, years and leap days', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29)
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2)
})

it('returns the weekday and the Monday of a date', () => {
  expect(weekdayOf('2026-03-02')).toBe(1)
  expect(weekdayOf('2026-03-08')).toBe(7)
  expect(mondayOf('2026-03-08')).toBe('2026-03-02')
  expect(mondayOf('2026-03-02')).toBe('2026-03-02')
})

it('counts weekdays by the calendar', () => {
  expect(countWeekdays('2026-03-01', '2026-03-31')).toBe(22)
  expect(countWeekdays('2026-04-01', '2026-04-30')).toBe(22)
  expect(countWeekdays('2026-03-07', '2026-03-08')).toBe(0)
  expect(countWeekdays('2026-03-06', '2026-03-06')).toBe(1)
  expect(countWeekdays('2026-03-06', '2026-03-05')).toBe(0)
  for (let length = 0; length < 40; length += 1) {
    for (let start = 0; start < 7; start += 1) {
      const from = addDays('2026-02-01', start)
      const days = Array.from({ length: length + 1 }, (_, day) => addDays(from, day))
      expect(countWeekdays(from, addDays(from, length))).toBe(days.filter((day) => weekdayOf(day) < 6).length)
    }
  }
})

it('returns the calendar date of a moment by the time zone', () => {
  const day = (moment: string, timeZone: string) => dayOf(new Date(moment), timeZone)
  // Sunday 18:00 in Los Angeles and Monday 02:00 in Kolkata.
  expect(day('2026-11-30T02:00:00Z', 'America/Los_Angeles')).toBe('2026-11-29')
  expect(day('2026-11-29T20:30:00Z', 'Asia/Kolkata')).toBe('2026-11-30')
  expect(day('2026-11-29T20:30:00Z', 'UTC')).toBe('2026-11-29')
})

it('adds years by the calendar', () => {
  expect(addYears('2026-03-15', 10)).toBe('2036-03-15')
  expect(addYears('2024-02-29', 10)).toBe('2034-02-28')
  expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
})

it('adds and lists months', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02')
  expect(addMonths('2026-01', -13)).toBe('2024-12')
  expect(lastDayOf('2024-02')).toBe('2024-02-29')
  expect(monthsFrom('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsFrom('2026-02', '2026-01')).toEqual([])
  expect([formatMonth('2026-03'), formatMonth(null)]).toEqual(['Mar 2026', 'N/A'])
})
