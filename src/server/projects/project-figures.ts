import type { FunnelFigures, RecentEntry, StageFigures } from '../../model/dashboard/widgets.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { openStages } from '../../model/projects/projects.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { visibleEntries } from '../kit/resource/activities.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { nameOfSubject } from './entry-names.ts'
import { leads } from './leads.ts'
import { entryShape } from './live-overview.ts'
import { projects } from './projects.ts'
import { ownProjectSql, seesProject } from './scope.ts'

export const listMyProjects = (ctx: Context, itemsPerPage: number) =>
  projects.list(ctx, { stages: openStages, itemsPerPage }, { extra: ownProjectSql })

const mine = (actor: Actor, p: Params) => {
  const me = p.add(actor.userId)
  return `(t.created_by_id = ${me}::uuid or t.associate_consultant_id = ${me}::uuid)`
}
export const listMyLeads = (ctx: Context, itemsPerPage: number) =>
  leads.list(ctx, { itemsPerPage }, { extra: (actor, p) => `${mine(actor, p)} and t.lead_status <> ${LeadStatus.LeadLost}` })

export async function listLeadFunnel(ctx: Context): Promise<{ items: FunnelFigures[] }> {
  const p = new Params()
  const items = await ctx.rows(
    { leadStatus: is.choice(LeadStatus), count: is.number, expectedRevenue: is.number, weighedRevenue: is.number },
    `select t.lead_status, count(*)::int as count, coalesce(sum(t.expected_revenue), 0)::float8 / 100 as "expectedRevenue",
       round(coalesce(sum(t.expected_revenue * t.probability_percent / 100), 0))::float8 / 100 as "weighedRevenue"
     from projects t where not t.is_deleted and not t.is_archived and t.stage = ${ProjectStage.Lead} and ${seesProject(ctx.actor, p)}
     group by t.lead_status order by t.lead_status`,
    p.values,
  )
  return { items }
}

export async function listFiguresByStage(ctx: Context): Promise<{ items: StageFigures[] }> {
  const p = new Params()
  const items = await ctx.rows(
    { stage: is.choice(ProjectStage), projectStatus: is.choice(ProjectStatus), count: is.number, totalMsrpPrice: is.number },
    `select t.stage, t.project_status, count(*)::int as count, sum(t.total_msrp_price)::float8 / 100 as "totalMsrpPrice"
     from projects t where not t.is_deleted and t.stage <> ${ProjectStage.Lead} and ${seesProject(ctx.actor, p)}
     group by t.stage, t.project_status order by t.stage, t.project_status`,
    p.values,
  )
  return { items }
}

/** Counts the visible open projects of a client, with the sum of their equipment in dollars. */
export async function sumOpenProjects(ctx: Context, clientId: number) {
  const p = new Params()
  const rows = await ctx.rows(
    { count: is.number, totalMsrpPrice: is.number },
    `select count(*)::int as count, coalesce(sum(t.total_msrp_price), 0)::float8 / 100 as "totalMsrpPrice"
     from projects t where not t.is_deleted and t.client_id = ${p.add(clientId)} and t.stage = any(${p.add(openStages)}) and ${seesProject(ctx.actor, p)}`,
    p.values,
  )
  return onlyRow(rows)
}

/** Recent activity in visible projects. Reads backward from the newest entry, so that old ones are not scanned. */
export async function listRecentActivity(ctx: Context, count: number): Promise<{ items: RecentEntry[] }> {
  const p = new Params()
  const seen = seesProject(ctx.actor, p, 'seen')
  const items = await ctx.rows(
    { ...entryShape, project: is.jsonOf({ id: is.number, name: is.text, stage: is.choice(ProjectStage) }) },
    `select a.id, a.title, a.notes, a.create_date, a.entity, a.entity_id, ${nameOfSubject(ctx.actor)} as "entityName",
       u.person as "createdBy",
       json_build_object('id', a.project_id, 'name', a.project_name, 'stage', a.stage) as project
     from (
       select a.*, seen.name as project_name, seen.stage from activity_log a join projects seen on seen.id = a.project_id
       where not seen.is_deleted and ${seen} and ${visibleEntries(ctx.actor, p)} order by a.id desc limit ${p.add(count)}
     ) a
     left join people u on u.id = a.created_by_id
     order by a.id desc`,
    p.values,
  )
  return { items }
}
