import { LaborType } from '../../model/access/enums.ts'
import { monthsOutside } from '../../model/contracts/construction-phases.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { pick, typedKeys } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import {
  addEntry,
  type EntryHours,
  movePhase,
  removeEntry,
  setEntryHours,
  setEntryMonth,
  withMonth,
} from '../../model/planning/board-edits.ts'
import { type BoardPhase, boardPhase } from '../../model/planning/boards.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import {
  changePhase,
  changeRecord,
  createRecord,
  getPhase,
  holdPhase,
  holdRecord,
  type KeptPhase,
  phasesOfContract,
  removeRecord,
} from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { findEntry, getEntry } from './board-entry.ts'

/** Returns the record of an entry with its contract open and locked against concurrent changes. */
async function holdEntry(ctx: Context, projectId: number, recordId: number, rowVersion: number) {
  const entry = () => getEntry(ctx, 'SmallBoard', recordId, projectId)
  const { contractId, phaseId } = await entry()
  const held = await holdRecord(ctx, contractId, phaseId, recordId)
  await checkVersion(held.record, rowVersion, 'These hours have', entry)
  return held
}
type HeldEntry = Awaited<ReturnType<typeof holdEntry>>

async function writeEntryHours(ctx: Context, projectId: number, held: HeldEntry, { hours, allocations }: EntryHours) {
  const { contractRowVersion } = await changeRecord(ctx, held, { hours, allocations })
  return {
    entry: await getEntry(ctx, 'SmallBoard', held.record.id, projectId),
    contractRowVersion,
    before: pick(held.record, ['hours', 'allocations']),
  }
}

async function updateEntryMonth(ctx: Context, { params, body }: RequestOf<typeof setEntryMonth>) {
  const held = await holdEntry(ctx, params.id, params.recordId, body.rowVersion)
  const outside = monthsOutside([body], held.phase)
  if (outside.length > 0) throw badRequest({ month: [`${outside.map(formatMonth).join(', ')} is outside the phase.`] })
  const spread = toSpreadRecord({ hours: centsOf(held.record.hours), allocations: held.record.allocations })
  return writeEntryHours(ctx, params.id, held, withMonth(spread, held.phase, body.month, body.hours))
}

async function setHours(ctx: Context, { params, body }: RequestOf<typeof setEntryHours>) {
  return writeEntryHours(ctx, params.id, await holdEntry(ctx, params.id, params.recordId, body.rowVersion), body)
}

async function contractOfPhase(ctx: Context, projectId: number, phaseId: number): Promise<number> {
  const [row] = await ctx.rows(
    { contractId: is.number },
    `select c.id as "contractId" from planned_phases ph join planned_contracts c on c.id = ph.contract_id join living_projects p on p.id = c.project_id
     where ph.id = $1 and p.id = $2 and visible(p)`,
    [phaseId, projectId],
  )
  if (!row) throw notFound('Phase')
  return row.contractId
}

async function createEntry(ctx: Context, { params, body }: RequestOf<typeof addEntry>) {
  const contractId = await contractOfPhase(ctx, params.id, params.phaseId)
  const created = await createRecord(ctx, contractId, params.phaseId, { ...body, sellRate: null, costRate: null })
  const entry = await findEntry(ctx, 'SmallBoard', created.record.id, params.id)
  // A user who could not see the entry on the board may not create it.
  if (!entry) throw forbidden(`SmallBoard.ViewLaborType${LaborType.get(created.record.laborType).permissionSuffix}`)
  return { entry, contractRowVersion: created.contractRowVersion }
}

async function deleteEntry(ctx: Context, { params, query }: RequestOf<typeof removeEntry>) {
  const { contractRowVersion } = await removeRecord(ctx, await holdEntry(ctx, params.id, params.recordId, query.rowVersion))
  return { contractRowVersion }
}

const toBoardPhase = (phase: KeptPhase): BoardPhase => pick(phase, typedKeys(boardPhase))

async function moveBoardPhase(ctx: Context, { params, body }: RequestOf<typeof movePhase>) {
  const contractId = await contractOfPhase(ctx, params.id, params.phaseId)
  const held = await holdPhase(ctx, contractId, params.phaseId)
  const { phases, phase } = held
  await checkVersion(phase, body.rowVersion, `${phase.name} has`, () => toBoardPhase(phase))
  const { startDate, endDate, moveChildren, moveHours } = body
  const children = phases.filter(({ parentPhaseId }) => parentPhaseId === phase.id)
  const going = [phase, ...(moveChildren && startDate !== phase.startDate ? children : [])]
  const { contractRowVersion } = await changePhase(ctx, held, { startDate, endDate, moveChildren, moveHours })
  const now = await phasesOfContract(ctx, contractId)
  return {
    phases: going.map(({ id }) => toBoardPhase(getPhase(now, id))),
    before: going.map((item) => ({ phaseId: item.id, startDate: item.startDate, endDate: item.endDate })),
    contractRowVersion,
  }
}

export const boardEditRoutes: Route[] = [
  defineRoute(setEntryMonth, updateEntryMonth),
  defineRoute(setEntryHours, setHours),
  defineRoute(addEntry, createEntry),
  defineRoute(removeEntry, deleteEntry),
  defineRoute(movePhase, moveBoardPhase),
]
