import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { installationCost, totalPriceOf } from '../../model/projects/money.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { Sheet, SheetBook, SheetRow, SheetValue } from '../tools/sheet.ts'
import type { Making } from './making.ts'
import { areaGroupSheet, spaceSheet } from './more-sheets.ts'
import { headOf, loadScope, type ReportScopeData } from './report-scope.ts'

/** One product and responsibility of a bill of materials; prices in cents (domain 11.2). */
export interface BomRow {
  tag: string
  categoryNumber: number
  category: string
  manufacturer: string
  productFamily: string | null
  model: string
  partNumber: string | null
  description: string | null
  provider: string
  installer: string
  quantity: number
  unit: number
  availability: EquipmentAvailability
  isExisting: boolean
}
export interface Bom {
  rows: BomRow[]
  installationFactor: number
  groupBy: 'category' | 'provider' | 'manufacturer'
  hidePrices: boolean
}

/** Lines of the scope, added up by equipment, provider, installer and unit price. */
export async function gatherBom(ctx: Context, scope: ReportScopeData): Promise<BomRow[]> {
  return ctx.rows<BomRow>(
    `select e.tag, c.number as "categoryNumber", c.name as category, m.name as manufacturer, f.name as "productFamily", e.model,
       e.part_number as "partNumber", e.description, l.provider, l.installer, sum(l.quantity)::int as quantity,
       l.unit_price as unit, e.availability, l.is_existing as "isExisting"
     from line_amounts l
       join equipments e on e.id = l.equipment_id
       join categories c on c.id = e.category_id
       join manufacturers m on m.id = e.manufacture_id
       left join product_families f on f.id = e.product_family_id
     where l.space_id = any($1)
     group by e.id, c.number, c.name, m.name, f.name, l.provider, l.installer, unit, l.is_existing
     order by c.number, m.name collate natural_order, e.model collate natural_order, l.provider, l.installer, e.id`,
    [scope.spaceIds],
  )
}

const groupings: Record<Bom['groupBy'], (row: BomRow) => string> = {
  category: (row) => `${row.categoryNumber} ${row.category}`,
  provider: (row) => row.provider,
  manufacturer: (row) => row.manufacturer,
}

/** The sheet "BOM" with its totals as values; each equals the sum of the rows above it. */
export function writeBom({ rows, installationFactor, groupBy, hidePrices }: Bom, head: SheetValue[][]): Sheet {
  const groupOf = groupings[groupBy]
  const sorted = groupBy === 'category' ? rows : [...rows].sort((a, b) => groupOf(a).localeCompare(groupOf(b), 'en', { numeric: true }))
  const priced = (...values: SheetValue[]) => (hidePrices ? [] : values)
  const lines: SheetRow[] = []
  let group = ''
  let number = 0
  let inGroup = { quantity: 0, cents: 0 }
  const all = { quantity: 0, cents: 0 }
  const blank = Array<SheetValue>(8).fill(null)
  const sums = (label: string, { quantity, cents }: typeof all, style: SheetRow['style']): SheetRow => ({
    values: [null, label, ...blank, quantity, ...priced(null, dollarsOf(cents)), null, null],
    style,
  })

  for (const row of sorted) {
    if (groupOf(row) !== group) {
      if (group) lines.push(sums(`Subtotal ${group}`, inGroup, 'subtotal'))
      group = groupOf(row)
      inGroup = { quantity: 0, cents: 0 }
      lines.push({ values: [null, group], style: 'group' })
    }
    const cents = row.quantity * row.unit
    for (const sum of [inGroup, all]) {
      sum.quantity += row.quantity
      sum.cents += cents
    }
    const isAvailable = row.availability === EquipmentAvailability.of.Available
    const availability = EquipmentAvailability.label(row.availability)
    lines.push({
      values: [
        ++number,
        row.tag,
        row.category,
        row.manufacturer,
        row.productFamily,
        row.model,
        row.partNumber,
        row.description,
        row.provider,
        row.installer,
        row.quantity,
        ...priced(dollarsOf(row.unit), dollarsOf(cents)),
        isAvailable ? availability : { value: availability, style: 'bad' },
        [row.isExisting && 'Existing', row.provider === 'FBO' && 'Owner-furnished'].filter(Boolean).join(', ') || null,
      ],
      outline: 1,
    })
  }
  if (group) lines.push(sums(`Subtotal ${group}`, inGroup, 'subtotal'))
  lines.push(sums('Grand total', all, 'total'))
  if (!hidePrices) {
    const msrp = dollarsOf(all.cents)
    const installation = installationCost(msrp, installationFactor)
    lines.push({ values: [null, `Installation (factor ${installationFactor})`, ...blank, null, null, installation] })
    lines.push({ values: [null, 'Total', ...blank, null, null, totalPriceOf(msrp, installationFactor)], style: 'total' })
  }
  return {
    name: 'BOM',
    preamble: head,
    columns: [
      { header: '#', width: 6, kind: 'integer' },
      { header: 'Tag', width: 14 },
      { header: 'Category', width: 22 },
      { header: 'Manufacturer', width: 20 },
      { header: 'Product Family', width: 20 },
      { header: 'Model', width: 24 },
      { header: 'Part Number', width: 18 },
      { header: 'Description', width: 44 },
      { header: 'Provider', width: 10 },
      { header: 'Installer', width: 10 },
      { header: 'Qty', width: 8, kind: 'integer' },
      ...(hidePrices
        ? []
        : ([
            { header: 'Unit MSRP', width: 14, kind: 'money' },
            { header: 'Extended MSRP', width: 16, kind: 'money' },
          ] as const)),
      { header: 'Availability', width: 16 },
      { header: 'Note', width: 18 },
    ],
    rows: lines,
    freeze: true,
    autoFilter: true,
    landscape: true,
    fitToWidth: true,
    repeatHeader: true,
  }
}

/** What to buy for the scope: read from one snapshot, written in the worker. */
export async function makeBom({ read, task, parameters, progress, signal }: Making): Promise<Buffer> {
  const options = (parameters.options ?? {}) as Row
  const book = await read(async (ctx): Promise<SheetBook> => {
    const scope = await loadScope(ctx, task.project_id, parameters)
    const head = headOf(ctx, scope, 'BOM')
    const rows = await gatherBom(ctx, scope)
    progress(40)
    const sheets = [
      writeBom(
        {
          rows,
          installationFactor: scope.project.installationFactor,
          groupBy: options.groupBy ?? 'category',
          hidePrices: options.hidePrices ?? false,
        },
        head,
      ),
    ]
    if (parameters.sheetOptions?.includes(0)) sheets.push(await spaceSheet(ctx, scope, options.hidePrices ?? false))
    if (parameters.sheetOptions?.includes(1)) sheets.push(await areaGroupSheet(ctx, scope, options.hidePrices ?? false))
    return { author: `${ctx.actor.firstName} ${ctx.actor.lastName}`, sheets }
  })
  const made = await runInWorker('sheet', book, { onProgress: (percent) => progress(50 + percent / 2), signal })
  return Buffer.from(made)
}
