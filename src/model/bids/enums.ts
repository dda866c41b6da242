import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const BidPackageState = enumeration('BidPackageState', {
  Draft: [1, 'Draft'],
  Out: [2, 'Out'],
  Closed: [3, 'Closed'],
  Awarded: [4, 'Awarded'],
  Cancelled: [5, 'Canceled'],
})
export type BidPackageState = ValueOf<typeof BidPackageState>

export const BidInvitationState = enumeration('BidInvitationState', {
  Invited: [1, 'Invited'],
  Viewed: [2, 'Viewed'],
  Intends: [3, 'Intends to bid'],
  Declined: [4, 'Declined'],
  Submitted: [5, 'Submitted'],
  Withdrawn: [6, 'Withdrawn'],
})
export type BidInvitationState = ValueOf<typeof BidInvitationState>

export const SubstituteDecision = enumeration('SubstituteDecision', {
  Accepted: [1, 'Accepted'],
  AcceptedWithComment: [2, 'Accepted with comment'],
  Rejected: [3, 'Rejected'],
})
export type SubstituteDecision = ValueOf<typeof SubstituteDecision>

/** Answer of a bidder to a scope question. */
export const ChecklistAnswer = enumeration('ChecklistAnswer', {
  Included: [1, 'Included'],
  Excluded: [2, 'Excluded'],
  NotApplicable: [3, 'Not applicable'],
})
