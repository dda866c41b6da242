import { ObservationState, RfiState } from '../../model/site/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { siteLink } from './site-news.ts'

interface Span {
  startDate: string
  endDate: string
}

/** Reviews that the user owes, and answers and work that the user waits for, by due date. */
export async function listSiteDueDates(ctx: Context, { startDate, endDate }: Span) {
  if (!ctx.actor.held.has('ProjectNotes.View')) return []
  const rows = await ctx.rows(
    { kind: is.text, id: is.number, projectId: is.number, number: is.text, title: is.text, dueDate: is.date, project: is.text },
    `select x.kind, x.id, x.project_id, x.number, x.title, x.due_date, p.name as project from (
       select 'submittals' as kind, t.id, t.project_id, t.number, t.title, t.due_date from submittals t
         where coalesce(t.reviewer_id, t.created_by_id) = $1 and t.outcome is null and t.received_date is not null and not t.is_deleted
       union all select 'rfis', t.id, t.project_id, t.number, t.subject, t.due_date from rfis t
         where t.created_by_id = $1 and t.state = ${RfiState.Open} and not t.is_deleted
       union all select 'observations', t.id, t.project_id, t.number, t.title, t.due_date from observations t
         where t.created_by_id = $1 and t.state <> ${ObservationState.Closed} and not t.is_deleted) x
     join living_projects p on p.id = x.project_id
     where x.due_date between $2::date and $3::date and visible(p) order by x.due_date, x.kind, x.id`,
    [ctx.actor.userId, startDate, endDate],
  )
  return rows.map(({ projectId, kind, ...row }) => ({ ...row, kind, link: siteLink(projectId, kind) }))
}
