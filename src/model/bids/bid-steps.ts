import type { Transition } from '../kit/step.ts'
import { BidPackageState } from './enums.ts'

const { Draft, Out, Closed, Awarded, Cancelled } = BidPackageState
const permission = 'ProjectBudget.Update'

/** Steps of a bid package (domain 30.1). `Out` becomes `Closed` by itself when its deadline has passed. */
export const bidSteps = {
  Issue: { label: 'Issue', permission, from: { state: [Draft] }, to: { state: Out } },
  Reopen: { label: 'Reopen', permission, from: { state: [Closed] }, to: { state: Out }, comment: 'required' },
  Award: { label: 'Award', permission, from: { state: [Closed] }, to: { state: Awarded }, comment: 'required' },
  Cancel: { label: 'Cancel', permission, from: { state: [Draft, Out, Closed] }, to: { state: Cancelled }, comment: 'required' },
} as const satisfies Record<string, Transition<{ state: BidPackageState }>>
export type BidStepName = keyof typeof bidSteps
