import type { RequestOf } from '../../model/kit/call.ts'
import { spreaderOver } from '../../model/planning/board-spread.ts'
import {
  type Board,
  type BoardAnswer,
  readBigBoard,
  readBigBoardEntry,
  readBigBoardSummary,
  readBoardPeople,
  readMyBoard,
  readMyBoardEntry,
  readMyBoardSummary,
  readSmallBoard,
  readSmallBoardEntry,
  readSmallBoardSummary,
  seenLaborTypes,
} from '../../model/planning/boards.ts'
import { BoardDepth, BoardGrouping } from '../../model/planning/enums.ts'
import type { DateRange } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import {
  type Counted,
  contractConditions,
  contractsOn,
  createStatementValues,
  loadHourTotals,
  type ProjectOnBoard,
  phasesOn,
  projectOnBoard,
  projectsOnPage,
  recordsOn,
  resolveBoardFilter,
} from './board-contents.ts'
import { getEntry } from './board-entry.ts'
import { boardPeople } from './board-people.ts'
import { contractRows, projectRows, type Shown } from './board-rows.ts'
import { boardSummary } from './board-summary.ts'
import { type BoardTime, boardTime } from './board-time.ts'

type BigQuery = RequestOf<typeof readBigBoard>['query']
type SmallQuery = RequestOf<typeof readSmallBoard>['query']
type MyQuery = RequestOf<typeof readMyBoard>['query']

interface BoardRequest {
  counted: Counted
  projects: readonly ProjectOnBoard[]
  depth: BoardDepth
  groupBy?: BoardGrouping
  time: BoardTime
}

/** Reads everything below these projects in three statements, regardless of their number. */
export async function loadBoardContents(
  ctx: Context,
  { counted, projects, depth, groupBy = BoardGrouping.None, time }: BoardRequest,
): Promise<Shown> {
  const { board } = counted
  const contracts = await contractsOn(
    ctx,
    counted,
    projects.map(({ id }) => id),
  )
  const phases = await phasesOn(
    ctx,
    counted,
    contracts.map(({ id }) => id),
    time,
  )
  const held = new Set(phases.map(({ contractId }) => contractId))
  const isShown = ctx.actor.held.has(`${board}.ViewEntryDetails`)
  const phaseIds = phases.map(({ id }) => id)
  const areEntries = depth === BoardDepth.Entry
  const records = isShown && areEntries ? await recordsOn(ctx, counted, phaseIds) : []
  const hours = isShown && !areEntries ? await loadHourTotals(ctx, counted, phaseIds) : []
  return {
    board,
    projects,
    // Only the Small Board shows a contract without phases, because planning starts there.
    contracts: board === 'SmallBoard' ? contracts : contracts.filter(({ id }) => held.has(id)),
    phases,
    records: isShown ? records : null,
    hours,
    depth,
    groupBy,
    time,
    over: spreaderOver(time.keys, time.granularity),
  }
}

/** People of the entries, only for users who may view people: their capacity reveals absences. */
export function peopleOn(ctx: Context, { records, depth, time, over }: Shown, { laborTypes }: Pick<Counted, 'laborTypes'>) {
  if (!records || depth !== BoardDepth.Entry || !ctx.actor.held.has('DNAUsers.View')) return []
  const ids = new Set(records.flatMap(({ user }) => (user ? [user.id] : [])))
  return boardPeople(ctx, [...ids], laborTypes, time, over)
}
export const seenOn = (ctx: Context, board: Board) => ({ laborTypes: seenLaborTypes(board, ctx.actor.held) })

export async function bigBoard(ctx: Context, query: BigQuery): Promise<BoardAnswer> {
  const counted = await resolveBoardFilter(ctx, 'BigBoard', query)
  const time = await boardTime(ctx, query)
  const { projects, total } = await projectsOnPage(ctx, counted, query, time)
  const shown = await loadBoardContents(ctx, { counted, projects, depth: query.depth, groupBy: query.groupBy, time })
  const people = await peopleOn(ctx, shown, seenOn(ctx, 'BigBoard'))
  return { columns: time.columns, rows: projectRows(shown), total, isPartial: counted.isPartial, people }
}
export async function bigBoardSummary(ctx: Context, query: BigQuery) {
  const counted = await resolveBoardFilter(ctx, 'BigBoard', query)
  const time = await boardTime(ctx, query)
  return boardSummary(ctx, { counted, ofProjects: { asked: query }, time, over: spreaderOver(time.keys, time.granularity) })
}

async function plannedDateRange(ctx: Context, counted: Counted, projectId: number): Promise<DateRange | undefined> {
  const p = createStatementValues()
  const conditions = [`c.project_id = ${p.add(projectId)}`, ...contractConditions(p, counted)]
  const [row] = await ctx.rows(
    { first: orNull(is.date), last: orNull(is.date) },
    `select min(ph.start_date) as first, max(ph.end_date) as last from planned_phases ph join planned_contracts c on c.id = ph.contract_id
     where ${conditions.join(' and ')}`,
    p.values,
  )
  return row?.first && row.last ? { startDate: row.first, endDate: row.last } : undefined
}

export async function smallGround(ctx: Context, projectId: number, query: SmallQuery) {
  const project = await projectOnBoard(ctx, projectId)
  if (!project) throw notFound('Project')
  const counted = await resolveBoardFilter(ctx, 'SmallBoard', query)
  const hull = query.from || query.to ? undefined : await plannedDateRange(ctx, counted, projectId)
  return { project, counted, time: await boardTime(ctx, query, hull) }
}
export async function smallBoard(ctx: Context, projectId: number, query: SmallQuery): Promise<BoardAnswer> {
  const { project, counted, time } = await smallGround(ctx, projectId, query)
  const shown = await loadBoardContents(ctx, { counted, projects: [project], depth: query.depth, time })
  const rows = contractRows(shown)
  const people = await peopleOn(ctx, shown, seenOn(ctx, 'SmallBoard'))
  return { columns: time.columns, rows, total: rows.length, isPartial: counted.isPartial, people }
}
export async function smallBoardSummary(ctx: Context, projectId: number, query: SmallQuery) {
  const { counted, time } = await smallGround(ctx, projectId, query)
  return boardSummary(ctx, { counted, ofProjects: { projectId }, time, over: spreaderOver(time.keys, time.granularity) })
}

/** A person has few projects at a time, so all of them fit one page. */
const mostOwnProjects = 500
export async function myBoard(ctx: Context, query: MyQuery): Promise<BoardAnswer> {
  const counted = await resolveBoardFilter(ctx, 'MyBoard', query)
  const time = await boardTime(ctx, query)
  const page = {
    clientIds: query.clientIds,
    includeClosed: query.includeClosed,
    includeEmpty: false,
    groupBy: BoardGrouping.None,
    page: 1,
    itemsPerPage: mostOwnProjects,
  }
  const { projects, total } = await projectsOnPage(ctx, counted, page, time)
  const shown = await loadBoardContents(ctx, { counted, projects, depth: query.depth, time })
  const { laborTypes } = seenOn(ctx, 'MyBoard')
  const people = await boardPeople(ctx, [ctx.actor.userId], shown.records ? laborTypes : null, time, shown.over)
  return { columns: time.columns, rows: projectRows(shown), total, isPartial: counted.isPartial, people }
}
export async function myBoardSummary(ctx: Context, query: MyQuery) {
  const counted = await resolveBoardFilter(ctx, 'MyBoard', query)
  const time = await boardTime(ctx, query)
  const projectFilter = { clientIds: query.clientIds, includeClosed: query.includeClosed }
  return boardSummary(ctx, { counted, ofProjects: { asked: projectFilter }, time, over: spreaderOver(time.keys, time.granularity) })
}

export const boardRoutes: Route[] = [
  defineRoute(readBigBoard, (ctx, { query }) => bigBoard(ctx, query)),
  defineRoute(readBigBoardSummary, (ctx, { query }) => bigBoardSummary(ctx, query)),
  defineRoute(readBigBoardEntry, async (ctx, { params }) => ({ entry: await getEntry(ctx, 'BigBoard', params.recordId) })),
  defineRoute(readSmallBoard, (ctx, { params, query }) => smallBoard(ctx, params.id, query)),
  defineRoute(readSmallBoardSummary, (ctx, { params, query }) => smallBoardSummary(ctx, params.id, query)),
  defineRoute(readSmallBoardEntry, async (ctx, { params }) => ({ entry: await getEntry(ctx, 'SmallBoard', params.recordId, params.id) })),
  defineRoute(readBoardPeople, async (ctx, { params, query }) => {
    const { counted, time } = await smallGround(ctx, params.id, { ...query, ...everything })
    const over = spreaderOver(time.keys, time.granularity)
    return { columns: time.columns, people: await boardPeople(ctx, query.userIds, counted.laborTypes, time, over) }
  }),
  defineRoute(readMyBoard, (ctx, { query }) => myBoard(ctx, query)),
  defineRoute(readMyBoardSummary, (ctx, { query }) => myBoardSummary(ctx, query)),
  defineRoute(readMyBoardEntry, async (ctx, { params }) => ({ entry: await getEntry(ctx, 'MyBoard', params.recordId) })),
]

const everything = {
  contractStatuses: null,
  contractTypes: null,
  phaseTypes: null,
  laborTypes: null,
  userIds: null,
  teamIds: null,
  depth: BoardDepth.Entry,
}
