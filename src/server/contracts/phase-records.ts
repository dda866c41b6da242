import { LaborType } from '../../model/access/enums.ts'
import { changeRecord, createRecord, deleteRecord, monthsOutside, recordFields } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, ContractOrigin, PhaseRecordType } from '../../model/contracts/enums.ts'
import { type RateColumn, ratePermissions } from '../../model/contracts/labor-rates.ts'
import { sumHours } from '../../model/contracts/money.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { formatMonth, monthOf } from '../../model/kit/dates.ts'
import { pick, typedKeys } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import type { FieldChange } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { getPhase, holdPhase, needs, phaseNow } from './construction-phases.ts'
import { type ContractNow, type StoredPhase, type StoredRecord, seesRate } from './contract-parts.ts'
import type { Contract } from './contracts.ts'
import { phaseRecordsTable } from './contracts-tables.ts'
import { ratesOfUser } from './labor-rates.ts'
import { checkUnused, contractChanged } from './open-contract.ts'
import { shownPhases } from './shown-phases.ts'

type RecordInput = RequestOf<typeof createRecord>['body']
type Problems = Record<string, string[]>
const { AssignedUser } = PhaseRecordType

/** Loads the assigned user. Suspended users keep their hours but get no new ones. */
async function personFor(ctx: Context, userId: string, before: StoredRecord | null, problems: Problems) {
  const [person] = await ctx.rows(
    { id: is.uuid, name: is.text, laborType: orNull(is.choice(LaborType)), isSuspended: is.boolean },
    `select id, concat_ws(' ', first_name, last_name) as name, default_labor_type as "laborType", is_suspended from people
     where id = $1 and not is_external_user and not is_deleted`,
    [userId],
  )
  if (!person) problems.userId = ['Person not found.']
  else if (person.isSuspended && before?.userId !== userId) problems.userId = [`${person.name} is suspended.`]
  return person
}

/** Validates the request and returns the record's new column values. `before` is the stored record, or null on create. */
async function recordColumns(ctx: Context, contract: Contract, phase: StoredPhase, input: RecordInput, before: StoredRecord | null) {
  const problems: Problems = {}
  const isAssigned = input.type === AssignedUser
  if (isAssigned && input.userId === null) problems.userId = [messages.required]
  const person = isAssigned && input.userId !== null ? await personFor(ctx, input.userId, before, problems) : undefined
  const laborType = input.laborType ?? person?.laborType
  if (laborType == null) problems.laborType = [messages.required]
  if (input.hours <= 0 && contract.origin === ContractOrigin.Manual) problems.hours = [messages.minimum(0.01)]
  Object.assign(problems, allocationProblems(contract, phase, input))
  if (laborType == null || Object.keys(problems).length > 0) throw badRequest(problems)
  const userId = isAssigned ? input.userId : null
  const isNew = !before || before.userId !== userId || before.laborType !== laborType
  const filled = isNew && userId ? (await ratesOfUser(ctx, userId)).find((rate) => rate.laborType === laborType) : undefined
  const rate = (column: Exclude<RateColumn, 'gaFeePercent'>) =>
    rateFor(ctx, column, { requested: input[column], before: before?.[column] ?? null, filled: filled?.[column] ?? null, isNew })
  return {
    type: input.type,
    userId,
    genericName: isAssigned ? null : (input.genericName ?? 'Generic'),
    laborType,
    hours: input.hours,
    allocations: input.allocations,
    sellRate: rate('sellRate'),
    costRate: rate('costRate'),
    note: input.note,
  }
}
type Columns = Awaited<ReturnType<typeof recordColumns>>
/** Stored columns of a record that a request sets. */
const recordKeys = typedKeys(recordFields)
const pickRecordColumns = (record: StoredRecord): Columns => pick(record, recordKeys)

function allocationProblems(contract: Contract, phase: StoredPhase, { allocations, hours }: RecordInput): Problems {
  if (allocations.length === 0) return {}
  const negative = allocations.findIndex((allocation) => allocation.hours < 0)
  if (negative >= 0 && contract.origin === ContractOrigin.Manual) return { [`allocations[${negative}].hours`]: [messages.minimum(0)] }
  const months = allocations.map(({ month }) => month)
  const twice = months.find((month, index) => months.indexOf(month) < index)
  if (twice) return { allocations: [`${formatMonth(twice)} is listed twice.`] }
  const outside = monthsOutside(allocations, phase)
  if (outside.length > 0) return { allocations: [`${outside.map(formatMonth).join(', ')} is outside the phase.`] }
  const sum = sumHours(allocations.map((allocation) => allocation.hours))
  return sum === hours ? {} : { allocations: [`The months add up to ${sum} h, not to ${hours} h.`] }
}

interface RateChoice {
  requested: number | null
  before: number | null
  /** Rate of the user at the time of the assignment. */
  filled: number | null
  isNew: boolean
}

/** An entered rate requires permission even if it is correct; the user's own rate is applied automatically. */
function rateFor(
  ctx: Context,
  column: Exclude<RateColumn, 'gaFeePercent'>,
  { requested, before, filled, isNew }: RateChoice,
): number | null {
  const isSeen = seesRate(column, ctx.actor.held)
  const usual = isNew ? filled : before
  const isLeft = isSeen ? requested === before || requested === usual : requested === null
  if (isLeft) return usual
  const { view, update } = ratePermissions[column]
  const missing = [view, update].find((name) => !ctx.actor.held.has(name))
  if (missing) throw forbidden(missing)
  return requested
}

function checkHoursAllowed(phase: StoredPhase, contract: Contract, { userId, laborType }: Columns, exceptId: number | null) {
  if (phase.type === ConstructionPhaseType.Pause) throw conflict('A phase on hold has no hours.')
  const isTaken = phase.records.some(
    (record) => userId !== null && record.id !== exceptId && record.userId === userId && record.laborType === laborType,
  )
  if (isTaken && contract.origin === ContractOrigin.Manual)
    throw conflict(`This person already has hours as ${LaborType.label(laborType)} in ${phase.name}.`)
}

const recordValues = (columns: Columns) => ({
  ...columns,
  hours: centsOf(columns.hours),
  sellRate: centsOf(columns.sellRate),
  costRate: centsOf(columns.costRate),
})

function getRecord<R extends { id: number }>(phase: { records: readonly R[] }, id: number): R {
  const record = phase.records.find((item) => item.id === id)
  if (!record) throw notFound('Record')
  return record
}

function recordNow(ctx: Context, now: ContractNow, phaseId: number, recordId: number) {
  const shown = phaseNow(ctx, now, phaseId)
  return { record: getRecord(shown.phase, recordId), ...shown }
}

export async function addRecord(ctx: Context, contractId: number, phaseId: number, input: RecordInput) {
  const { contract, phase } = await holdPhase(ctx, contractId, phaseId)
  const columns = await recordColumns(ctx, contract, phase, input, null)
  checkHoursAllowed(phase, contract, columns, null)
  const [created] = await ctx.insert(phaseRecordsTable, { contractId, phaseId, ...recordValues(columns) }, { returning: ['id'] })
  const now = await contractChanged(ctx, contract, {
    title: 'Hours added',
    notes: await describeRecord(ctx, phase, columns),
    after: { record: columns },
    needs,
  })
  return recordNow(ctx, now, phaseId, created?.id ?? 0)
}

/** "CD 50 %: Mara Reyes, SC, 40 h, March 2026 to May 2026" */
async function describeRecord(
  ctx: Context,
  phase: StoredPhase,
  { userId, genericName, laborType, hours, allocations }: Columns,
): Promise<string> {
  const [person] = userId
    ? await ctx.rows({ name: is.text }, `select concat_ws(' ', first_name, last_name) as name from people where id = $1`, [userId])
    : []
  return `${phase.name}: ${person?.name ?? genericName ?? 'Generic'}, ${LaborType.label(laborType)}, ${hours} h, ${formatMonthSpan(allocations, phase)}`
}

function formatMonthSpan(allocations: readonly { month: string }[], phase: { startDate: string; endDate: string }): string {
  const months = allocations.length > 0 ? allocations.map(({ month }) => month).sort() : [monthOf(phase.startDate), monthOf(phase.endDate)]
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first === last ? formatMonth(first) : `${formatMonth(first)} to ${formatMonth(last)}`
}

/** The record as stored, with its open contract locked. */
export async function holdRecord(ctx: Context, contractId: number, phaseId: number, recordId: number) {
  const { contract, phase } = await holdPhase(ctx, contractId, phaseId)
  return { contract, phase, record: getRecord(phase, recordId) }
}
type HeldRecord = Awaited<ReturnType<typeof holdRecord>>

async function putRecord(ctx: Context, { params, body: { rowVersion, ...sent } }: RequestOf<typeof changeRecord>) {
  const held = await holdRecord(ctx, params.id, params.phaseId, params.recordId)
  const current = async () => getRecord(getPhase(await shownPhases(ctx, params.id), params.phaseId), params.recordId)
  await checkVersion(held.record, rowVersion, 'These hours have', current)
  return updateRecord(ctx, held, sent)
}

/** Changes only the values sent. Others stay, including rates the user may not see. */
export async function updateRecord(ctx: Context, { contract, phase, record: before }: HeldRecord, sent: Partial<RecordInput>) {
  const columns = await recordColumns(ctx, contract, phase, { ...storedRecordInput(ctx, before, sent), ...sent }, before)
  checkHoursAllowed(phase, contract, columns, before.id)
  if (columns.userId !== before.userId || columns.laborType !== before.laborType)
    await checkUnused(ctx, [before.id], 'The hours cannot be given to someone else')
  await ctx.update(phaseRecordsTable, before.id, recordValues(columns))
  const now = await contractChanged(ctx, contract, {
    title: 'Hours changed',
    notes: await describeRecord(ctx, phase, columns),
    changes: recordChanges(before, columns),
    before: { record: pickRecordColumns(before) },
    after: { record: columns },
    needs,
  })
  return recordNow(ctx, now, phase.id, before.id)
}

/**
 * The stored record as a request would send it: without rates that the user may not see. The months of other hours would no longer add up,
 * so they are dropped.
 */
function storedRecordInput(ctx: Context, before: StoredRecord, { hours = before.hours }: Partial<RecordInput>): RecordInput {
  const rate = (column: 'sellRate' | 'costRate') => (seesRate(column, ctx.actor.held) ? before[column] : null)
  return {
    ...pickRecordColumns(before),
    allocations: hours === before.hours ? before.allocations : [],
    sellRate: rate('sellRate'),
    costRate: rate('costRate'),
  }
}

/** Changed rates are logged without values. */
function recordChanges(before: StoredRecord, after: Columns): FieldChange[] {
  const told: [label: string, from: string | null, to: string | null][] = [
    ['Labor type', LaborType.label(before.laborType), LaborType.label(after.laborType)],
    ['Hours', String(before.hours), String(after.hours)],
    ['Note', before.note, after.note],
  ]
  const changes = told.filter(([, from, to]) => from !== to).map(([label, from, to]) => ({ field: label, label, from, to }))
  const rates = (['sellRate', 'costRate'] as const).filter((column) => before[column] !== after[column])
  return [...changes, ...rates.map((column) => ({ field: column, label: column === 'sellRate' ? 'Sell' : 'Cost', from: null, to: null }))]
}

export async function removeRecord(ctx: Context, { contract, phase, record }: HeldRecord) {
  await checkUnused(ctx, [record.id], 'The hours cannot be deleted')
  await ctx.run('delete from phase_records where id = $1', [record.id])
  const before = pickRecordColumns(record)
  const now = await contractChanged(ctx, contract, {
    title: 'Hours deleted',
    notes: await describeRecord(ctx, phase, before),
    before: { record: before },
    needs,
  })
  return phaseNow(ctx, now, phase.id)
}

export const phaseRecordRoutes: Route[] = [
  defineRoute(createRecord, (ctx, { params, body }) => addRecord(ctx, params.id, params.phaseId, body)),
  defineRoute(changeRecord, putRecord),
  defineRoute(deleteRecord, async (ctx, { params }) =>
    removeRecord(ctx, await holdRecord(ctx, params.id, params.phaseId, params.recordId)),
  ),
]
