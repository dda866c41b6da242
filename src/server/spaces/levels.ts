import { orderLevels } from '../../model/spaces/buildings.ts'
import { levels as of } from '../../model/spaces/levels.ts'
import type { Context, Row } from '../kit/context.ts'
import { inUse } from '../kit/errors.ts'
import { precededBy, replaceRoutes } from '../kit/routes.ts'
import { answer, type Route, type Served, serve } from '../kit/serve.ts'
import { belowProject, openProject } from '../projects/public.ts'
import { buildings } from './buildings.ts'
import { nextOrder, putInOrder } from './order.ts'
import { levelsTable } from './spaces-tables.ts'

export const levels = serve({
  of,
  table: levelsTable,
  parent: () => buildings as unknown as Served,
  scope: (actor, p) => belowProject(actor, p),
  computed: { spacesCount: '(select count(*)::int from spaces s where s.level_id = t.id and not s.is_deleted)' },

  async beforeWrite(ctx, values, before) {
    const building = await buildings.get(ctx, values.buildingId)
    const order = values.order ?? before?.order ?? (await nextOrder(ctx, 'levels', 'building_id', building.id))
    return { projectId: building.projectId, order }
  },
  async beforeDelete(_ctx, row) {
    if (row.spacesCount > 0) throw inUse(row.name, 'spaces', row.spacesCount)
  },
  projectOf: (row) => row.projectId,
})

const { calls } = levels
async function inOpenProject(ctx: Context, { params }: { params: Row }) {
  if (params.itemId !== undefined) await levels.get(ctx, params.itemId, { parentId: params.id })
  const building = await buildings.get(ctx, params.id)
  await openProject(ctx, building.projectId)
}
replaceRoutes(levels, [
  precededBy(levels, calls.create, inOpenProject),
  precededBy(levels, calls.update, inOpenProject),
  precededBy(levels, calls.remove, inOpenProject),
])
export const levelRoutes: Route[] = [
  answer(orderLevels, async (ctx, given) => {
    await inOpenProject(ctx, given)
    await putInOrder(ctx, levels, given.params.id, given.body.ids, 'Level')
    return (await levels.list(ctx, {}, { parentId: given.params.id, isWhole: true })).items
  }),
  ...levels.routes,
]
