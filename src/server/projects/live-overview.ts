import { overviewPlace, readLiveOverview } from '../../model/projects/live-overview.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { visibleEntries } from '../kit/resource/activities.ts'
import { is, orNull, personRef } from '../kit/sql/row-types.ts'
import { nameOfSubject } from './entry-names.ts'
import { fromParts } from './parts.ts'
import { loadViewers } from './presence.ts'
import { projects } from './projects.ts'

const lastCount = 20

export const entryShape = {
  id: is.number,
  title: is.text,
  notes: orNull(is.text),
  createDate: is.instant,
  entity: is.text,
  entityId: is.text,
  entityName: orNull(is.text),
  createdBy: orNull(personRef),
}

async function lastActivities(ctx: Context, projectId: number) {
  const p = new Params()
  return ctx.rows(
    entryShape,
    `select a.id, a.title, a.notes, a.create_date, a.entity, a.entity_id, ${nameOfSubject(ctx.actor)} as "entityName",
       u.person as "createdBy"
     from (select * from activity_log e where project_id = ${p.add(projectId)} and ${visibleEntries(ctx.actor, p, 'e')} order by id desc limit ${lastCount}) a
       left join people u on u.id = a.created_by_id
     order by a.id desc`,
    p.values,
  )
}

export const overviewRoutes: Route[] = [
  defineRoute(readLiveOverview, async (ctx, { params }) => {
    const { id, equipmentCount, totalMsrpPrice, totalPrice } = await projects.get(ctx, params.id)
    return {
      spacesByStatus: [],
      documentsByState: [],
      ...(await fromParts(ctx, (part) => part.overview?.(ctx, id))),
      equipmentCount,
      totalMsrpPrice,
      totalPrice,
      lastActivities: await lastActivities(ctx, id),
      viewers: (await loadViewers(ctx, id)).filter(({ places }) => places.includes(overviewPlace)),
    }
  }),
]
