import { canStartFrom, type Transition } from '../kit/step.ts'
import type { ProjectStage } from '../projects/enums.ts'
import { stageAllows } from '../projects/stage-guards.ts'
import { ContractOrigin, ContractStatus } from './enums.ts'

export interface ContractState {
  status: ContractStatus
  isLocked: boolean
  isArchived: boolean
}

/** Further state that determines the open steps: sender, origin, and the stage of the project. */
interface ContractSituation extends ContractState {
  origin: ContractOrigin
  projectStage: ProjectStage
  sentForApprovalBy: { id: string } | null
}

const { Draft, PendingApproval, Approved } = ContractStatus

/** State transitions of a contract (domain 7.3). Further conditions are checked in the server's `contract-steps.ts`. */
export const contractSteps = {
  SendForApproval: {
    label: 'Send for approval',
    permission: 'ProjectContracts.SendForApproval',
    from: { status: [Draft], isLocked: [false], isArchived: [false] },
    to: { status: PendingApproval, isLocked: true },
  },
  Approve: {
    label: 'Approve',
    permission: 'ProjectContracts.Approve',
    from: { status: [PendingApproval] },
    to: { status: Approved, isLocked: true },
  },
  SendForUpdate: {
    label: 'Send for update',
    permission: 'ProjectContracts.SendForUpdate',
    from: { status: [PendingApproval] },
    to: { status: Draft, isLocked: false },
    comment: 'required',
  },
  /** Only the sender may recall it. */
  Recall: {
    label: 'Recall',
    permission: 'ProjectContracts.SendForApproval',
    from: { status: [PendingApproval] },
    to: { status: Draft, isLocked: false },
  },
  Unapprove: {
    label: 'Unapprove',
    permission: 'ProjectContracts.Unapprove',
    from: { status: [Approved], isArchived: [false] },
    to: { status: Draft, isLocked: false },
  },
  Lock: {
    label: 'Lock',
    permission: 'ProjectContracts.Lock',
    from: { status: [Draft, Approved], isLocked: [false], isArchived: [false] },
    to: { isLocked: true },
  },
  Unlock: {
    label: 'Unlock',
    permission: 'ProjectContracts.Unlock',
    from: { status: [Draft, Approved], isLocked: [true], isArchived: [false] },
    to: { isLocked: false },
  },
  Archive: {
    label: 'Archive',
    permission: 'ProjectContracts.Archive',
    from: { status: [Draft, Approved], isArchived: [false] },
    to: { isArchived: true },
  },
  Unarchive: {
    label: 'Unarchive',
    permission: 'ProjectContracts.Unarchive',
    from: { isArchived: [true] },
    to: { isArchived: false },
  },
} satisfies Record<string, Transition<ContractState>>
export type ContractStepName = keyof typeof contractSteps
/** Steps in the order of buttons and menus. */
export const contractStepNames: readonly ContractStepName[] = [
  'SendForApproval',
  'Approve',
  'SendForUpdate',
  'Recall',
  'Unapprove',
  'Lock',
  'Unlock',
  'Archive',
  'Unarchive',
]

export const contractStepDone: Readonly<Record<ContractStepName | 'Create', string>> = {
  Create: 'Created',
  SendForApproval: 'Sent for approval',
  Approve: 'Approved',
  SendForUpdate: 'Sent back for update',
  Recall: 'Recalled',
  Unapprove: 'Approval withdrawn',
  Lock: 'Locked',
  Unlock: 'Unlocked',
  Archive: 'Archived',
  Unarchive: 'Unarchived',
}

/** Steps for manual contracts only; one created from an approved offer or shift request is undone by archiving it. */
const onlyByHand: readonly ContractStepName[] = ['Unapprove', 'Unlock']

/** Returns why this user cannot run a step on this contract although its state allows it, or undefined if they can. */
export function stepObstacle(
  name: ContractStepName,
  contract: ContractSituation,
  userId: string,
): 'stage' | 'automated' | 'sender' | undefined {
  if (!stageAllows('contract', name, contract.projectStage)) return 'stage'
  if (contract.origin === ContractOrigin.Automated && onlyByHand.includes(name)) return 'automated'
  if (name === 'Recall' && contract.sentForApprovalBy?.id !== userId) return 'sender'
  return undefined
}

export function openContractSteps(
  contract: ContractSituation,
  userId: string,
  held: { has(permission: string): boolean },
): ContractStepName[] {
  return contractStepNames.filter((name) => {
    const step = contractSteps[name]
    return canStartFrom<ContractState>(step, contract) && held.has(step.permission) && !stepObstacle(name, contract, userId)
  })
}

/** Applies to header, rates, phases, records, and expenses; documents are always editable. */
export const isEditable = ({ isLocked, isArchived, projectStage }: Omit<ContractSituation, 'origin' | 'sentForApprovalBy' | 'status'>) =>
  !isLocked && !isArchived && stageAllows('contract', 'Update', projectStage)

export function contractStateLabel({ status, isLocked, isArchived }: ContractState): string {
  if (isArchived) return 'Archived'
  const isSaid = isLocked && status !== PendingApproval
  return isSaid ? `${ContractStatus.label(status)} and locked` : ContractStatus.label(status)
}

/** Lock icon of a contract (application spec 4): closed, open in orange, open and faint. */
type LockStyle = 'closed' | 'open' | 'faint'
export function contractLockIcon({ status, isLocked }: Pick<ContractState, 'status' | 'isLocked'>): LockStyle {
  if (isLocked) return 'closed'
  return status === Approved ? 'open' : 'faint'
}
