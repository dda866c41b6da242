import { LaborType } from '../access/enums.ts'
import { clients } from '../companies/clients.ts'
import { ConstructionPhaseType, ContractStatus, ContractType, PhaseDateRangeType, PhaseRecordType } from '../contracts/enums.ts'
import { call, fileTaskShape, shape } from '../kit/call.ts'
import { isCalendarDate, isMonth } from '../kit/dates.ts'
import type { Field, Fields, ValueIn, ValuesOf } from '../kit/description.ts'
import type { Enumeration } from '../kit/enumeration.ts'
import {
  boolean,
  choice,
  choices,
  date,
  defaulted,
  hours,
  id,
  integer,
  money,
  needing,
  optional,
  references,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import {
  arrayField,
  literalField,
  namedRef,
  numberedRef,
  numberedShape,
  type ObjectValues,
  object,
  objects,
  oneOfFields,
  personField,
  recordField,
} from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import type { Permission } from '../permissions.ts'
import { ProjectStage, ProjectStatus } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'
import { BoardDepth, BoardGrouping, Granularity, LaborSummaryPseudoType } from './enums.ts'
import { columnShape } from './work-schedules.ts'
import { awayShape, holidayShape } from './working-time.ts'

export type Board = 'BigBoard' | 'SmallBoard' | 'MyBoard'
export const boards: readonly Board[] = ['BigBoard', 'SmallBoard', 'MyBoard']

export const mostColumns: Readonly<Record<Granularity, number>> = { month: 24, week: 26 }

const boardColumn = {
  ...columnShape,
  /** Hours of the firm's default week, before holidays: one full-time person. */
  fullTimeHours: hours('Full-time hours'),
}
export type BoardColumn = ValuesOf<typeof boardColumn>
export const boardColumns = objects('Months or weeks', boardColumn)
const hoursByColumn = (label: string) => recordField(label, hours('Hours'))

const contractId = id('Contract')
const phaseType = choice('Phase', ConstructionPhaseType)
const isTentative = boolean('Tentative')
const boardBar = { phaseId: id('Phase'), contractId, type: phaseType, isTentative }
export type BoardBar = ValuesOf<typeof boardBar>
const boardCell = { phases: objects('Phases', boardBar) }
/** Requires ViewEntryDetails and covers only the labor types visible to the caller. */
const boardHours = {
  hours: hours('Hours'),
  /** Hours not in an approved contract. */
  tentativeHours: hours('Tentative hours'),
}
export type BoardCell = ObjectValues<typeof boardCell, typeof boardHours>

/** Hours are the sum of all columns. */
const boardRow = {
  key: text('Key'),
  id: id(),
  name: text('Name'),
  cells: recordField('Cells by month or week', object('Cell', boardCell, boardHours)),
}
type RowOf<F extends Fields> = ObjectValues<typeof boardRow & F, typeof boardHours> & { children: BoardRow[] }
const projectRow = {
  kind: literalField('Kind', 'project'),
  project: object('Project', {
    ...numberedShape,
    stage: choice('Stage', ProjectStage),
    client: optional(namedRef('Client')),
    projectManager: optional(personField('Project manager')),
    associateConsultant: optional(personField('Associate consultant')),
  }),
  group: optional(object('Group', { key: text('Key'), name: text('Name') })),
}
export type BoardProjectRow = RowOf<typeof projectRow>
const contractType = choice('Contract type', ContractType)
const contractStatus = choice('Contract status', ContractStatus)
const rowVersion = integer('Row version')
const contractRow = {
  kind: literalField('Kind', 'contract'),
  contract: object('Contract', {
    id: id(),
    number: text('Number'),
    type: contractType,
    status: contractStatus,
    isLocked: boolean('Locked'),
    /** Unlocked, in an open project: hours and phases can be edited. */
    isEditable: boolean('Editable'),
    rowVersion,
  }),
  isTentative,
}
export type BoardContractRow = RowOf<typeof contractRow>
export const boardPhase = {
  id: id(),
  contractId,
  parentPhaseId: optional(id('Parent phase')),
  type: phaseType,
  dateRangeType: choice('Date range', PhaseDateRangeType),
  startDate: date('Start'),
  endDate: date('End'),
  rowVersion,
}
export type BoardPhase = ValuesOf<typeof boardPhase>
const phaseRow = { kind: literalField('Kind', 'phase'), phase: object('Phase', boardPhase), contractType, isTentative }
export type BoardPhaseRow = RowOf<typeof phaseRow>
const hoursOfMonths = objects('Months', { month: text('Month'), hours: hours('Hours') })
const boardEntry = {
  recordId: id('Entry'),
  phaseId: id('Phase'),
  contractId,
  phaseType,
  laborType: choice('Labor type', LaborType),
  type: choice('Kind', PhaseRecordType),
  user: optional(personField('Person')),
  genericName: optional(text('Generic name')),
  totalHours: hours('Total hours'),
  /** Monthly hours as entered; empty if spread by working days. */
  allocations: hoursOfMonths,
  rowVersion,
  note: optional(text('Note')),
}
const entryRow = { kind: literalField('Kind', 'entry'), entry: object('Entry', boardEntry), contractType, isTentative }
export type BoardEntryRow = RowOf<typeof entryRow>
export type BoardRow = BoardProjectRow | BoardContractRow | BoardPhaseRow | BoardEntryRow

const boardRowsField = (label: string, ...field: Field<BoardRow>[]) => arrayField(label, oneOfFields('Row', ...field))
const rowWith = <F extends Fields>(own: F, children: Field<BoardRow[]>) => object('Row', { ...boardRow, ...own, children }, boardHours)
const entry = rowWith(entryRow, arrayField('Always empty', literalField<never>('')))
const phase = rowWith(phaseRow, boardRowsField('Child phases and entries', rowWith(phaseRow, boardRowsField('Entries', entry)), entry))
const contract = rowWith(contractRow, boardRowsField('Phases', phase))

export const boardPersonShape = {
  user: personField('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  capacity: hoursByColumn('Capacity by month or week'),
  /** Hours in approved contracts. */
  firm: hoursByColumn('Firm hours by month or week'),
  tentative: hoursByColumn('Tentative hours by month or week'),
  absences: objects('Absences', awayShape),
  holidays: objects('Holidays', holidayShape),
}
export type BoardPerson = ValuesOf<typeof boardPersonShape>

const isPartial = boolean('Labor types are hidden')
const boardShape = (rows: Field<BoardRow[]>) => ({
  columns: boardColumns,
  rows,
  total: integer('Total rows'),
  /** True if hidden labor types make the sums incomplete. */
  isPartial,
  people: objects('People', boardPersonShape),
})
export const smallBoardShape = boardShape(boardRowsField('Contracts', contract))
export type BoardAnswer = ValuesOf<typeof smallBoardShape>

const netShape = { totalRevenue: money('Total revenue'), totalCost: money('Total cost'), netProfit: money('Net profit') }
export type NetFigures = Partial<ValuesOf<typeof netShape>>
export const netFigures: readonly (keyof NetFigures)[] = ['totalRevenue', 'totalCost', 'netProfit']
const summaryRow = <K, V>(laborType: Field<K>, figure: Field<V>) =>
  object('Row', {
    laborType,
    values: recordField('Values by month or week', figure),
    total: figure,
    /** Part from contracts not yet approved. */
    tentative: recordField('Tentative values by month or week', figure),
    tentativeTotal: figure,
  })
/** A choice of some figures of a summary, which are listed beside its labor types. */
const figureChoice = <V extends LaborSummaryPseudoType>(...figures: V[]) => {
  const options: Enumeration<V> = {
    ...LaborSummaryPseudoType,
    values: figures.map((figure) => LaborSummaryPseudoType.get(figure)),
    has: (value): value is V => figures.some((figure) => figure === value),
  }
  return choice('Figure', options)
}
const { Hours, Revenue, Cost, DirectExpensesRevenue, DirectExpensesCost, NetSummary } = LaborSummaryPseudoType
const kindsOfSums = [
  summaryRow(choice('Labor type', LaborType), hours('Hours')),
  summaryRow(figureChoice(Hours), hours('Hours')),
  summaryRow(figureChoice(Revenue, Cost, DirectExpensesRevenue, DirectExpensesCost), money('Amount')),
  summaryRow(figureChoice(NetSummary), object('Net summary', {}, netShape)),
]
/** Hours by labor type or in total, money in dollars; rows the caller may not see are absent. */
export const summaryRowsField = (label: string) => arrayField(label, oneOfFields('Row', ...kindsOfSums))
export type BoardSummaryRow = ValueIn<(typeof kindsOfSums)[number]>
const summaryShape = { columns: boardColumns, rows: summaryRowsField('Rows'), isPartial }
export type BoardSummary = ValuesOf<typeof summaryShape>

const laborTypePermissions = (board: Board): Permission[] =>
  LaborType.values.map(({ permissionSuffix }): Permission => `${board}.ViewLaborType${permissionSuffix}`)

export const seenLaborTypes = (board: Board, held: { has(permission: Permission): boolean }): LaborType[] =>
  LaborType.values.filter(({ permissionSuffix }) => held.has(`${board}.ViewLaborType${permissionSuffix}`)).map(({ value }) => value)

/** A month `YYYY-MM` or a day; selects the column that contains it. */
const period = (label: string): Field<string> => {
  const plain = text(label, { max: 10 })
  return {
    ...plain,
    check(value, report) {
      const checked = plain.check(value, report)
      if (checked !== undefined && !isMonth(checked) && !isCalendarDate(checked)) report(messages.date)
      return checked
    },
  }
}
export const boardTimeFields = {
  /** Defaults to last month through eleven months ahead; on the Small Board, to the whole project. */
  from: optional(period('First month or week')),
  to: optional(period('Last month or week')),
  granularity: defaulted(choice('Granularity', Granularity), Granularity.Month),
}
/** Filters that apply to rows, hours, and the summary. */
const countedBy = (board: Board) => ({
  contractStatuses: optional(choices('Contract status', ContractStatus)),
  contractTypes: optional(choices('Contract type', ContractType)),
  phaseTypes: optional(choices('Phase', ConstructionPhaseType)),
  laborTypes: needing(
    { ...optional(choices('Labor type', LaborType)), hint: 'Each needs the permission of its labor type' },
    ...laborTypePermissions(board),
  ),
  /** Filtering would reveal who works where. */
  userIds: needing(optional(set('People', uuid('Person'), { max: 200 })), `${board}.ViewEntryDetails`),
  teamIds: needing(optional(set('Teams', id('Team'), { max: 200 })), `${board}.ViewEntryDetails`),
})
const depthOf = (board: Board, first: BoardDepth) => ({
  depth: needing({ ...defaulted(choice('Depth', BoardDepth), first), hint: 'Entries need the permission' }, `${board}.ViewEntryDetails`),
})
const ofProjects = {
  search: optional(text('Search', { max: 200 })),
  clientIds: optional(references('Client', () => clients)),
  projectIds: optional(references('Project', () => projects)),
  projectStatuses: optional(choices('Project status', ProjectStatus)),
  projectManagerIds: optional(set('Project manager', uuid('Person'), { max: 200 })),
  associateConsultantIds: optional(set('Associate consultant', uuid('Person'), { max: 200 })),
  includeClosed: defaulted(boolean('Include closed and archived projects'), false),
}
const inPages = {
  includeEmpty: defaulted(boolean('Include projects without phases'), false),
  groupBy: defaulted(choice('Group by', BoardGrouping), BoardGrouping.Client),
  page: defaulted(integer('Page', { min: 1, max: 100_000 }), 1),
  itemsPerPage: defaulted(integer('Rows per page', { min: 1, max: 200 }), 50),
}

const summary = shape(summaryShape)
const bigQuery = { ...boardTimeFields, ...countedBy('BigBoard'), ...ofProjects, ...inPages, ...depthOf('BigBoard', BoardDepth.Project) }

export const readBigBoard = call({
  method: 'GET',
  path: '/boards/BigBoard',
  permission: 'BigBoard.View',
  summary: 'Get the Big Board; projects without phases in the period are left out',
  query: bigQuery,
  response: shape(boardShape(boardRowsField('Projects', rowWith(projectRow, boardRowsField('Contracts', contract))))),
})
export const readBigBoardSummary = call({
  method: 'GET',
  path: '/boards/BigBoard/Summary',
  permission: 'BigBoard.View',
  summary: 'Get the hours and money of the whole Big Board',
  query: bigQuery,
  response: summary,
})
export const exportBigBoard = call({
  method: 'GET',
  path: '/boards/BigBoard/Export',
  permission: 'BigBoard.View',
  summary: 'Export the Big Board as a workbook with its summary',
  query: bigQuery,
  response: shape(fileTaskShape),
  status: 202,
})

const smallQuery = { ...boardTimeFields, ...countedBy('SmallBoard'), ...depthOf('SmallBoard', BoardDepth.Entry) }
export const readSmallBoard = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id',
  permission: 'SmallBoard.View',
  summary: 'Get the Small Board of a project: contracts with their phases and entries over time',
  query: smallQuery,
  response: shape(smallBoardShape),
})
export const readSmallBoardSummary = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/Summary',
  permission: 'SmallBoard.View',
  summary: 'Get the hours and money of a project over time',
  query: smallQuery,
  response: summary,
})
export const exportSmallBoard = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/Export',
  permission: 'SmallBoard.View',
  summary: 'Export the Small Board of a project as a workbook with its summary',
  query: smallQuery,
  response: shape(fileTaskShape),
  status: 202,
})

const { userIds: _people, teamIds: _teams, ...countedOfMine } = countedBy('MyBoard')
const { clientIds, includeClosed } = ofProjects
const myQuery = { ...boardTimeFields, ...countedOfMine, clientIds, includeClosed, ...depthOf('MyBoard', BoardDepth.Entry) }
export const readMyBoard = call({
  method: 'GET',
  path: '/boards/MyBoard',
  permission: 'MyBoard.View',
  summary: "Get My Board: the caller's entries by project and phase",
  query: myQuery,
  response: shape(boardShape(boardRowsField('Projects', rowWith(projectRow, boardRowsField('Phases', phase))))),
})
export const readMyBoardSummary = call({
  method: 'GET',
  path: '/boards/MyBoard/Summary',
  permission: 'MyBoard.View',
  summary: "Get the hours and money of the caller's entries",
  query: myQuery,
  response: summary,
})
export const exportMyBoard = call({
  method: 'GET',
  path: '/boards/MyBoard/Export',
  permission: 'MyBoard.View',
  summary: 'Export My Board as a workbook with its summary',
  query: myQuery,
  response: shape(fileTaskShape),
  status: 202,
})

export const readBoardPeople = call({
  method: 'GET',
  path: '/boards/SmallBoard/:id/People',
  permission: { all: ['SmallBoard.View', 'SmallBoard.ViewEntryDetails', 'DNAUsers.View'] },
  summary: 'Get the capacity and planned hours of people',
  query: { ...boardTimeFields, userIds: set('People', uuid('Person'), { min: 1, max: 200 }) },
  response: shape({ columns: boardColumns, people: smallBoardShape.people }),
})

export const boardEntryDetail = object('Entry', {
  ...boardEntry,
  months: hoursOfMonths,
  phaseName: text('Phase name'),
  startDate: date('Start'),
  endDate: date('End'),
  contract: object('Contract', { ...numberedShape, type: contractType, status: contractStatus }),
  project: numberedRef('Project'),
})
export type BoardEntryDetail = ValueIn<typeof boardEntryDetail>
const entryCall = <B extends Board, P extends string>(board: B, path: P) =>
  call({
    method: 'GET',
    path,
    params: { recordId: id('Entry') },
    permission: { all: [`${board}.View`, `${board}.ViewEntryDetails`] },
    summary: 'Get an entry with all its months',
    response: shape({ entry: boardEntryDetail }),
  })
export const readBigBoardEntry = entryCall('BigBoard', '/boards/BigBoard/Entries/:recordId')
export const readSmallBoardEntry = entryCall('SmallBoard', '/boards/SmallBoard/:id/Entries/:recordId')
export const readMyBoardEntry = entryCall('MyBoard', '/boards/MyBoard/Entries/:recordId')
