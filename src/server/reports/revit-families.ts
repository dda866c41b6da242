import { TechnicalDocumentType } from '../../model/catalog/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import type { SheetValue } from '../tools/sheet.ts'
import type { ReportSheets } from './report-kit.ts'
import { distinctProducts, gatherLines, type ReportProduct } from './report-lines.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

type Row = ReturnType<typeof distinctProducts>[number] & { page: string }

const states = ['Complete', 'Name only', 'Missing'] as const
const { Model2D, Model3D } = TechnicalDocumentType

/** A family needs a name and a file; a file without a name cannot be placed. */
function familyState({ product }: Row): (typeof states)[number] {
  if (!product.revitFamily) return 'Missing'
  return product.revitFile ? 'Complete' : 'Name only'
}

/** Stored files need a session, so the link leads to the product page instead. */
function documentCell({ documents }: ReportProduct, kind: TechnicalDocumentType, page: string): SheetValue {
  const found = documents.find(({ type }) => type === kind)
  return found ? { text: 'Yes', link: found.fileId ? page : (found.url ?? page) } : 'No'
}

const families: ReportTable<Row> = {
  name: 'Families',
  columns: [
    { header: 'Category', width: 24, value: ({ product }) => product.category, wrap: true },
    { header: 'Tag', width: 14, value: ({ product }) => product.tag },
    { header: 'Manufacturer', width: 20, value: ({ product }) => product.manufacturer, wrap: true },
    { header: 'Product Family', width: 18, value: ({ product }) => product.productFamily, wrap: true },
    { header: 'Model', width: 24, value: ({ product }) => product.model, wrap: true },
    { header: 'Revit Family', width: 28, value: ({ product }) => product.revitFamily, wrap: true },
    { header: 'Revit Type', width: 20, value: ({ product }) => product.revitType, wrap: true },
    { header: 'Family File', width: 10, value: ({ product, page }) => (product.revitFile ? { text: 'Yes', link: page } : 'No') },
    { header: '3D Model', width: 9, value: ({ product, page }) => documentCell(product, Model3D, page) },
    { header: '2D Model', width: 9, value: ({ product, page }) => documentCell(product, Model2D, page) },
    { header: 'Qty in Scope', width: 9, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    { header: 'Status', width: 12, value: (row) => ({ value: familyState(row), style: familyState(row) === 'Missing' ? 'bad' : 'plain' }) },
  ],
  total: 'Total',
}

interface Counted {
  manufacturer: string
  rows: Row[]
}
const counts: ReportTable<Counted> = {
  name: 'Counts',
  columns: [
    { header: 'Manufacturer', width: 30, value: ({ manufacturer }) => manufacturer },
    ...states.map((state) => ({
      header: state,
      width: 14,
      kind: 'integer' as const,
      value: ({ rows }: Counted) => rows.filter((row) => familyState(row) === state).length,
      sum: true as const,
    })),
    { header: 'Products', width: 14, kind: 'integer', value: ({ rows }) => rows.length, sum: true },
  ],
  total: 'Total',
}

/** Products a modeler can place, and missing families (domain 11.11). */
export const sheetsOfRevitFamilies: ReportSheets = async (ctx, { scope }) => {
  const site = ctx.services.publicUrl()
  const rows = distinctProducts(await gatherLines(ctx, scope)).map((item) => ({ ...item, page: `${site}/equipment/${item.product.id}` }))
  const byMaker = [...groupByKey(rows, ({ product }) => product.manufacturer)].map(([manufacturer, own]) => ({ manufacturer, rows: own }))
  const inOrder = new Intl.Collator('en', { numeric: true }).compare
  return [
    await sheetOfTable(families, rows),
    await sheetOfTable(
      { ...families, name: 'Missing' },
      rows.filter((row) => familyState(row) === 'Missing'),
    ),
    await sheetOfTable(
      counts,
      byMaker.toSorted((a, b) => inOrder(a.manufacturer, b.manufacturer)),
    ),
  ]
}
