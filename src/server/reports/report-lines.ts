import { EquipmentAvailability, InstallerCode, ProviderCode, type WirelessProtocol } from '../../model/catalogue/enums.ts'
import type { networkPorts, technicalDocuments } from '../../model/catalogue/equipment-parts.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { type Power, type PowerSpec, powerOf } from '../../model/spaces/power.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import { asWalked } from '../spaces/public.ts'
import type { ReportScopeData, ReportSpace } from './report-scope.ts'

type NetworkPorts = ReturnType<typeof networkPorts.check>
type Documents = ReturnType<typeof technicalDocuments.check>

const lineShape = {
  spaceId: is.number,
  equipmentId: is.number,
  areaGroup: orNull(is.text),
  label: orNull(is.text),
  notes: orNull(is.text),
  installerName: orNull(is.text),
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  isExisting: is.boolean,
  quantity: is.number,
  unit: is.number,
  amount: is.number,
}

const productShape = {
  id: is.number,
  tag: is.text,
  categoryId: is.number,
  categoryNumber: is.number,
  category: is.text,
  manufacturer: is.text,
  productFamily: orNull(is.text),
  model: is.text,
  partNumber: orNull(is.text),
  description: orNull(is.text),
  availability: is.choice(EquipmentAvailability),
  url: orNull(is.text),
  widthIn: orNull(is.number),
  heightIn: orNull(is.number),
  depthIn: orNull(is.number),
  weightLb: orNull(is.number),
  rackUnits: orNull(is.number),
  heat: orNull(is.number),
  powerSpecs: is.json<PowerSpec[]>(),
  networkPorts: is.json<NetworkPorts>(),
  wirelessProtocols: is.json<WirelessProtocol[]>(),
  revitFamily: orNull(is.text),
  revitType: orNull(is.text),
  revitFile: orNull(is.uuid),
  documents: is.json<Documents>(),
}

/** A product with the power one piece takes; nothing is known of the heat where `heat` is null. */
export type ReportProduct = RowIn<typeof productShape> & { power: Power }
/** A line of a space with all that reports say of it; prices in dollars. */
export type ReportLine = RowIn<typeof lineShape> & { space: ReportSpace; product: ReportProduct }

/** Every line of the scope, as one walks through the house and then through the categories (domain 11.1). */
export async function gatherLines(ctx: Context, { spaces, spaceIds }: Pick<ReportScopeData, 'spaces' | 'spaceIds'>): Promise<ReportLine[]> {
  const lines = await ctx.rows(
    lineShape,
    `select l.space_id as "spaceId", l.equipment_id as "equipmentId", l.area_group as "areaGroup", l.label, l.notes,
       l.installer_name as "installerName", l.provider, l.installer, l.is_existing as "isExisting", l.quantity, l.unit_price as unit, l.amount
     from line_amounts l join placed_spaces s on s.id = l.space_id join products e on e.id = l.equipment_id
     where l.space_id = any($1)
     order by ${asWalked('s')}, l.area_group_id is null, l.area_group_order nulls last, l.area_group_id, e.category_number,
       e.manufacturer collate natural_order, e.model collate natural_order, l.provider, l.installer, l.unit_price, l.id`,
    [spaceIds],
  )
  const products = await readProducts(ctx, [...new Set(lines.map(({ equipmentId }) => equipmentId))])
  const spaceOf = new Map(spaces.map((space) => [space.id, space]))
  return lines.flatMap((line) => {
    const space = spaceOf.get(line.spaceId)
    const product = products.get(line.equipmentId)
    return space && product ? [{ ...line, unit: dollarsOf(line.unit), amount: dollarsOf(line.amount), space, product }] : []
  })
}

async function readProducts(ctx: Context, ids: number[]): Promise<Map<number, ReportProduct>> {
  const rows = await ctx.rows(
    productShape,
    `select e.id, e.tag, e.category_id as "categoryId", e.category_number as "categoryNumber", e.category, e.manufacturer,
       e.product_family as "productFamily", e.model, e.part_number as "partNumber", e.description, e.availability, e.url,
       e.width_in as "widthIn", e.height_in as "heightIn", e.depth_in as "depthIn", e.weight_lb as "weightLb", e.rack_units as "rackUnits",
       e.watts as heat, e.power_specs as "powerSpecs", e.network_ports as "networkPorts", e.wireless_protocols as "wirelessProtocols",
       e.revit_family_name as "revitFamily", e.revit_type_name as "revitType", e.revit_family_file_id as "revitFile",
       e.technical_documents as documents
     from products e where e.id = any($1)`,
    [ids],
  )
  // What the catalogue keeps as the heat is the heat stated, else what the supplies tell: one truth with the pages.
  return new Map(rows.map((row) => [row.id, { ...row, power: powerOf({ heatLoadWatts: row.heat, powerSpecs: row.powerSpecs }) }]))
}

/** The products of lines, each once, in the order of categories, with how many of them there are. */
export function productsOf(lines: readonly ReportLine[]): { product: ReportProduct; quantity: number; lines: ReportLine[] }[] {
  const known = new Map<number, { product: ReportProduct; quantity: number; lines: ReportLine[] }>()
  for (const line of lines) {
    const one = known.get(line.equipmentId)
    if (one) {
      one.quantity += line.quantity
      one.lines.push(line)
    } else known.set(line.equipmentId, { product: line.product, quantity: line.quantity, lines: [line] })
  }
  const inOrder = new Intl.Collator('en', { numeric: true }).compare
  return [...known.values()].toSorted(
    ({ product: a }, { product: b }) =>
      a.categoryNumber - b.categoryNumber || inOrder(a.manufacturer, b.manufacturer) || inOrder(a.model, b.model) || a.id - b.id,
  )
}

/** A sentence about lines whose price nobody knows yet: they count as nothing, which a reader must be told. */
export function unpricedNote(lines: readonly { unit: number; quantity: number }[]): string[] {
  const unpriced = lines.filter(({ unit }) => unit === 0)
  if (unpriced.length === 0) return []
  const are = unpriced.length === 1 ? '1 line has' : `${unpriced.length} lines have`
  return [`${are} no price yet and ${unpriced.length === 1 ? 'counts' : 'count'} as $0.00 in every total.`]
}
