import { canStartFrom, type Transition } from '../kit/step.ts'
import { ResourceOfferState } from '../planning/enums.ts'
import type { ProjectStage } from '../projects/enums.ts'
import { stageAllows } from '../projects/stage-guards.ts'

export interface OfferState {
  state: ResourceOfferState
}
interface OfferPeople {
  createdBy: { id: string } | null
  sourceUser: { id: string } | null
  targetUser: { id: string }
}

const { Draft, PendingTarget, DeclinedByTarget, PendingManagement, Approved, RejectedByManagement } = ResourceOfferState

/** State transitions of an offer (domain 7.4). Further conditions are checked in the server's `offer-steps.ts`. */
export const offerSteps = {
  Submit: { label: 'Submit', permission: 'ResourceOffers.Update', from: { state: [Draft] }, to: { state: PendingTarget } },
  Recall: { label: 'Recall', permission: 'ResourceOffers.Update', from: { state: [PendingTarget] }, to: { state: Draft } },
  Accept: { label: 'Accept', permission: 'ResourceOffers.Accept', from: { state: [PendingTarget] }, to: { state: PendingManagement } },
  Decline: {
    label: 'Decline',
    permission: 'ResourceOffers.Decline',
    from: { state: [PendingTarget] },
    to: { state: DeclinedByTarget },
    comment: 'optional',
  },
  Approve: { label: 'Approve', permission: 'ResourceOffers.Approve', from: { state: [PendingManagement] }, to: { state: Approved } },
  Reject: {
    label: 'Reject',
    permission: 'ResourceOffers.Reject',
    from: { state: [PendingManagement] },
    to: { state: RejectedByManagement },
    comment: 'required',
  },
  Revise: {
    label: 'Revise',
    permission: 'ResourceOffers.Update',
    from: { state: [DeclinedByTarget, RejectedByManagement] },
    to: { state: Draft },
  },
} as const satisfies Record<string, Transition<OfferState>>
export type OfferStepName = keyof typeof offerSteps
export const offerStepNames: readonly OfferStepName[] = ['Submit', 'Accept', 'Decline', 'Approve', 'Reject', 'Recall', 'Revise']

export const offerStepDone: Readonly<Record<OfferStepName, string>> = {
  Submit: 'Submitted',
  Recall: 'Recalled',
  Accept: 'Accepted',
  Decline: 'Declined',
  Approve: 'Approved',
  Reject: 'Rejected',
  Revise: 'Reopened for revision',
}

export const ownsOffer = ({ createdBy, sourceUser }: OfferPeople, userId: string) => createdBy?.id === userId || sourceUser?.id === userId

/**
 * Checks that a step is for this user: only the target accepts or declines, and the target never approves. The remaining steps are for the
 * owners.
 */
export function mayTakeOfferStep(name: OfferStepName, offer: OfferPeople, userId: string): boolean {
  if (name === 'Accept' || name === 'Decline') return offer.targetUser.id === userId
  if (name === 'Approve') return offer.targetUser.id !== userId
  return name === 'Reject' || ownsOffer(offer, userId)
}

export function openOfferSteps(
  offer: OfferState & OfferPeople & { projectStage: ProjectStage },
  userId: string,
  held: { has(permission: string): boolean },
): OfferStepName[] {
  return offerStepNames.filter((name) => {
    const step: Transition<OfferState> = offerSteps[name]
    const isPossible = canStartFrom(step, offer) && stageAllows('resourceOffer', name, offer.projectStage)
    return isPossible && held.has(offerSteps[name].permission) && mayTakeOfferStep(name, offer, userId)
  })
}

/** Offers that await no decision can be deleted. */
export const canDeleteOffer = ({ state }: OfferState) => state === Draft || state === DeclinedByTarget || state === RejectedByManagement
