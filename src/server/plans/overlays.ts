import { allOverlays, type CoveringDevice, overlaysOf } from '../../model/plans/plan-overlays.ts'
import { type OverlayShape, readOverlays } from '../../model/plans/plans.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { loadOutlines } from './outlines.ts'
import { loadPlacements } from './plan-placements.ts'
import { getPlan, type Plan } from './plans.ts'

const loadFacts = (ctx: Context, planId: number) =>
  ctx.rows(
    {
      unitId: is.number,
      diagonalIn: orNull(is.number),
      dispersionDegrees: orNull(is.number),
      fieldOfViewDegrees: orNull(is.number),
      isWireless: is.boolean,
      elementHeightPercent: orNull(is.number),
    },
    `select d.unit_id, e.diagonal_in, e.dispersion_degrees, e.field_of_view_degrees, jsonb_array_length(e.wireless_protocols) > 0 as "isWireless",
       s.element_height_percent
     from plan_placements d join living_units u on u.id = d.unit_id join placed_spaces s on s.id = u.space_id join rack_products e on e.id = u.equipment_id
     where d.plan_id = $1 and not d.is_deleted`,
    [planId],
  )

async function levelCeiling(ctx: Context, levelId: number): Promise<number> {
  const rows = await ctx.rows({ ceilingHeightFt: is.number }, 'select ceiling_height_ft from placed_levels where id = $1', [levelId])
  return onlyRow(rows).ceilingHeightFt
}

/** Shapes of what the devices of a plan cover. */
async function loadOverlays(ctx: Context, plan: Plan, kinds: readonly OverlayShape['kind'][]): Promise<OverlayShape[]> {
  const outlines = new Map((await loadOutlines(ctx, plan.id)).map(({ spaceId, points }) => [spaceId, points]))
  const facts = new Map((await loadFacts(ctx, plan.id)).map((row) => [row.unitId, row]))
  const devices = (await loadPlacements(ctx, plan.id)).flatMap((placement): CoveringDevice[] => {
    const known = facts.get(placement.unitId)
    return known ? [{ ...placement, ...known, corners: outlines.get(placement.space.id) ?? [] }] : []
  })
  return overlaysOf(devices, kinds, await levelCeiling(ctx, plan.level.id))
}

export const overlayRoutes: Route[] = [
  defineRoute(readOverlays, async (ctx, { params, query }) => {
    const kinds = query.kinds?.length ? query.kinds : allOverlays
    const items = await loadOverlays(ctx, await getPlan(ctx, params), kinds)
    return { items, total: items.length, kinds }
  }),
]
