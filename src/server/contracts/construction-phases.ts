import {
  changePhase,
  createPhase,
  deletePhase,
  listPhases,
  monthsOutside,
  movedRange,
  orderPhases,
  phaseRange,
  planDeletion,
} from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, FeeType, PhaseDateRangeType, ProposalType } from '../../model/contracts/enums.ts'
import { hasAgreedFee } from '../../model/contracts/fee-terms.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { phaseFields } from '../../model/contracts/phase-fields.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { formatMonth, monthOf } from '../../model/kit/dates.ts'
import { pick, typedKeys } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import type { FieldChange } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { type ContractNow, phasesOfContract, type StoredPhase } from './contract-parts.ts'
import { type Contract, contracts } from './contracts.ts'
import { constructionPhasesTable } from './contracts-tables.ts'
import { shiftMonthlyHours } from './moved-hours.ts'
import { checkUnused, contractChanged, openContract, usedRecords } from './open-contract.ts'
import { shownNow, shownPhases } from './shown-phases.ts'

type PhaseInput = RequestOf<typeof createPhase>['body']
type Problems = Record<string, string[]>
export const needs = 'ProjectContracts.ConstructionPhasesView' as const

export function getPhase<P extends { id: number }>(phases: readonly P[], id: number): P {
  const phase = phases.find((item) => item.id === id)
  if (!phase) throw notFound('Phase')
  return phase
}

/** The open contract, locked, with its phases as stored. */
export async function holdPhase(ctx: Context, contractId: number, phaseId: number) {
  const contract = await openContract(ctx, contractId)
  const phases = await phasesOfContract(ctx, contractId)
  return { contract, phases, phase: getPhase(phases, phaseId) }
}
type HeldPhase = Awaited<ReturnType<typeof holdPhase>>

/** Validates the request and returns the phase's new column values. `before` is the stored phase, or null on create. */
function phaseColumns(ctx: Context, contract: Contract, phases: readonly StoredPhase[], input: PhaseInput, before: StoredPhase | null) {
  const problems: Problems = {}
  const phaseInput = input.type === ConstructionPhaseType.Pause ? { ...input, feeType: FeeType.Hourly, fee: null } : input
  const { range, problems: ofRange } = phaseRange(phaseInput)
  Object.assign(problems, ofRange)
  if (phaseInput.discipline !== null && contract.proposalType !== ProposalType.Combined)
    problems.discipline = ['Only phases of a combined proposal have a discipline.']
  Object.assign(problems, parentProblems(phases, phaseInput.parentPhaseId, before))
  const fee = validateFee(ctx, phaseInput, before, problems)
  const outside = range && before ? before.records.flatMap(({ allocations }) => monthsOutside(allocations, range)) : []
  if (outside.length > 0) problems.startDate = [`Hours are planned in ${[...new Set(outside)].sort().map(formatMonth).join(', ')}.`]
  if (!range || Object.keys(problems).length > 0) throw badRequest(problems)
  const { type, parentPhaseId, dateRangeType, discipline, feeType, percentComplete } = phaseInput
  const name = phaseInput.name ?? ConstructionPhaseType.get(type).longLabel
  return { type, name, parentPhaseId, dateRangeType, ...range, discipline, feeType, fee, percentComplete }
}

/** Validates the parent. One level only: a child has no children, and a parent cannot become a child. */
function parentProblems(phases: readonly StoredPhase[], parentPhaseId: number | null, before: StoredPhase | null): Problems {
  if (parentPhaseId === null) return {}
  const parent = phases.find(({ id }) => id === parentPhaseId)
  if (!parent || parent.id === before?.id) return { parentPhaseId: ['Phase not found.'] }
  if (parent.parentPhaseId !== null) return { parentPhaseId: ['A child has no children.'] }
  const isParent = before && phases.some((phase) => phase.parentPhaseId === before.id)
  return isParent ? { parentPhaseId: ['A phase with children cannot be a child.'] } : {}
}

/**
 * The fee is masked with revenue. A user without the permission cannot set it; even sending the current value is rejected, so the fee
 * cannot be guessed.
 */
function validateFee(ctx: Context, input: PhaseInput, before: StoredPhase | null, problems: Problems): number | null {
  const isSeen = ctx.actor.held.has(moneyMasks.revenueSums)
  if (!isSeen && input.fee !== null) throw forbidden(moneyMasks.revenueSums)
  if (!isSeen && before && input.feeType !== before.feeType) throw forbidden(moneyMasks.revenueSums)
  const fee = isSeen ? input.fee : (before?.fee ?? null)
  if (!hasAgreedFee(input.feeType)) return null
  if (fee === null) problems.fee = [messages.required]
  return fee
}

/** Months are stored as days. */
const { startMonth: _, endMonth: __, ...storedFields } = phaseFields
const phaseKeys = typedKeys(storedFields)
type Columns = ReturnType<typeof phaseColumns>
const pickPhaseColumns = (phase: StoredPhase): Columns => pick(phase, phaseKeys)
const phaseValues = (columns: Columns) => ({ ...columns, fee: centsOf(columns.fee) })

const lastOrder = (phases: readonly StoredPhase[], parentPhaseId: number | null) =>
  phases.filter((phase) => phase.parentPhaseId === parentPhaseId).reduce((last, { order }) => Math.max(last, order), 0)

async function addPhase(ctx: Context, contractId: number, input: PhaseInput) {
  const contract = await openContract(ctx, contractId)
  const phases = await phasesOfContract(ctx, contractId)
  const columns = phaseColumns(ctx, contract, phases, input, null)
  const row = { contractId, ...phaseValues(columns), order: lastOrder(phases, columns.parentPhaseId) + 1 }
  const [created] = await ctx.insert(constructionPhasesTable, row, { returning: ['id'] })
  const now = await contractChanged(ctx, contract, { title: 'Phase added', notes: columns.name, after: { phase: columns }, needs })
  return phaseNow(ctx, now, created?.id ?? 0)
}

export function phaseNow(ctx: Context, now: ContractNow, phaseId: number) {
  const { items, ...contract } = shownNow(ctx, now)
  return { phase: getPhase(items, phaseId), ...contract }
}

async function putPhase(ctx: Context, { params, body: { rowVersion, ...changes } }: RequestOf<typeof changePhase>) {
  const held = await holdPhase(ctx, params.id, params.phaseId)
  const current = async () => getPhase(await shownPhases(ctx, params.id), params.phaseId)
  await checkVersion(held.phase, rowVersion, `${held.phase.name} has`, current)
  return updatePhase(ctx, held, changes)
}

type PhaseChanges = Omit<RequestOf<typeof changePhase>['body'], 'rowVersion'>

export async function updatePhase(ctx: Context, { contract, phases: stored, phase: before }: HeldPhase, changes: PhaseChanges) {
  const { moveChildren = null, moveHours = null, ...sent } = changes
  const phaseInput: PhaseInput = { ...storedPhaseInput(ctx, before, sent), ...sent }
  const phases = moveHours ? await withMovedHours(ctx, contract, stored, before, { ...phaseInput, moveChildren }) : stored
  const columns = phaseColumns(ctx, contract, phases, phaseInput, getPhase(phases, before.id))
  if (columns.type !== before.type) await checkNewType(ctx, before, columns.type)
  const order = columns.parentPhaseId === before.parentPhaseId ? before.order : lastOrder(phases, columns.parentPhaseId) + 1
  await ctx.update(constructionPhasesTable, before.id, { ...phaseValues(columns), order })
  if (moveChildren && columns.startDate !== before.startDate) await moveChildPhases(ctx, phases, before, columns.startDate)
  const now = await contractChanged(ctx, contract, {
    title: 'Phase changed',
    notes: columns.name,
    changes: phaseChanges(before, columns),
    before: { phase: pickPhaseColumns(before) },
    after: { phase: columns },
    needs,
  })
  return phaseNow(ctx, now, before.id)
}

/** The stored phase as a request would send it: without a fee that the user may not see, and in months where the request uses months. */
function storedPhaseInput(ctx: Context, before: StoredPhase, sent: Partial<PhaseInput>): PhaseInput {
  const columns = pickPhaseColumns(before)
  const isMonthly = (sent.dateRangeType ?? before.dateRangeType) === PhaseDateRangeType.Month && sent.startDate == null
  return {
    ...columns,
    fee: ctx.actor.held.has(moneyMasks.revenueSums) ? columns.fee : null,
    ...(isMonthly
      ? { startDate: null, endDate: null, startMonth: monthOf(before.startDate), endMonth: monthOf(before.endDate) }
      : { startMonth: null, endMonth: null }),
  }
}

async function withMovedHours(
  ctx: Context,
  contract: Contract,
  phases: StoredPhase[],
  phase: StoredPhase,
  input: PhaseInput & { moveChildren: boolean | null },
): Promise<StoredPhase[]> {
  const { range } = phaseRange(input)
  if (!range || range.startDate === phase.startDate) return phases
  const children = phases.filter(({ parentPhaseId }) => parentPhaseId === phase.id)
  const movedChildren = input.moveChildren ? children : []
  await shiftMonthlyHours(ctx, contract, [
    { phase, newStart: range.startDate },
    ...movedChildren.map((child) => ({ phase: child, newStart: childRange(child, phase, range.startDate).startDate })),
  ])
  return phasesOfContract(ctx, contract.id)
}

async function checkNewType(ctx: Context, phase: StoredPhase, type: ConstructionPhaseType) {
  if (type === ConstructionPhaseType.Pause && phase.records.length > 0) throw conflict('A phase on hold has no hours.')
  await checkUnused(
    ctx,
    phase.records.map(({ id }) => id),
    'The phase type cannot be changed',
  )
}

const childRange = (child: StoredPhase, parent: StoredPhase, newStart: string) =>
  movedRange(child, child.dateRangeType, parent.startDate, newStart)

async function moveChildPhases(ctx: Context, phases: readonly StoredPhase[], parent: StoredPhase, newStart: string) {
  const moved = phases
    .filter(({ parentPhaseId }) => parentPhaseId === parent.id)
    .map((child) => ({ child, range: childRange(child, parent, newStart) }))
  const outside = moved.flatMap(({ child, range }) => child.records.flatMap(({ allocations }) => monthsOutside(allocations, range)))
  if (outside.length > 0)
    throw badRequest({ startDate: [`Hours are planned in ${[...new Set(outside)].sort().map(formatMonth).join(', ')}.`] })
  await ctx.updateMany(
    constructionPhasesTable,
    moved.map(({ child, range }) => ({ id: child.id, ...range })),
  )
}

/** Changes for the log; a fee is reported as changed without its value. */
function phaseChanges(before: StoredPhase, after: Columns): FieldChange[] {
  const told: [label: string, from: string | null, to: string | null][] = [
    ['Phase', ConstructionPhaseType.label(before.type), ConstructionPhaseType.label(after.type)],
    ['Name', before.name, after.name],
    ['Start', before.startDate, after.startDate],
    ['End', before.endDate, after.endDate],
    ['Fee', FeeType.label(before.feeType), FeeType.label(after.feeType)],
    ['Complete', formatPercent(before.percentComplete), formatPercent(after.percentComplete)],
  ]
  const changes = told.filter(([, from, to]) => from !== to).map(([label, from, to]) => ({ field: label, label, from, to }))
  return before.fee === after.fee ? changes : [...changes, { field: 'fee', label: 'Amount', from: null, to: null }]
}
const formatPercent = (percent: number | null) => (percent === null ? null : `${percent}%`)

async function order(ctx: Context, contractId: number, ids: readonly number[]) {
  const contract = await openContract(ctx, contractId)
  const phases = await phasesOfContract(ctx, contractId)
  const positions = phases.map(({ id }) => {
    const at = ids.indexOf(id)
    return { id, at: at < 0 ? ids.length : at }
  })
  if (ids.some((id) => !phases.some((phase) => phase.id === id))) throw badRequest({ ids: ['Phase not found.'] })
  const ordered = positions.sort((a, b) => a.at - b.at).map(({ id }, index) => ({ id, order: index + 1 }))
  await ctx.updateMany(constructionPhasesTable, ordered, { skipsEqual: true })
  const after = { phaseIds: ordered.map(({ id }) => id) }
  return shownNow(ctx, await contractChanged(ctx, contract, { title: 'Phases reordered', after, needs }))
}

async function removePhase(ctx: Context, contractId: number, phaseId: number, option: RequestOf<typeof deletePhase>['query']['option']) {
  const { contract, phases, phase } = await holdPhase(ctx, contractId, phaseId)
  if (option === null && phases.some(({ parentPhaseId }) => parentPhaseId === phaseId)) throw badRequest({ option: [messages.required] })
  const { removed, moved } = planDeletion(phases, phaseId, option)
  const lost = phases.filter(({ id }) => removed.includes(id))
  const [user] = (
    await usedRecords(
      ctx,
      lost.flatMap(({ records }) => records.map(({ id }) => id)),
    )
  ).values()
  if (user !== undefined) throw conflict(`${phase.name} cannot be deleted: ${user} uses its hours.`)
  await checkUnworked(ctx, lost)
  await ctx.run('delete from phase_records where phase_id = any($1)', [removed])
  await ctx.run('delete from construction_phases where id = any($1)', [removed])
  await ctx.updateMany(constructionPhasesTable, moved, { skipsEqual: true })
  const names = lost.map(({ name }) => name).join(', ')
  const before = { phases: lost.map(pickPhaseColumns) }
  return shownNow(ctx, await contractChanged(ctx, contract, { title: 'Phase deleted', notes: names, before, needs }))
}

/** A phase with actual hours cannot be deleted, because they would lose their phase. */
async function checkUnworked(ctx: Context, phases: readonly StoredPhase[]) {
  const [worked] = await ctx.rows(
    { phaseId: is.number, hours: is.number },
    `select w.phase_id, w.hundredths / 100.0 as hours from worked_phases w where w.phase_id = any($1::bigint[]) order by 1 limit 1`,
    [phases.map(({ id }) => id)],
  )
  const phase = phases.find(({ id }) => id === worked?.phaseId)
  if (worked && phase)
    throw conflict(`${phase.name} cannot be deleted: ${formatCount(worked.hours, 'hour was', 'hours were')} worked in it.`)
}

export const phaseRoutes: Route[] = [
  defineRoute(listPhases, async (ctx, { params }) => {
    const contract = await contracts.get(ctx, params.id)
    return { items: await shownPhases(ctx, contract.id) }
  }),
  defineRoute(createPhase, (ctx, { params, body }) => addPhase(ctx, params.id, body)),
  // Registered before the route that would parse the last path segment as a phase id.
  defineRoute(orderPhases, (ctx, { params, body }) => order(ctx, params.id, body.ids)),
  defineRoute(changePhase, putPhase),
  defineRoute(deletePhase, (ctx, { params, query }) => removePhase(ctx, params.id, params.phaseId, query.option)),
]
