import { LaborType } from '../access/enums.ts'
import { contracts } from '../contracts/contracts.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { arrayOf, namedShape, numberedRef, object, objects, recordOf } from '../kit/answered.ts'
import { call, items, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, hours, id, integer, list, optional, reference, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { projects } from '../projects/projects.ts'
import { HoursSource } from './enums.ts'

/** A phase as hours name it. */
const workedPhase = { ...namedShape, type: choice('Phase', ConstructionPhaseType) }
export type WorkedPhase = ValuesOf<typeof workedPhase>

/** So much fits into a day. */
export const mostHoursADay = 24

/**
 * Hours somebody has worked on a day, in a phase of a contract where there is one. Everybody sees and writes their own; those of others
 * are seen by whoever sees the entries of a board, and written by whoever keeps people as well.
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
    /** What the source calls it: the same is not taken twice. */
    externalId: optional(text('Id at the source', { max: 100 })),
    phase: optional(object('Phase of the contract', workedPhase)),
  },
  list: {
    columns: ['date', 'user', 'project', 'contract', 'phase', 'laborType', 'hours', 'note', 'source'],
    optionalColumns: ['phaseId', 'externalId', 'createDate', 'createdBy', 'updateDate', 'updatedBy'],
    search: ['note', 'project.name', 'project.number'],
    sort: ['-date'],
    filters: {
      projectIds: { label: 'Project', kind: 'reference', field: 'projectId', of: () => projects },
      contractIds: { label: 'Contract', kind: 'reference', field: 'contractId', of: () => contracts },
      userIds: { label: 'Person', kind: 'user', field: 'userId' },
      laborTypes: { label: 'Labor type', kind: 'choice', field: 'laborType', options: LaborType },
      sources: { label: 'Source', kind: 'choice', field: 'source', options: HoursSource },
    },
  },
  title: 'note',
  ref: ['date'],
})

const workedContract = numberedRef('Contract')
const hoursByDay = (label: string) => recordOf(label, hours('Hours'))
/** One line of a week: a phase, or a project without one, and the labor type in which somebody works there. */
const weekRow = {
  key: text('Key'),
  project: object('Project', { ...namedShape, number: optional(text('Number')) }),
  contract: optional(workedContract),
  phase: optional(object('Phase', workedPhase)),
  laborType: choice('Labor type', LaborType),
  /** What contracts have for the person in this week. */
  plannedHours: hours('Planned hours'),
  /** By day; only days on which something was worked. */
  hours: hoursByDay('Hours by day'),
  /** Of these hours, those a file or Tempo has brought: they are not typed over. */
  brought: hoursByDay('Imported hours by day'),
  /** The project is closed or the contract archived: it only tells what was. */
  isReadOnly: boolean('Read-only'),
}
export type WeekRow = ValuesOf<typeof weekRow>
const week = {
  userId: uuid('Person'),
  /** Monday to Sunday. */
  days: arrayOf('Days', date('Day')),
  capacityHours: hours('Capacity'),
  rows: objects('Rows', weekRow),
  /** Own hours of days in projects one does not see any more. */
  hidden: hoursByDay('Hidden hours by day'),
  /** Whoever asks may write here. */
  isWritable: boolean('May be written'),
}
export type WeekOfHours = ValuesOf<typeof week>

export const readWeek = call({
  method: 'GET',
  path: '/actualHours/Week',
  permission: 'MyBoard.View',
  summary: 'Get the actual hours of a person in a week by phase, alongside their contract hours',
  query: { userId: optional(uuid('Person')), date: date('Date') },
  response: shape(week),
})

/** A phase somebody may have worked in. */
const phaseToWorkIn = { ...workedPhase, contract: workedContract }
export type PhaseToWorkIn = ValuesOf<typeof phaseToWorkIn>
export const listPhasesToWorkIn = call({
  method: 'GET',
  path: '/actualHours/Phases',
  // Whoever helps out in a phase has no hours in it yet: of a project they see they learn its name.
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
  /** None takes them out. */
  hours: hours('Hours', { max: mostHoursADay }),
  /** What stood there when it was written; where something else stands by now, nothing is written. */
  before: optional(hours('Hours before', { max: 999 })),
}
/** Only cells that are named change. */
export const writeWeek = call({
  method: 'PUT',
  path: '/actualHours/Week',
  permission: 'MyBoard.View',
  summary: 'Set actual hours by day; cells not named are kept',
  body: { userId: optional(user('Person')), cells: list('Cells', cell, { min: 1, max: 500 }) },
  response: shape({ changed: integer('Cells that have changed') }),
})

/** What is wrong with a row of a file. `row` is the number beside it in the sheet. */
const hoursProblem = {
  row: integer('Row'),
  /** The header of the column; empty where the whole row is meant. */
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
  hours: hours('Hours that come', { max: 999_999 }),
  errors: objects('Problems', hoursProblem),
  /** What was changed, to be taken back as a whole. */
  changeSetId: optional(integer('Change set')),
}
export type HoursOutcome = ValuesOf<typeof outcome>

/** The columns of a file, and other words for them. Those with a star are needed. */
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
  query: { dryRun: defaulted(boolean('Trial only'), false) },
  upload: 'file',
  response: shape(outcome),
  errorResponse: shape(outcome),
})
