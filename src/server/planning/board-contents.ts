import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus, ContractType, PhaseDateRangeType, PhaseRecordType } from '../../model/contracts/enums.ts'
import { type Board, seenLaborTypes } from '../../model/planning/boards.ts'
import type { BoardGrouping } from '../../model/planning/enums.ts'
import { ProjectStage, type ProjectStatus } from '../../model/projects/enums.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context, StatementValues } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { columnList, is, namedShape, orNull, personRef } from '../kit/sql/row-types.ts'

/** Contents of a board for a user (domain 10.1). Hours of hidden labor types never leave the database. */
export interface Counted {
  board: Board
  statuses: readonly ContractStatus[]
  contractTypes: readonly ContractType[] | null
  phaseTypes: readonly ConstructionPhaseType[] | null
  /** Requested labor types the user may see. */
  laborTypes: readonly LaborType[]
  userIds: readonly string[] | null
  isPartial: boolean
  /** True if no hours are left out. */
  isWhole: boolean
}

interface ContentFilters {
  contractStatuses: readonly ContractStatus[] | null
  contractTypes: readonly ContractType[] | null
  phaseTypes: readonly ConstructionPhaseType[] | null
  laborTypes: readonly LaborType[] | null
  userIds?: readonly string[] | null
  teamIds?: readonly number[] | null
}

/** Drafts are tentative: boards of the firm show approved contracts, a project's board shows all. */
const usualStatuses: Readonly<Record<Board, readonly ContractStatus[]>> = {
  BigBoard: [ContractStatus.Approved],
  SmallBoard: ContractStatus.values.map(({ value }) => value),
  MyBoard: [ContractStatus.Approved],
}

export const nullIfEmpty = <T>(values: readonly T[] | null | undefined) => (values && values.length > 0 ? values : null)

/** Rejects filters that would reveal hidden data: who works where, and hours of a labor type. */
export async function resolveBoardFilter(ctx: Context, board: Board, query: ContentFilters): Promise<Counted> {
  const { held } = ctx.actor
  const seen = seenLaborTypes(board, held)
  const laborTypes = nullIfEmpty(query.laborTypes)
  const hidden = laborTypes?.find((type) => !seen.includes(type))
  if (hidden !== undefined) throw forbidden(`${board}.ViewLaborType${LaborType.get(hidden).permissionSuffix}`)
  const [people, teams] = [nullIfEmpty(query.userIds), nullIfEmpty(query.teamIds)]
  if ((people || teams) && !held.has(`${board}.ViewEntryDetails`)) throw forbidden(`${board}.ViewEntryDetails`)
  const isPartial = seen.length < LaborType.values.length
  const userIds = board === 'MyBoard' ? [ctx.actor.userId] : await filteredUserIds(ctx, people, teams)
  return {
    board,
    statuses: nullIfEmpty(query.contractStatuses) ?? usualStatuses[board],
    contractTypes: nullIfEmpty(query.contractTypes),
    phaseTypes: nullIfEmpty(query.phaseTypes),
    laborTypes: laborTypes ?? seen,
    userIds,
    isPartial,
    isWhole: !isPartial && !laborTypes && !userIds,
  }
}

/** Returns the members of the teams, limited to `people` if both are set. */
async function filteredUserIds(ctx: Context, people: readonly string[] | null, teams: readonly number[] | null) {
  if (!teams) return people
  const members = await ctx.rows({ userIds: is.uuids }, 'select s.user_ids from staffed_teams s where s.id = any($1)', [teams])
  const ids = [...new Set(members.flatMap(({ userIds }) => userIds))]
  return people ? ids.filter((id) => people.includes(id)) : ids
}

export function createStatementValues(): StatementValues & { values: unknown[] } {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

const anyOfCondition = (p: StatementValues, column: string, values: readonly unknown[] | null, type: string) =>
  values ? [`${column} = any(${p.add(values)}::${type}[])`] : []

export const contractConditions = (p: StatementValues, { statuses, contractTypes }: Counted): string[] => [
  ...anyOfCondition(p, 'c.status', statuses, 'smallint'),
  ...anyOfCondition(p, 'c.type', contractTypes, 'smallint'),
]
export const recordConditions = (p: StatementValues, { laborTypes, userIds }: Counted): string[] => [
  ...anyOfCondition(p, 'r.labor_type', laborTypes, 'smallint'),
  ...anyOfCondition(p, 'r.user_id', userIds, 'uuid'),
]
export const phaseConditions = (p: StatementValues, { phaseTypes }: Counted): string[] =>
  anyOfCondition(p, 'ph.type', phaseTypes, 'smallint')

export interface ProjectFilters {
  search?: string | null
  clientIds?: readonly number[] | null
  projectIds?: readonly number[] | null
  projectStatuses?: readonly ProjectStatus[] | null
  projectManagerIds?: readonly string[] | null
  associateConsultantIds?: readonly string[] | null
  includeClosed?: boolean
}
const { Opportunity, Active, Closed, Archived } = ProjectStage

export function projectConditions(p: StatementValues, query: ProjectFilters): string[] {
  const { search, clientIds, projectIds, projectStatuses, projectManagerIds, associateConsultantIds, includeClosed } = query
  return [
    'visible(p)',
    `p.stage in (${[Opportunity, Active, ...(includeClosed ? [Closed, Archived] : [])].join(', ')})`,
    ...anyOfCondition(p, 'p.id', nullIfEmpty(projectIds), 'bigint'),
    ...anyOfCondition(p, 'p.client_id', nullIfEmpty(clientIds), 'bigint'),
    ...anyOfCondition(p, 'p.project_status', nullIfEmpty(projectStatuses), 'smallint'),
    ...anyOfCondition(p, 'p.project_manager_id', nullIfEmpty(projectManagerIds), 'uuid'),
    ...anyOfCondition(p, 'p.associate_consultant_id', nullIfEmpty(associateConsultantIds), 'uuid'),
    ...(search ? [`position(lower(${p.add(search)}::text) in lower(concat_ws(' ', p.number, p.name, k.name))) > 0`] : []),
  ]
}
export const fromProjects = 'living_projects p left join client_names k on k.id = p.client_id'

interface Span {
  first: string
  last: string
}
/** Condition that a contract of `p` has a phase in this time. With a filter by person, only phases in which they have hours count. */
function hasPhases(p: StatementValues, counted: Counted, { first, last }: Span): string {
  const records = counted.userIds
    ? ` and exists (select from planned_records r where r.phase_id = ph.id and ${recordConditions(p, counted).join(' and ')})`
    : ''
  const conditions = [
    'c.project_id = p.id',
    ...contractConditions(p, counted),
    ...phaseConditions(p, counted),
    `ph.end_date >= ${p.add(first)}::date and ph.start_date <= ${p.add(last)}::date`,
  ]
  return `exists (select from planned_contracts c join planned_phases ph on ph.contract_id = c.id where ${conditions.join(' and ')}${records})`
}

const projectRow = {
  id: is.number,
  name: is.text,
  number: orNull(is.text),
  stage: is.choice(ProjectStage),
  client: orNull(namedShape),
  projectManager: orNull(personRef),
  associateConsultant: orNull(personRef),
}
const projectColumns = `p.id, p.name, p.number, p.stage, case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as client,
  m.person as "projectManager", a.person as "associateConsultant"`
const fromProjectsAndPeople = `${fromProjects} left join people m on m.id = p.project_manager_id left join people a on a.id = p.associate_consultant_id`
const byPerson = (alias: string) => [`${alias}.last_name`, `${alias}.first_name`, `${alias}.id`]
const groupOrder: Readonly<Record<BoardGrouping, readonly string[]>> = {
  client: ['k.name collate natural_order', 'k.id'],
  projectManager: byPerson('m'),
  associateConsultant: byPerson('a'),
  none: [],
}

interface ProjectPage extends ProjectFilters {
  includeEmpty: boolean
  groupBy: BoardGrouping
  page: number
  itemsPerPage: number
}
export async function projectsOnPage(ctx: Context, counted: Counted, query: ProjectPage, time: Span) {
  const conditionsOn = (p: StatementValues) =>
    [...projectConditions(p, query), ...(query.includeEmpty ? [] : [hasPhases(p, counted, time)])].join(' and ')
  const p = createStatementValues()
  const order = [...groupOrder[query.groupBy], 'p.name collate natural_order', 'p.id'].join(', ')
  const rows = await ctx.rows(
    { ...projectRow, total: is.number },
    `select ${projectColumns}, count(*) over ()::int as total from ${fromProjectsAndPeople} where ${conditionsOn(p)}
     order by ${order} limit ${p.add(query.itemsPerPage)} offset ${p.add((query.page - 1) * query.itemsPerPage)}`,
    p.values,
  )
  const [first] = rows
  if (first || query.page === 1) return { projects: rows, total: first?.total ?? 0 }
  const q = createStatementValues()
  const [counts] = await ctx.rows(
    { total: is.number },
    `select count(*)::int as total from ${fromProjects} where ${conditionsOn(q)}`,
    q.values,
  )
  return { projects: [], total: counts?.total ?? 0 }
}
export type ProjectOnBoard = Omit<Awaited<ReturnType<typeof projectsOnPage>>['projects'][number], 'total'>

export async function projectOnBoard(ctx: Context, id: number): Promise<ProjectOnBoard | undefined> {
  const [row] = await ctx.rows(projectRow, `select ${projectColumns} from ${fromProjectsAndPeople} where p.id = $1 and visible(p)`, [id])
  return row
}

const contractRow = {
  id: is.number,
  projectId: is.number,
  number: is.text,
  name: is.text,
  type: is.choice(ContractType),
  status: is.choice(ContractStatus),
  isLocked: is.boolean,
  rowVersion: is.number,
}
export async function contractsOn(ctx: Context, counted: Counted, projectIds: readonly number[]) {
  const p = createStatementValues()
  const conditions = [`c.project_id = any(${p.add(projectIds)}::bigint[])`, ...contractConditions(p, counted)]
  return ctx.rows(
    contractRow,
    `select ${columnList(contractRow, 'c')}
     from planned_contracts c where ${conditions.join(' and ')} order by c.number collate natural_order, c.id`,
    p.values,
  )
}
export type ContractOnBoard = Awaited<ReturnType<typeof contractsOn>>[number]

const phaseRow = {
  id: is.number,
  contractId: is.number,
  parentPhaseId: orNull(is.number),
  type: is.choice(ConstructionPhaseType),
  name: is.text,
  dateRangeType: is.choice(PhaseDateRangeType),
  startDate: is.date,
  endDate: is.date,
  order: is.number,
  rowVersion: is.number,
}
/** Phases that overlap the time, and their parents. With a filter by person, only phases in which they have hours. */
export async function phasesOn(ctx: Context, counted: Counted, contractIds: readonly number[], { first, last }: Span) {
  const p = createStatementValues()
  const meets = (alias: string) => `(${alias}.end_date >= ${p.add(first)}::date and ${alias}.start_date <= ${p.add(last)}::date)`
  const conditions = [
    `ph.contract_id = any(${p.add(contractIds)}::bigint[])`,
    ...phaseConditions(p, counted),
    `(${meets('ph')} or exists (select from planned_phases ch where ch.parent_phase_id = ph.id and ${meets('ch')}))`,
    ...(counted.userIds
      ? [`exists (select from planned_records r where r.phase_id = ph.id and ${recordConditions(p, counted).join(' and ')})`]
      : []),
  ]
  return ctx.rows(
    phaseRow,
    `select ${columnList(phaseRow, 'ph')}
     from planned_phases ph where ${conditions.join(' and ')} order by ph."order", ph.id`,
    p.values,
  )
}
export type PhaseOnBoard = Awaited<ReturnType<typeof phasesOn>>[number]

export const recordRow = {
  id: is.number,
  phaseId: is.number,
  type: is.choice(PhaseRecordType),
  user: orNull(personRef),
  genericName: orNull(is.text),
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  rowVersion: is.number,
  note: orNull(is.text),
}
export const recordColumns = `r.id, r.phase_id as "phaseId", r.type, u.person as "user", r.generic_name as "genericName", r.labor_type as "laborType",
  r.hours, r.allocations, r.row_version as "rowVersion", r.note`

export async function recordsOn(ctx: Context, counted: Counted, phaseIds: readonly number[]) {
  const p = createStatementValues()
  const conditions = [`r.phase_id = any(${p.add(phaseIds)}::bigint[])`, ...recordConditions(p, counted)]
  return ctx.rows(
    recordRow,
    `select ${recordColumns} from planned_records r left join people u on u.id = r.user_id where ${conditions.join(' and ')} order by r.id`,
    p.values,
  )
}
export type RecordOnBoard = Awaited<ReturnType<typeof recordsOn>>[number]

const hoursRow = { phaseId: is.number, even: is.listOf(is.number), byHand: is.listOf(allocationsIn) }
/** For hidden entries only totals are read: hours spread evenly over the phase, and hours set by month. */
export async function loadHourTotals(ctx: Context, counted: Counted, phaseIds: readonly number[]) {
  const p = createStatementValues()
  const conditions = [`r.phase_id = any(${p.add(phaseIds)}::bigint[])`, ...recordConditions(p, counted)]
  return ctx.rows(
    hoursRow,
    `select r.phase_id, coalesce(json_agg(r.hours) filter (where r.allocations = '[]'), '[]') as even,
       coalesce(json_agg(r.allocations) filter (where r.allocations <> '[]'), '[]') as "byHand"
     from planned_records r where ${conditions.join(' and ')} group by r.phase_id`,
    p.values,
  )
}
export type HoursOnBoard = Awaited<ReturnType<typeof loadHourTotals>>[number]
