import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import type { ProjectPart } from '../projects/public.ts'
import { spaceEquipmentTable } from './spaces-tables.ts'

/** Creates the first building and level, so that a space can be added. */
async function makeFirstBuilding(ctx: Context, projectId: number) {
  await ctx.run(
    `with building as (
       insert into buildings (project_id, name, short_name, "order", created_by_id, updated_by_id)
       values ($1, 'Main Building', 'MB', 1, $2, $2) returning id)
     insert into levels (project_id, building_id, name, short_name, "order", created_by_id, updated_by_id)
     select $1, id, 'Level 1', 'L1', 1, $2, $2 from building`,
    [projectId, ctx.actor.userId || null],
  )
}

/** Freezes unit prices, so that the cost no longer follows the catalog (domain 9.1). Agreed prices stay. */
const freezePrices = (ctx: Context, projectId: number) =>
  ctx.run(
    `update space_equipment l set frozen_unit_price = a.unit_price from line_amounts a
     where a.id = l.id and l.project_id = $1 and l.unit_price_override is null and l.frozen_unit_price is null`,
    [projectId],
  )

const followPrices = (ctx: Context, projectId: number) =>
  ctx.update(spaceEquipmentTable, { projectId, frozenUnitPrice: sql`is not null` }, { frozenUnitPrice: null }, { isSilent: true })

/** Lines of counted spaces, grouped by equal cost: a budget of thousands of lines is computed from a few hundred. */
async function costedLines(ctx: Context, projectId: number) {
  const rows = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      provider: is.choice(ProviderCode),
      installer: is.choice(InstallerCode),
      isExisting: is.boolean,
      cents: is.number,
      count: is.number,
    },
    `select e.category_id as id, e.category as name, t.provider, t.installer, t.is_existing, t.amount as cents, count(*)::int as count
     from line_amounts t join spaces s on s.id = t.space_id and not s.is_deleted and s.status not in (${uncountedStatuses.join(', ')})
       join products e on e.id = t.equipment_id
     where t.project_id = $1 group by e.category_number, 1, 2, 3, 4, 5, 6 order by e.category_number, 1, 3`,
    [projectId],
  )
  return rows.map(({ id, name, cents, ...line }) => ({ ...line, category: { id, name }, extendedMsrpPrice: dollarsOf(cents) }))
}

export const projectPart: ProjectPart = {
  created: makeFirstBuilding,
  async stats(ctx, projectId) {
    const counters = await ctx.rows(
      { spacesCount: is.number, equipmentCount: is.number, buildingsCount: is.number },
      `select space_count as "spacesCount", equipment_count,
         (select count(*)::int from buildings b where b.project_id = p.id and not b.is_deleted) as "buildingsCount"
       from projects p where id = $1`,
      [projectId],
    )
    return onlyRow(counters)
  },
  async overview(ctx, projectId) {
    const spacesByStatus = await ctx.rows(
      { status: is.choice(SpaceStatus), count: is.number },
      'select status, count(*)::int as count from spaces where project_id = $1 and not is_deleted group by status order by status',
      [projectId],
    )
    return { spacesByStatus }
  },
  costs: async (ctx, projectId) => ({ lines: await costedLines(ctx, projectId) }),
  closed: async (ctx, projectId) => void (await freezePrices(ctx, projectId)),
  reopened: async (ctx, projectId) => void (await followPrices(ctx, projectId)),
}
