import { IntegrationRequestState } from '../integrations/enums.ts'
import { canStartFrom, type Transition } from '../kit/step.ts'

export interface CadRequestState {
  state: IntegrationRequestState
}
interface Written {
  createdBy: { id: string } | null
}

const { Draft, PendingManagement, Approved, Rejected } = IntegrationRequestState

/** State transitions of a WireCAD request (domain 7.6). Further conditions are checked in the server's `request-steps.ts`. */
export const cadSteps = {
  Rematch: { label: 'Match again', permission: 'WireCadIntegrationRequests.Update', from: { state: [Draft] }, to: { state: Draft } },
  Submit: { label: 'Submit', permission: 'WireCadIntegrationRequests.Update', from: { state: [Draft] }, to: { state: PendingManagement } },
  Recall: { label: 'Recall', permission: 'WireCadIntegrationRequests.Update', from: { state: [PendingManagement] }, to: { state: Draft } },
  Approve: {
    label: 'Approve',
    permission: 'WireCadIntegrationRequests.Approve',
    from: { state: [PendingManagement] },
    to: { state: Approved },
  },
  Reject: {
    label: 'Reject',
    permission: 'WireCadIntegrationRequests.Reject',
    from: { state: [PendingManagement] },
    to: { state: Rejected },
    comment: 'required',
  },
  Revise: { label: 'Revise', permission: 'WireCadIntegrationRequests.Update', from: { state: [Rejected] }, to: { state: Draft } },
} as const satisfies Record<string, Transition<CadRequestState>>
export type CadStepName = keyof typeof cadSteps
export const cadStepNames: readonly CadStepName[] = ['Submit', 'Approve', 'Reject', 'Recall', 'Revise', 'Rematch']

export const cadStepDone: Readonly<Record<CadStepName, string>> = {
  Rematch: 'Matched again',
  Submit: 'Submitted',
  Recall: 'Recalled',
  Approve: 'Approved',
  Reject: 'Rejected',
  Revise: 'Reopened for revision',
}

/** Only the author may recall a request. */
export const mayTakeCadStep = (name: CadStepName, { createdBy }: Written, userId: string) => name !== 'Recall' || createdBy?.id === userId

export function openCadSteps(
  request: CadRequestState & Written,
  userId: string,
  held: { has(permission: string): boolean },
): CadStepName[] {
  return cadStepNames.filter((name) => {
    const step: Transition<CadRequestState> = cadSteps[name]
    return canStartFrom(step, request) && held.has(cadSteps[name].permission) && mayTakeCadStep(name, request, userId)
  })
}

/** Requests that await no decision can be deleted. */
export const canDeleteCad = ({ state }: CadRequestState) => state === Draft || state === Rejected
