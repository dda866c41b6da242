import { LaborType } from '../access/enums.ts'
import { sheetOptions, sheetReadingShape } from '../catalog/sheet-options.ts'
import { contracts } from '../contracts/contracts.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { call, items, shape } from '../kit/call.ts'
import type { Field, ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, hours, id, integer, list, needing, optional, reference, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, namedShape, numberedRef, object, objects, recordField } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { projects } from '../projects/projects.ts'
import { HoursSource } from './enums.ts'

const workedPhase = { ...namedShape, type: choice('Phase', ConstructionPhaseType) }
export type WorkedPhase = ValuesOf<typeof workedPhase>

export const mostHoursADay = 24

/**
 * Hours a user worked on a day, optionally in a contract phase. Users read and write their own. Other users' hours require permission to
 * view board entries, and to write them also permission to manage users.
 */
export const actualHours = resource({
  path: 'actualHours',
  names: { one: 'Actual hours', many: 'Actual hours' },
  permission: { view: 'MyBoard.View', create: 'MyBoard.View', update: 'MyBoard.View', delete: 'MyBoard.View' },
  owner: 'project',
  fields: {
    userId: user('Person'),
    date: date('Date'),
    projectId: reference('Project', () => projects),
    contractId: optional(reference('Contract', () => contracts)),
    phaseId: optional(id('Phase')),
    laborType: choice('Labor type', LaborType),
    hours: hours('Hours', { min: 0.01, max: mostHoursADay }),
    note: optional(text('Note')),
  },
  computed: {
    source: choice('Source', HoursSource),
    /** Id at the source, so that an entry is not imported twice. */
    externalId: optional(text('Id at the source', { max: 100 })),
    phase: optional(object('Phase of the contract', workedPhase)),
  },
  list: {
    columns: ['date', 'user', 'project', 'contract', 'phase', 'laborType', 'hours', 'note', 'source'],
    optionalColumns: ['phaseId', 'externalId', 'createDate', 'createdBy', 'updateDate', 'updatedBy'],
    search: ['note', 'project.name', 'project.number'],
    sort: ['-date'],
    filters: {
      projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects },
      contractIds: { label: 'Contract', kind: 'reference', field: 'contractId', resource: () => contracts },
      userIds: { label: 'Person', kind: 'user', field: 'userId' },
      laborTypes: { label: 'Labor type', kind: 'choice', field: 'laborType', options: LaborType },
      sources: { label: 'Source', kind: 'choice', field: 'source', options: HoursSource },
    },
  },
  title: 'note',
  ref: ['date'],
})

const workedContract = numberedRef('Contract')
const hoursByDay = (label: string) => recordField(label, hours('Hours'))
const weekRow = {
  key: text('Key'),
  project: object('Project', { ...namedShape, number: optional(text('Number')) }),
  contract: optional(workedContract),
  phase: optional(object('Phase', workedPhase)),
  laborType: choice('Labor type', LaborType),
  plannedHours: hours('Planned hours'),
  /** Hours by day; days without hours are absent. */
  hours: hoursByDay('Hours by day'),
  /** The part of these hours imported from a file or Tempo; it cannot be edited. */
  brought: hoursByDay('Imported hours by day'),
  /** True if the project is closed or the contract archived. */
  isReadOnly: boolean('Read-only'),
}
export type WeekRow = ValuesOf<typeof weekRow>
const week = {
  userId: uuid('Person'),
  /** Monday to Sunday. */
  days: arrayField('Days', date('Day')),
  capacityHours: hours('Capacity'),
  rows: objects('Rows', weekRow),
  hidden: hoursByDay('Hidden hours by day'),
  isWritable: boolean('Can be edited'),
}
export type WeekOfHours = ValuesOf<typeof week>

/** Own hours need only the permission of the call. */
const ofAnother = <F extends Field>(field: F, ...needs: Permission[]): F => needing({ ...field, hint: 'Mine by default' }, ...needs)

export const readWeek = call({
  method: 'GET',
  path: '/actualHours/Week',
  permission: 'MyBoard.View',
  summary: 'Get the actual hours of a person in a week by phase, alongside their contract hours',
  query: { userId: ofAnother(optional(uuid('Person')), 'BigBoard.ViewEntryDetails', 'SmallBoard.ViewEntryDetails'), date: date('Date') },
  response: shape(week),
})

const phaseToWorkIn = { ...workedPhase, contract: workedContract }
export type PhaseToWorkIn = ValuesOf<typeof phaseToWorkIn>
export const listPhasesToWorkIn = call({
  method: 'GET',
  path: '/actualHours/Phases',
  // A user who helps out in a phase has no hours in it yet, so the names of all phases of visible projects are listed.
  permission: 'MyBoard.View',
  summary: 'List the phases of a project that take hours',
  query: { projectId: id('Project') },
  response: items(shape(phaseToWorkIn)),
})

const cell = {
  projectId: reference('Project', () => projects),
  contractId: optional(reference('Contract', () => contracts)),
  phaseId: optional(id('Phase')),
  laborType: choice('Labor type', LaborType),
  date: date('Date'),
  /** Zero deletes the entry. */
  hours: hours('Hours', { max: mostHoursADay }),
  /** Previous value the client saw; if the stored value differs, the whole request is rejected. */
  before: optional(hours('Hours before', { max: 999 })),
}
/** Only the cells in the request change. */
export const writeWeek = call({
  method: 'PUT',
  path: '/actualHours/Week',
  permission: 'MyBoard.View',
  summary: 'Set actual hours by day; cells not named are kept',
  body: { userId: ofAnother(optional(user('Person')), 'DNAUsers.Update'), cells: list('Cells', cell, { min: 1, max: 500 }) },
  response: shape({ changed: integer('Cells that have changed') }),
})

const hoursProblem = {
  row: integer('Row'),
  /** Column header; empty if the error concerns the whole row. */
  column: text('Column'),
  message: text('Problem'),
  value: optional(text('Value')),
}
export type HoursProblem = ValuesOf<typeof hoursProblem>
const outcome = {
  dryRun: boolean('Trial only'),
  created: integer('Created'),
  updated: integer('Updated'),
  unchanged: integer('Unchanged'),
  failed: integer('Rows with problems'),
  hours: hours('Hours to import', { max: 999_999 }),
  errors: objects('Problems', hoursProblem),
  changeSetId: optional(integer('Change set')),
  /** Options that the file was read with. */
  reading: object('Reading', {
    ...sheetReadingShape,
    sheets: arrayField('Sheets', text('Name')),
  }),
}
export type HoursOutcome = ValuesOf<typeof outcome>

export const importedColumns = {
  person: { header: 'Person', alike: ['user', 'employee', 'e-mail', 'email', 'name'], isRequired: false },
  date: { header: 'Date', alike: ['day', 'work date'], isRequired: true },
  project: { header: 'Project', alike: ['project number', 'project no.', 'project name'], isRequired: true },
  contract: { header: 'Contract', alike: ['contract number', 'contract no.'], isRequired: false },
  phase: { header: 'Phase', alike: ['construction phase'], isRequired: false },
  laborType: { header: 'Labor type', alike: ['labor', 'type', 'role'], isRequired: false },
  hours: { header: 'Hours', alike: ['h', 'time', 'actual hours'], isRequired: true },
  note: { header: 'Note', alike: ['description', 'comment', 'notes'], isRequired: false },
  id: { header: 'Id', alike: ['external id', 'key', 'number'], isRequired: false },
} as const
export type ImportedColumn = keyof typeof importedColumns

export const importHours = call({
  method: 'POST',
  path: '/actualHours/Import',
  permission: 'MyBoard.View',
  summary: 'Import hours from a workbook or a CSV file, all rows or none',
  query: { dryRun: defaulted(boolean('Trial only'), false), ...sheetOptions },
  upload: 'file',
  response: shape(outcome),
  errorResponse: shape(outcome),
})
