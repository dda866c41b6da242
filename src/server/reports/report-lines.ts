import { ProviderCode } from '../../model/catalog/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { isUnpriced } from '../../model/projects/money.ts'
import { equipmentPower, type Power } from '../../model/spaces/power.ts'
import type { Context } from '../kit/request/context.ts'
import type { RowOfShape } from '../kit/sql/row-types.ts'
import { asWalked } from '../spaces/public.ts'
import { mapInPieces } from './event-loop-pause.ts'
import type { StoredRevision } from './report-revision.ts'
import type { ReportScopeData, ReportSpace } from './report-scope.ts'
import { lineShape, productShape } from './report-shapes.ts'

/** A product with the power per piece; null `heat` means unknown. */
export type ReportProduct = RowOfShape<typeof productShape> & { power: Power }
/** A line with its space and product; prices in dollars. */
export type ReportLine = RowOfShape<typeof lineShape> & { space: ReportSpace; product: ReportProduct }

/** Blocks by provider are sorted by code in every report; columns keep the order of the trade. */
export const providersByCode = ProviderCode.values.toSorted((a, b) => (a.value < b.value ? -1 : 1))

/** Gathers all lines of the scope, by space in walking order and then by category (domain 11.1). */
export async function gatherLines(ctx: Context, { spaces, spaceIds, revision }: ReportScopeData): Promise<ReportLine[]> {
  if (revision) return linesThen(revision, spaces)
  const lines = await ctx.rows(
    lineShape,
    `select l.space_id, l.equipment_id, l.area_group_id, l.area_group, l.label, l.notes,
       l.installer_name, l.rack, l.provider, l.installer, l.is_existing, l.quantity, l.unit_price as unit, l.is_agreed, l.amount
     from line_amounts l join placed_spaces s on s.id = l.space_id join products e on e.id = l.equipment_id
     where l.space_id = any($1)
     order by ${asWalked('s')}, l.area_group_id is null, l.area_group_order nulls last, l.area_group_id, e.category_number,
       e.manufacturer collate natural_order, e.model collate natural_order, l.provider, l.installer, l.unit_price, l.id`,
    [spaceIds],
  )
  return createReportLines(lines, spaces, await loadProducts(ctx, [...new Set(lines.map(({ equipmentId }) => equipmentId))]))
}

async function createReportLines<L extends RowOfShape<typeof lineShape>>(
  lines: readonly L[],
  spaces: readonly ReportSpace[],
  products: ReadonlyMap<number, ReportProduct>,
): Promise<(L & ReportLine)[]> {
  const spaceOf = new Map(spaces.map((space) => [space.id, space]))
  const found = await mapInPieces(lines, (line): (L & ReportLine) | undefined => {
    const space = spaceOf.get(line.spaceId)
    const product = products.get(line.equipmentId)
    return space && product && { ...line, unit: dollarsOf(line.unit), amount: dollarsOf(line.amount), space, product }
  })
  return found.filter((line) => line !== undefined)
}

export async function linesThen(
  { contents }: Pick<StoredRevision, 'contents'>,
  spaces: readonly ReportSpace[],
): Promise<(ReportLine & { id: number })[]> {
  const spaceAt = new Map(spaces.map(({ id }, index) => [id, index]))
  const groupAt = new Map(contents.areaGroups.map(({ id }, index) => [id, index]))
  const lines = await createReportLines(
    contents.lines.map(({ unitPrice, isAgreed = false, ...line }) => ({
      ...line,
      unit: unitPrice,
      isAgreed,
      amount: line.quantity * unitPrice,
    })),
    spaces,
    new Map(contents.products.map((row) => [row.id, withPower(row)])),
  )
  const placeOf = ({ spaceId, areaGroupId }: ReportLine) =>
    (spaceAt.get(spaceId) ?? 0) * (groupAt.size + 1) + (areaGroupId === null ? groupAt.size : (groupAt.get(areaGroupId) ?? groupAt.size))
  return lines.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      byProduct(a.product, b.product) ||
      byCode(a.provider, b.provider) ||
      byCode(a.installer, b.installer) ||
      a.unit - b.unit,
  )
}

async function loadProducts(ctx: Context, ids: number[]): Promise<Map<number, ReportProduct>> {
  const rows = await ctx.rows(
    productShape,
    `select e.id, e.tag, e.category_id, e.category_number, e.category, e.manufacturer,
       e.product_family, e.model, e.part_number, e.description, e.availability, e.url,
       e.width_in, e.height_in, e.depth_in, e.weight_lb, e.rack_units, r.is_rack_mountable,
       e.watts as heat, e.power_specs, e.network_ports, e.wireless_protocols,
       e.revit_family_name as "revitFamily", e.revit_type_name as "revitType", e.revit_family_file_id as "revitFile",
       e.technical_documents as documents
     from products e join rack_products r on r.id = e.id where e.id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, withPower(row)]))
}
/** Heat as in the catalog: the stated value, otherwise derived from the power supplies. */
const withPower = (row: RowOfShape<typeof productShape>): ReportProduct => ({
  ...row,
  power: equipmentPower({ heatLoadWatts: row.heat, powerSpecs: row.powerSpecs }),
})

export const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = new Intl.Collator('en', { numeric: true }).compare
export const byProduct = (a: ReportProduct, b: ReportProduct) =>
  a.categoryNumber - b.categoryNumber || inOrder(a.manufacturer, b.manufacturer) || inOrder(a.model, b.model)

export function distinctProducts(lines: readonly ReportLine[]): { product: ReportProduct; quantity: number; lines: ReportLine[] }[] {
  const known = new Map<number, { product: ReportProduct; quantity: number; lines: ReportLine[] }>()
  for (const line of lines) {
    const item = known.get(line.equipmentId)
    if (item) {
      item.quantity += line.quantity
      item.lines.push(line)
    } else known.set(line.equipmentId, { product: line.product, quantity: line.quantity, lines: [line] })
  }
  return [...known.values()].toSorted(({ product: a }, { product: b }) => byProduct(a, b) || a.id - b.id)
}

type Priced = Pick<ReportLine, 'unit' | 'isAgreed'>
/** Returns null if the price is unknown. */
export const amountIfPriced = ({ unit, isAgreed }: Priced, amount: number) => (isUnpriced(unit, isAgreed) ? null : amount)

export function unpricedNote(lines: readonly Priced[]): string[] {
  const unpriced = lines.filter(({ unit, isAgreed }) => isUnpriced(unit, isAgreed))
  if (unpriced.length === 0) return []
  const are = unpriced.length === 1 ? '1 line has' : `${unpriced.length} lines have`
  return [`${are} no price yet and ${unpriced.length === 1 ? 'counts' : 'count'} as $0.00 in every total.`]
}
