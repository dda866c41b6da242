import type { ValuesOf } from '../kit/description.ts'
import { ConstructionPhaseType, FeeType } from './enums.ts'
import type { phaseFields } from './phase-fields.ts'

type Fields = typeof phaseFields
type AmountName = { [N in keyof Fields]: Fields[N]['kind'] extends 'money' | 'percent' | 'factor' ? N : never }[keyof Fields]

/**
 * The fields of a phase that decide its revenue, in dollars or cents: the type, the fee type, and every amount except the progress, which
 * decides only what is earned so far. An amount added to the phase is part of it: the type check stops at `billingOf` and wherever a phase
 * is read without it.
 */
export type FeeTerms = Pick<ValuesOf<Fields>, 'type' | 'feeType' | Exclude<AmountName, 'percentComplete'>>

/** Neither not-in-contract work nor a pause is paid. */
const bringsRevenue = (type: ConstructionPhaseType) => type !== ConstructionPhaseType.NIC && type !== ConstructionPhaseType.Pause

/** Hourly phases have no agreed fee. */
export const hasAgreedFee = (feeType: FeeType) => feeType !== FeeType.Hourly
export const agreedFeeTypes = FeeType.values.flatMap(({ value }) => (hasAgreedFee(value) ? [value] : []))
export const agreedFee = ({ feeType, fee }: Omit<FeeTerms, 'type'>) => (hasAgreedFee(feeType) ? fee : null)

/**
 * Factor of the cost rate that adds the surcharge, in ten-thousandths: 11,000 for a surcharge of 10%. `gaFee` is in hundredths of a
 * percent. The burdened rate is not rounded before it is multiplied.
 */
export const burdenFactor = (gaFee: number) => 10_000 + gaFee

/** The way a phase earns: its hours at their rates, a fixed amount like its hours, or its hours until they reach an amount. */
type Billing = { by: 'nothing' } | { by: 'hours' } | { by: 'fixed' | 'capped'; amount: number }

/** The only place that decides how a phase earns. Contracts, boards, workload, scenarios and fee health derive from it. */
export function billingOf({ type, feeType, fee, ...undecided }: FeeTerms): Billing {
  undecided satisfies Record<string, never>
  if (!bringsRevenue(type)) return { by: 'nothing' }
  const amount = agreedFee({ feeType, fee })
  if (amount === null) return { by: 'hours' }
  return { by: feeType === FeeType.Fixed ? 'fixed' : 'capped', amount }
}

/** Returns the revenue of a phase whose hours at their rates come to `byTheHour`. */
export function billedAmount(billing: Billing, byTheHour: number): number {
  if (billing.by === 'nothing') return 0
  if (billing.by === 'hours') return byTheHour
  return billing.by === 'fixed' ? billing.amount : Math.min(byTheHour, billing.amount)
}
