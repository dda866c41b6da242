import { contractStepCalls } from '../../model/contracts/contract-calls.ts'
import {
  type ContractState,
  type ContractStepName,
  contractStateLabel,
  contractStepDone,
  contractSteps,
  stepObstacle,
} from '../../model/contracts/contract-steps.ts'
import { contracts as contractsModel } from '../../model/contracts/contracts.ts'
import { ConstructionPhaseType, ContractStatus, ProposalType } from '../../model/contracts/enums.ts'
import { fullName } from '../../model/kit/names.ts'
import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import type { Permission } from '../../model/permissions.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { checkStage, seeing } from '../projects/public.ts'
import { checkTakenHours } from './balance.ts'
import { countContractParts, phasesOfContract, type StoredPhase } from './contract-parts.ts'
import { type Contract, shownContract } from './contracts.ts'
import { contractEventsTable, contractsTable } from './contracts-tables.ts'
import { checkContractVersion, checkUnused, lockContract, notifyContractChange } from './open-contract.ts'

const { Pause } = ConstructionPhaseType

async function runContractStep(
  ctx: Context,
  id: number,
  name: ContractStepName,
  comment: string | null,
  rowVersion: number | null,
): Promise<Contract> {
  const contract = await lockContract(ctx, id)
  await checkContractVersion(ctx, contract, rowVersion)
  const step: Transition<ContractState> = contractSteps[name]
  if (!canStartFrom(step, contract)) throw conflict(`${name} is not possible while ${contractStateLabel(contract)}.`)
  checkHindrance(ctx, name, contract)
  if (step.comment === 'required' && !comment) throw badRequest({ comment: [messages.required] })
  await guards[name]?.(ctx, contract)
  await writeStep(ctx, contract, name, comment)
  const after = await shownContract(ctx, id)
  await notifyAboutStep(ctx, contract, name, { comment, rowVersion: after.rowVersion })
  return after
}

function checkHindrance(ctx: Context, name: ContractStepName, contract: Contract) {
  const hindrance = stepObstacle(name, contract, ctx.actor.userId)
  if (hindrance === 'stage') checkStage('contract', name, contract.projectStage)
  if (hindrance === 'automated') throw conflict('To undo an automated contract, archive it.')
  if (hindrance === 'sender') throw forbidden()
}

const guards: Partial<Record<ContractStepName, (ctx: Context, contract: Contract) => Promise<void>>> = {
  async SendForApproval(ctx, contract) {
    const phases = await phasesOfContract(ctx, contract.id)
    const { directExpensesCount } = await countContractParts(ctx, contract.id)
    // A Meta proposal combines others and has no phases.
    const isMeta = contract.proposalType === ProposalType.Meta
    if (phases.length === 0 && directExpensesCount === 0 && !isMeta)
      throw conflict('A contract needs a phase or a direct expense before it is sent.')
    const parents = new Set(phases.map(({ parentPhaseId }) => parentPhaseId))
    const empty = phases.find(({ id, type, records }) => type !== Pause && !parents.has(id) && records.length === 0)
    if (empty) throw conflict(`${empty.name} has no hours yet.`)
    const suspended = phases.flatMap(({ records }) => records).find(({ user }) => user?.isSuspended)?.user
    if (suspended) throw conflict(`${fullName(suspended)} is suspended and cannot be given hours.`)
    if (contract.proposalType === ProposalType.Combined && contract.combinedProposalTypes.length === 0)
      throw conflict('A combined proposal must say what it combines.')
  },
  Unapprove: async (ctx, contract) => checkUnused(ctx, await loadRecordIds(ctx, contract.id), 'The approval cannot be withdrawn'),
  Archive: async (ctx, contract) => checkUnused(ctx, await loadRecordIds(ctx, contract.id), 'The contract cannot be archived'),
  Unarchive: (ctx, contract) => checkTakenHours(ctx, contract.id),
}

const loadRecordIds = async (ctx: Context, contractId: number) => recordIds(await phasesOfContract(ctx, contractId))
const recordIds = (phases: StoredPhase[]) => phases.flatMap(({ records }) => records.map(({ id }) => id))

const moreOf = ({ actor }: Context): Partial<Record<ContractStepName, UpdateValues<typeof contractsTable>>> => ({
  SendForApproval: { sentForApprovalById: actor.userId || null, sentForApprovalDate: sql`now()` },
  Approve: { approvedById: actor.userId || null, approvedDate: sql`now()` },
  Unapprove: { approvedById: null, approvedDate: null },
})

/** The update request is shown until the contract is sent again. */
function updateCommentAfter(contract: Contract, name: ContractStepName, comment: string | null): string | null {
  if (name === 'SendForUpdate') return comment
  return name === 'SendForApproval' ? null : contract.updateComment
}

/** Writes the new state with history and logs; also used when a project step affects its contracts. */
export async function writeStep(ctx: Context, contract: Contract, name: ContractStepName, comment: string | null) {
  const to: ContractState = {
    status: contract.status,
    isLocked: contract.isLocked,
    isArchived: contract.isArchived,
    ...contractSteps[name].to,
  }
  const row = { ...to, ...moreOf(ctx)[name], updateComment: updateCommentAfter(contract, name, comment) }
  const [written] = await ctx.update(contractsTable, contract.id, row, { returning: ['rowVersion'] })
  // Any decision settles the inbox entries of all approvers.
  if (contract.status === ContractStatus.PendingApproval)
    await ctx.services.settle(ctx, { entity: contractsModel.entity, entityId: contract.id, reason: 'approval' })
  const [from, now] = [contractStateLabel(contract), contractStateLabel(to)]
  addEvent(ctx, contract.id, { action: name, from, to: now, comment })
  await notifyContractChange(
    ctx,
    { ...contract, rowVersion: written?.rowVersion ?? contract.rowVersion },
    {
      title: contractStepDone[name],
      notes: comment,
      changes: from === now ? [] : [{ field: 'status', label: 'Status', from, to: now }],
      before: pickContractState(contract),
      after: { ...pickContractState(to), ...(comment ? { comment } : {}) },
      action: 'StateChange',
    },
  )
}
const pickContractState = ({ status, isLocked, isArchived }: ContractState) => ({ status, isLocked, isArchived })

interface Happened {
  action: ContractStepName | 'Create'
  from: string | null
  to: string
  comment: string | null
}
export function addEvent(ctx: Context, contractId: number, { action, from, to, comment }: Happened) {
  ctx.sendInsert(contractEventsTable, [{ contractId, action, fromState: from, toState: to, userId: ctx.actor.userId || null, comment }])
}

const newsOf: Partial<Record<ContractStepName, string>> = {
  SendForApproval: 'is waiting for approval',
  Approve: 'was approved',
  SendForUpdate: 'was sent back for update',
  Unapprove: 'is no longer approved',
}

/** Notifies approvers of a pending decision, and the sender of the result. */
async function notifyAboutStep(ctx: Context, contract: Contract, name: ContractStepName, { comment, rowVersion }: Taken) {
  const done = newsOf[name]
  if (!done) return
  const { id, project, number } = contract
  const sender = contract.sentForApprovalBy?.id
  const deciders = name === 'SendForApproval' ? await permittedUserIds(ctx, 'ProjectContracts.Approve', project.id) : []
  await ctx.services.notify(ctx, {
    key: `contract ${id} ${name} ${rowVersion}`,
    kind: 'contract',
    entity: contractsModel.entity,
    entityId: id,
    projectId: project.id,
    needs: contractsModel.permission.view,
    title: `${contract.name} ${done}`,
    text: [`${number}, ${project.name}`, comment].filter(Boolean).join(': '),
    link: `/projects/${project.id}/contracts/${id}`,
    to: [
      { reason: 'approval', userIds: deciders },
      { reason: 'assigned', userIds: name === 'SendForUpdate' ? [sender] : [] },
    ],
    isForWatchers: true,
    awaitedBy: name === 'Approve' || name === 'SendForUpdate' ? sender : undefined,
  })
}
interface Taken {
  comment: string | null
  rowVersion: number
}

async function permittedUserIds(ctx: Context, permission: Permission, projectId: number): Promise<string[]> {
  const rows = await ctx.rows({ id: is.uuid }, 'select id from people where not is_suspended and $1 = any(permissions)', [permission])
  const seen = await seeing(
    ctx,
    projectId,
    rows.map(({ id }) => id),
  )
  return [...seen]
}

export const contractStepRoutes: Route[] = contractStepCalls.map(({ step, call }) =>
  defineRoute(call, (ctx, { params, body }) => runContractStep(ctx, params.id, step, body.comment, body.rowVersion)),
)
