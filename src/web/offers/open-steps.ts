import type { RowOf } from '../../model/kit/resource.ts'
import type { Transition } from '../../model/kit/step.ts'
import { offerStepCalls } from '../../model/offers/offer-calls.ts'
import { type OfferState, offerStepDone, offerSteps } from '../../model/offers/offer-steps.ts'
import type { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftStepCalls } from '../../model/offers/shift-calls.ts'
import type { shiftRequests } from '../../model/offers/shift-requests.ts'
import { type ShiftState, shiftStepDone, shiftSteps } from '../../model/offers/shift-steps.ts'
import type { AnyCall } from '../kit/request/client.ts'

export interface RequestStep {
  name: string
  label: string
  done: string
  call: AnyCall
  asksComment: boolean
  needsComment: boolean
  /** Consequence to confirm, for steps that cannot simply be undone. */
  consequence?: string
}

const needsComment = (step: Transition<OfferState> | Transition<ShiftState>) => step.comment === 'required'

const approval = 'An automated contract moves the hours at once. To undo it, archive that contract.'
const acceptance = 'The offer goes to management for approval. You cannot take your answer back.'
const consequences: Readonly<Record<string, string>> = { Approve: approval, Accept: acceptance }
const stepConsequence = (name: string) => consequences[name]

export const availableOfferSteps = ({ actions = [] }: Pick<RowOf<typeof resourceOffers>, 'actions'>): RequestStep[] =>
  offerStepCalls
    .filter(({ step }) => actions.includes(step))
    .map(({ step, call }) => ({
      name: step,
      label: offerSteps[step].label,
      done: offerStepDone[step],
      call,
      asksComment: step === 'Decline' || step === 'Reject',
      needsComment: needsComment(offerSteps[step]),
      consequence: stepConsequence(step),
    }))

export const availableShiftSteps = ({ actions = [] }: Pick<RowOf<typeof shiftRequests>, 'actions'>): RequestStep[] =>
  shiftStepCalls
    .filter(({ step }) => actions.includes(step))
    .map(({ step, call }) => ({
      name: step,
      label: shiftSteps[step].label,
      done: shiftStepDone[step],
      call,
      asksComment: step === 'Reject',
      needsComment: needsComment(shiftSteps[step]),
      consequence: stepConsequence(step),
    }))
