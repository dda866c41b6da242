import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'

/** Units of these spaces in a rack or with a cable: `make_units` refuses to remove them. */
export const heldUnits = (ctx: Context, spaceIds: readonly number[]) =>
  ctx.rows(
    { spaceId: is.number, lineId: is.number, unitIndex: is.number, label: is.text },
    `select l.space_id, u.line_id, u.unit_index, u.label
     from units u join space_equipment l on l.id = u.line_id
     where l.space_id = any($1) and not l.is_deleted and not u.is_deleted
       and (exists (select from rack_placements p where p.unit_id = u.id)
         or exists (select from connections c where not c.is_deleted and u.id in (c.from_unit_id, c.to_unit_id)
           and not exists (select from units o join space_equipment k on k.id = o.line_id join spaces s on s.id = k.space_id
             where o.id in (c.from_unit_id, c.to_unit_id) and s.is_deleted)))
     order by u.label collate ${naturalOrder}, u.id`,
    [spaceIds],
  )
