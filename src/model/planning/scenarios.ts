import { LaborType } from '../access/enums.ts'
import { PhaseRecordType } from '../contracts/enums.ts'
import { call, items, mergePatch, nothing, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, hours, id, integer, list, name, optional, reference, set, text, user, uuid } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { resource } from '../kit/resource.ts'
import { object, objects, peopleField, recordField } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { projects } from '../projects/projects.ts'
import { boardColumns, mostColumns, smallBoardShape, summaryRowsField } from './boards.ts'
import { monthField } from './work-schedules.ts'

/**
 * A what-if version of a project board, stored apart from the contracts. No contract changes until the scenario is applied, one contract at
 * a time. Visible only to its owner and the users they share it with.
 */
export const scenarios = resource({
  path: 'scenarios',
  names: { one: 'Scenario', many: 'Scenarios' },
  permission: { view: 'SmallBoard.View' },
  fields: {
    projectId: reference('Project', () => projects),
    name: name('Name', { max: 60 }),
    sharedWithIds: defaulted(set('Shared with', uuid('Person'), { max: 100 }), []),
  },
  computed: { changesCount: integer('Changes'), sharedWith: peopleField('People') },
  list: {
    columns: ['name', 'project', 'changesCount'],
    optionalColumns: ['createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name'],
    sort: ['name'],
    filters: { projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects } },
  },
})

export const mostChanges = 500
export const mostScenarios = 50

export const scenarioChange = {
  id: id(),
  recordId: optional(id('Record')),
  contractId: id('Contract'),
  phaseId: id('Phase'),
  type: choice('Kind', PhaseRecordType),
  userId: optional(uuid('Person')),
  genericName: optional(text('Name')),
  laborType: choice('Labor type', LaborType),
  /** All months with hours; an empty list removes the record. */
  months: list('Months', { month: text('Month'), hours: hours('Hours') }),
  /** Row version of the record that was changed; if it differs, the change is outdated. */
  seenVersion: optional(integer('Version')),
}
export type ScenarioChange = ValuesOf<typeof scenarioChange>
export const totalHundredths = ({ months }: Pick<ScenarioChange, 'months'>) => months.reduce((sum, month) => sum + centsOf(month.hours), 0)

const shownChange = {
  id: scenarioChange.id,
  recordId: scenarioChange.recordId,
  contractId: scenarioChange.contractId,
  phaseId: scenarioChange.phaseId,
  words: text('Change'),
  was: recordField('Hours by month before', hours('Hours')),
  now: recordField('Hours by month', hours('Hours')),
  problem: optional(text('Problem')),
}
export type ShownChange = ValuesOf<typeof shownChange>
const changes = objects('Changes', shownChange)

const overload = { key: text('Month'), people: integer('People'), hours: hours('Hours') }
export type Overload = ValuesOf<typeof overload>
/** Figures of today and of the scenario, limited by permission; overloads require permission to view users. */
const comparison = {
  columns: boardColumns,
  today: summaryRowsField('Today'),
  scenario: summaryRowsField('Scenario'),
  overloads: optional(object('Overloads', { today: objects('Today', overload), scenario: objects('Scenario', overload) })),
  isPartial: boolean('Labor types are hidden'),
}
export type Comparison = ValuesOf<typeof comparison>

const onBoard: readonly Permission[] = ['SmallBoard.View', 'SmallBoard.ViewEntryDetails']
const permission = { all: onBoard }
const { projectId: _, ...scenarioFields } = scenarios.fields
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
const months = { from: optional(monthField('First month')), to: optional(monthField('Last month')) }

export const readScenarios = call({
  method: 'GET',
  path: '/projects/:id/Scenarios',
  permission,
  summary: 'List my scenarios of a project and those shared with me',
  response: items(row(scenarios)),
})
export const createScenario = call({
  method: 'POST',
  path: '/projects/:id/Scenarios',
  permission,
  summary: 'Create a scenario from the board of a project',
  body: { name: scenarioFields.name },
  response: row(scenarios),
  status: 201,
})
export const readScenario = call({
  method: 'GET',
  path: '/scenarios/:id',
  permission,
  summary: 'Get a scenario with who else can see it',
  response: row(scenarios),
})
export const changeScenario = mergePatch({
  path: '/scenarios/:id',
  permission,
  summary: 'Rename a scenario and set whom it is shared with',
  body: { ...scenarioFields, ...version },
  response: row(scenarios),
})
export const removeScenario = call({
  method: 'DELETE',
  path: '/scenarios/:id',
  permission,
  summary: 'Delete a scenario',
  response: nothing,
})

const changed = shape({ changes })
export const readScenarioBoard = call({
  method: 'GET',
  path: '/scenarios/:id/Board',
  permission,
  summary: `Get the board of a scenario, at most ${mostColumns.month} months`,
  query: months,
  response: shape({ board: object('Board', smallBoardShape), changes }),
})
export const compareScenario = call({
  method: 'GET',
  path: '/scenarios/:id/Comparison',
  permission,
  summary: "Compare hours, cost, revenue and overloads of a scenario with today's",
  query: months,
  response: shape({ comparison: object('Comparison', comparison) }),
})
export const setScenarioMonth = call({
  method: 'PUT',
  path: '/scenarios/:id/Months',
  permission,
  summary: 'Set the hours of an entry in a month of a scenario',
  body: { recordId: id('Entry'), month: monthField('Month'), hours: hours('Hours', { min: 0 }) },
  response: changed,
})
export const addScenarioHours = call({
  method: 'POST',
  path: '/scenarios/:id/Hours',
  permission,
  summary: 'Add hours for a person or a labor type to a phase of a scenario',
  body: {
    phaseId: id('Phase'),
    type: defaulted(choice('Kind', PhaseRecordType), PhaseRecordType.AssignedUser),
    userId: optional(user('Person')),
    genericName: optional(name('Name', { min: 1, max: 60 })),
    laborType: optional(choice('Labor type', LaborType)),
    months: list('Months', { month: monthField('Month'), hours: hours('Hours', { min: 0.01 }) }, { min: 1, max: 121 }),
  },
  response: changed,
  status: 201,
})
export const dropScenarioChange = call({
  method: 'DELETE',
  path: '/scenarios/:id/Changes/:changeId',
  params: { changeId: id('Change') },
  permission,
  summary: 'Undo a change of a scenario',
  response: changed,
  status: 200,
})
export const applyScenario = call({
  method: 'PUT',
  path: '/scenarios/:id/Apply',
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesUpdate'] },
  summary: 'Apply the changes of a scenario to a contract, all or none, after checking its locks and amendments again',
  body: { contractId: id('Contract') },
  response: shape({ applied: integer('Changes'), changes: objects('Changes left', shownChange) }),
})
