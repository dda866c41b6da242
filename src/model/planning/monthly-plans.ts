import { LaborType } from '../access/enums.ts'
import { ContractStatus } from '../contracts/enums.ts'
import { numberedRef, type ObjectValues, object, objects, person, recordOf } from '../kit/answered.ts'
import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, choices, hours, id, integer, list, name, optional, reference, set, text, user, uuid } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { resource } from '../kit/resource.ts'
import { projects } from '../projects/projects.ts'
import { monthField } from './work-schedules.ts'

/**
 * What people mean to do in one month, by project or by a label of their own ("Proposals", "Training"), beside what the board has for
 * them (domain 6.11, 10.5). A plan changes no contract and no board.
 */
const planCell = { boardHours: hours('Board hours'), note: optional(text('Note')) }
/** Absent where nobody has planned anything. */
const planned = { plannedHours: hours('Planned hours') }
export type PlanCell = ObjectValues<typeof planCell, typeof planned>
const planColumn = {
  key: text('Key'),
  /** Null for labels, and for projects whoever asks does not see. */
  project: optional(numberedRef('Project')),
  /** What a column without a project is called. */
  label: optional(text('Label')),
  /** Hours in projects whoever asks does not see; nothing can be planned there. */
  isRestricted: boolean('Restricted'),
}
export type PlanColumn = ValuesOf<typeof planColumn>
const sums = {
  capacityHours: hours('Capacity'),
  ...planned,
  boardHours: planCell.boardHours,
  /** Planned less board: above nothing where somebody means to do more. */
  difference: hours('Difference'),
}
export type PlanSums = ValuesOf<typeof sums>
const planPerson = {
  ...sums,
  user: person('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  /** Whoever asks may write these rows. */
  isWritable: boolean('Writable'),
  cells: recordOf('Cells by project or label', object('Cell', planCell, planned)),
}
export type PlanPerson = ValuesOf<typeof planPerson>

export const projectKey = (projectId: number) => `project-${projectId}`
export const labelKey = (label: string) => `label-${label.toLowerCase()}`
export const restrictedKey = 'restricted'

const added = (values: readonly number[]) => values.reduce((sum, one) => sum + centsOf(one), 0) / 100
/** The foot of a row or of all rows. */
export function planSums(cells: readonly PlanCell[], capacityHours: number): PlanSums {
  const plannedHours = added(cells.map((cell) => cell.plannedHours ?? 0))
  const boardHours = added(cells.map((cell) => cell.boardHours))
  return { capacityHours, plannedHours, boardHours, difference: (centsOf(plannedHours) - centsOf(boardHours)) / 100 }
}
export const totalSums = (people: readonly PlanSums[]): PlanSums => ({
  capacityHours: added(people.map(({ capacityHours }) => capacityHours)),
  plannedHours: added(people.map(({ plannedHours }) => plannedHours)),
  boardHours: added(people.map(({ boardHours }) => boardHours)),
  difference: added(people.map(({ difference }) => difference)),
})

const month = monthField('Month')
const asked = {
  month,
  search: optional(text('Search', { max: 200 })),
  teamIds: optional(set('Teams', id('Team'), { max: 200 })),
  laborTypes: optional(choices('Labor type', LaborType)),
  /** Of the board; approved contracts unless somebody says otherwise. */
  contractStatuses: optional(choices('Contract status', ContractStatus)),
}

export const readMonthlyPlans = call({
  method: 'GET',
  path: '/monthlyPlans',
  permission: 'DNAUsers.View',
  summary: 'Get the plans of people for a month, alongside their board hours',
  query: asked,
  response: shape({
    month: text('Month'),
    columns: objects('Projects and labels', planColumn),
    people: objects('People', planPerson),
    sums: object('Sums', sums),
  }),
})

const given = {
  projectId: optional(reference('Project', () => projects)),
  label: optional(text('Label', { max: 60 })),
  /** None at all takes the row out. */
  plannedHours: hours('Planned hours', { max: 744 }),
  note: optional(text('Note', { max: 200 })),
  /** What stood there when it was written; where something else stands by now, nothing is written. */
  before: optional(hours('Planned hours before', { max: 744 })),
}
/** Only what is named changes, so that two people who write other cells do not meet. */
export const writeMonthlyPlan = call({
  method: 'PUT',
  path: '/monthlyPlans',
  // Everybody writes their own; those of others need DNAUsers.Update.
  permission: 'internal',
  summary: 'Set the planned hours of a person; rows not named are kept',
  query: { month },
  body: { userId: user('Person'), rows: list('Rows', given, { min: 1, max: 500 }) },
  response: shape({ changed: integer('Rows that have changed') }),
})
export const copyPlansFromBoard = call({
  method: 'POST',
  path: '/monthlyPlans/CopyFromBoard',
  permission: 'internal',
  summary: 'Copy board hours into plans that are still empty',
  body: {
    month,
    userIds: set('People', uuid('Person'), { min: 1, max: 500 }),
    contractStatuses: asked.contractStatuses,
  },
  response: shape({ copied: integer('Cells that were filled') }),
})
export const exportMonthlyPlans = call({
  method: 'GET',
  path: '/monthlyPlans/Export',
  permission: 'DNAUsers.View',
  summary: 'Export the plans of a month as a workbook',
  query: asked,
  response: shape(fileTaskShape),
  status: 202,
})

/** The plans are looked at as a list is. */
export const monthlyPlans = resource({
  path: 'monthlyPlans',
  names: { one: 'Plan', many: 'Plans' },
  permission: { view: 'DNAUsers.View' },
  fields: { name: name('Name') },
  list: {
    columns: ['name'],
    search: ['name'],
    sort: ['name'],
    filters: {
      month: { label: 'Month', kind: 'text' },
      contractStatuses: { label: 'Contract status', kind: 'choice', options: ContractStatus },
      laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
    },
  },
})
