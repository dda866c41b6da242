import type { Context } from '../kit/context.ts'
import type { ProjectPart } from '../projects/public.ts'
import { treeOf } from './buildings.ts'

/** Every project has a place to put its first space. */
async function makeFirstBuilding(ctx: Context, projectId: number) {
  await ctx.rows(
    `with building as (
       insert into buildings (project_id, name, short_name, "order", created_by_id, updated_by_id)
       values ($1, 'Main Building', 'MB', 1, $2, $2) returning id)
     insert into levels (project_id, building_id, name, short_name, "order", created_by_id, updated_by_id)
     select $1, id, 'Level 1', 'L1', 1, $2, $2 from building`,
    [projectId, ctx.actor.userId || null],
  )
}

/** What the project costs does not follow the catalogue any more (domain 9.1). Agreed prices stay what they are. */
const freezePrices = (ctx: Context, projectId: number) =>
  ctx.rows(
    `update space_equipment l set frozen_unit_price = e.msrp_price from equipments e
     where e.id = l.equipment_id and l.project_id = $1 and not l.is_deleted and l.unit_price_override is null and l.frozen_unit_price is null`,
    [projectId],
  )

const followPrices = (ctx: Context, projectId: number) =>
  ctx.rows('update space_equipment set frozen_unit_price = null where project_id = $1 and frozen_unit_price is not null', [projectId])

/** What buildings, spaces and equipment add to the life of a project. */
export const projectPart: ProjectPart = {
  created: makeFirstBuilding,
  detail: async (ctx, project) => ({ buildings: await treeOf(ctx, project.id) }),
  async stats(ctx, projectId) {
    const [counters] = await ctx.rows(
      `select space_count as "spacesCount", equipment_count as "equipmentCount",
         (select count(*)::int from buildings b where b.project_id = p.id and not b.is_deleted) as "buildingsCount"
       from projects p where id = $1`,
      [projectId],
    )
    return counters!
  },
  closed: async (ctx, projectId) => void (await freezePrices(ctx, projectId)),
  reopened: async (ctx, projectId) => void (await followPrices(ctx, projectId)),
}
