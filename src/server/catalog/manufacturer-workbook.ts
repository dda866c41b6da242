import { equipments as equipmentsModel } from '../../model/catalog/equipment.ts'
import { type ColumnKey, columnHeader, type EquipmentColumn, equipmentColumns } from '../../model/catalog/equipment-columns.ts'
import { exportManufacturerWorkbook, importManufacturerWorkbook, mostImportedRows } from '../../model/catalog/equipment-import.ts'
import type { Field } from '../../model/kit/description.ts'
import { isOnAccessList, manufacturers } from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { readCellText } from '../tools/cell-formats.ts'
import type { FileContents } from '../tools/file-reading.ts'
import type { Sheet, SheetColumn, Workbook } from '../tools/sheet.ts'
import { type ReadSheet, sheetMessages } from '../tools/sheet-reading.ts'
import { type EquipmentRow, equipments } from './equipment.ts'
import { type CategoryName, formatCell, isEmptyCell, listColumns } from './equipment-cells.ts'
import { importRows, type RowToImport, tryOut } from './equipment-import.ts'
import { noteDownload, sendBook } from './sent-file.ts'
import { type MappedColumn, makeLookups, readUpload, takeRow } from './sheet-rows.ts'

const formatVersion = 1
const mainSheet = 'Equipment'
const metaSheet = '_meta'

const guide = [
  'Change the cells of the sheet Equipment and send the file back. One row is one product.',
  'An empty cell keeps what the catalog has. A single - clears it.',
  'Columns with * are required. Id and Row Version are filled in automatically and cannot be changed; leave both empty for a new product.',
  'Where a cell offers a list, choose from it; the sheet Lists shows all choices. Several Wi-Fi standards are separated by semicolons.',
  'A product family that is not in the list is created when the file is imported.',
  'Enter values, not formulas. Prices are in US dollars, dates are written YYYY-MM-DD.',
  'Rows that are missing are not deleted. Either every row is imported or none; errors are listed with row and column.',
]

async function getManufacturer(ctx: Context, id: number) {
  const manufacturer = await manufacturers.get(ctx, id)
  if (ctx.actor.isExternal && !(await isOnAccessList(ctx, id))) throw notFound(manufacturers.resource.names.one)
  return manufacturer
}

function sheetColumnKind(column: EquipmentColumn): SheetColumn['kind'] {
  const { kind, field } = column
  if (kind === 'id' || kind === 'rowVersion' || kind === 'category') return 'integer'
  const modelField: Field | undefined = field && equipmentsModel.fields[field]
  const own = 'part' in column ? modelField?.fields?.[column.part] : modelField
  return own && !own.options ? (sheetKinds[own.kind] ?? 'text') : 'text'
}
const sheetKinds: Partial<Record<Field['kind'], SheetColumn['kind']>> = {
  money: 'money',
  date: 'date',
  number: 'number',
  integer: 'integer',
}

/** Columns that accept values outside the list: new families, and several Wi-Fi standards in one cell. */
const open: readonly ColumnKey[] = ['productFamily', 'wirelessProtocols']

function createWorkbook(
  manufacturer: { id: number; name: string },
  rows: EquipmentRow[],
  families: string[],
  categories: CategoryName[],
): Workbook {
  const lists = listColumns(families, categories)
  const longest = Math.max(...lists.map(({ values }) => values.length))
  const main: Sheet = {
    name: mainSheet,
    columns: equipmentColumns.map((column) => ({
      header: columnHeader(column),
      kind: sheetColumnKind(column),
      width: column.width ?? 12,
    })),
    rows: rows.map((row) =>
      equipmentColumns.map((column) => {
        const value = formatCell(column, row)
        return column.field === 'priceDate' && value ? new Date(`${value}T00:00:00Z`) : value
      }),
    ),
    freeze: { columns: 4 },
    autoFilter: true,
    landscape: true,
    repeatHeader: true,
    lockedColumns: [0, 1],
    dropDowns: equipmentColumns.flatMap(({ key }, column) => {
      const list = lists.findIndex(({ columnKeys }) => columnKeys.includes(key))
      return list < 0 ? [] : [{ column, from: { sheet: 'Lists', column: list }, strict: !open.includes(key) }]
    }),
  }
  const meta: Sheet = {
    name: metaSheet,
    hiddenSheet: true,
    columns: [{ header: 'Key' }, { header: 'Value' }],
    rows: [
      ['manufacturerId', String(manufacturer.id)],
      ['formatVersion', String(formatVersion)],
      ['exportDate', new Date().toISOString()],
    ],
  }
  return {
    sheets: [
      main,
      {
        name: 'Lists',
        columns: lists.map(({ header }) => ({ header, width: 26, kind: header === 'Category No.' ? 'integer' : 'text' })),
        rows: Array.from({ length: longest }, (_, index) => lists.map(({ values }) => values[index] ?? null)),
        freeze: true,
        lockedColumns: lists.map((_, index) => index),
      },
      {
        name: 'Instructions',
        columns: [{ header: `How to fill in: ${manufacturer.name}`, width: 120 }],
        rows: guide.map((line) => [line]),
      },
      meta,
    ],
  }
}

async function exportBook(ctx: Context, manufactureId: number) {
  const manufacturer = await getManufacturer(ctx, manufactureId)
  const { items, total } = await equipments.list(
    ctx,
    { sortBy: ['model'] },
    { keys: undefined, limit: mostImportedRows, extra: (_, p) => `t.manufacture_id = ${p.add(manufacturer.id)}` },
  )
  if (total > mostImportedRows)
    throw conflict(
      `${manufacturer.name} has ${total.toLocaleString('en-US')} pieces of equipment; a workbook holds ${mostImportedRows.toLocaleString('en-US')}. Export the list instead.`,
    )
  const families = manufacturer.productFamilies.filter(({ id }) => id > 0).map(({ name }) => name)
  const categories = await ctx.rows(
    { number: is.number, name: is.text },
    'select number, name from categories where not is_deleted order by number',
  )
  const name = `DNA ${manufacturer.name} equipment.xlsx`
  noteDownload(ctx, name)
  return sendBook(name, createWorkbook(manufacturer, items, families, categories))
}

const notOurs = 'This is not a workbook that was exported here. Other sheets can be imported from the list of equipment.'

function readMeta(tables: ReadSheet[]): { manufactureId: number } {
  const meta = tables.find(({ name }) => name === metaSheet)
  const value = (key: string) => readCellText(meta?.rows.find(({ values }) => readCellText(values[0]) === key)?.values[1])
  if (!meta || !/^\d{1,15}$/.test(value('manufacturerId'))) throw badRequest([notOurs])
  if (value('formatVersion') !== String(formatVersion))
    throw badRequest(['This workbook was exported by another version of the product. Please export it again.'])
  return { manufactureId: Number(value('manufacturerId')) }
}

/** Finds our columns by header. Users may move columns, but not rename or remove required ones. */
function mapColumns(sheet: ReadSheet): MappedColumn[] {
  const [head] = sheet.rows
  const columnIndexes = new Map<string, number>()
  for (const [at, cell] of (head?.values ?? []).entries()) {
    const header = readCellText(cell).replace(/\*$/, '').trim()
    if (!header) continue
    if (columnIndexes.has(header)) throw badRequest([`The column "${header.slice(0, 60)}" appears twice.`])
    if (!equipmentColumns.some((column) => column.header === header))
      throw badRequest([`The column "${header.slice(0, 60)}" is not known.`])
    columnIndexes.set(header, at)
  }
  const needed = equipmentColumns.filter(({ kind, isRequired }) => isRequired || kind === 'id' || kind === 'rowVersion')
  const missing = needed.filter(({ header }) => !columnIndexes.has(header)).map(({ header }) => header)
  if (missing.length > 0) throw badRequest([`The sheet ${mainSheet} lacks: ${missing.join(', ')}.`])
  return equipmentColumns
    .filter(({ header }) => columnIndexes.has(header))
    .map((column) => ({ column, at: columnIndexes.get(column.header)! }))
}

const parseIntegerCell = (cell: unknown): number | null => {
  const text = String(cell ?? '').trim()
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

async function importBook(ctx: Context, file: { name: string }, contents: FileContents, dryRun: boolean) {
  if (!ctx.actor.held.has('Equipments.Create') && !ctx.actor.held.has('ExternalEquipment.View')) throw forbidden('Equipments.Create')
  if (ctx.actor.held.has('Equipments.Create') && !ctx.actor.held.has('Equipments.Update')) throw forbidden('Equipments.Update')
  if (contents.kind !== 'tables') throw badRequest([notOurs], 415)
  const { manufactureId } = readMeta(contents.tables)
  const sheet = contents.tables.find(({ name }) => name === mainSheet)
  if (!sheet) throw badRequest([`The sheet ${mainSheet} is missing.`])
  if (sheet.problem) throw badRequest([sheet.problem], 413)
  const columns = mapColumns(sheet)
  const manufacturer = await manufacturers.find(ctx, manufactureId)
  // For external users, a missing manufacturer is indistinguishable from one whose access list they are not on.
  if (!manufacturer && !ctx.actor.isExternal) throw badRequest(['The manufacturer of this workbook no longer exists.'])
  await getManufacturer(ctx, manufactureId)

  const rows = sheet.rows.slice(1)
  if (rows.length > mostImportedRows) throw badRequest([sheetMessages.rows(mainSheet, mostImportedRows)], 413)
  const columnIndex = (key: ColumnKey) => columns.find(({ column }) => column.key === key)?.at ?? -1
  const family = columnIndex('productFamily')
  const isOutside = ctx.actor.isExternal
  return tryOut(ctx, dryRun, async () => {
    const lookups = await makeLookups(
      ctx,
      rows.map(({ values }) => ({ manufactureId, family: readCellText(values[family]) })),
      !isOutside,
    )
    const rowsToImport = rows.map((row): RowToImport => {
      const idCell = row.values[columnIndex('id')]
      const isNew = isEmptyCell(idCell)
      return {
        row: row.number,
        name: [readCellText(row.values[columnIndex('tag')]), readCellText(row.values[columnIndex('model')])].join(' ').trim(),
        manufactureId,
        ...(!isNew && { id: parseIntegerCell(idCell) ?? 0, rowVersion: parseIntegerCell(row.values[columnIndex('rowVersion')]) }),
        apply: (values, before) => takeRow(columns, row, lookups, values, before),
      }
    })
    return importRows(ctx, rowsToImport, {
      dryRun,
      source: file.name.slice(0, 200),
      madeBefore: lookups.entries,
      needsReview: isOutside,
      isStrict: true,
    })
  })
}

export const workbookRoutes: Route[] = [
  defineRoute(exportManufacturerWorkbook, (ctx, { params }) => exportBook(ctx, params.id)),
  defineRoute(importManufacturerWorkbook, (ctx, { query, file, prepared }) => importBook(ctx, file!, prepared, query.dryRun), readUpload),
]
