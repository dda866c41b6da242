import { formatCount } from '../../model/kit/plural.ts'
import { type BuildingOfProject, levelsOfBuilding } from '../../model/projects/projects.ts'
import { buildingsAndLevels, buildings as buildingsModel, deleteBuilding, orderBuildings } from '../../model/spaces/buildings.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { belowProject, getProject, openProject, projects } from '../projects/public.ts'
import { nextOrder, reorderRows } from './order.ts'
import { buildingsTable, levelsTable } from './spaces-tables.ts'

export const buildings = serve({
  resource: buildingsModel,
  table: buildingsTable,
  elsewhere: {
    levels: 'levels, only in the detail',
  },
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    levelsCount: '(select count(*)::int from levels l where l.building_id = t.id and not l.is_deleted)',
    spacesCount: '(select count(*)::int from spaces s where s.building_id = t.id and not s.is_deleted)',
  },

  async beforeWrite(ctx, values, before, projectId) {
    if (values.order != null) return undefined
    return { order: before?.order ?? (await nextOrder(ctx, 'buildings', 'project_id', projectId)) }
  },
  async detail(ctx, row) {
    const levels = await ctx.rows(
      { id: is.number, name: is.text, shortName: orNull(is.text), order: is.number, elevation: orNull(is.number) },
      'select id, name, short_name, "order", elevation from levels where building_id = $1 and not is_deleted order by "order", id',
      [row.id],
    )
    return { levels }
  },
  async beforeDelete(ctx, row) {
    if (row.spacesCount > 0) throw inUseConflict(row.name, 'spaces', row.spacesCount)
    await ctx.markDeleted(levelsTable, { buildingId: row.id, isDeleted: false })
  },
  projectIdOf: (row) => row.projectId,
})

async function loadBuildingTree(ctx: Context, projectId: number): Promise<BuildingOfProject[]> {
  return ctx.rows(
    { id: is.number, name: is.text, shortName: orNull(is.text), levels: is.jsonOfField(levelsOfBuilding) },
    'select b.id, b.name, b.short_name, b.levels from building_trees b where b.project_id = $1 order by b."order", b.id',
    [projectId],
  )
}

export const servedBuildings = withOverrides(buildings, {
  remove: defineRoute(deleteBuilding, async (ctx, { params, query }) => {
    await buildings.get(ctx, params.itemId, { parentId: params.id })
    await openProject(ctx, params.id)
    const { name, levelsCount } = await buildings.get(ctx, params.itemId, { parentId: params.id })
    // The user confirmed this number of levels; it has changed since.
    if (query.levelsCount != null && query.levelsCount !== levelsCount)
      throw conflict(`${name} has ${formatCount(levelsCount, 'level')} now.`, { detail: 'stale' })
    return buildings.remove(ctx, params.itemId, { parentId: params.id })
  }),
})
export const buildingRoutes: Route[] = [
  defineRoute(orderBuildings, async (ctx, { params, body }) => {
    await openProject(ctx, params.id)
    await reorderRows(ctx, buildings, params.id, body.ids, 'Building')
    return (await buildings.list(ctx, {}, { parentId: params.id, isWhole: true })).items
  }),
  defineRoute(buildingsAndLevels, async (ctx, { params }) => {
    const project = await getProject(ctx, params.projectId)
    return loadBuildingTree(ctx, project.id)
  }),
]
