import { cadEquipment, comparedSpace } from '../../model/wire-cad/request-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { CadRequest } from './cad-requests.ts'

const mostRows = 5000
const shape = {
  itemId: is.number,
  cadManufacturer: is.text,
  cadModel: is.text,
  equipment: orNull(is.jsonOfFields(cadEquipment)),
  space: orNull(is.jsonOfFields(comparedSpace)),
  location: orNull(is.text),
  cadQuantity: is.number,
  dnaQuantity: is.number,
}

export async function compareRequest(ctx: Context, request: CadRequest, onlyDifferent: boolean) {
  const projectId = request.project?.id
  if (!projectId) throw badRequest(['This request has no project to compare with.'])
  const rows = await ctx.rows(
    shape,
    `with items as (select i.id, i.place, i.cad_manufacturer, i.cad_model, i.equipment_id, i.cad_quantity, i.devices from wire_cad_items i where i.request_id = $1),
     theirs as (
       select i.id, (d.device ->> 'spaceId')::bigint as space_id, case when d.device ->> 'spaceId' is null then d.device ->> 'location' end as location, count(*)::int as quantity
         from items i, jsonb_array_elements(i.devices) d(device) group by 1, 2, 3
       union all select i.id, null, null, i.cad_quantity from items i where jsonb_array_length(i.devices) = 0 and i.cad_quantity is not null),
     ours as (select i.id, l.space_id, sum(l.quantity)::int as quantity from items i join living_lines l on l.equipment_id = i.equipment_id and l.project_id = $2 group by 1, 2),
     beside as (select coalesce(t.id, o.id) as id, coalesce(t.space_id, o.space_id) as space_id, t.location,
         coalesce(t.quantity, 0) as cad, coalesce(o.quantity, 0) as dna
       from theirs t full join ours o on o.id = t.id and o.space_id = t.space_id)
     select i.id as "itemId", i.cad_manufacturer, i.cad_model,
       (select json_build_object('id', c.id, 'tag', c.tag, 'model', c.model, 'manufacturer', c.manufacturer, 'imageUrl', c.image_url)
         from cad_products c where c.id = i.equipment_id) as equipment,
       (select json_build_object('id', s.id, 'name', s.name, 'spaceNumber', s.space_number) from placed_spaces s where s.id = b.space_id) as space,
       b.location, b.cad as "cadQuantity", b.dna as "dnaQuantity"
     from beside b join items i on i.id = b.id where not $3 or b.cad <> b.dna
     order by i.place, b.space_id nulls last, b.location limit ${mostRows + 1}`,
    [request.id, projectId, onlyDifferent],
  )
  const shown = rows.slice(0, mostRows).map((row) => ({
    ...row,
    equipment: row.equipment && { ...row.equipment, imageUrl: ctx.addresses.stripSignature(row.equipment.imageUrl) },
  }))
  const different = rows.filter(({ cadQuantity, dnaQuantity }) => cadQuantity !== dnaQuantity).length
  return { rows: shown, isWhole: rows.length <= mostRows, different }
}
