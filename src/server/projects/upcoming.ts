import type { UpcomingDate } from '../../model/dashboard/widgets.ts'
import { TimelineItemType } from '../../model/projects/enums.ts'
import { openStages } from '../../model/projects/projects.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { is, namedShape } from '../kit/sql/row-types.ts'
import { isOwn, seesProject } from './scope.ts'

/** An open project `t` whoever asks sees, and that is theirs, or the thing itself is (`assigned`); that it is not deleted is said where it is read. */
export function isMyAffair(actor: Actor, p: Params, assigned: string): string {
  return `t.stage = any(${p.add(openStages)}) and ${seesProject(actor, p)}
    and (${isOwn(actor, p)} or ${assigned} = ${p.add(actor.userId)}::uuid)`
}

/** What stands on the timelines of my projects within so many days and is not done, soonest first. */
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
