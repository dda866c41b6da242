import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'
import { modelKey } from './equipment-tables.ts'

/** Default responsibility for a product: equipment `e` of category `c`. */
const defaultResponsibilitySql = {
  provider: `coalesce(e.default_provider, c.default_provider, '${ProviderCode.AVV}')`,
  installer: `coalesce(e.default_installer, c.default_installer, '${InstallerCode.AVV}')`,
}

export const rackProducts = `select e.id, e.tag, e.model, e.manufacture_name as manufacture, e.image_url, e.rack_units, e.is_rack_mountable, e.rack_accessory,
    e.width_in, e.height_in, e.depth_in, e.weight_lb, e.watts, e.power_specs, c.is_rack, e.is_deleted, e.description, e.network_ports,
    e.diagonal_in, e.dispersion_degrees, e.field_of_view_degrees, e.wireless_protocols, e.heat_load_watts,
    jsonb_build_object('name', c.name, 'icon', c.icon) as category
  from equipments e left join categories c on c.id = e.category_id`

/** Non-deleted equipment for comparison with CAD definitions: by link, and by manufacturer and model. */
export const cadProducts = `select e.id, e.tag, e.model, e.image_url, e.manufacture_name as manufacturer, e.availability, e.update_date, e.description,
    e.weight_lb, e.height_in, e.width_in, e.depth_in, e.watts, e.power_specs, e.wire_cad_link ->> 'id' as link_id,
    dna_key(e.wire_cad_link ->> 'manufacturerName') as link_manufacturer, dna_key(e.wire_cad_link ->> 'equipmentName') as link_name,
    ${modelKey('e.manufacture_name')} as manufacturer_key, ${modelKey('e.model')} as model_key
  from equipments e where not e.is_deleted`
export const cadPorts = `select p.equipment_id, p.name, p.direction, p."order", p.id,
    array_remove(array[c.name, c.code], null) as connector_words,
    coalesce((select array_agg(w.word order by w.place) from (
      select s.name as word, array_position(p.signal_type_ids, s.id) * 2 as place from signal_types s where s.id = any(p.signal_type_ids)
      union all select s.abbreviation, array_position(p.signal_type_ids, s.id) * 2 + 1 from signal_types s where s.id = any(p.signal_type_ids)) w), '{}') as signal_words
  from equipment_ports p join connector_physical_types c on c.id = p.connector_physical_type_id`

export const products = `select e.id, e.tag, e.model, e.part_number, e.description, e.msrp_price, e.price_date, e.availability, e.is_deleted,
    e.url, e.width_in, e.height_in, e.depth_in, e.weight_lb, e.rack_units, e.watts, e.power_specs, e.network_ports, e.wireless_protocols,
    e.revit_family_name, e.revit_type_name, e.revit_family_file_id, e.technical_documents,
    e.category_id, c.number as category_number, c.name as category, c.complexity_weight,
    m.name as manufacturer, f.name as product_family, e.heat_load_watts, e.is_rack_mountable, e.rack_accessory, e.diagonal_in, e.poe_budget_watts,
    c.is_cable, c.is_rack, ${defaultResponsibilitySql.provider} as provider, ${defaultResponsibilitySql.installer} as installer
  from equipments e
    left join categories c on c.id = e.category_id
    left join manufacturers m on m.id = e.manufacture_id
    left join product_families f on f.id = e.product_family_id`

export const connectablePorts = `select p.id, p.equipment_id, p.name, p.direction, p.gender, p.signal_type_ids, p.marker, p."order",
    c.id as connector_id, c.name as connector, c.is_network, c.is_bare_wire
  from equipment_ports p join connector_physical_types c on c.id = p.connector_physical_type_id`

export const connectableProducts = `select e.id, e.tag, e.model, e.manufacture_name as manufacture, e.power_specs, e.network_ports, e.poe_budget_watts,
    e.cable_spec, e.stock_length_ft, e.product_family_id, e.availability, c.is_cable, e.is_deleted
  from equipments e left join categories c on c.id = e.category_id`

export const wireSignals = `select id, name, abbreviation, color, line_style, allows_many, link_type, length_limit_m, default_cable_equipment_id,
    cable_number_prefix, cable_start_number, is_deleted from signal_types`

const held = {
  id: is.number,
  model: is.text,
  availability: is.choice(EquipmentAvailability),
  isDeleted: is.boolean,
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
}
export type HeldProduct = RowOfShape<typeof held>

/** Locks the equipment of lines until commit, so that its price cannot change meanwhile. Always locked before the lines' parents. */
export async function holdProducts(ctx: Context, ids: number[]): Promise<Map<number, HeldProduct>> {
  const rows = await ctx.rows(
    held,
    `select e.id, e.model, e.availability, e.is_deleted, ${defaultResponsibilitySql.provider} as provider,
       ${defaultResponsibilitySql.installer} as installer
     from equipments e join categories c on c.id = e.category_id where e.id = any($1) order by e.id for share of e`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
