import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { centsOf, dollarsOf } from '../../model/kit/money.ts'
import { computeTotalPrice, installationCost } from '../../model/projects/money.ts'
import { bomGroupings } from '../../model/reports/report-calls.ts'
import type { SheetValue } from '../tools/sheet.ts'
import { sheetOfCables } from './bom-cables.ts'
import { loadProductPictures, pictureOfRow } from './product-pictures.ts'
import type { ReportSheets } from './report-kit.ts'
import { amountIfPriced, byCode, byProduct, gatherLines, type ReportLine, unpricedNote } from './report-lines.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

/** A bill of materials row: one product and responsibility (domain 11.2). */
export type BomRow = Pick<ReportLine, 'product' | 'provider' | 'installer' | 'isExisting' | 'quantity' | 'unit' | 'isAgreed'>

/** Combines lines by equipment, provider, installer, and unit price, in category order. */
function mergeLines(lines: readonly ReportLine[]): BomRow[] {
  const rows = new Map<string, BomRow>()
  for (const { product, provider, installer, isExisting, quantity, unit, isAgreed } of lines) {
    const key = [product.id, provider, installer, amountIfPriced({ unit, isAgreed }, unit), isExisting].join(' ')
    const known = rows.get(key)
    if (known) known.quantity += quantity
    else rows.set(key, { product, provider, installer, isExisting, quantity, unit, isAgreed })
  }
  return [...rows.values()].toSorted(
    (a, b) =>
      byProduct(a.product, b.product) ||
      byCode(a.provider, b.provider) ||
      byCode(a.installer, b.installer) ||
      a.product.id - b.product.id ||
      a.unit - b.unit ||
      Number(a.isExisting) - Number(b.isExisting),
  )
}

const groupings = {
  category: ({ product }: BomRow) => `${product.categoryNumber} ${product.category}`,
  provider: (row: BomRow) => row.provider,
  manufacturer: ({ product }: BomRow) => product.manufacturer,
}

export const bomColumns: ReportColumn<BomRow>[] = [
  { header: '#', width: 7, kind: 'integer', value: (_, number) => number },
  { header: 'Picture', width: 11, value: () => null, isPicture: true },
  { header: 'Tag', width: 14, value: ({ product }) => product.tag, isLabel: true },
  { header: 'Category', width: 20, value: ({ product }) => product.category },
  { header: 'Manufacturer', width: 18, value: ({ product }) => product.manufacturer },
  { header: 'Product Family', width: 18, value: ({ product }) => product.productFamily },
  { header: 'Model', width: 22, value: ({ product }) => product.model, wrap: true },
  { header: 'Part Number', width: 17, value: ({ product }) => product.partNumber },
  { header: 'Description', width: 40, value: ({ product }) => product.description, wrap: true },
  { header: 'Provider', width: 9, value: ({ provider }) => provider },
  { header: 'Installer', width: 9, value: ({ installer }) => installer },
  { header: 'Qty', width: 8, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
  { header: 'Unit MSRP', width: 14, kind: 'money', value: (row) => amountIfPriced(row, row.unit), isPrice: true },
  {
    header: 'Extended MSRP',
    width: 16,
    kind: 'money',
    value: (row) => amountIfPriced(row, dollarsOf(row.quantity * centsOf(row.unit))),
    sum: true,
    isPrice: true,
  },
  { header: 'Availability', width: 14, value: availabilityCell },
  { header: 'Note', width: 15, value: noteCell },
]

function availabilityCell({ product: { availability } }: BomRow): SheetValue {
  const label = EquipmentAvailability.label(availability)
  return availability === EquipmentAvailability.Available ? label : { value: label, style: 'bad' }
}

function noteCell({ isExisting, provider }: BomRow): SheetValue {
  return [isExisting && 'Existing', provider === 'FBO' && 'Owner-furnished'].filter(Boolean).join(', ') || null
}

/** Installation and total below the Extended MSRP, equal to the project card. */
export const installedTotal = (installationFactor: number) => (sumOf: (header: string) => number) => {
  const msrp = sumOf('Extended MSRP')
  const installation = installationCost(msrp, installationFactor)
  return [
    { label: `Installation (factor ${installationFactor})`, amounts: { 'Extended MSRP': installation }, style: 'subtotal' as const },
    { label: 'Total', amounts: { 'Extended MSRP': computeTotalPrice(msrp, installationFactor) }, style: 'total' as const },
  ]
}

export const sheetsOfBom: ReportSheets = async (ctx, { scope, groupBy, hidePrices, includeCables, includePictures }) => {
  const rows = mergeLines(await gatherLines(ctx, scope))
  const groupOf = groupings[bomGroupings.find((bomGrouping) => bomGrouping === groupBy) ?? 'category']
  // Rows are already in category order.
  const sorted = groupBy === 'category' ? rows : rows.toSorted((a, b) => groupOf(a).localeCompare(groupOf(b), 'en', { numeric: true }))
  const table: ReportTable<BomRow> = {
    name: 'BOM',
    columns: bomColumns,
    groupOf,
    total: 'Grand total',
    after: installedTotal(scope.project.installationFactor),
    lookOf: pictureOfRow,
  }
  const pictures = includePictures ? await loadProductPictures(ctx, rows) : undefined
  const bom = await sheetOfTable(table, sorted, { hidesPrices: hidePrices, notes: hidePrices ? [] : unpricedNote(rows), pictures })
  return includeCables ? [bom, await sheetOfCables(ctx, scope, hidePrices)] : [bom]
}
