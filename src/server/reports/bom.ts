import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { installationCost, totalPriceOf } from '../../model/projects/money.ts'
import { bomGroupings } from '../../model/reports/report-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import type { SheetValue } from '../tools/sheet.ts'
import type { ReportSheets } from './report-kit.ts'
import { unpricedNote } from './report-lines.ts'
import type { ReportScopeData } from './report-scope.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

/** One product and responsibility of a bill of materials; prices in cents (domain 11.2). */
const bomShape = {
  tag: is.text,
  categoryNumber: is.number,
  category: is.text,
  manufacturer: is.text,
  productFamily: orNull(is.text),
  model: is.text,
  partNumber: orNull(is.text),
  description: orNull(is.text),
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  quantity: is.number,
  unit: is.number,
  availability: is.choice(EquipmentAvailability),
  isExisting: is.boolean,
}
export type BomRow = RowIn<typeof bomShape>
/** Lines of the scope, added up by equipment, provider, installer and unit price. */
async function gatherBom(ctx: Context, scope: ReportScopeData): Promise<BomRow[]> {
  return ctx.rows(
    bomShape,
    `select e.tag, e.category_number as "categoryNumber", e.category, e.manufacturer, e.product_family as "productFamily", e.model,
       e.part_number as "partNumber", e.description, l.provider, l.installer, sum(l.quantity)::int as quantity,
       l.unit_price as unit, e.availability, l.is_existing as "isExisting"
     from line_amounts l join products e on e.id = l.equipment_id
     where l.space_id = any($1)
     group by e.id, e.tag, e.category_number, e.category, e.manufacturer, e.product_family, e.model, e.part_number, e.description, e.availability,
       l.provider, l.installer, unit, l.is_existing
     order by e.category_number, e.manufacturer collate natural_order, e.model collate natural_order, l.provider, l.installer, e.id, unit, l.is_existing`,
    [scope.spaceIds],
  )
}

const groupings = {
  category: (row: BomRow) => `${row.categoryNumber} ${row.category}`,
  provider: (row: BomRow) => row.provider,
  manufacturer: (row: BomRow) => row.manufacturer,
}

export const bomColumns: ReportColumn<BomRow>[] = [
  { header: '#', width: 9, kind: 'integer', value: (_, number) => number },
  { header: 'Tag', width: 14, value: ({ tag }) => tag, isLabel: true },
  { header: 'Category', width: 22, value: ({ category }) => category },
  { header: 'Manufacturer', width: 20, value: ({ manufacturer }) => manufacturer },
  { header: 'Product Family', width: 20, value: ({ productFamily }) => productFamily },
  { header: 'Model', width: 24, value: ({ model }) => model, wrap: true },
  { header: 'Part Number', width: 18, value: ({ partNumber }) => partNumber },
  { header: 'Description', width: 44, value: ({ description }) => description, wrap: true },
  { header: 'Provider', width: 10, value: ({ provider }) => provider },
  { header: 'Installer', width: 10, value: ({ installer }) => installer },
  { header: 'Qty', width: 8, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
  { header: 'Unit MSRP', width: 14, kind: 'money', value: ({ unit }) => dollarsOf(unit), isPrice: true },
  {
    header: 'Extended MSRP',
    width: 16,
    kind: 'money',
    value: ({ quantity, unit }) => dollarsOf(quantity * unit),
    sum: true,
    isPrice: true,
  },
  { header: 'Availability', width: 16, value: availabilityOf },
  { header: 'Note', width: 18, value: noteOf },
]

function availabilityOf({ availability }: BomRow): SheetValue {
  const label = EquipmentAvailability.label(availability)
  return availability === EquipmentAvailability.of.Available ? label : { value: label, style: 'bad' }
}

function noteOf({ isExisting, provider }: BomRow): SheetValue {
  return [isExisting && 'Existing', provider === 'FBO' && 'Owner-furnished'].filter(Boolean).join(', ') || null
}

/** Installation of the whole and the total, as the project's card has them; below a total of Extended MSRP. */
export const installedTotal = (installationFactor: number) => (sumOf: (header: string) => number) => {
  const msrp = sumOf('Extended MSRP')
  const installation = installationCost(msrp, installationFactor)
  return [
    { label: `Installation (factor ${installationFactor})`, amounts: { 'Extended MSRP': installation }, style: 'subtotal' as const },
    { label: 'Total', amounts: { 'Extended MSRP': totalPriceOf(msrp, installationFactor) }, style: 'total' as const },
  ]
}

/** What to buy for the scope. */
export const sheetsOfBom: ReportSheets = async (ctx, { scope, groupBy, hidePrices }) => {
  const rows = await gatherBom(ctx, scope)
  const groupOf = groupings[bomGroupings.find((one) => one === groupBy) ?? 'category']
  // They come in the order of categories.
  const sorted = groupBy === 'category' ? rows : rows.toSorted((a, b) => groupOf(a).localeCompare(groupOf(b), 'en', { numeric: true }))
  const table: ReportTable<BomRow> = {
    name: 'BOM',
    columns: bomColumns,
    groupOf,
    total: 'Grand total',
    after: installedTotal(scope.project.installationFactor),
  }
  return [sheetOfTable(table, sorted, { hidesPrices: hidePrices, notes: hidePrices ? [] : unpricedNote(rows) })]
}
