import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, type RowIn } from '../kit/sql/row-types.ts'

/** What racks and their units ask of a product, with whether it is a rack itself. */
export const rackProducts = `select e.id, e.tag, e.model, e.manufacture_name as manufacture, e.image_url, e.rack_units, e.is_rack_mountable, e.rack_accessory,
    e.width_in, e.height_in, e.depth_in, e.weight_lb, e.watts, c.is_rack, e.is_deleted
  from equipments e left join categories c on c.id = e.category_id`

/** Equipment with the names of what it belongs to, deleted equipment too. */
export const products = `select e.id, e.tag, e.model, e.part_number, e.description, e.msrp_price, e.availability, e.is_deleted,
    e.url, e.width_in, e.height_in, e.depth_in, e.weight_lb, e.rack_units, e.watts, e.power_specs, e.network_ports, e.wireless_protocols,
    e.revit_family_name, e.revit_type_name, e.revit_family_file_id, e.technical_documents,
    e.category_id, c.number as category_number, c.name as category, c.complexity_weight,
    m.name as manufacturer, f.name as product_family
  from equipments e
    left join categories c on c.id = e.category_id
    left join manufacturers m on m.id = e.manufacture_id
    left join product_families f on f.id = e.product_family_id`

const held = {
  id: is.number,
  model: is.text,
  availability: is.choice(EquipmentAvailability),
  isDeleted: is.boolean,
  /** Who supplies and installs it unless a line says otherwise. */
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
}
export type HeldProduct = RowIn<typeof held>

/** Equipment of lines, held until the commit so that its price does not change unseen; always before what the lines stand in is locked. */
export async function holdProducts(ctx: Context, ids: number[]): Promise<Map<number, HeldProduct>> {
  const rows = await ctx.rows(
    held,
    `select e.id, e.model, e.availability, e.is_deleted as "isDeleted", coalesce(e.default_provider, c.default_provider, 'AVV') as provider,
       coalesce(e.default_installer, c.default_installer, 'AVV') as installer
     from equipments e join categories c on c.id = e.category_id where e.id = any($1) order by e.id for share of e`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
