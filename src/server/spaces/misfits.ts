import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { loadRacks } from './racks.ts'

/** Number of units removed from racks by this replacement, the same ones `make_units` removes. */
export async function placementsDropped(ctx: Context, spaceIds: readonly number[], { oldId, newId }: { oldId: number; newId: number }) {
  const rows = await ctx.rows(
    { count: is.number },
    `select count(*)::int as count from rack_misfits(
       array(select id from space_equipment where space_id = any($1) and equipment_id = $2 and not is_deleted), $3)`,
    [spaceIds, oldId, newId],
  )
  return onlyRow(rows).count
}

export async function racksHolding(ctx: Context, spaceIds: readonly number[], equipmentId: number) {
  const rows = await ctx.rows(
    { id: is.number },
    `select distinct p.rack_id as id from rack_placements p join units u on u.id = p.unit_id join space_equipment l on l.id = u.line_id
     where l.space_id = any($1) and l.equipment_id = $2 and not l.is_deleted order by 1`,
    [spaceIds, equipmentId],
  )
  return loadRacks(
    ctx,
    rows.map(({ id }) => id),
  )
}
