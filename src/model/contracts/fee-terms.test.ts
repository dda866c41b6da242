import { describe, expect, it } from 'vitest'
import { ConstructionPhaseType, FeeType } from './enums.ts'
import { agreedFee, agreedFeeTypes, billedAmount, billingOf, type FeeTerms } from './fee-terms.ts'

const { CD, NIC, Pause } = ConstructionPhaseType
const { Hourly, Fixed, NotToExceed } = FeeType
const terms = (more: Partial<FeeTerms> = {}): FeeTerms => ({ type: CD, feeType: Hourly, fee: null, ...more })

describe('terms of a fee', () => {
  it.each<[name: string, terms: FeeTerms, billing: string, forHours: number, forManyHours: number]>([
    ['hourly', terms(), 'hours', 720, 7200],
    ['hourly with a leftover amount', terms({ fee: 5000 }), 'hours', 720, 7200],
    ['fixed', terms({ feeType: Fixed, fee: 5000 }), 'fixed', 5000, 5000],
    ['fixed without an amount', terms({ feeType: Fixed }), 'hours', 720, 7200],
    ['not to exceed', terms({ feeType: NotToExceed, fee: 5000 }), 'capped', 720, 5000],
    ['not to exceed nothing', terms({ feeType: NotToExceed, fee: 0 }), 'capped', 0, 0],
    ['not in contract', terms({ type: NIC, feeType: Fixed, fee: 5000 }), 'nothing', 0, 0],
    ['a pause', terms({ type: Pause, feeType: NotToExceed, fee: 5000 }), 'nothing', 0, 0],
  ])('bill %s', (_, item, by, forHours, forManyHours) => {
    const billing = billingOf(item)
    expect([billing.by, billedAmount(billing, 720), billedAmount(billing, 7200)]).toEqual([by, forHours, forManyHours])
  })

  it('have an agreed fee only if it is fixed or capped', () => {
    expect(agreedFeeTypes).toEqual([Fixed, NotToExceed])
    expect([Hourly, Fixed, NotToExceed].map((feeType) => agreedFee({ feeType, fee: 5000 }))).toEqual([null, 5000, 5000])
  })
})

it('stop the type check when the phase gets an amount that no rule decides', () => {
  interface WithRetainer extends FeeTerms {
    retainer: number
  }
  const decide = ({ type, feeType, fee, ...undecided }: WithRetainer) => {
    // @ts-expect-error the retainer is undecided
    undecided satisfies Record<string, never>
    return billingOf({ type, feeType, fee })
  }
  expect(decide({ ...terms(), retainer: 100 })).toEqual({ by: 'hours' })
})
