import { LaborType } from '../../model/access/enums.ts'
import { monthsOutside } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, PhaseRecordType } from '../../model/contracts/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { centsOf } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { messages } from '../../model/kit/rules.ts'
import { withMonth } from '../../model/planning/board-edits.ts'
import { seenLaborTypes } from '../../model/planning/boards.ts'
import {
  type addScenarioHours,
  type dropScenarioChange,
  mostChanges,
  type ScenarioChange,
  type ShownChange,
  type setScenarioMonth,
} from '../../model/planning/scenarios.ts'
import type { DateRange } from '../../model/planning/spread.ts'
import { spreadOverMonths, toSpreadRecord } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { columnList, is, orNull, personRef } from '../kit/sql/row-types.ts'
import { recordColumns, recordRow } from './board-contents.ts'
import { getEntry } from './board-entry.ts'
import { heldScenario, keepChanges, type Scenario } from './scenarios.ts'

const byMonth = (months: ScenarioChange['months']) => Object.fromEntries(months.map(({ month, hours }) => [month, hours]))
const userOrGenericName = (user: UserRef | null, genericName: string | null) => (user ? fullName(user) : (genericName ?? 'Generic'))

const phaseRow = {
  id: is.number,
  contractId: is.number,
  type: is.choice(ConstructionPhaseType),
  startDate: is.date,
  endDate: is.date,
}
async function loadContractState(ctx: Context, changes: readonly ScenarioChange[]) {
  const [phaseIds, recordIds] = [changes.map(({ phaseId }) => phaseId), changes.flatMap(({ recordId }) => recordId ?? [])]
  const phases = await ctx.rows(
    phaseRow,
    `select ${columnList(phaseRow, 'ph')}
     from planned_phases ph join planned_contracts c on c.id = ph.contract_id where ph.id = any($1::bigint[])`,
    [phaseIds],
  )
  const records = await ctx.rows(
    recordRow,
    `select ${recordColumns} from planned_records r join planned_contracts c on c.id = r.contract_id left join people u on u.id = r.user_id
     where r.id = any($1::bigint[])`,
    [recordIds],
  )
  const people = await ctx.rows(
    { id: is.uuid, user: personRef, isSuspended: is.boolean, isDeleted: is.boolean, laborType: orNull(is.choice(LaborType)) },
    `select u.id, u.person as "user", u.is_suspended, u.is_deleted, u.default_labor_type as "laborType"
     from people u where u.id = any($1::uuid[])`,
    [changes.flatMap(({ userId }) => userId ?? [])],
  )
  return {
    phases: new Map(phases.map((phase) => [phase.id, phase])),
    records: new Map(records.map((record) => [record.id, record])),
    people: new Map(people.map((person) => [person.id, person])),
  }
}
export type ContractState = Awaited<ReturnType<typeof loadContractState>>

/** Returns why a change cannot be applied: its phase or record changed or is gone. */
function changeProblem(change: ScenarioChange, { phases, records, people }: ContractState): string | null {
  const [phase, record] = [phases.get(change.phaseId), records.get(change.recordId ?? 0)]
  if (!phase) return 'The phase no longer exists.'
  if (change.recordId !== null && !record) return 'The hours no longer exist.'
  if (record && record.rowVersion !== change.seenVersion) return 'The hours have been changed in the contract since. Set them here again.'
  const outside = monthsOutside(change.months, phase)
  if (outside.length > 0) return `${outside.map(formatMonth).join(', ')} is now outside the phase.`
  const person = change.recordId === null && change.userId !== null ? people.get(change.userId) : undefined
  if (person && (person.isSuspended || person.isDeleted)) return `${userOrGenericName(person.user, null)} can no longer be given hours.`
  return null
}

export async function shownChanges(ctx: Context, changes: readonly ScenarioChange[]) {
  const seen = seenLaborTypes('SmallBoard', ctx.actor.held)
  const visible = changes.filter(({ laborType }) => seen.includes(laborType))
  const currentState = await loadContractState(ctx, visible)
  const shown = visible.map((change): ShownChange => {
    const [phase, record] = [currentState.phases.get(change.phaseId), currentState.records.get(change.recordId ?? 0)]
    const user = record ? record.user : (currentState.people.get(change.userId ?? '')?.user ?? null)
    const personName = userOrGenericName(user, record ? record.genericName : change.genericName)
    const was = record && phase ? monthsOfRecord(record, phase) : []
    return {
      id: change.id,
      recordId: change.recordId,
      contractId: change.contractId,
      phaseId: change.phaseId,
      words: `${personName}, ${LaborType.label(change.laborType)}${phase ? `, ${ConstructionPhaseType.label(phase.type)}` : ''}`,
      was: byMonth(was),
      now: byMonth(change.months),
      problem: changeProblem(change, currentState),
    }
  })
  return { changes: visible, shown, stand: currentState }
}

const monthsOfRecord = (record: Parameters<typeof toSpreadRecord>[0], range: DateRange) =>
  spreadOverMonths(toSpreadRecord(record), range)
    .filter(({ hundredths }) => hundredths !== 0)
    .map(({ key, hundredths }) => ({ month: key, hours: hundredths / 100 }))

const isSameMonths = (item: ScenarioChange['months'], other: ScenarioChange['months']) =>
  JSON.stringify(Object.entries(byMonth(item)).sort()) === JSON.stringify(Object.entries(byMonth(other)).sort())

async function storeChanges(ctx: Context, scenario: Scenario, changes: readonly ScenarioChange[]) {
  if (changes.length > mostChanges) throw conflict(`A scenario can hold ${mostChanges} changes. Apply some of them first.`)
  await keepChanges(ctx, scenario, changes)
  return { changes: (await shownChanges(ctx, changes)).shown }
}
const nextId = (changes: readonly ScenarioChange[]) => Math.max(0, ...changes.map(({ id }) => id)) + 1

/** A negative id is an entry the scenario adds. A change that equals the contract is removed. */
export async function updateScenarioMonth(ctx: Context, { params, body }: RequestOf<typeof setScenarioMonth>) {
  const { scenario, changes } = await heldScenario(ctx, params.id)
  const entry = await getEntry(ctx, 'SmallBoard', body.recordId, scenario.project.id)
  const outside = monthsOutside([body], entry)
  if (outside.length > 0) throw badRequest({ month: [`${outside.map(formatMonth).join(', ')} is outside the phase.`] })
  const known = changes.find(({ recordId }) => recordId === entry.recordId)
  const live = { hours: centsOf(entry.totalHours), allocations: entry.allocations }
  // Earlier changes are retained, unless the contract changed: then the scenario starts from the current hours.
  const base =
    known && known.seenVersion === entry.rowVersion
      ? { hours: known.months.reduce((sum, month) => sum + centsOf(month.hours), 0), allocations: known.months }
      : live
  const { allocations } = withMonth(toSpreadRecord(base), entry, body.month, body.hours)
  const change: ScenarioChange = {
    id: known?.id ?? nextId(changes),
    recordId: entry.recordId,
    contractId: entry.contractId,
    phaseId: entry.phaseId,
    type: entry.type,
    userId: entry.user?.id ?? null,
    genericName: entry.genericName,
    laborType: entry.laborType,
    months: allocations,
    seenVersion: entry.rowVersion,
  }
  const others = changes.filter((item) => item !== known)
  return storeChanges(ctx, scenario, isSameMonths(allocations, monthsOfRecord(live, entry)) ? others : [...others, change])
}

export async function createScenarioHours(ctx: Context, { params, body }: RequestOf<typeof addScenarioHours>) {
  const { scenario, changes } = await heldScenario(ctx, params.id)
  const [phase] = await ctx.rows(
    phaseRow,
    `select ${columnList(phaseRow, 'ph')}
     from planned_phases ph join planned_contracts c on c.id = ph.contract_id where ph.id = $1 and c.project_id = $2`,
    [body.phaseId, scenario.project.id],
  )
  if (!phase) throw notFound('Phase')
  if (phase.type === ConstructionPhaseType.Pause) throw conflict('A phase on hold has no hours.')
  const isAssigned = body.type === PhaseRecordType.AssignedUser
  const { person, laborType } = await whoFor(ctx, body)
  const outside = monthsOutside(body.months, phase)
  if (outside.length > 0) throw badRequest({ months: [`${outside.map(formatMonth).join(', ')} is outside the phase.`] })
  const twice = body.months.find(({ month }, index) => body.months.findIndex((item) => item.month === month) < index)
  if (twice) throw badRequest({ months: [`${formatMonth(twice.month)} is listed twice.`] })
  // A user who could not see the hours on the board may not add them.
  if (!seenLaborTypes('SmallBoard', ctx.actor.held).includes(laborType))
    throw forbidden(`SmallBoard.ViewLaborType${LaborType.get(laborType).permissionSuffix}`)
  const change: ScenarioChange = {
    id: nextId(changes),
    recordId: null,
    contractId: phase.contractId,
    phaseId: phase.id,
    type: body.type,
    userId: isAssigned ? (person?.id ?? null) : null,
    genericName: isAssigned ? null : (body.genericName ?? 'Generic'),
    laborType,
    months: body.months.toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    seenVersion: null,
  }
  return storeChanges(ctx, scenario, [...changes, change])
}

async function whoFor(ctx: Context, { type, userId, laborType }: RequestOf<typeof addScenarioHours>['body']) {
  const problems: Record<string, string[]> = {}
  const isAssigned = type === PhaseRecordType.AssignedUser
  const [person] =
    isAssigned && userId !== null
      ? await ctx.rows(
          { id: is.uuid, laborType: orNull(is.choice(LaborType)) },
          `select u.id, u.default_labor_type as "laborType" from people u
           where u.id = $1 and not u.is_external_user and not u.is_deleted and not u.is_suspended`,
          [userId],
        )
      : []
  if (isAssigned && !person) problems.userId = [userId === null ? messages.required : 'Person not found.']
  const targetType = laborType ?? person?.laborType ?? null
  if (targetType === null) problems.laborType = [messages.required]
  if (targetType === null || Object.keys(problems).length > 0) throw badRequest(problems)
  return { person, laborType: targetType }
}

export async function dropChange(ctx: Context, { params }: RequestOf<typeof dropScenarioChange>) {
  const { scenario, changes } = await heldScenario(ctx, params.id)
  if (!changes.some(({ id }) => id === params.changeId)) throw notFound('Change')
  return storeChanges(
    ctx,
    scenario,
    changes.filter(({ id }) => id !== params.changeId),
  )
}
