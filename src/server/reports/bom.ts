import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { installationCost, totalPriceOf } from '../../model/projects/money.ts'
import { ReportSheetOption } from '../../model/reports/enums.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import type { Sheet, SheetBook, SheetValue } from '../tools/sheet.ts'
import { type Maker, written } from './making.ts'
import { areaGroupSheet, spaceSheet } from './more-sheets.ts'
import { headOf, loadScope, type ReportScopeData } from './report-scope.ts'
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
type BomRow = RowIn<typeof bomShape>
interface Options {
  groupBy: keyof typeof groupings
  hidesPrices: boolean
  installationFactor: number
}

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

const columns: ReportColumn<BomRow>[] = [
  { header: '#', width: 6, kind: 'integer', value: (_, number) => number },
  { header: 'Tag', width: 14, value: ({ tag }) => tag, isLabel: true },
  { header: 'Category', width: 22, value: ({ category }) => category },
  { header: 'Manufacturer', width: 20, value: ({ manufacturer }) => manufacturer },
  { header: 'Product Family', width: 20, value: ({ productFamily }) => productFamily },
  { header: 'Model', width: 24, value: ({ model }) => model },
  { header: 'Part Number', width: 18, value: ({ partNumber }) => partNumber },
  { header: 'Description', width: 44, value: ({ description }) => description },
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

function sheetOfBom(rows: BomRow[], { groupBy, hidesPrices, installationFactor }: Options, preamble: SheetValue[][]): Sheet {
  const groupOf = groupings[groupBy]
  // They come in the order of categories.
  const sorted = groupBy === 'category' ? rows : rows.toSorted((a, b) => groupOf(a).localeCompare(groupOf(b), 'en', { numeric: true }))
  const table: ReportTable<BomRow> = {
    name: 'BOM',
    columns,
    groupOf,
    total: 'Grand total',
    after(sumOf) {
      const msrp = sumOf('Extended MSRP')
      const installation = installationCost(msrp, installationFactor)
      return [
        { label: `Installation (factor ${installationFactor})`, amounts: { 'Extended MSRP': installation } },
        { label: 'Total', amounts: { 'Extended MSRP': totalPriceOf(msrp, installationFactor) }, style: 'total' },
      ]
    },
  }
  return sheetOfTable(table, sorted, { preamble, hidesPrices })
}

/** What to buy for the scope, on as many sheets as asked for. */
export async function sheetsOfBom(ctx: Context, projectId: number, parameters: Row): Promise<Sheet[]> {
  const { groupBy = 'category', hidePrices = false } = (parameters.options ?? {}) as Row
  const scope = await loadScope(ctx, projectId, parameters)
  const { installationFactor } = scope.project
  const options = { groupBy, hidesPrices: hidePrices, installationFactor }
  const sheets = [sheetOfBom(await gatherBom(ctx, scope), options, headOf(ctx, scope, 'BOM'))]
  if (parameters.sheetOptions?.includes(ReportSheetOption.of.SpaceListSheet)) sheets.push(await spaceSheet(ctx, scope, hidePrices))
  if (parameters.sheetOptions?.includes(ReportSheetOption.of.AreaGroupsListSheet)) sheets.push(await areaGroupSheet(ctx, scope, hidePrices))
  return sheets
}

/** Read from one snapshot, written in the worker. */
export const makeBom: Maker = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file is not of a project.')
  const book = await making.read(
    async (ctx): Promise<SheetBook> => ({
      author: `${ctx.actor.firstName} ${ctx.actor.lastName}`,
      sheets: await sheetsOfBom(ctx, projectId, making.parameters),
    }),
  )
  making.progress(50)
  return written(making, book)
}
