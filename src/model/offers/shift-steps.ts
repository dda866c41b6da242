import { canStartFrom, type Transition } from '../kit/step.ts'
import { ResourceShiftRequestState } from '../planning/enums.ts'
import type { ProjectStage } from '../projects/enums.ts'
import { stageAllows } from '../projects/stage-guards.ts'

export interface ShiftState {
  state: ResourceShiftRequestState
}
interface ShiftPeople {
  createdBy: { id: string } | null
  requesterUser: { id: string } | null
}

const { Draft, PendingManagement, Approved, Rejected } = ResourceShiftRequestState

/** State transitions of a shift request (domain 7.5). Further conditions are checked in the server's `shift-steps.ts`. */
export const shiftSteps = {
  Submit: { label: 'Submit', permission: 'ResourceShiftRequests.Update', from: { state: [Draft] }, to: { state: PendingManagement } },
  Recall: { label: 'Recall', permission: 'ResourceShiftRequests.Update', from: { state: [PendingManagement] }, to: { state: Draft } },
  Approve: { label: 'Approve', permission: 'ResourceShiftRequests.Approve', from: { state: [PendingManagement] }, to: { state: Approved } },
  Reject: {
    label: 'Reject',
    permission: 'ResourceShiftRequests.Reject',
    from: { state: [PendingManagement] },
    to: { state: Rejected },
    comment: 'required',
  },
  Revise: { label: 'Revise', permission: 'ResourceShiftRequests.Update', from: { state: [Rejected] }, to: { state: Draft } },
} as const satisfies Record<string, Transition<ShiftState>>
export type ShiftStepName = keyof typeof shiftSteps
export const shiftStepNames: readonly ShiftStepName[] = ['Submit', 'Approve', 'Reject', 'Recall', 'Revise']

export const shiftStepDone: Readonly<Record<ShiftStepName, string>> = {
  Submit: 'Submitted',
  Recall: 'Recalled',
  Approve: 'Approved',
  Reject: 'Rejected',
  Revise: 'Reopened for revision',
}

export const ownsShift = ({ createdBy, requesterUser }: ShiftPeople, userId: string) =>
  createdBy?.id === userId || requesterUser?.id === userId

/** Checks that a step is for this user: no user approves their own request unless they manage all requests. */
export function mayTakeShiftStep(
  name: ShiftStepName,
  request: ShiftPeople,
  userId: string,
  held: { has(permission: 'ResourceShiftRequests.Manage'): boolean },
): boolean {
  if (name === 'Approve') return request.requesterUser?.id !== userId || held.has('ResourceShiftRequests.Manage')
  return name === 'Reject' || ownsShift(request, userId)
}

export function openShiftSteps(
  request: ShiftState & ShiftPeople & { projectStage: ProjectStage },
  userId: string,
  held: { has(permission: string): boolean },
): ShiftStepName[] {
  return shiftStepNames.filter((name) => {
    const step: Transition<ShiftState> = shiftSteps[name]
    const isPossible = canStartFrom(step, request) && stageAllows('shiftRequest', name, request.projectStage)
    return isPossible && held.has(shiftSteps[name].permission) && mayTakeShiftStep(name, request, userId, held)
  })
}

/** Requests that await no decision can be deleted. */
export const canDeleteShift = ({ state }: ShiftState) => state === Draft || state === Rejected
