import type { UpcomingDate } from '../../model/dashboard/widgets.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { is, namedShape } from '../kit/sql/row-types.ts'
import { isMyAffair } from '../projects/public.ts'

const { Completed, Cancelled, Archived } = DocumentState

export async function listUpcomingDrawings(ctx: Context, days: number): Promise<UpcomingDate[]> {
  if (!ctx.actor.held.has('DrawingDocuments.View')) return []
  const p = new Params()
  const rows = await ctx.rows(
    { id: is.number, title: is.text, date: is.date, project: namedShape },
    `select d.id, concat_ws(' ', d.number, d.title) as title, d.due_date as date, json_build_object('id', t.id, 'name', t.name) as project
     from drawing_documents d join living_projects t on t.id = d.project_id
     where not d.is_deleted and d.state <> all(${p.add([Completed, Cancelled, Archived])}) and ${isMyAffair(ctx.actor, p, 'd.assigned_user_id')}
       and d.due_date between current_date and current_date + ${p.add(days)}::int
     order by d.due_date, d.number, d.id`,
    p.values,
  )
  return rows.map((row) => ({ kind: 'drawing', type: null, ...row }))
}
