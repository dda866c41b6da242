import { ContractStatus } from '../../model/contracts/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { firstDayOf, lastDayOf } from '../../model/kit/dates.ts'
import {
  labelKey,
  type PlanCell,
  type PlanColumn,
  type PlanPerson,
  planSums,
  projectKey,
  type readMonthlyPlans,
  restrictedKey,
  totalSums,
} from '../../model/planning/monthly-plans.ts'
import { spreadOverMonths, toSpreadRecord } from '../../model/planning/spread.ts'
import { countedDays } from '../../model/planning/working-time.ts'
import { restrictedProject } from '../../model/planning/workload.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { nullIfEmpty } from './board-contents.ts'
import { computeCapacities } from './working-times.ts'
import { listWorkloadPeople } from './workload.ts'

type Query = RequestOf<typeof readMonthlyPlans>['query']

const boardRow = {
  userId: is.uuid,
  projectId: is.number,
  name: is.text,
  number: orNull(is.text),
  isSeen: is.boolean,
  hours: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
}
/** Board hours of a month per person and project, in whole hundredths. */
export async function loadBoardHours(ctx: Context, month: string, userIds: readonly string[], statuses: readonly ContractStatus[] | null) {
  const rows = await ctx.rows(
    boardRow,
    `select r.user_id, p.id as "projectId", p.name, p.number, (visible(p)) as "isSeen", r.hours, r.allocations,
       ph.start_date, ph.end_date
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id
     where r.user_id = any($1::uuid[]) and ph.end_date >= $2::date and ph.start_date <= $3::date and c.status = any($4::smallint[])
       and p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active})
     order by p.name collate natural_order, p.id`,
    [userIds, firstDayOf(month), lastDayOf(month), nullIfEmpty(statuses) ?? [ContractStatus.Approved]],
  )
  return rows.map(({ hours, allocations, startDate, endDate, ...row }) => ({
    ...row,
    hundredths:
      spreadOverMonths(toSpreadRecord({ hours, allocations }), { startDate, endDate }).find(({ key }) => key === month)?.hundredths ?? 0,
  }))
}

const planRow = {
  userId: is.uuid,
  projectId: orNull(is.number),
  name: orNull(is.text),
  number: orNull(is.text),
  isSeen: is.boolean,
  label: orNull(is.text),
  plannedHours: is.number,
  note: orNull(is.text),
}
export function loadPlanRows(ctx: Context, month: string, userIds: readonly string[] | null) {
  return ctx.rows(
    planRow,
    `select m.user_id, m.project_id, p.name, p.number, (m.project_id is null or (visible(p))) as "isSeen", m.label,
       m.planned_hours, m.note
     from monthly_plans m left join living_projects p on p.id = m.project_id
     where m.month = $1::date and ($2::uuid[] is null or m.user_id = any($2)) and (m.project_id is null or p.id is not null)
     order by m.project_id is null, p.name collate natural_order, p.id, m.label collate natural_order`,
    [firstDayOf(month), userIds],
  )
}

interface Named {
  projectId: number | null
  name: string | null
  number: string | null
  isSeen: boolean
  label?: string | null
}
function planColumn({ projectId, name, number, isSeen, label }: Named): PlanColumn {
  if (!isSeen) return { key: restrictedKey, project: null, label: restrictedProject, isRestricted: true }
  if (projectId === null) return { key: labelKey(label ?? ''), project: null, label: label ?? '', isRestricted: false }
  return {
    key: projectKey(projectId),
    project: { id: projectId, number: number ?? '', name: name ?? '' },
    label: null,
    isRestricted: false,
  }
}
const rank = ({ project, isRestricted }: PlanColumn) => (project ? 0 : isRestricted ? 1 : 2)

interface Gathered {
  columns: Map<string, PlanColumn>
  cells: Map<string, Map<string, { planned?: number; board: number; note: string | null }>>
}
function gatherCells(
  userIds: readonly string[],
  rows: readonly (Named & { userId: string; planned?: number; board: number; note: string | null })[],
): Gathered {
  const columns = new Map<string, PlanColumn>()
  const cells: Gathered['cells'] = new Map(userIds.map((id) => [id, new Map()]))
  for (const { userId, planned, board, note, ...named } of rows) {
    const column = planColumn(named)
    columns.set(column.key, columns.get(column.key) ?? column)
    const own = cells.get(userId)
    const cell = own?.get(column.key)
    const sum = planned === undefined ? cell?.planned : (cell?.planned ?? 0) + planned
    // Notes on hidden projects stay hidden.
    own?.set(column.key, { planned: sum, board: (cell?.board ?? 0) + board, note: named.isSeen ? (cell?.note ?? note) : null })
  }
  return { columns, cells }
}

/** Reads a month of all people in six statements, regardless of their number. */
export async function loadMonthlyPlans(ctx: Context, query: Query) {
  const { month } = query
  const found = await listWorkloadPeople(ctx, query)
  const ids = found.map(({ id }) => id)
  const board = await loadBoardHours(ctx, month, ids, query.contractStatuses)
  const plans = await loadPlanRows(ctx, month, ids)
  const capacities = await computeCapacities(ctx, ids, countedDays(firstDayOf(month), lastDayOf(month), 'month'))
  const { columns, cells } = gatherCells(ids, [
    ...board.filter(({ hundredths }) => hundredths !== 0).map(({ hundredths, ...row }) => ({ ...row, board: hundredths, note: null })),
    ...plans.map(({ plannedHours, ...row }) => ({ ...row, planned: plannedHours, board: 0 })),
  ])
  const mayWriteAll = ctx.actor.held.has('DNAUsers.Update')
  const people = found.flatMap(({ id, user, laborType, isSuspended }): PlanPerson[] => {
    const own = Object.fromEntries(
      [...(cells.get(id) ?? [])].map(([key, { planned, board: boardHours, note }]): [string, PlanCell] => [
        key,
        { ...(planned !== undefined && { plannedHours: planned / 100 }), boardHours: boardHours / 100, note },
      ]),
    )
    if (isSuspended && Object.keys(own).length === 0) return []
    const capacity = (capacities.get(id)?.get(month) ?? 0) / 100
    return [{ user, laborType, isWritable: mayWriteAll || id === ctx.actor.userId, cells: own, ...planSums(Object.values(own), capacity) }]
  })
  const inOrder = [...columns.values()].toSorted(
    (a, b) =>
      rank(a) - rank(b) || (a.project?.name ?? a.label ?? '').localeCompare(b.project?.name ?? b.label ?? '', 'en', { numeric: true }),
  )
  return { month, columns: inOrder, people, sums: totalSums(people) }
}
