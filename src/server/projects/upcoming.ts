import type { UpcomingDate } from '../../model/dashboard/widgets.ts'
import { TimelineItemType } from '../../model/projects/enums.ts'
import { openStages } from '../../model/projects/projects.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { is, namedShape } from '../kit/sql/row-types.ts'
import { ownProjectSql, seesProject } from './scope.ts'

/**
 * SQL condition: `t` is a visible open project, and it or the item (`assigned`) belongs to the user. The query checks that it is not
 * deleted.
 */
export function isMyAffair(actor: Actor, p: Params, assigned: string): string {
  return `t.stage = any(${p.add(openStages)}) and ${seesProject(actor, p)}
    and (${ownProjectSql(actor, p)} or ${assigned} = ${p.add(actor.userId)}::uuid)`
}

/** Open timeline items of the user's projects within `days`, soonest first. */
export async function listUpcomingItems(ctx: Context, days: number): Promise<UpcomingDate[]> {
  const p = new Params()
  const rows = await ctx.rows(
    { id: is.number, title: is.text, date: is.date, type: is.choice(TimelineItemType), project: namedShape },
    `select * from (
       select i.id, i.title, case when i.date < current_date then i.end_date else i.date end as date, i.type,
         json_build_object('id', t.id, 'name', t.name) as project
       from timeline_items i join projects t on t.id = i.project_id
       where not i.is_deleted and not i.is_done and not t.is_deleted and ${isMyAffair(ctx.actor, p, 'i.assigned_user_id')}) x
     where x.date between current_date and current_date + ${p.add(days)}::int order by x.date, x.id`,
    p.values,
  )
  return rows.map((row) => ({ kind: 'item', ...row }))
}
