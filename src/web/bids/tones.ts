import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import type { Tone } from '../kit/parts/state-colors.ts'

const { Draft, Out, Closed, Awarded, Cancelled } = BidPackageState
const packageTones: Record<BidPackageState, Tone> = {
  [Draft]: 'neutral',
  [Out]: 'working',
  [Closed]: 'attention',
  [Awarded]: 'good',
  [Cancelled]: 'bad',
}
export const packageTone = (state: BidPackageState): Tone => packageTones[state]

const { Invited, Viewed, Intends, Declined, Submitted, Withdrawn } = BidInvitationState
const bidderTones: Record<BidInvitationState, Tone> = {
  [Invited]: 'neutral',
  [Viewed]: 'market',
  [Intends]: 'working',
  [Declined]: 'bad',
  [Submitted]: 'good',
  [Withdrawn]: 'attention',
}
export const bidderTone = (state: BidInvitationState): Tone => bidderTones[state]
