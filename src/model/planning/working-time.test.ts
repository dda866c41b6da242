import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { addDays, firstDayOf, lastDayOf, mondayOf, monthsFrom, weekdayOf } from '../kit/dates.ts'
import {
  type Away,
  capacityOver,
  countedDays,
  describeAbsence,
  describeSchedule,
  equalWeek,
  fullness,
  type Holiday,
  isAnyTime,
  overlaps,
  scheduleOn,
  usualWeek,
  utilization,
  type WorkingTime,
  type WorkSchedule,
  weeklyHours,
} from './working-time.ts'

const capacityBetween = (time: WorkingTime, from: string, to: string, granularity: 'week' | 'month') =>
  capacityOver(time, countedDays(from, to, granularity))
const nobody: WorkingTime = { own: [], firm: [], holidays: [], absences: [] }
const memorialDay: Holiday = { date: '2026-05-25', name: 'Memorial Day', share: 1 }
const schedule = (fromDate: string, hours: number[], availabilityPercent = 100): WorkSchedule => ({ fromDate, hours, availabilityPercent })
const away = (fromDate: string, toDate: string, fromHalf = false, toHalf = false): Away => ({ fromDate, toDate, fromHalf, toHalf })
const hoursIn = (month: string, time: Partial<WorkingTime>) =>
  (capacityBetween({ ...nobody, ...time }, firstDayOf(month), lastDayOf(month), 'month').get(month) ?? Number.NaN) / 100
const hoursOn = (day: string, time: Partial<WorkingTime>) =>
  [...capacityBetween({ ...nobody, ...time }, day, day, 'week').values()].map((hundredths) => hundredths / 100)[0]

describe('worked examples', () => {
  const atEighty = [schedule('2026-01-01', [8, 8, 8, 8, 8, 0, 0], 80)]

  it('returns 160 h for May 2026 with the holiday on the 25th', () => {
    expect(hoursIn('2026-05', {})).toBe(168)
    expect(hoursIn('2026-05', { holidays: [memorialDay] })).toBe(160)
  })
  it('returns 128 h at 80%', () => expect(hoursIn('2026-05', { own: atEighty, holidays: [memorialDay] })).toBe(128))
  it('returns 96 h with an absence from the 11th to the 15th', () =>
    expect(hoursIn('2026-05', { own: atEighty, holidays: [memorialDay], absences: [away('2026-05-11', '2026-05-15')] })).toBe(96))
  it('applies a new schedule from the 16th and the old one to earlier days', () => {
    const own = [schedule('2026-05-16', [8, 8, 8, 8, 0, 0, 0]), schedule('2025-01-01', [6, 6, 6, 6, 6, 0, 0])]
    // 11 weekdays of 6 h until May 15, then May 18 to 31 with 8 h from Monday to Thursday: 8 days.
    expect(hoursIn('2026-05', { own })).toBe(11 * 6 + 8 * 8)
    expect(scheduleOn('2026-05-15', { own, firm: [] }).hours[4]).toBe(6)
    expect(scheduleOn('2026-05-16', { own, firm: [] }).hours[4]).toBe(0)
  })
})

it("falls back to the firm's schedule, then to eight hours from Monday to Friday", () => {
  const firm = [schedule('2026-02-01', [7, 7, 7, 7, 7, 0, 0])]
  const own = [schedule('2026-03-01', [4, 4, 4, 4, 4, 0, 0])]
  const on = (day: string) => scheduleOn(day, { own, firm }).hours[0]
  expect([on('2026-01-31'), on('2026-02-01'), on('2026-03-01')]).toEqual([8, 7, 4])
  expect(weeklyHours(usualWeek)).toBe(40)
})

it('subtracts half holidays and half days from the rest of the day', () => {
  const eve: Holiday = { date: '2026-12-24', name: 'Christmas Eve', share: 0.5 }
  expect(hoursOn('2026-12-24', { holidays: [eve] })).toBe(4)
  expect(hoursOn('2026-12-24', { holidays: [eve], absences: [away('2026-12-24', '2026-12-24', true)] })).toBe(2)
  const days = ['2026-12-21', '2026-12-22', '2026-12-23'].map((day) =>
    hoursOn(day, { absences: [away('2026-12-21', '2026-12-23', true, true)] }),
  )
  expect(days).toEqual([4, 0, 4])
})

it('allows an absence to start at noon when another ends, and counts both', () => {
  const [morning, afternoon] = [away('2026-05-11', '2026-05-11', false, true), away('2026-05-11', '2026-05-12', true)]
  expect(overlaps(morning, afternoon)).toBe(false)
  expect(overlaps(morning, away('2026-05-11', '2026-05-11'))).toBe(true)
  expect(overlaps(away('2026-05-01', '2026-05-11'), afternoon)).toBe(true)
  expect(hoursOn('2026-05-11', { absences: [morning, afternoon] })).toBe(0)
  expect([isAnyTime(morning), isAnyTime(afternoon)]).toEqual([true, true])
  expect(isAnyTime(away('2026-05-11', '2026-05-11', true, true))).toBe(false)
  expect(isAnyTime(away('2026-05-12', '2026-05-11'))).toBe(false)
})

it('splits weekly hours over five days without loss', () => {
  expect(equalWeek(37)).toEqual([7.4, 7.4, 7.4, 7.4, 7.4, 0, 0])
  expect(equalWeek(40.03)).toEqual([8.01, 8.01, 8.01, 8, 8, 0, 0])
  for (let weekly = 0; weekly <= 8000; weekly += 7) expect(weeklyHours({ hours: equalWeek(weekly / 100) })).toBe(weekly / 100)
})

it('classifies utilization as good, attention or bad', () => {
  expect([fullness(79.99, 100), fullness(80, 100), fullness(100, 100), fullness(100.01, 100)]).toEqual([
    'good',
    'attention',
    'attention',
    'bad',
  ])
  expect([utilization(44, 176), utilization(8, 0)]).toEqual([0.25, 0])
})

it('rounds once per month, not per day', () => {
  // 7.33 h at 33.33% are 2.443089 h a day.
  const own = [schedule('2026-01-01', [7.33, 7.33, 7.33, 7.33, 7.33, 0, 0], 33.33)]
  expect(hoursIn('2026-05', { own })).toBe(51.3)
})

it('formats a schedule as text', () => {
  const scheduleText = (hours: number[], availabilityPercent = 100) => describeSchedule({ hours, availabilityPercent })
  expect(scheduleText([8, 8, 8, 8, 8, 0, 0])).toBe('40 h: Mon to Fri 8')
  expect(scheduleText([8, 8, 8, 8, 0, 0, 0])).toBe('32 h: Mon to Thu 8')
  expect(scheduleText([7.4, 7.4, 0, 6, 6.5, 0, 0], 80)).toBe('27.3 h: Mon and Tue 7.4, Thu 6, Fri 6.5, at 80%')
  expect(scheduleText([0, 0, 0, 0, 0, 0, 0])).toBe('0 h')
  expect(describeAbsence(away('2026-05-11', '2026-05-15', true))).toBe('2026/05/11 from noon to 2026/05/15')
  expect(describeAbsence(away('2026-05-11', '2026-05-11', false, true))).toBe('2026/05/11 until noon')
})

describe('random working time', () => {
  const below = createRandom(20)
  const day = () => addDays('2026-01-01', below(365))
  const anyTime = (): WorkingTime => ({
    own: Array.from({ length: below(4) }, () =>
      schedule(
        day(),
        Array.from({ length: 7 }, () => below(97) / 4),
        1 + below(100),
      ),
    ),
    firm: below(2) === 0 ? [] : [schedule(day(), equalWeek(below(8001) / 100))],
    holidays: Array.from({ length: below(12) }, () => ({ date: day(), name: 'Holiday', share: below(2) === 0 ? 0.5 : 1 })),
    absences: Array.from({ length: below(5) }, () => {
      const from = day()
      return away(from, addDays(from, 1 + below(20)), below(2) === 0, below(2) === 0)
    }),
  })
  const total = (capacity: Map<string, number>) => [...capacity.values()].reduce((sum, of) => sum + of, 0)

  it('stays between zero and full capacity, with the same days in months and weeks', () => {
    for (let n = 0; n < 60; n++) {
      const time = anyTime()
      const months = capacityBetween(time, '2026-01-01', '2026-12-31', 'month')
      const free = capacityBetween({ ...time, holidays: [], absences: [] }, '2026-01-01', '2026-12-31', 'month')
      expect([...months.keys()]).toEqual(monthsFrom('2026-01', '2026-12'))
      for (const [month, hundredths] of months) {
        expect(hundredths).toBeGreaterThanOrEqual(0)
        expect(hundredths).toBeLessThanOrEqual(free.get(month) ?? -1)
        expect(Number.isInteger(hundredths)).toBe(true)
      }
      const weeks = capacityBetween(time, '2026-01-01', '2026-12-31', 'week')
      expect([...weeks.keys()].every((key) => key === mondayOf(key))).toBe(true)
      // Each of the 12 months and 53 weeks is off by at most half a hundredth.
      expect(Math.abs(total(months) - total(weeks))).toBeLessThanOrEqual(33)
    }
  })

  it('equals the sum of its days if every day is in whole hundredths', () => {
    for (let n = 0; n < 20; n++) {
      const time = { ...anyTime(), own: [schedule('2026-01-01', [8, 6, 4, 8, 6, 2, 0])], firm: [] }
      const [from, to] = ['2026-03-01', '2026-04-30']
      let sum = 0
      for (let at = from; at <= to; at = addDays(at, 1)) sum += total(capacityBetween(time, at, at, 'week'))
      expect(total(capacityBetween(time, from, to, 'month'))).toBe(sum)
    }
  })

  it('is zero on a day off in every case', () => {
    for (let n = 0; n < 50; n++) {
      const at = day()
      const hours = [8, 8, 8, 8, 8, 8, 8].map((dayHours, weekday) => (weekday === weekdayOf(at) - 1 ? 0 : dayHours))
      const time = { ...anyTime(), own: [schedule('2020-01-01', hours)] }
      expect(total(capacityBetween(time, at, at, 'week'))).toBe(0)
    }
  })
})
