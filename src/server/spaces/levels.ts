import type { ColumnOf } from '../../model/kit/resource.ts'
import { orderLevels } from '../../model/spaces/buildings.ts'
import { levelNames, levels as levelsModel } from '../../model/spaces/levels.ts'
import type { Context } from '../kit/request/context.ts'
import { inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { belowProject, getProject, openProject } from '../projects/public.ts'
import { buildings } from './buildings.ts'
import { nextOrder, reorderRows } from './order.ts'
import { levelsTable } from './spaces-tables.ts'

export const levels = serve({
  resource: levelsModel,
  table: levelsTable,
  parent: () => buildings,
  open: openBuilding,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    buildingName: '(select b.name from buildings b where b.id = t.building_id)',
    spacesCount: '(select count(*)::int from spaces s where s.level_id = t.id and not s.is_deleted)',
  },

  orders: { buildingName: '(select b."order" from buildings b where b.id = t.building_id)' },

  async beforeWrite(ctx, values, before, buildingId) {
    const building = await buildings.get(ctx, buildingId)
    const order = values.order ?? before?.order ?? (await nextOrder(ctx, 'levels', 'building_id', building.id))
    return { projectId: building.projectId, order }
  },
  async beforeDelete(_ctx, row) {
    if (row.spacesCount > 0) throw inUseConflict(row.name, 'spaces', row.spacesCount)
  },
  projectIdOf: (row) => row.projectId,
})

/** The level that every new project has. */
export async function firstLevel(ctx: Context, projectId: number): Promise<{ buildingId: number; levelId: number }> {
  const rows = await ctx.rows(
    { buildingId: is.number, levelId: is.number },
    'select building_id, id as "levelId" from levels where project_id = $1 and not is_deleted order by id limit 1',
    [projectId],
  )
  return onlyRow(rows)
}

async function openBuilding(ctx: Context, buildingId: number) {
  const building = await buildings.get(ctx, buildingId)
  await openProject(ctx, building.projectId)
}

export const levelRoutes: Route[] = [
  defineRoute(orderLevels, async (ctx, { params, body }) => {
    await openBuilding(ctx, params.id)
    await reorderRows(ctx, levels, params.id, body.ids, 'Level')
    return (await levels.list(ctx, {}, { parentId: params.id, isWhole: true })).items
  }),
  defineRoute(levelNames, async (ctx, { params, query: { buildingIds, all, ...query } }) => {
    const project = await getProject(ctx, params.id)
    return levels.list(
      ctx,
      { ...query, sortBy: ['buildingName', 'order'] },
      {
        isAcross: true,
        limit: all ? 5000 : undefined,
        keys: new Set<ColumnOf<typeof levels.resource>>(['id', 'name', 'buildingName', 'order']),
        extra: (_actor, p) =>
          `t.project_id = ${p.add(project.id)}${buildingIds?.length ? ` and t.building_id = any(${p.add(buildingIds)})` : ''}`,
      },
    )
  }),
]
