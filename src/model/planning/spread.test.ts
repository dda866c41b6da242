import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { addDays, mondayOf, monthOf } from '../kit/dates.ts'
import {
  type DateRange,
  monthWeights,
  overlappingRange,
  rangeOfMonth,
  rangeOfMonths,
  rangeOfWeek,
  rangeWeeks,
  type Share,
  spreadByWeight,
  spreadOverMonths,
  spreadOverWeeks,
} from './spread.ts'

const hours = (shares: readonly Share[]) => Object.fromEntries(shares.map(({ key, hundredths }) => [key, hundredths / 100]))
const sumShares = (shares: readonly Share[]) => shares.reduce((sum, { hundredths }) => sum + hundredths, 0)
const range = (startDate: string, endDate: string): DateRange => ({ startDate, endDate })

describe('spread over months', () => {
  it('splits the 80 h of the example by weekdays: 22 and 22', () => {
    const phase = range('2026-03-01', '2026-04-30')
    expect(monthWeights(phase)).toEqual([
      { key: '2026-03', weight: 22 },
      { key: '2026-04', weight: 22 },
    ])
    expect(hours(spreadOverMonths({ hundredths: 8000 }, phase))).toEqual({ '2026-03': 40, '2026-04': 40 })
  })

  it('subtracts an offer or a shift in the month it is taken from', () => {
    const [march, may] = [rangeOfMonth('2026-03'), rangeOfMonth('2026-05')]
    const hoursByMonth = (hundredths: number, month: DateRange) => hours(spreadOverMonths({ hundredths }, month))
    expect(hoursByMonth(-3000, march)).toEqual({ '2026-03': -30 })
    expect(hoursByMonth(3000, march)).toEqual({ '2026-03': 30 })
    expect([hoursByMonth(-1200, march), hoursByMonth(1200, may)]).toEqual([{ '2026-03': -12 }, { '2026-05': 12 }])
  })

  it('rounds each month separately and adds the remainder to the last', () => {
    // 20 + 22 + 22 weekdays: 3.125, 3.4375, and the remainder of 10.
    expect(hours(spreadOverMonths({ hundredths: 1000 }, range('2026-02-01', '2026-04-30')))).toEqual({
      '2026-02': 3.13,
      '2026-03': 3.44,
      '2026-04': 3.43,
    })
  })

  it('never returns a negative share: a quarter of an hour over 36 months', () => {
    const shares = spreadOverMonths({ hundredths: 25 }, range('2026-01-01', '2028-12-31'))
    expect(shares).toHaveLength(36)
    expect(shares.map(({ hundredths }) => hundredths)).toEqual([...Array(25).fill(1), ...Array(11).fill(0)])
  })

  it('adds the remainder to the last month with weight, not to a trailing weekend', () => {
    // 31 January and 1 February 2026 are a weekend.
    expect(hours(spreadOverMonths({ hundredths: 1000 }, range('2026-01-26', '2026-02-01')))).toEqual({ '2026-01': 10, '2026-02': 0 })
    expect(hours(spreadOverMonths({ hundredths: 1000 }, range('2026-01-31', '2026-02-03')))).toEqual({ '2026-01': 0, '2026-02': 10 })
  })

  it('counts calendar days if the range has no weekday', () => {
    expect(hours(spreadOverMonths({ hundredths: 1001 }, range('2026-01-31', '2026-02-01')))).toEqual({ '2026-01': 5.01, '2026-02': 5 })
  })

  it('uses given allocations unchanged', () => {
    const allocations = [
      { month: '2026-03', hundredths: 100 },
      { month: '2026-05', hundredths: 250 },
    ]
    expect(hours(spreadOverMonths({ hundredths: 350, allocations }, range('2026-03-02', '2026-05-20')))).toEqual({
      '2026-03': 1,
      '2026-05': 2.5,
    })
  })
})

describe('spread over weeks', () => {
  it('splits the hours of each month over its weeks; a shared week gets part of both', () => {
    // April 2026 starts on a Wednesday: the week of 30 March has 2 of the 22 weekdays of March and 3 of April.
    expect(hours(spreadOverWeeks({ hundredths: 8800 }, range('2026-03-01', '2026-04-30')))).toEqual({
      '2026-02-23': 0,
      '2026-03-02': 10,
      '2026-03-09': 10,
      '2026-03-16': 10,
      '2026-03-23': 10,
      '2026-03-30': 10,
      '2026-04-06': 10,
      '2026-04-13': 10,
      '2026-04-20': 10,
      '2026-04-27': 8,
    })
  })

  it("keeps a month's hours inside that month, allocated or not", () => {
    const allocations = [{ month: '2026-04', hundredths: 500 }]
    expect(hours(spreadOverWeeks({ hundredths: 500, allocations }, range('2026-03-30', '2026-04-03')))).toEqual({ '2026-03-30': 5 })
    // The range includes only the first weekend of May 2027, so calendar days count.
    const weekend = [{ month: '2027-05', hundredths: 300 }]
    expect(hours(spreadOverWeeks({ hundredths: 300, allocations: weekend }, range('2027-04-26', '2027-05-02')))).toEqual({
      '2027-04-26': 3,
    })
  })
})

it('builds ranges of months and weeks, lists weeks and finds overlaps', () => {
  expect(rangeOfMonths('2026-01', '2026-02')).toEqual(range('2026-01-01', '2026-02-28'))
  expect(rangeOfWeek('2026-03-30')).toEqual(range('2026-03-30', '2026-04-05'))
  expect(rangeWeeks(range('2026-03-01', '2026-03-09'))).toEqual(['2026-02-23', '2026-03-02', '2026-03-09'])
  expect(overlappingRange(range('2026-03-01', '2026-03-09'), range('2026-03-09', '2026-04-01'))).toEqual(range('2026-03-09', '2026-03-09'))
  expect(overlappingRange(range('2026-03-01', '2026-03-09'), range('2026-03-10', '2026-04-01'))).toBeUndefined()
})

describe('random hours and ranges', () => {
  const below = createRandom(12)
  const anyRange = () => {
    const startDate = addDays('2024-01-01', below(1500))
    return range(startDate, addDays(startDate, below(below(3) === 0 ? 5 : 3650)))
  }
  const anyHours = () => (below(3) === 0 ? 1 + below(60) : 1 + below(9_999_999))

  it('sums to the hours, never goes negative, and no month exceeds the remainder', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 2000; n++) {
      const [hundredths, phase] = [anyHours(), anyRange()]
      const shares = spreadOverMonths({ hundredths }, phase)
      let left = hundredths
      for (const { hundredths: part } of shares) {
        if (part < 0 || part > left || !Number.isInteger(part)) failures.push({ hundredths, phase, part, left })
        left -= part
      }
      if (left !== 0) failures.push({ hundredths, phase, left })
      if (shares[0]?.key !== monthOf(phase.startDate) || shares.at(-1)?.key !== monthOf(phase.endDate)) failures.push({ phase, shares })
      const negative = spreadOverMonths({ hundredths: -hundredths }, phase)
      if (shares.some(({ hundredths: part }, index) => part + (negative[index]?.hundredths ?? Number.NaN) !== 0))
        failures.push({ phase, taken: negative })
    }
    expect(failures).toEqual([])
  })

  it('sums to the same over weeks as over months, with each week inside the range', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 400; n++) {
      const [hundredths, phase] = [anyHours(), anyRange()]
      const weeks = spreadOverWeeks({ hundredths }, phase)
      const isBad = ({ key, hundredths: part }: Share) => part < 0 || key !== mondayOf(key) || !overlappingRange(phase, rangeOfWeek(key))
      if (sumShares(weeks) !== hundredths || weeks.some(isBad)) failures.push({ hundredths, phase, weeks })
      if (weeks.some(({ key }, index) => index > 0 && key <= (weeks[index - 1]?.key ?? key))) failures.push({ phase, weeks })
    }
    expect(failures).toEqual([])
  })

  it('rounds each share in decimal, off by less than a hundredth except in the last month', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 500; n++) {
      const [hundredths, weights] = [1000 + below(9_000_000), monthWeights(anyRange())]
      const sum = weights.reduce((total, { weight }) => total + weight, 0)
      const last = weights.findLastIndex(({ weight }) => weight > 0)
      spreadByWeight(hundredths, weights).forEach(({ hundredths: part }, index) => {
        const exact = (hundredths * (weights[index]?.weight ?? 0)) / sum
        const most = index === last ? weights.length : 0.5 + 1e-6
        if (Math.abs(part - exact) > most) failures.push({ hundredths, at: index, part, exact })
      })
    }
    expect(failures).toEqual([])
  })
})
