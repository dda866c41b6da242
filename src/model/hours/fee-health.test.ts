import { describe, expect, it } from 'vitest'
import { LaborType } from '../access/enums.ts'
import { ConstructionPhaseType, FeeType } from '../contracts/enums.ts'
import { computeFeeHealth, type HealthPart, type HealthPhase, type HealthRecord, isAtRisk } from './fee-health.ts'

const { SC, VI } = LaborType
/** 75 an hour plus 10%: 82.50. */
const rates = [
  { laborType: SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
  { laborType: VI, sellRate: 100, costRate: 50, gaFeePercent: 0 },
]
const record = (hours: number, more: Partial<HealthRecord> = {}): HealthRecord => ({
  laborType: SC,
  hours,
  allocations: [],
  sellRate: null,
  costRate: null,
  gaFeePercent: null,
  ...more,
})
/** March and April 2026 have 22 weekdays each. */
const phase = (more: Partial<HealthPhase> = {}): HealthPhase => ({
  type: ConstructionPhaseType.CD,
  feeType: FeeType.Hourly,
  fee: null,
  startDate: '2026-03-01',
  endDate: '2026-04-30',
  percentComplete: null,
  records: [record(88)],
  ...more,
})
const createPart = (more: Partial<HealthPart> = {}): HealthPart => ({ phase: phase(), rates, worked: [], ...more })
const work = (date: string, hours: number, laborType: LaborType = SC) => ({ date, hours, laborType })

describe('fee health', () => {
  it('counts planned hours by weekdays up to the day', () => {
    const to = (day: string) => computeFeeHealth([createPart()], day).plannedToDate
    // 44 hours a month: 2 per weekday.
    expect([to('2026-02-28'), to('2026-03-01'), to('2026-03-02'), to('2026-03-13'), to('2026-03-31'), to('2026-04-01')]).toEqual([
      0, 0, 2, 20, 44, 46,
    ])
    expect([to('2026-04-30'), to('2027-01-01')]).toEqual([88, 88])
  })

  it('uses allocated months, and weekends if the phase has no weekday', () => {
    const healthPart = createPart({
      phase: phase({
        records: [
          record(30, {
            allocations: [
              { month: '2026-03', hours: 8 },
              { month: '2026-04', hours: 22 },
            ],
          }),
        ],
      }),
    })
    expect([
      computeFeeHealth([healthPart], '2026-03-31').plannedToDate,
      computeFeeHealth([healthPart], '2026-04-01').plannedToDate,
    ]).toEqual([8, 9])
    const weekend = createPart({ phase: phase({ startDate: '2026-03-07', endDate: '2026-03-08', records: [record(6)] }) })
    expect(computeFeeHealth([weekend], '2026-03-07').plannedToDate).toBe(3)
  })

  it('forecasts worked plus remaining planned hours, at the burdened rates of the contract', () => {
    const worked = [work('2026-03-03', 30), work('2026-03-10', 4, VI), work('2026-04-20', 99)]
    expect(computeFeeHealth([createPart({ worked })], '2026-03-13')).toMatchObject({
      plannedHours: 88,
      plannedToDate: 20,
      actualHours: 34,
      remainingHours: 68,
      forecastHours: 102,
      revenue: 15_840,
      plannedCost: 7260,
      plannedCostToDate: 1650,
      // 30 x 82.50 + 4 x 50
      actualCost: 2675,
      remainingCost: 5610,
      forecastCost: 8285,
      earned: null,
      burnPercent: null,
      passesOn: null,
    })
  })

  it.each([
    ['Hourly: of the sum of the records', { feeType: FeeType.Hourly, fee: null }, 7920],
    ['Fixed: of the fee', { feeType: FeeType.Fixed, fee: 10_000 }, 5000],
    ['Not to exceed: of what can be charged', { feeType: FeeType.NotToExceed, fee: 12_000 }, 6000],
    ['Not to exceed, above the records', { feeType: FeeType.NotToExceed, fee: 20_000 }, 7920],
    ['NIC brings nothing', { type: ConstructionPhaseType.NIC }, 0],
  ])('earns half at 50%% complete: %s', (_, fee, earned) => {
    const health = computeFeeHealth(
      [createPart({ phase: phase({ ...fee, percentComplete: 50 }), worked: [work('2026-03-03', 40)] })],
      '2026-03-13',
    )
    expect(health.earned).toBe(earned)
    expect(health.burnPercent).toBe(earned === 0 ? null : Math.round((3300 / earned) * 1000) / 10)
  })

  it('returns the day on which the cost passes the fee, for planned and for worked hours', () => {
    // 2 h per weekday cost 165. After the first ten weekdays 4,950 were spent and 2,050 are left, so the fee is exceeded on the 13th
    // weekday after.
    const fixed = phase({ feeType: FeeType.Fixed, fee: 7000 })
    const planned = computeFeeHealth([createPart({ phase: fixed, worked: [work('2026-03-03', 60)] })], '2026-03-13')
    expect(planned).toMatchObject({ actualCost: 4950, forecastCost: 10_560, passesOn: '2026-04-01' })
    expect(isAtRisk(planned)).toBe(true)
    const worked = [work('2026-03-03', 60), work('2026-03-05', 24.85), work('2026-03-06', 1)]
    expect(computeFeeHealth([createPart({ phase: fixed, worked })], '2026-03-13').passesOn).toBe('2026-03-05')
    const safe = computeFeeHealth([createPart({ phase: phase({ feeType: FeeType.Fixed, fee: 7260 }) })], '2026-03-13')
    expect([safe.passesOn, isAtRisk(safe)]).toEqual([null, false])
  })

  it('is at risk when more was spent than earned', () => {
    const early = createPart({ phase: phase({ percentComplete: 10 }), worked: [work('2026-03-03', 20)] })
    const health = computeFeeHealth([early], '2026-03-13')
    // 1,650 spent, 1,584 earned.
    expect([health.burnPercent, health.passesOn, isAtRisk(health)]).toEqual([104.2, null, true])
  })

  it('sums several phases and compares earnings with the cost of those phases', () => {
    const parts = [
      createPart({ phase: phase({ percentComplete: 50 }), worked: [work('2026-03-03', 40)] }),
      createPart({ worked: [work('2026-03-04', 10)] }),
      createPart({ phase: null, worked: [work('2026-03-05', 2)] }),
    ]
    expect(computeFeeHealth(parts, '2026-03-13')).toMatchObject({
      plannedHours: 176,
      plannedToDate: 40,
      actualHours: 52,
      actualCost: 4290,
      earned: 7920,
      burnPercent: 41.7,
    })
  })
})
