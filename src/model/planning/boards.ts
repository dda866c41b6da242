import { LaborType } from '../access/enums.ts'
import { clients } from '../companies/clients.ts'
import { ConstructionPhaseType, ContractStatus, ContractType, type PhaseDateRangeType, type PhaseRecordType } from '../contracts/enums.ts'
import { call, requestedFile, shape } from '../kit/call.ts'
import { isCalendarDate, isMonth } from '../kit/dates.ts'
import type { Field, Ref, UserRef } from '../kit/description.ts'
import { boolean, choice, choices, defaulted, id, integer, json, optional, references, set, text, uuid } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'
import type { Permission } from '../permissions.ts'
import { type ProjectStage, ProjectStatus } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'
import { BoardDepth, BoardGrouping, Granularity, type LaborSummaryPseudoType } from './enums.ts'
import type { Away, Holiday } from './working-time.ts'

/** What happens when, over months or weeks: of all projects, of one, of the person who asks (domain 10). */
export type Board = 'BigBoard' | 'SmallBoard' | 'MyBoard'
export const boards: readonly Board[] = ['BigBoard', 'SmallBoard', 'MyBoard']

/** As many columns as a board has at most. */
export const mostColumns: Readonly<Record<Granularity, number>> = { month: 24, week: 26 }

export interface BoardColumn {
  /** `YYYY-MM` of a month, the Monday of a week. */
  key: string
  startDate: string
  endDate: string
  /** Mondays to Fridays; holidays differ from person to person. */
  workingDays: number
  /** What the firm's own week gives in these days, before holidays: one full-time person. */
  fullTimeHours: number
}

/** A phase in a column. */
export interface BoardBar {
  phaseId: number
  contractId: number
  type: ConstructionPhaseType
  isTentative: boolean
}
/** Hours are there only with ViewEntryDetails, and only those of labor types whoever asks may see. */
export interface BoardCell {
  phases: BoardBar[]
  hours?: number
  /** How many of them no approved contract holds. */
  tentativeHours?: number
}
type Cells = Record<string, BoardCell>

interface BoardRowGround {
  /** Unique on the board. */
  key: string
  id: number
  name: string
  /** Only columns in which anything is. */
  cells: Cells
  /** Of all columns. */
  hours?: number
  tentativeHours?: number
  children: BoardRow[]
}
interface BoardProject {
  id: number
  name: string
  number: string
  stage: ProjectStage
  client: Ref | null
  projectManager: UserRef | null
  associateConsultant: UserRef | null
}
export interface BoardProjectRow extends BoardRowGround {
  kind: 'project'
  project: BoardProject
  /** What it stands together with. */
  group: { key: string; name: string } | null
}
interface BoardContract {
  id: number
  number: string
  type: ContractType
  status: ContractStatus
  isLocked: boolean
  /** Not locked, and its project is still worked on: its hours and phases can be changed. */
  isEditable: boolean
  rowVersion: number
}
export interface BoardContractRow extends BoardRowGround {
  kind: 'contract'
  contract: BoardContract
  isTentative: boolean
}
export interface BoardPhase {
  id: number
  contractId: number
  parentPhaseId: number | null
  type: ConstructionPhaseType
  dateRangeType: PhaseDateRangeType
  startDate: string
  endDate: string
  rowVersion: number
}
export interface BoardPhaseRow extends BoardRowGround {
  kind: 'phase'
  phase: BoardPhase
  contractType: ContractType
  isTentative: boolean
}
/** Hours of somebody, or of a labor type nobody is named for yet. */
interface BoardEntry {
  recordId: number
  phaseId: number
  contractId: number
  phaseType: ConstructionPhaseType
  laborType: LaborType
  type: PhaseRecordType
  user: UserRef | null
  genericName: string | null
  /** Of the whole record, also outside the board. */
  totalHours: number
  /** What each month has, where somebody has said so; empty where working days decide. */
  allocations: { month: string; hours: number }[]
  rowVersion: number
  note: string | null
}
export interface BoardEntryRow extends BoardRowGround {
  kind: 'entry'
  entry: BoardEntry
  contractType: ContractType
  isTentative: boolean
}
/** Projects hold contracts, contracts phases, phases their children and entries. */
export type BoardRow = BoardProjectRow | BoardContractRow | BoardPhaseRow | BoardEntryRow

/** What a person can work and what they are planned for, in every project; keys are those of the columns. */
export interface BoardPerson {
  user: UserRef
  laborType: LaborType | null
  capacity: Record<string, number>
  /** In approved contracts. */
  firm: Record<string, number>
  tentative: Record<string, number>
  absences: Away[]
  holidays: Holiday[]
}

/** The labor types of the board that are hidden make every sum a part. */
export interface BoardAnswer {
  columns: BoardColumn[]
  rows: BoardRow[]
  total: number
  isPartial: boolean
  people: BoardPerson[]
}

export interface NetFigures {
  totalRevenue?: number
  totalCost?: number
  netProfit?: number
}
/** In the order in which they are shown. */
export const netFigures: readonly (keyof NetFigures)[] = ['totalRevenue', 'totalCost', 'netProfit']
interface SummaryOf<K, V> {
  laborType: K
  values: Record<string, V>
  total: V
  /** How much of it comes from contracts nobody has approved yet. */
  tentative: Record<string, V>
  tentativeTotal: V
}
type NetSummary = (typeof LaborSummaryPseudoType.of)['NetSummary']
/** Hours of a labor type or of all, money in dollars; rows whoever asks may not see are absent. */
export type BoardSummaryRow = SummaryOf<LaborType | Exclude<LaborSummaryPseudoType, NetSummary>, number> | SummaryOf<NetSummary, NetFigures>
export interface BoardSummary {
  columns: BoardColumn[]
  rows: BoardSummaryRow[]
  isPartial: boolean
}

/** The labor types of which somebody sees entries and sums on a board. */
export const seenLaborTypes = (board: Board, held: { has(permission: Permission): boolean }): LaborType[] =>
  LaborType.values.filter(({ permissionSuffix }) => held.has(`${board}.ViewLaborType${permissionSuffix}`)).map(({ value }) => value)

/** A month `YYYY-MM`, or a day; the column in which it lies is meant. */
const period = (label: string): Field<string> => {
  const plain = text(label, { max: 10 })
  return {
    ...plain,
    check(value, report) {
      const given = plain.check(value, report)
      if (given !== undefined && !isMonth(given) && !isCalendarDate(given)) report(messages.date)
      return given
    },
  }
}
/** Which columns are asked for. */
export const boardTimeFields = {
  /** Last month to eleven months ahead unless somebody says otherwise; on the Small Board all there is. */
  from: optional(period('First month or week')),
  to: optional(period('Last month or week')),
  granularity: defaulted(choice('Granularity', Granularity), Granularity.of.Month),
}
/** What counts: in the rows, in their hours and in the summary alike. */
const counted = {
  contractStatuses: optional(choices('Contract status', ContractStatus)),
  contractTypes: optional(choices('Contract type', ContractType)),
  phaseTypes: optional(choices('Phase', ConstructionPhaseType)),
  /** Only types whoever asks may see. */
  laborTypes: optional(choices('Labor type', LaborType)),
  /** People and teams need ViewEntryDetails. */
  userIds: optional(set('People', uuid('Person'), { max: 200 })),
  teamIds: optional(set('Teams', id('Team'), { max: 200 })),
}
const depth = (first: BoardDepth) => ({ depth: defaulted(choice('Depth', BoardDepth), first) })
const ofProjects = {
  search: optional(text('Search', { max: 200 })),
  clientIds: optional(references('Client', () => clients)),
  projectIds: optional(references('Project', () => projects)),
  projectStatuses: optional(choices('Project status', ProjectStatus)),
  projectManagerIds: optional(set('Project manager', uuid('Person'), { max: 200 })),
  associateConsultantIds: optional(set('Associate consultant', uuid('Person'), { max: 200 })),
  includeClosed: defaulted(boolean('Closed and archived projects too'), false),
}
const inPages = {
  includeEmpty: defaulted(boolean('Projects without phases too'), false),
  groupBy: defaulted(choice('Group by', BoardGrouping), BoardGrouping.of.Client),
  page: defaulted(integer('Page', { min: 1, max: 100_000 }), 1),
  itemsPerPage: defaulted(integer('Rows per page', { min: 1, max: 200 }), 50),
}

const answered = {
  columns: json<BoardColumn[]>('Months or weeks'),
  rows: json<BoardRow[]>('Rows'),
  total: integer('Rows in all'),
  isPartial: boolean('Labor types are hidden'),
  people: json<BoardPerson[]>('People'),
}
const board = shape(answered)
const summary = shape({
  columns: json<BoardColumn[]>('Months or weeks'),
  rows: json<BoardSummaryRow[]>('Rows'),
  isPartial: boolean('Labor types are hidden'),
})
const bigQuery = { ...boardTimeFields, ...counted, ...ofProjects, ...inPages, ...depth(BoardDepth.of.Project) }

export const readBigBoard = call({
  method: 'GET',
  path: '/boards/BigBoard',
  permission: 'BigBoard.View',
  summary: 'Get the Big Board; projects without phases in the period are left out',
  query: bigQuery,
  answer: board,
})
export const readBigBoardSummary = call({
  method: 'GET',
  path: '/boards/BigBoard/Summary',
  permission: 'BigBoard.View',
  summary: 'Get the hours and money of the whole Big Board',
  query: bigQuery,
  answer: summary,
})
export const exportBigBoard = call({
  method: 'GET',
  path: '/boards/BigBoard/Export',
  permission: 'BigBoard.View',
  summary: 'Export the Big Board as a workbook with its summary',
  query: bigQuery,
  answer: shape(requestedFile),
  status: 202,
})

const smallQuery = { ...boardTimeFields, ...counted, ...depth(BoardDepth.of.Entry) }
export const readSmallBoard = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id',
  permission: 'SmallBoard.View',
  summary: 'Get the Small Board of a project: contracts with their phases and entries over time',
  query: smallQuery,
  answer: board,
})
export const readSmallBoardSummary = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/Summary',
  permission: 'SmallBoard.View',
  summary: 'Get the hours and money of a project over time',
  query: smallQuery,
  answer: summary,
})
export const exportSmallBoard = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/Export',
  permission: 'SmallBoard.View',
  summary: 'Export the Small Board of a project as a workbook with its summary',
  query: smallQuery,
  answer: shape(requestedFile),
  status: 202,
})

const { userIds: _people, teamIds: _teams, ...countedOfMine } = counted
const { clientIds, includeClosed } = ofProjects
const myQuery = { ...boardTimeFields, ...countedOfMine, clientIds, includeClosed, ...depth(BoardDepth.of.Entry) }
export const readMyBoard = call({
  method: 'GET',
  path: '/boards/MyBoard',
  permission: 'MyBoard.View',
  summary: "Get My Board: the caller's entries by project and phase",
  query: myQuery,
  answer: board,
})
export const readMyBoardSummary = call({
  method: 'GET',
  path: '/boards/MyBoard/Summary',
  permission: 'MyBoard.View',
  summary: "Get the hours and money of the caller's entries",
  query: myQuery,
  answer: summary,
})
export const exportMyBoard = call({
  method: 'GET',
  path: '/boards/MyBoard/Export',
  permission: 'MyBoard.View',
  summary: 'Export My Board as a workbook with its summary',
  query: myQuery,
  answer: shape(requestedFile),
  status: 202,
})

/** Load of people who stand on no row yet, to choose whom to give hours. */
export const readBoardPeople = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/People',
  permission: { all: ['SmallBoard.View', 'SmallBoard.ViewEntryDetails', 'DNAUsers.View'] },
  summary: 'Get the capacity and planned hours of people',
  query: { ...boardTimeFields, userIds: set('People', uuid('Person'), { min: 1, max: 200 }) },
  answer: shape({ columns: answered.columns, people: answered.people }),
})

/** One entry with all its months, whichever the board shows. */
export interface BoardEntryDetail extends BoardEntry {
  months: { month: string; hours: number }[]
  phaseName: string
  startDate: string
  endDate: string
  contract: { id: number; number: string; name: string; type: ContractType; status: ContractStatus }
  project: { id: number; number: string; name: string }
}
const entryCall = <B extends Board, P extends string>(of: B, path: P) =>
  call({
    method: 'GET',
    path,
    params: { recordId: id('Entry') },
    permission: { all: [`${of}.View`, `${of}.ViewEntryDetails`] },
    summary: 'Get an entry with all its months',
    answer: shape({ entry: json<BoardEntryDetail>('Entry') }),
  })
export const readBigBoardEntry = entryCall('BigBoard', '/boards/BigBoard/Entries/:recordId')
export const readSmallBoardEntry = entryCall('SmallBoard', '/boards/SmallBoard/:id/Entries/:recordId')
export const readMyBoardEntry = entryCall('MyBoard', '/boards/MyBoard/Entries/:recordId')
