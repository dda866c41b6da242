import { expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { HolidayShare } from '../planning/enums.ts'
import { closeoutOf } from './closeout.ts'
import { isRfiOverdue } from './rfis.ts'
import {
  ballInCourtOf,
  daysInCourtOf,
  type FirmCalendar,
  needsResubmittal,
  reviewDueDate,
  statesOfSeries,
  submittalNumber,
} from './submittal-rules.ts'

/** Every rule is recomputed from 500 random histories in another way: by counting days as numbers and walking each series backwards. */
const random = createRandom(104)
const pick = <T>(...options: T[]) => options[random(options.length)] as T
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
const start = dayNumber('2026-01-01')
const today = '2027-06-30'

const calendars = Array.from(
  { length: 25 },
  (): FirmCalendar => ({
    firm: [
      { fromDate: '2020-01-01', hours: pick([8, 8, 8, 8, 8, 0, 0], [10, 10, 10, 10, 0, 0, 0]), availabilityPercent: 100 },
      ...(random(2) === 0 ? [{ fromDate: '2026-07-01', hours: [8, 8, 8, 8, 8, 4, 0], availabilityPercent: 80 }] : []),
    ],
    holidays: Array.from({ length: random(30) }, (_, at) => ({
      date: dateOf(start + random(700)),
      name: `Day ${at}`,
      share: pick(HolidayShare.Whole, HolidayShare.Half),
    })),
  }),
)

/** Works by the number of the day since 1970, a Thursday. */
function dueByNumbers(received: string, days: number, { firm, holidays }: FirmCalendar): string {
  const off = new Set(holidays.filter(({ share }) => share === 1).map(({ date }) => dayNumber(date)))
  const works = (day: number) => {
    const schedule = firm.filter(({ fromDate }) => dayNumber(fromDate) <= day).at(-1)
    return (schedule?.hours[(day + 3) % 7] ?? 0) > 0 && !off.has(day)
  }
  const workingDays = Array.from({ length: 800 }, (_, at) => dayNumber(received) + 1 + at).filter(works)
  return dateOf(workingDays[days - 1] ?? 0)
}

interface Entry {
  createdDay: string
  receivedDate: string | null
  returnedDate: string | null
  outcome: 1 | 2 | 3 | 4 | 5 | null
}
function randomSeries(): Entry[] {
  const series: Entry[] = []
  let day = start + random(300)
  for (;;) {
    const createdDay = dateOf(day)
    if (random(4) === 0) return [...series, { createdDay, receivedDate: null, returnedDate: null, outcome: null }]
    const receivedDate = dateOf(day + random(20))
    if (random(4) === 0) return [...series, { createdDay, receivedDate, returnedDate: null, outcome: null }]
    day += 20 + random(20)
    const outcome = pick(1, 2, 3, 3, 4, 5) as Entry['outcome']
    series.push({ createdDay, receivedDate, returnedDate: dateOf(day), outcome })
    if (outcome !== 3 && outcome !== 4) return series
  }
}

it('agrees with the same rules computed another way, over 500 histories', () => {
  const counted = { states: new Set<number>(), longest: 0 }
  for (let run = 0; run < 500; run++) {
    const calendar = pick(...calendars)
    const series = randomSeries()
    const states = statesOfSeries(series)
    counted.longest = Math.max(counted.longest, series.length)
    let isFollowedByClosed: boolean = false
    for (let at = series.length - 1; at >= 0; at--) {
      const entry = series[at] as Entry
      const { createdDay, receivedDate, returnedDate, outcome } = entry
      const wantsAnother = outcome === 3 || outcome === 4
      const state: 1 | 2 | 3 | 4 = !receivedDate ? 1 : !outcome ? 2 : wantsAnother && !isFollowedByClosed ? 3 : 4
      isFollowedByClosed = state === 4
      counted.states.add(state)
      expect([run, at, states[at]]).toEqual([run, at, state])
      expect(ballInCourtOf(state)).toBe(state === 4 ? null : state === 2 ? 1 : 2)
      const since = { 1: createdDay, 2: receivedDate, 3: returnedDate, 4: null }[state]
      expect(daysInCourtOf(state, entry, today)).toBe(since ? dayNumber(today) - dayNumber(since) : null)
      const days = 1 + random(20)
      if (receivedDate)
        expect([run, reviewDueDate(receivedDate, days, calendar)]).toEqual([run, dueByNumbers(receivedDate, days, calendar)])
    }
  }
  expect([...counted.states].sort()).toEqual([1, 2, 3, 4])
  expect(counted.longest).toBeGreaterThan(3)
})

it('counts what is open like a count over all rows, over 500 projects', () => {
  for (let run = 0; run < 500; run++) {
    const observations = Array.from({ length: random(12) }, () => ({ severity: pick(1, 2, 3, 4) as 1, state: pick(1, 2, 3) as 1 }))
    const tests = Array.from({ length: random(12) }, () => ({ result: pick(1, 2, 3, 4) as 1 }))
    const submittals = Array.from({ length: random(6) }, () => ({ state: pick(1, 2, 3, 4) as 1 }))
    const rfis = Array.from({ length: random(6) }, () => ({ state: pick(1, 2, 3) as 1 }))
    const text = JSON.stringify(observations.map(({ severity, state }) => `${severity}${state}`))
    const open = (severity: number) => (text.match(new RegExp(`"${severity}[12]"`, 'g')) ?? []).length
    const tally = (values: readonly number[]) => {
      const counts = [0, 0, 0, 0, 0]
      for (const value of values) counts[value] = (counts[value] ?? 0) + 1
      return counts
    }
    const [results, states] = [tally(tests.map(({ result }) => result)), tally(submittals.map(({ state }) => state))]
    const expected = {
      openObservations: { note: open(1), minor: open(2), major: open(3), safety: open(4) },
      testsFailed: results[2] ?? 0,
      testsMissing: results[4] ?? 0,
      submittalsNotClosed: submittals.length - (states[4] ?? 0),
      rfisOpen: tally(rfis.map(({ state }) => state))[1] ?? 0,
    }
    const rest = JSON.stringify(expected).match(/[1-9]/)
    expect(closeoutOf({ observations, tests, submittals, rfis })).toEqual({ ...expected, canClose: rest === null })
  }
})

it('does not count the day of receipt, and ends in a firm that never works', () => {
  const weekdays = { firm: [], holidays: [] }
  expect(reviewDueDate('2026-03-06', 1, weekdays)).toBe('2026-03-09')
  expect(reviewDueDate('2026-03-07', 1, weekdays)).toBe('2026-03-09')
  expect(reviewDueDate('2026-03-02', 10, weekdays)).toBe('2026-03-16')
  const never = { firm: [{ fromDate: '2020-01-01', hours: [0, 0, 0, 0, 0, 0, 0], availabilityPercent: 100 }], holidays: [] }
  expect(reviewDueDate('2026-03-02', 1, never) > '2035-01-01').toBe(true)
})

it('numbers resubmittals after their submittal, and knows overdue RFIs', () => {
  expect([submittalNumber(1, 0), submittalNumber(12, 2), submittalNumber(1234, 0)]).toEqual(['S-001', 'S-012.2', 'S-1234'])
  expect([1, 2, 3, 4, 5].filter((outcome) => needsResubmittal(outcome as 1))).toEqual([3, 4])
  expect(isRfiOverdue({ state: 1, dueDate: '2027-06-29' }, today)).toBe(true)
  expect(isRfiOverdue({ state: 1, dueDate: today }, today)).toBe(false)
  expect(isRfiOverdue({ state: 2, dueDate: '2027-06-29' }, today)).toBe(false)
  expect(isRfiOverdue({ state: 1, dueDate: null }, today)).toBe(false)
})
