import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'

/** How many units leave their racks when this equipment of the spaces becomes another: the same that `make_units` takes out. */
export async function placementsDropped(ctx: Context, spaceIds: readonly number[], { oldId, newId }: { oldId: number; newId: number }) {
  const rows = await ctx.rows(
    { count: is.number },
    `select count(*)::int as count from rack_misfits(
       array(select id from space_equipment where space_id = any($1) and equipment_id = $2 and not is_deleted), $3)`,
    [spaceIds, oldId, newId],
  )
  return onlyRow(rows).count
}
