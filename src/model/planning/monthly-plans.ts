import { LaborType } from '../access/enums.ts'
import { ContractStatus } from '../contracts/enums.ts'
import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, choices, hours, id, integer, list, name, optional, reference, set, text, user, uuid } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { resource } from '../kit/resource.ts'
import { numberedRef, type ObjectValues, object, objects, personField, recordField } from '../kit/response-fields.ts'
import { projects } from '../projects/projects.ts'
import { monthField } from './work-schedules.ts'

/**
 * Intended hours for one month by project or custom label ("Proposals", "Training"), next to the board's hours (domain 6.11, 10.5). A plan
 * changes neither contracts nor boards.
 */
const planCell = { boardHours: hours('Board hours'), note: optional(text('Note')) }
const planned = { plannedHours: hours('Planned hours') }
export type PlanCell = ObjectValues<typeof planCell, typeof planned>
const planColumn = {
  key: text('Key'),
  /** Null for labels and for projects the caller may not see. */
  project: optional(numberedRef('Project')),
  /** Name of a column without a project. */
  label: optional(text('Label')),
  /** Hours in projects the caller may not see; they cannot be planned. */
  isRestricted: boolean('Restricted'),
}
export type PlanColumn = ValuesOf<typeof planColumn>
const sums = {
  capacityHours: hours('Capacity'),
  ...planned,
  boardHours: planCell.boardHours,
  difference: hours('Difference'),
}
export type PlanSums = ValuesOf<typeof sums>
const planPerson = {
  ...sums,
  user: personField('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  isWritable: boolean('Writable'),
  cells: recordField('Cells by project or label', object('Cell', planCell, planned)),
}
export type PlanPerson = ValuesOf<typeof planPerson>

export const projectKey = (projectId: number) => `project-${projectId}`
export const labelKey = (label: string) => `label-${label.toLowerCase()}`
export const restrictedKey = 'restricted'

const sumHours = (values: readonly number[]) => values.reduce((sum, value) => sum + centsOf(value), 0) / 100
export function planSums(cells: readonly PlanCell[], capacityHours: number): PlanSums {
  const plannedHours = sumHours(cells.map((cell) => cell.plannedHours ?? 0))
  const boardHours = sumHours(cells.map((cell) => cell.boardHours))
  return { capacityHours, plannedHours, boardHours, difference: (centsOf(plannedHours) - centsOf(boardHours)) / 100 }
}
export const totalSums = (people: readonly PlanSums[]): PlanSums => ({
  capacityHours: sumHours(people.map(({ capacityHours }) => capacityHours)),
  plannedHours: sumHours(people.map(({ plannedHours }) => plannedHours)),
  boardHours: sumHours(people.map(({ boardHours }) => boardHours)),
  difference: sumHours(people.map(({ difference }) => difference)),
})

const month = monthField('Month')
const queryFields = {
  month,
  search: optional(text('Search', { max: 200 })),
  teamIds: optional(set('Teams', id('Team'), { max: 200 })),
  laborTypes: optional(choices('Labor type', LaborType)),
  /** Defaults to approved contracts. */
  contractStatuses: optional(choices('Contract status', ContractStatus)),
}

export const readMonthlyPlans = call({
  method: 'GET',
  path: '/monthlyPlans',
  permission: 'DNAUsers.View',
  summary: 'Get the plans of people for a month, alongside their board hours',
  query: queryFields,
  response: shape({
    month: text('Month'),
    columns: objects('Projects and labels', planColumn),
    people: objects('People', planPerson),
    sums: object('Sums', sums),
  }),
})

const inputFields = {
  projectId: optional(reference('Project', () => projects)),
  label: optional(text('Label', { max: 60 })),
  /** Zero deletes the row. */
  plannedHours: hours('Planned hours', { max: 744 }),
  note: optional(text('Note', { max: 200 })),
  /** Previous value the client saw; if the stored value differs, the whole request is rejected. */
  before: optional(hours('Planned hours before', { max: 744 })),
}
/** Only the cells in the request change, so that users who edit different cells do not conflict. */
export const writeMonthlyPlan = call({
  method: 'PUT',
  path: '/monthlyPlans',
  // Users edit their own plans; those of others need DNAUsers.Update.
  permission: 'internal',
  summary: 'Set the planned hours of a person; rows not named are kept',
  query: { month },
  body: { userId: user('Person'), rows: list('Rows', inputFields, { min: 1, max: 500 }) },
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
    contractStatuses: queryFields.contractStatuses,
  },
  response: shape({ copied: integer('Cells that were filled') }),
})
export const exportMonthlyPlans = call({
  method: 'GET',
  path: '/monthlyPlans/Export',
  permission: 'DNAUsers.View',
  summary: 'Export the plans of a month as a workbook',
  query: queryFields,
  response: shape(fileTaskShape),
  status: 202,
})

/** Plans use the list infrastructure. */
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
