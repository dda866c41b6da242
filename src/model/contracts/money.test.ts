import { describe, expect, it } from 'vitest'
import { LaborType } from '../access/enums.ts'
import { centsOf } from '../kit/money.ts'
import { ConstructionPhaseType, FeeType } from './enums.ts'
import {
  addFigures,
  contractAmounts,
  contractSums,
  type FeePhase,
  figuresOfPhase,
  figuresOfRecord,
  type RatedRecord,
  type RateRow,
} from './money.ts'

const { SC, C } = LaborType
const { CD, NIC, Pause } = ConstructionPhaseType
const { Hourly, Fixed, NotToExceed } = FeeType
const rates: RateRow[] = [
  { laborType: SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
  { laborType: C, sellRate: 140.55, costRate: 60.35, gaFeePercent: 12.5 },
]
const record = (more: Partial<RatedRecord> = {}): RatedRecord => ({
  laborType: SC,
  hours: 40,
  sellRate: null,
  costRate: null,
  gaFeePercent: null,
  ...more,
})
const phase = (more: Partial<FeePhase> = {}): FeePhase => ({ type: CD, feeType: Hourly, fee: null, records: [record()], ...more })

describe('worked example of the domain', () => {
  it('calculates revenue 7,200.00 and cost 3,300.00 for 40 h SC at 180 and 75 with 10% G&A', () => {
    expect(figuresOfRecord(record(), rates, CD)).toEqual({ hours: 40, revenue: 7200, cost: 3300 })
  })
  it('adds travel of 500 / 420: revenue 7,700, cost 3,720, net 3,980, margin 51.69%', () => {
    expect(contractSums(contractAmounts([phase()], rates, [{ revenue: 500, cost: 420 }]))).toEqual({
      laborHours: 40,
      laborRevenue: 7200,
      laborCost: 3300,
      directExpensesRevenue: 500,
      directExpensesCost: 420,
      totalRevenue: 7700,
      totalCost: 3720,
      netProfit: 3980,
      marginPercent: 51.69,
    })
  })
})

describe('record', () => {
  it('prefers its own sell and cost rates, including zero', () => {
    expect(figuresOfRecord(record({ sellRate: 200, costRate: 80, gaFeePercent: 0 }), rates, CD)).toMatchObject({
      revenue: 8000,
      cost: 3200,
    })
    expect(figuresOfRecord(record({ sellRate: 0 }), rates, CD)).toMatchObject({ revenue: 0, cost: 3300 })
  })
  it('has no revenue but full cost in a NIC phase', () => {
    expect(figuresOfRecord(record(), rates, NIC)).toEqual({ hours: 40, revenue: 0, cost: 3300 })
  })
  it('rounds once, half a cent away from zero', () => {
    // 0.5 h x 1.01 = 0.505; 3 h x 0.05 x 1.1 = 0.165
    expect(figuresOfRecord(record({ hours: 0.5, sellRate: 1.01 }), rates, CD).revenue).toBe(0.51)
    expect(figuresOfRecord(record({ hours: 3, costRate: 0.05 }), rates, CD).cost).toBe(0.17)
    expect(figuresOfRecord(record({ hours: -0.5, sellRate: 1.01 }), rates, CD).revenue).toBe(-0.51)
  })
  it('has no revenue and no cost for a labor type without a rate', () => {
    expect(figuresOfRecord(record({ laborType: LaborType.BIM }), rates, CD)).toEqual({ hours: 40, revenue: 0, cost: 0 })
  })
})

describe('phase', () => {
  it('earns a fixed fee regardless of its hours', () => {
    expect(figuresOfPhase(phase({ feeType: Fixed, fee: 5000 }), rates)).toEqual({ hours: 40, revenue: 5000, cost: 3300 })
    expect(figuresOfPhase(phase({ feeType: Fixed, fee: 5000, records: [] }), rates)).toEqual({ hours: 0, revenue: 5000, cost: 0 })
  })
  it('earns its hours up to a not-to-exceed fee', () => {
    expect(figuresOfPhase(phase({ feeType: NotToExceed, fee: 5000 }), rates).revenue).toBe(5000)
    expect(figuresOfPhase(phase({ feeType: NotToExceed, fee: 9000 }), rates).revenue).toBe(7200)
  })
  it('earns nothing as NIC, for every fee type', () => {
    for (const feeType of [Hourly, Fixed, NotToExceed])
      expect(figuresOfPhase(phase({ type: NIC, feeType, fee: 5000 }), rates).revenue).toBe(0)
  })
  it('has no hours, revenue or cost as a pause', () => {
    expect(figuresOfPhase(phase({ type: Pause, records: [] }), rates)).toEqual({ hours: 0, revenue: 0, cost: 0 })
    for (const feeType of [Fixed, NotToExceed])
      expect(figuresOfPhase(phase({ type: Pause, feeType, fee: 5000, records: [] }), rates).revenue).toBe(0)
  })
})

it('has no margin without revenue', () => {
  expect(contractSums(contractAmounts([phase({ type: NIC })], rates, []))).toMatchObject({
    totalRevenue: 0,
    netProfit: -3300,
    marginPercent: 0,
  })
})

it('sums the phases to the contract total, to the cent, for random figures', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    const phases = Array.from({ length: 1 + next(6) }, () =>
      phase({
        type: next(7) + 1 === Pause ? CD : (ConstructionPhaseType.values[next(5)]?.value ?? CD),
        feeType: FeeType.values[next(3)]?.value ?? Hourly,
        fee: next(2) ? next(2_000_000) / 100 : null,
        records: Array.from({ length: next(9) }, () => record({ laborType: next(2) ? SC : C, hours: next(20_000) / 100 })),
      }),
    )
    const figures = phases.map((item) => figuresOfPhase(item, rates))
    const sums = contractSums(contractAmounts(phases, rates, []))
    expect(sums).toMatchObject({ laborHours: addFigures(figures).hours, laborRevenue: addFigures(figures).revenue })
    expect(centsOf(sums.laborCost)).toBe(figures.reduce((cents, { cost }) => cents + centsOf(cost), 0))
    expect(centsOf(sums.netProfit)).toBe(centsOf(sums.totalRevenue) - centsOf(sums.totalCost))
  }
})
