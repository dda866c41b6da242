import { canStartFrom, type Transition } from '../kit/step.ts'
import { ResourceOfferState } from '../planning/enums.ts'

export interface OfferState {
  state: ResourceOfferState
}
/** Who has part in an offer: whoever wrote it, whose hours go, and who is to have them. */
interface OfferPeople {
  createdBy: { id: string } | null
  sourceUser: { id: string } | null
  targetUser: { id: string }
}

const { Draft, PendingTarget, DeclinedByTarget, PendingManagement, Approved, RejectedByManagement } = ResourceOfferState

/** How an offer passes from state to state (domain 7.4). What else has to hold is checked by the server's `offer-steps.ts`. */
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
/** In the order in which buttons and menus show them. */
export const offerStepNames: readonly OfferStepName[] = ['Submit', 'Accept', 'Decline', 'Approve', 'Reject', 'Recall', 'Revise']

/** What is done in the past tense, for the log. */
export const offerStepDone: Readonly<Record<OfferStepName, string>> = {
  Submit: 'Submitted',
  Recall: 'Recalled',
  Accept: 'Accepted',
  Decline: 'Declined',
  Approve: 'Approved',
  Reject: 'Rejected',
  Revise: 'Reopened for revision',
}

/** Whoever wrote an offer, or gives the hours, carries it on. */
export const ownsOffer = ({ createdBy, sourceUser }: OfferPeople, userId: string) => createdBy?.id === userId || sourceUser?.id === userId

/** Whether a step is this person's: the target accepts or declines and never approves; the rest is for the two on the other side. */
export function mayTakeOfferStep(name: OfferStepName, offer: OfferPeople, userId: string): boolean {
  if (name === 'Accept' || name === 'Decline') return offer.targetUser.id === userId
  if (name === 'Approve') return offer.targetUser.id !== userId
  return name === 'Reject' || ownsOffer(offer, userId)
}

/** The steps open to this person now. */
export function openOfferSteps(
  offer: OfferState & OfferPeople,
  userId: string,
  held: { has(permission: string): boolean },
): OfferStepName[] {
  return offerStepNames.filter((name) => {
    const step: Transition<OfferState> = offerSteps[name]
    return canStartFrom(step, offer) && held.has(offerSteps[name].permission) && mayTakeOfferStep(name, offer, userId)
  })
}

/** What nobody waits for can be deleted. */
export const canDeleteOffer = ({ state }: OfferState) => state === Draft || state === DeclinedByTarget || state === RejectedByManagement
