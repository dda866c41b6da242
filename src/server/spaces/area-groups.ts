import { areaGroups as areaGroupsModel, deleteAreaGroup, orderAreaGroups } from '../../model/spaces/area-groups.ts'
import { listAreaGroups } from '../../model/spaces/space-groups.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject } from '../projects/public.ts'
import { openSpace } from './open-space.ts'
import { nextOrder, reorderRows } from './order.ts'
import { loadSpaceContents } from './space-contents.ts'
import { removeLines } from './space-lines.ts'
import { spaces } from './spaces.ts'
import { areaGroupsTable, spaceEquipmentTable } from './spaces-tables.ts'

const sumOfLines = (figure: string) => `(select coalesce(sum(${figure}), 0)::bigint from line_amounts l where l.area_group_id = t.id)`

export const areaGroups = serve({
  resource: areaGroupsModel,
  table: areaGroupsTable,
  parent: () => spaces,
  open: openSpace,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    equipmentCount: sumOfLines('l.quantity'),
    totalMsrpPrice: sumOfLines('l.amount'),
  },

  async beforeWrite(ctx, values, before, spaceId) {
    const space = await spaces.get(ctx, spaceId)
    const order = values.order ?? before?.order ?? (await nextOrder(ctx, 'area_groups', 'space_id', space.id))
    return { projectId: space.projectId, order }
  },
  projectIdOf: (row) => row.projectId,
})

/** Lines of the group stay in the space without a group, unless `withEquipment` deletes them. */
async function removeGroup(ctx: Context, spaceId: number, groupId: number, withEquipment: boolean) {
  const group = await areaGroups.get(ctx, groupId, { parentId: spaceId })
  const space = await openSpace(ctx, spaceId)
  const lines = await ctx.rows({ id: is.number }, 'select id from space_equipment where area_group_id = $1 and not is_deleted', [group.id])
  if (withEquipment)
    await removeLines(
      ctx,
      space,
      lines.map(({ id }) => id),
    )
  else await ctx.update(spaceEquipmentTable, { areaGroupId: group.id, isDeleted: false }, { areaGroupId: null })
  await areaGroups.remove(ctx, group.id, { parentId: space.id })
}

export const servedAreaGroups = withOverrides(areaGroups, {
  list: defineRoute(listAreaGroups, async (ctx, { params }) => {
    const space = await spaces.get(ctx, params.id)
    return (await loadSpaceContents(ctx, space)).areaGroups
  }),
  remove: defineRoute(deleteAreaGroup, (ctx, { params, query }) =>
    removeGroup(ctx, params.id, params.itemId, query.deleteEquipment === true),
  ),
})
export const areaGroupRoutes: Route[] = [
  defineRoute(orderAreaGroups, async (ctx, { params, body }) => {
    const space = await openSpace(ctx, params.id)
    await reorderRows(ctx, areaGroups, space.id, body.ids, 'Area group')
    return (await areaGroups.list(ctx, {}, { parentId: space.id, isWhole: true })).items
  }),
]
