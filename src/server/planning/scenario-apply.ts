import type { RequestOf } from '../../model/kit/call.ts'
import type { Permission } from '../../model/permissions.ts'
import { type applyScenario, type ScenarioChange, totalHundredths } from '../../model/planning/scenarios.ts'
import { changeRecord, createRecord, holdRecord, openContract, removeRecord } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { shownChanges } from './scenario-changes.ts'
import { heldScenario, keepChanges } from './scenarios.ts'

const needs = (ctx: Context, permission: Permission) => {
  if (!ctx.actor.held.has(permission)) throw forbidden(permission)
}

/** Writes through the contract's own functions and their permissions. Hours the scenario reduces to zero are deleted. */
async function applyChange(ctx: Context, change: ScenarioChange) {
  const { contractId, phaseId, recordId, months: allocations, type, userId, genericName, laborType } = change
  const hours = totalHundredths(change) / 100
  if (recordId === null) {
    needs(ctx, 'ProjectContracts.ConstructionPhasesCreate')
    const input = { type, userId, genericName, laborType, hours, allocations, sellRate: null, costRate: null, note: null }
    return createRecord(ctx, contractId, phaseId, input)
  }
  if (allocations.length === 0) needs(ctx, 'ProjectContracts.ConstructionPhasesDelete')
  const held = await holdRecord(ctx, contractId, phaseId, recordId)
  return allocations.length === 0 ? removeRecord(ctx, held) : changeRecord(ctx, held, { laborType, hours, allocations })
}

/** Applies all changes to a contract or none. Checks its locks, phases, and amendments again and reports outdated changes. */
export async function applyScenarioChanges(ctx: Context, { params, body }: RequestOf<typeof applyScenario>) {
  // Locks the project before the scenario, in the same order as everywhere.
  const { contractId } = body
  await openContract(ctx, contractId)
  const { scenario, changes } = await heldScenario(ctx, params.id)
  const { changes: visible, shown } = await shownChanges(ctx, changes)
  const own = visible.filter((change) => change.contractId === contractId)
  if (own.length === 0) throw badRequest({ contractId: ['The scenario changes nothing in this contract.'] })
  const stale = shown.filter((change) => change.contractId === contractId && change.problem !== null)
  if (stale.length > 0)
    throw conflict(`Nothing was applied. ${stale.map(({ words, problem }) => `${words}: ${problem}`).join(' ')}`, {
      detail: 'stale',
      current: stale,
    })
  for (const change of own) await applyChange(ctx, change)
  const left = changes.filter((change) => !own.includes(change))
  await keepChanges(ctx, scenario, left)
  return { applied: own.length, changes: (await shownChanges(ctx, left)).shown }
}
