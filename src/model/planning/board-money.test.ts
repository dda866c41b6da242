import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { LaborType } from '../access/enums.ts'
import { ConstructionPhaseType, FeeType } from '../contracts/enums.ts'
import { addDays, monthsFrom } from '../kit/dates.ts'
import { addCost, addRevenue, type BoardFeePhase, type BoardRecord, exactSums, roundedSums } from './board-money.ts'
import { columnRanges, columnsOfRange, spreaderOver } from './board-spread.ts'

const { SC, VI } = LaborType
const { CD, NIC, Pause } = ConstructionPhaseType
const { Hourly, Fixed, NotToExceed } = FeeType

/** 40 h at 180, cost 75 plus 10%, as in the worked example. */
const record = (more: Partial<BoardRecord> = {}): BoardRecord => ({
  laborType: SC,
  hundredths: 4000,
  sellRate: 18_000,
  costRate: 7500,
  gaFee: 1000,
  isCounted: true,
  ...more,
})
const phase = (more: Partial<BoardFeePhase> = {}): BoardFeePhase => ({
  type: CD,
  feeType: Hourly,
  fee: null,
  range: { startDate: '2026-03-01', endDate: '2026-04-30' },
  records: [record()],
  ...more,
})
const months = (first: string, last: string) => monthsFrom(first, last)
const boardRevenue = (boardFeePhase: BoardFeePhase, keys = months('2026-03', '2026-04'), isWhole = true) => {
  const sums = exactSums(keys.length)
  addRevenue(sums, boardFeePhase, spreaderOver(keys, keys[0]?.length === 7 ? 'month' : 'week'), isWhole)
  return roundedSums(sums)
}

describe('revenue over the months', () => {
  it('follows the hours at their rates, with none for a NIC phase', () => {
    expect(boardRevenue(phase())).toEqual({ columns: [360_000, 360_000], total: 720_000 })
    expect(boardRevenue(phase({ type: NIC })).total).toBe(0)
    expect(boardRevenue(phase({ records: [record({ isCounted: false })] })).total).toBe(0)
  })

  it('is the exact sum, rounded once and away from zero', () => {
    // A hundredth of an hour at $33.33 is 33.33 cents. Three of them make one dollar; rounded individually they would be 99 cents.
    const small = Array.from({ length: 3 }, () => record({ hundredths: 1, sellRate: 3333 }))
    const inMarch = { startDate: '2026-03-01', endDate: '2026-03-31' }
    expect(boardRevenue(phase({ records: small, range: inMarch }), ['2026-03']).total).toBe(100)
    expect(boardRevenue(phase({ records: [record({ hundredths: -1, sellRate: 50 })], range: inMarch }), ['2026-03']).total).toBe(-1)
  })

  it('splits a fixed fee by hours, the rest in the last month, without the hidden part', () => {
    const fixed = { feeType: Fixed, fee: 100_001 }
    expect(boardRevenue(phase(fixed))).toEqual({ columns: [50_001, 50_000], total: 100_001 })
    const shared = phase({
      ...fixed,
      records: [record({ hundredths: 3000 }), record({ laborType: VI, hundredths: 1000, isCounted: false })],
    })
    expect(boardRevenue(shared).total).toBe(75_001)
    expect(boardRevenue(phase({ ...fixed, records: [] }))).toEqual({ columns: [50_001, 50_000], total: 100_001 })
    expect(boardRevenue(phase({ ...fixed, records: [] }), undefined, false).total).toBe(0)
  })

  it('is zero for a pause', () => {
    expect(boardRevenue(phase({ type: Pause, feeType: Fixed, fee: 100_001, records: [] })).total).toBe(0)
  })

  it('stops at the not-to-exceed fee of a phase', () => {
    const capped = phase({ feeType: NotToExceed, fee: 500_000 })
    expect(boardRevenue(capped)).toEqual({ columns: [360_000, 140_000], total: 500_000 })
    expect(boardRevenue(capped, ['2026-04'])).toEqual({ columns: [140_000], total: 140_000 })
    expect(boardRevenue(phase({ feeType: NotToExceed, fee: 900_000 })).total).toBe(720_000)
  })

  it('includes burdened cost, also in a NIC phase', () => {
    const sums = exactSums(2)
    addCost(sums, phase({ type: NIC }), record(), spreaderOver(months('2026-03', '2026-04'), 'month'))
    expect(roundedSums(sums)).toEqual({ columns: [165_000, 165_000], total: 330_000 })
  })
})

describe('random records and fees', () => {
  const below = createRandom(31)
  const any = (feeType: FeeType): BoardFeePhase => {
    const startDate = addDays('2025-01-01', below(400))
    const records = Array.from({ length: below(6) }, () =>
      record({
        laborType: below(2) ? SC : VI,
        hundredths: 1 + below(50_000),
        sellRate: below(40_000),
        costRate: below(20_000),
        gaFee: below(5000),
      }),
    )
    return phase({
      feeType,
      fee: feeType === Hourly ? null : below(9_000_000),
      range: { startDate, endDate: addDays(startDate, below(500)) },
      records,
    })
  }
  const all = [months('2025-01', '2027-12'), columnRanges('2024-12-30', '2027-12-31', 'week').map(({ key }) => key)]

  it('sums to the same total over months and weeks: the fee, or the hours at their rates', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 300; n++) {
      const item = any([Hourly, Fixed, NotToExceed][n % 3] ?? Hourly)
      const [byMonth = 0, byWeek = 0] = all.map((keys) => boardRevenue(item, keys).total)
      const byTheHour = item.records.reduce((sum, { hundredths, sellRate }) => sum + hundredths * sellRate, 0) / 100
      const fee = item.fee ?? 0
      const expected = item.feeType === Hourly ? byTheHour : item.feeType === Fixed ? fee : Math.min(byTheHour, fee)
      if (Math.abs(byMonth - expected) > 0.51 || Math.abs(byWeek - byMonth) > 1) failures.push({ one: item, byMonth, byWeek, expected })
    }
    expect(failures).toEqual([])
  })

  it('splits the total between two halves of the records, for every fee type', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 300; n++) {
      const item = any([Hourly, Fixed, NotToExceed][n % 3] ?? Hourly)
      if (item.records.length === 0) continue
      const only = (type: LaborType) => ({
        ...item,
        records: item.records.map((boardRecord) => ({ ...boardRecord, isCounted: boardRecord.laborType === type })),
      })
      const [total, first, second] = [item, only(SC), only(VI)].map((boardFeePhase) => boardRevenue(boardFeePhase, all[n % 2]).total)
      if (Math.abs((total ?? 0) - (first ?? 0) - (second ?? 0)) > 1) failures.push({ one: item, whole: total, first, second })
    }
    expect(failures).toEqual([])
  })

  it('spreads every hour over the columns that the phase touches', () => {
    const failures: unknown[] = []
    for (let n = 0; n < 300; n++) {
      const { records, range } = any(Hourly)
      const granularity = n % 2 === 0 ? 'month' : 'week'
      const keys = all[n % 2] ?? []
      const columns = columnRanges(keys[0] ?? '', granularity === 'month' ? (keys.at(-1) ?? '') : '2027-12-31', granularity)
      const touched = columnsOfRange(columns, range)
      for (const boardRecord of records) {
        let sum = 0
        spreaderOver(keys, granularity).spread(boardRecord, range, (at, hundredths) => {
          sum += hundredths
          if (!touched || at < touched.first || at > touched.last) failures.push({ of: boardRecord, range, at, touched })
        })
        if (sum !== boardRecord.hundredths) failures.push({ of: boardRecord, range, sum })
      }
    }
    expect(failures).toEqual([])
  })
})
