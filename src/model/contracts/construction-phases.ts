import { LaborType } from '../access/enums.ts'
import { call, items, mergePatch, shape } from '../kit/call.ts'
import { addDays, addMonths, addYears, daysBetween, firstDayOf, isMonth, lastDayOf, monthOf } from '../kit/dates.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  date,
  defaulted,
  hours,
  id,
  integer,
  list,
  money,
  name,
  optional,
  percent,
  set,
  text,
  user,
} from '../kit/field.ts'
import { type ObjectValues, object, objects, personField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { FeeType, PhaseDateRangeType, PhaseDeleteOption, PhaseRecordType } from './enums.ts'
import { shownSums } from './money.ts'
import { monthField, phaseFields } from './phase-fields.ts'

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

const allocationShape = { month: monthField('Month'), hours: hours('Hours', { min: -99_999.99 }) }
export type Allocation = ValuesOf<typeof allocationShape>

export const recordFields = {
  type: defaulted(choice('Kind', PhaseRecordType), PhaseRecordType.AssignedUser),
  userId: optional(user('Person')),
  genericName: optional(name('Name', { min: 1, max: 60 })),
  /** Defaults to the person's own labor type. */
  laborType: optional(choice('Labor type', LaborType)),
  hours: hours('Hours', { min: -99_999.99 }),
  /** If omitted, hours are spread over the working days of the phase. */
  allocations: defaulted(list('Months', allocationShape, { max: 121 }), []),
  /** Null uses the contract's rate. */
  sellRate: optional(money('Sell')),
  costRate: optional(money('Cost')),
  note: optional(text('Note')),
}

const one = 'Phase'
const recordShape = {
  id: id(),
  phaseId: id(one),
  rowVersion: integer('Row version'),
  type: choice('Kind', PhaseRecordType),
  user: optional(personField('Person')),
  genericName: recordFields.genericName,
  laborType: choice('Labor type', LaborType),
  hours: recordFields.hours,
  allocations: objects('Months', allocationShape),
  sourceRecordId: optional(id('Source record')),
  note: recordFields.note,
}
const recordFigures = {
  sellRate: recordFields.sellRate,
  costRate: recordFields.costRate,
  gaFeePercent: optional(percent('G&A')),
  /** Rates used in calculations: the record's own, otherwise the contract's. */
  effectiveSellRate: money('Effective sell'),
  effectiveCostRate: money('Effective cost'),
  effectiveGaFeePercent: percent('Effective G&A'),
  revenue: money('Labor revenue'),
  cost: money('Labor cost'),
}
/** Hours of a user or of an unassigned labor type. Values the reader may not see are absent. */
export type PhaseRecord = ObjectValues<typeof recordShape, typeof recordFigures>

const phaseShape = {
  id: id(),
  contractId: id('Contract'),
  rowVersion: integer('Row version'),
  parentPhaseId: phaseFields.parentPhaseId,
  type: phaseFields.type,
  name: name('Name'),
  dateRangeType: choice('Range', PhaseDateRangeType),
  startDate: date('Start'),
  endDate: date('End'),
  /** First and last day including the children. */
  shownStartDate: date('Start with children'),
  shownEndDate: date('End with children'),
  discipline: phaseFields.discipline,
  order: integer('Order'),
  feeType: choice('Fee', FeeType),
  percentComplete: phaseFields.percentComplete,
  hours: hours('Hours'),
  totalHours: hours('Hours with children'),
  records: objects('Records', recordShape, recordFigures),
}
const phaseFigures = {
  fee: phaseFields.fee,
  revenue: money('Revenue'),
  cost: money('Cost'),
  totalRevenue: money('Revenue with children'),
  totalCost: money('Cost with children'),
}
export type ConstructionPhase = ObjectValues<typeof phaseShape, typeof phaseFigures>

const phaseParams = { phaseId: id(one) }
const recordParams = { phaseId: id(one), recordId: id('Record') }
const computedFields = {
  sums: shownSums,
  contractRowVersion: integer('Row version of the contract'),
}
const withPhase = { phase: object(one, phaseShape, phaseFigures), ...computedFields }
const phase = shape(withPhase)
const record = shape({ record: object('Record', recordShape, recordFigures), ...withPhase })
const remaining = shape({ items: objects('Phases', phaseShape, phaseFigures), ...computedFields })

/** Returns a flat list in order; children follow their parents. */
export const listPhases = call({
  method: 'GET',
  path: '/contracts/:id/Phases',
  permission: 'ProjectContracts.ConstructionPhasesView',
  summary: 'List the phases of a contract with their records',
  response: items(shape(phaseShape, phaseFigures)),
})
export const createPhase = call({
  method: 'POST',
  path: '/contracts/:id/Phases',
  permission: 'ProjectContracts.ConstructionPhasesCreate',
  summary: 'Add a phase to a contract',
  body: phaseFields,
  response: phase,
  status: 201,
})
export const changePhase = mergePatch({
  path: '/contracts/:id/Phases/:phaseId',
  params: phaseParams,
  permission: 'ProjectContracts.ConstructionPhasesUpdate',
  summary: 'Update a phase',
  body: {
    ...phaseFields,
    moveChildren: optional(boolean('Move the children with the phase')),
    /** Shifts monthly hours by as many months as the start. Without it, hours outside the new range reject the change. */
    moveHours: optional(boolean('Move the hours with the phase')),
    ...version,
  },
  response: phase,
})
export const orderPhases = call({
  method: 'PUT',
  path: '/contracts/:id/Phases/Order',
  permission: 'ProjectContracts.ConstructionPhasesUpdate',
  summary: 'Reorder the phases of a contract among their siblings',
  body: { ids: set('Phases', id(one), { min: 1, max: 1000 }) },
  response: remaining,
})
export const deletePhase = call({
  method: 'DELETE',
  path: '/contracts/:id/Phases/:phaseId',
  params: phaseParams,
  permission: 'ProjectContracts.ConstructionPhasesDelete',
  summary: 'Delete a phase; for a phase with children, say what happens to them',
  query: { option: optional(choice('Handling of child phases', PhaseDeleteOption)) },
  response: remaining,
  status: 200,
})

export const createRecord = call({
  method: 'POST',
  path: '/contracts/:id/Phases/:phaseId/Records',
  params: phaseParams,
  permission: 'ProjectContracts.ConstructionPhasesCreate',
  summary: 'Add hours for a person or a labor type',
  body: recordFields,
  response: record,
  status: 201,
})
export const changeRecord = mergePatch({
  path: '/contracts/:id/Phases/:phaseId/Records/:recordId',
  params: recordParams,
  permission: 'ProjectContracts.ConstructionPhasesUpdate',
  summary: 'Update hours',
  body: { ...recordFields, ...version },
  response: record,
})
export const deleteRecord = call({
  method: 'DELETE',
  path: '/contracts/:id/Phases/:phaseId/Records/:recordId',
  params: recordParams,
  permission: 'ProjectContracts.ConstructionPhasesDelete',
  summary: 'Delete hours',
  response: phase,
  status: 200,
})

const mostYears = 10
interface GivenRange {
  dateRangeType?: PhaseDateRangeType
  startDate?: string | null
  endDate?: string | null
  startMonth?: string | null
  endMonth?: string | null
}
type Range = { startDate: string; endDate: string }

/**
 * Computes the date range of a phase (domain 10.7). A monthly range runs from the first day of its first month to the last day of its last;
 * if days are passed instead, it covers the months they touch.
 */
export function phaseRange(
  given: GivenRange,
): { range: Range; problems?: undefined } | { range?: undefined; problems: Record<string, string[]> } {
  const isMonthly = given.dateRangeType === PhaseDateRangeType.Month
  const [startKey, endKey] = isMonthly && !given.startDate ? (['startMonth', 'endMonth'] as const) : (['startDate', 'endDate'] as const)
  const [start, end] = [given[startKey], given[endKey]]
  const problems: Record<string, string[]> = {}
  for (const [key, value] of [
    [startKey, start],
    [endKey, end],
  ] as const) {
    if (!value) problems[key] = [messages.required]
    else if (value.length === 7 && !isMonth(value)) problems[key] = [messages.date]
  }
  if (!start || !end || Object.keys(problems).length > 0) return { problems }
  const range = isMonthly ? { startDate: firstDayOf(monthOf(start)), endDate: lastDayOf(monthOf(end)) } : { startDate: start, endDate: end }
  if (range.endDate < range.startDate) return { problems: { [endKey]: ['The end is before the start.'] } }
  if (range.endDate > addYears(range.startDate, mostYears)) return { problems: { [endKey]: [`A phase lasts at most ${mostYears} years.`] } }
  return { range }
}

export function monthsOutside(allocations: readonly Allocation[], { startDate, endDate }: Range): string[] {
  const outside = allocations.map(({ month }) => month).filter((month) => month < monthOf(startDate) || month > monthOf(endDate))
  return [...new Set(outside)].sort()
}

/**
 * Moves a range as far as another start moved, and keeps its length: custom ranges in days, month ranges in months. Moving the start back
 * restores the range, because both distances add up to zero.
 */
export function movedRange({ startDate, endDate }: Range, type: PhaseDateRangeType, from: string, to: string): Range {
  if (type === PhaseDateRangeType.Month) {
    const months = monthsBetween(from, to)
    return {
      startDate: firstDayOf(addMonths(monthOf(startDate), months)),
      endDate: lastDayOf(addMonths(monthOf(endDate), months)),
    }
  }
  const days = daysBetween(from, to)
  return { startDate: addDays(startDate, days), endDate: addDays(endDate, days) }
}

export const movedAllocations = (allocations: readonly Allocation[], months: number): Allocation[] =>
  allocations.map(({ month, hours }) => ({ month: addMonths(month, months), hours }))

/** Negative if `to` is before `from`. */
export const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

interface PhaseInTree {
  id: number
  parentPhaseId: number | null
  order: number
}
interface PhaseMove {
  id: number
  parentPhaseId: number | null
  order: number
}

export function inTreeOrder<P extends PhaseInTree>(phases: readonly P[]): P[] {
  const siblings = (parent: number | null) =>
    phases.filter(({ parentPhaseId }) => parentPhaseId === parent).sort((a, b) => a.order - b.order || a.id - b.id)
  return siblings(null).flatMap((phase) => [phase, ...siblings(phase.id)])
}

/**
 * Returns the phases deleted with a phase and the one that replaces it (domain 10.7). Without children, only the phase itself is deleted,
 * regardless of the option.
 */
export function planDeletion(
  phases: readonly PhaseInTree[],
  id: number,
  option: PhaseDeleteOption | null,
): { removed: number[]; moved: PhaseMove[] } {
  const ordered = inTreeOrder(phases)
  const phase = ordered.find((phaseInTree) => phaseInTree.id === id)
  const children = ordered.filter(({ parentPhaseId }) => parentPhaseId === id)
  const { DeleteParentAndChildren, DeleteParentAndKeepChildren } = PhaseDeleteOption
  if (!phase || children.length === 0) return { removed: [id], moved: [] }
  if (option === DeleteParentAndChildren) return { removed: [id, ...children.map((child) => child.id)], moved: [] }
  const [first, ...others] = children
  const top = ordered.filter(({ parentPhaseId }) => parentPhaseId === null)
  const instead = option === DeleteParentAndKeepChildren ? children : first ? [first] : []
  const newTop = top.flatMap((phaseInTree) => (phaseInTree.id === id ? instead : [phaseInTree]))
  const below = option === DeleteParentAndKeepChildren ? [] : others
  return {
    removed: [id],
    moved: [
      ...newTop.map((phaseInTree, index) => ({ id: phaseInTree.id, parentPhaseId: null, order: index + 1 })),
      ...below.map((phaseInTree, index) => ({ id: phaseInTree.id, parentPhaseId: first?.id ?? null, order: index + 1 })),
    ],
  }
}
