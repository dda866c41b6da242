import {
  type CableKind,
  type CableRating,
  type CableShielding,
  type EquipmentAvailability,
  type InstallerCode,
  type NetworkPortType,
  PinStyle,
  type PoEType,
  type PortDirection,
  PortMarker,
  type PowerSpecAvailability,
  type PowerSpecType,
  type ProviderCode,
  type Termination,
  type WirelessProtocol,
} from '../../model/catalog/enums.ts'
import type { IndustryType } from '../../model/companies/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { findOrMakeManufacturers } from '../companies/public.ts'
import type { AuditEntry } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import type { Written } from './equipment.ts'
import { type NewPort, type RowToImport, writeRows } from './equipment-import.ts'
import { modelKey } from './equipment-tables.ts'
import { makeLookups } from './sheet-rows.ts'

/** Product to add, with names instead of ids. */
export interface NewProduct {
  tag: string
  manufacturer: string
  model: string
  partNumber: string | null
  productFamily: string | null
  description: string
  /** Number of a category. */
  category: number
  industryType: IndustryType
  availability: EquipmentAvailability
  isRackMountable: boolean
  rackUnits: number
  weightLb: number | null
  widthIn: number | null
  heightIn: number | null
  depthIn: number | null
  msrpPrice: number | null
  diagonalIn: number | null
  poeBudgetWatts: number | null
  /** Feet on a reel of cable. */
  stockLengthFt: number | null
  defaultProvider: ProviderCode
  defaultInstaller: InstallerCode
  powerSpecs: {
    type: PowerSpecType
    availability: PowerSpecAvailability
    watts: number | null
    plug: string | null
    poeType: PoEType | null
    quantity: number
  }[]
  networkPorts: {
    networkPortType: NetworkPortType
    quantity: number
    label: string | null
    isPoESource: boolean
    poeType: PoEType | null
  }[]
  wirelessProtocols: WirelessProtocol[]
  /** With the names of a connector and of signal types, the primary one first. */
  ports: { name: string; direction: PortDirection; connector: string; signalTypes: string[] }[]
  cableSpec: {
    kind: CableKind | null
    shielding: CableShielding
    coreCount: number | null
    gaugeAwg: number | null
    outerDiameterIn: number | null
    rating: CableRating
    termination: Termination
    lengthFt: number | null
  } | null
}

interface Loaded {
  /** Undefined if the product was left out. */
  idOf(manufacturer: string, model: string): number | undefined
  /** Log entries of manufacturers, then of product families, then of products. */
  entries: AuditEntry[]
  hasNewManufacturers: boolean
  /** The note names ports that were left out. */
  created: { product: NewProduct; note: string | null }[]
  /** In the catalog before, and unchanged. */
  present: NewProduct[]
  leftOut: { product: NewProduct; reason: string }[]
}

/** Adds products with their manufacturers and product families. A product is present if its manufacturer has its model or part number. */
export async function loadProducts(ctx: Context, products: NewProduct[], source: string): Promise<Loaded> {
  const makers = await findOrMakeManufacturers(
    ctx,
    products.map(({ manufacturer }) => manufacturer),
  )
  const before = await findPresent(ctx, products)
  const missing = products.filter((product) => !before.has(product))
  const lookups = await makeLookups(
    ctx,
    missing.map(({ manufacturer, productFamily }) => ({ manufactureId: makers.idOf(manufacturer), family: productFamily ?? '' })),
    true,
  )
  const isKnown = ({ category }: NewProduct) => lookups.category(String(category)) !== undefined
  const toPorts = await portMaker(ctx)
  const created = missing.filter(isKnown).map((product) => ({ product, ...toPorts(product) }))
  const rows = created.map(({ product, ports }, index): RowToImport => {
    const manufactureId = makers.idOf(product.manufacturer)
    return {
      row: index + 1,
      name: product.model,
      manufactureId,
      ports,
      apply(values) {
        const productFamilyId = product.productFamily ? (lookups.familyId(manufactureId, product.productFamily) ?? null) : null
        Object.assign(values, productValues(product, { productFamilyId, categoryId: lookups.category(String(product.category))?.id }))
        return { problems: [], writtenFields: new Set() }
      },
    }
  })
  const { entries } = await writeRows(ctx, rows, { dryRun: false, source })
  const ids = new Map([...(await findPresent(ctx, products))].map(([product, id]) => [productKey(product.manufacturer, product.model), id]))
  return {
    idOf: (manufacturer, model) => ids.get(productKey(manufacturer, model)),
    entries: [...makers.entries, ...lookups.entries, ...entries],
    hasNewManufacturers: makers.entries.length > 0,
    created: created.map(({ product, note }) => ({ product, note })),
    present: products.filter((product) => before.has(product)),
    leftOut: missing
      .filter((product) => !isKnown(product))
      .map((product) => ({ product, reason: `There is no category ${product.category}.` })),
  }
}

/** Manufacturer and model, ignoring case, spaces, and dashes. */
export const productKey = (manufacturer: string, model: string) => `${manufacturer} ${model}`.toLowerCase().replace(/[\s-]/g, '')

const presentSql = `from jsonb_to_recordset($1) as g(at int, maker text, model text, part text)
  join equipments e on dna_key(e.manufacture_name) = dna_key(g.maker) and not e.is_deleted
    and (${modelKey('e.model')} = ${modelKey('g.model')} or dna_key(e.part_number) = dna_key(g.part))`
const presentInput = (products: NewProduct[]) =>
  JSON.stringify(products.map(({ manufacturer, model, partNumber }, at) => ({ at, maker: manufacturer, model, part: partNumber })))

async function findPresent(ctx: Context, products: NewProduct[]): Promise<Map<NewProduct, number>> {
  const rows = await ctx.rows(
    { at: is.number, id: is.number },
    `select distinct on (g.at) g.at, e.id ${presentSql} order by g.at, ${modelKey('e.model')} <> ${modelKey('g.model')}, e.id`,
    [presentInput(products)],
  )
  const found = new Map<NewProduct, number>()
  for (const { at, id } of rows) {
    const product = products[at]
    if (product) found.set(product, id)
  }
  return found
}

/** Counts the products that a load would add. */
export async function countMissingProducts(ctx: Context, products: NewProduct[]): Promise<number> {
  const rows = await ctx.rows({ present: is.number }, `select count(distinct g.at)::int as present ${presentSql}`, [presentInput(products)])
  return products.length - onlyRow(rows).present
}

const productValues = (
  product: NewProduct,
  references: Pick<Written, 'productFamilyId' | 'categoryId'>,
): Omit<Written, 'manufactureId' | 'ports'> => ({
  ...references,
  tag: product.tag,
  model: product.model,
  partNumber: product.partNumber,
  description: product.description,
  industryType: product.industryType,
  availability: product.availability,
  ...(product.msrpPrice !== null && { msrpPrice: product.msrpPrice }),
  defaultProvider: product.defaultProvider,
  defaultInstaller: product.defaultInstaller,
  widthIn: product.widthIn,
  heightIn: product.heightIn,
  depthIn: product.depthIn,
  weightLb: product.weightLb,
  diagonalIn: product.diagonalIn,
  poeBudgetWatts: product.poeBudgetWatts,
  stockLengthFt: product.stockLengthFt,
  isRackMountable: product.isRackMountable,
  rackUnits: product.isRackMountable ? product.rackUnits : null,
  powerSpecs: product.powerSpecs.map((spec) => ({ ...spec, voltage: null, currentAmps: null })),
  networkPorts: product.networkPorts,
  wirelessProtocols: product.wirelessProtocols,
  cableSpec: product.cableSpec && { ...product.cableSpec, coreScheme: null, color: null, sides: null },
})

/** A port whose connector the firm has deleted is left out, because it could not be wired. */
async function portMaker(ctx: Context): Promise<(product: NewProduct) => { ports: NewPort[]; note: string | null }> {
  const rows = await ctx.rows(
    { kind: is.name<'connector' | 'signal'>(), id: is.number, name: is.text },
    `select 'connector' as kind, id, name from connector_physical_types where not is_deleted
     union all select 'signal', id, name from signal_types where not is_deleted`,
  )
  const idsOf = (wanted: string) => new Map(rows.filter(({ kind }) => kind === wanted).map(({ name, id }) => [name, id]))
  const [connectors, signals] = [idsOf('connector'), idsOf('signal')]
  return (product) => {
    const lost = product.ports.filter(({ connector }) => !connectors.has(connector))
    const ports = product.ports.flatMap(({ name, direction, connector, signalTypes }) => {
      const connectorPhysicalTypeId = connectors.get(connector)
      if (connectorPhysicalTypeId === undefined) return []
      const signalTypeIds = signalTypes.flatMap((signal) => signals.get(signal) ?? [])
      const drawn = { gender: null, pinStyle: PinStyle.Normal, marker: PortMarker.Normal, label: null }
      return [{ name, direction, connectorPhysicalTypeId, signalTypeIds, ...drawn }]
    })
    const missing = [...new Set(lost.map(({ connector }) => connector))].join(', ')
    return { ports, note: lost.length > 0 ? `${formatCount(lost.length, 'port')} left out: there is no connector ${missing}.` : null }
  }
}
