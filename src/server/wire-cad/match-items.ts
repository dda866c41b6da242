import { EquipmentAvailability, PortDirection } from '../../model/catalog/enums.ts'
import type { CadIntegrationResult } from '../../model/integrations/enums.ts'
import type { CadItem } from '../../model/wire-cad/cad-items.ts'
import { type CadDifference, findDifferences, importResult, type OurPort, type OurProduct } from '../../model/wire-cad/cad-matching.ts'
import { modelKey } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

export interface Matched {
  result: CadIntegrationResult
  /** Linked equipment, otherwise the proposed match. */
  equipmentId: number | null
  matchIds: number[]
  differences: CadDifference[]
}

const mostMatches = 50

/** Matches items to the catalog: by link, otherwise by manufacturer and model (domain 13.2). */
export async function matchItems(ctx: Context, items: readonly CadItem[]): Promise<Matched[]> {
  const found = await findEquipment(ctx, items)
  const products = await loadProducts(ctx, [...new Set(found.flatMap(({ linked, matches }) => linked ?? matches[0] ?? []))])
  return items.map((item, index) => {
    const { linked = null, matches = [] } = found[index] ?? {}
    const equipmentId = linked ?? matches[0] ?? null
    const product = equipmentId === null ? undefined : products.get(equipmentId)
    const differences = product ? findDifferences(item, product) : []
    const result = importResult({ isLinked: linked !== null, matches: matches.length, differences: differences.length })
    return { result, equipmentId, matchIds: linked === null ? matches.slice(0, mostMatches) : [], differences }
  })
}

/** A link by definition id takes precedence over one by names. Among several matches, the newest available one is proposed. */
async function findEquipment(ctx: Context, items: readonly CadItem[]) {
  const lookups = items.map(({ wireCadId, cadManufacturer, cadModel }, index) => ({
    at: index,
    guid: wireCadId,
    maker: cadManufacturer,
    model: cadModel,
  }))
  const rows = await ctx.rows(
    { at: is.number, id: is.number, way: is.number },
    `with g as materialized (select at, guid, dna_key(maker) as maker, dna_key(model) as model, ${modelKey('maker')} as maker_key, ${modelKey('model')} as model_key
       from jsonb_to_recordset($1) as g(at int, guid text, maker text, model text)),
     c as materialized (select id, link_id, link_manufacturer, link_name, manufacturer_key, model_key, availability, update_date from cad_products)
     select at, id, way from (
       select g.at, c.id, 1 as way, c.availability, c.update_date from g join c on lower(c.link_id) = lower(g.guid)
       union all select g.at, c.id, 2, c.availability, c.update_date from g join c on c.link_manufacturer = g.maker and c.link_name = g.model
       union all select g.at, c.id, 3, c.availability, c.update_date from g join c on c.manufacturer_key = g.maker_key and c.model_key = g.model_key
     ) found order by at, way, availability = ${EquipmentAvailability.Available} desc, update_date desc, id desc`,
    [JSON.stringify(lookups)],
  )
  const found = items.map((): { linked?: number; matches: number[] } => ({ matches: [] }))
  for (const { at, id, way } of rows) {
    const item = found[at]
    if (!item) continue
    if (way < 3) item.linked ??= id
    else item.matches.push(id)
  }
  return found
}

const productShape = {
  id: is.number,
  manufacturer: is.text,
  model: is.text,
  description: orNull(is.text),
  weightLb: orNull(is.number),
  heightIn: orNull(is.number),
  widthIn: orNull(is.number),
  depthIn: orNull(is.number),
  watts: orNull(is.number),
  voltage: orNull(is.number),
}

export async function loadProducts(ctx: Context, ids: number[]): Promise<Map<number, OurProduct>> {
  const rows = await ctx.rows(
    productShape,
    `select id, manufacturer, model, description, weight_lb, height_in, width_in, depth_in,
       watts, (power_specs -> 0 ->> 'voltage')::numeric as voltage from cad_products where id = any($1)`,
    [ids],
  )
  const ports = await ctx.rows(
    { equipmentId: is.number, name: is.text, direction: is.choice(PortDirection), connectorWords: is.texts, signalWords: is.texts },
    `select equipment_id, name, direction, connector_words, signal_words
     from cad_ports where equipment_id = any($1) order by equipment_id, direction, "order", id`,
    [ids],
  )
  const portsById = new Map<number, OurPort[]>()
  for (const { equipmentId, ...port } of ports) portsById.set(equipmentId, [...(portsById.get(equipmentId) ?? []), port])
  return new Map(rows.map(({ id, ...product }) => [id, { ...product, ports: portsById.get(id) ?? [] }]))
}
