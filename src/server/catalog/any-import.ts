import { type DeviceFacts, listFirstNames, modelTag, readDevice } from '../../model/catalog/device-types.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import {
  type ColumnKey,
  columnHeader,
  importColumns,
  manufacturerColumn,
  suggestColumns,
  unitOfHeader,
} from '../../model/catalog/equipment-columns.ts'
import {
  type ImportOutcome,
  importEquipment,
  mostImportedRows,
  type ReadAnswer,
  type ReadTable,
  readImport,
} from '../../model/catalog/equipment-import.ts'
import { portFields, samePort } from '../../model/catalog/equipment-parts.ts'
import { convertMeasure, measuredColumns } from '../../model/catalog/measures.ts'
import { cellTextProblem } from '../../model/kit/cell-text.ts'
import type { Field } from '../../model/kit/description.ts'
import { typedKeys } from '../../model/kit/keys.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import { makeManufacturers, manufacturers } from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, badRows, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { readCellText } from '../tools/cell-formats.ts'
import type { FileContents, ParsedDocument } from '../tools/file-reading.ts'
import type { ReadRow, ReadSheet } from '../tools/sheet-reading.ts'
import type { EquipmentRow, Written } from './equipment.ts'
import { clearing, type Lookups, takeField } from './equipment-cells.ts'
import { type Applied, emptyRow, importRows, type NewPort, outcomeIn, type RowToImport, tryOut, unsaid } from './equipment-import.ts'
import { modelKey } from './equipment-tables.ts'
import { equipmentHeaderRow, findSheet, firstRows, rowsAbove } from './header-row.ts'
import { type MappedColumn, makeLookups, readUpload, shownValue, takeRow } from './sheet-rows.ts'

const mostSamples = 3
const mostDevicesShown = 200
const findImportColumn = (key: string) => importColumns.find((importColumn) => importColumn.key === key)
const headerOfKey = (key: ColumnKey) => {
  const known = findImportColumn(key)
  return known ? columnHeader(known) : key
}

function readTable(sheet: ReadSheet, headerRow: number | null): ReadTable {
  const at = equipmentHeaderRow(sheet, headerRow)
  const head = sheet.rows[at]
  const width = Math.max(0, ...sheet.rows.map(({ values }) => values.length))
  const headers = Array.from({ length: width }, (_, index) => readCellText(head?.values[index]).slice(0, 200))
  const suggestions = suggestColumns(headers)
  const below = sheet.rows.slice(at + 1)
  return {
    name: sheet.name,
    problem: sheet.problem ?? null,
    encoding: sheet.encoding ?? null,
    separator: sheet.separator ?? null,
    headerRow: head?.number ?? 0,
    firstRows: firstRows(sheet),
    rowsAbove: rowsAbove(sheet, at),
    rows: below.length,
    columns: headers.map((header, index) => ({
      header,
      meant: suggestions[index] ?? null,
      samples: below
        .map(({ values }) => readCellText(values[index]).slice(0, 80))
        .filter(Boolean)
        .slice(0, mostSamples),
    })),
  }
}

async function readForMapping(
  contents: FileContents,
  { table, headerRow }: Pick<ImportOptions, 'table' | 'headerRow'>,
): Promise<ReadAnswer> {
  if (contents.kind === 'tables') {
    const shown = contents.tables.filter(({ hidden, rows, problem }) => !hidden && (rows.length > 0 || problem))
    if (shown.length === 0) throw badRequest(['The file is empty.'])
    const chosen = headerRow === null ? undefined : findSheet(contents.tables, table)
    const tables = shown.map((sheet) => readTable(sheet, sheet === chosen ? headerRow : null))
    return { kind: 'tables', tables }
  }
  const devices = contents.documents.map(({ name, value, problem }) => {
    const facts = problem ?? readDevice(value)
    return {
      name,
      manufacturer: typeof facts === 'string' ? '' : facts.manufacturer,
      model: typeof facts === 'string' ? facts : facts.model,
    }
  })
  return { kind: 'devices', devices: devices.slice(0, mostDevicesShown), total: devices.length }
}

/** Corrections by row number: text per cell, or null to skip the row. */
type Fixes = Record<string, { readonly [K in ColumnKey]?: string } | null>

function jsonIn(text: string | null, label: string): Record<string, unknown> {
  if (!text) return {}
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw badRequest({ [label]: [messages.unknown] })
}

function fixesIn(text: string | null): Fixes {
  const fixes = jsonIn(text, 'fixes')
  if (!isFixes(fixes)) throw badRequest({ fixes: [messages.unknown] })
  return fixes
}
const isFixes = (fixes: Record<string, unknown>): fixes is Fixes =>
  Object.values(fixes).every(
    (cells) => cells === null || (typeof cells === 'object' && Object.values(cells).every((cell) => typeof cell === 'string')),
  )

interface Found {
  row: number
  name: string
  manufacturer: string
  model: string
  family: string
  imageAddress?: string
  problem?: string
  /** Cells whose text cannot be stored. Their columns are left out of `columns`. */
  cellProblems: Applied['problems']
  columns: MappedColumn[]
  cells: ReadRow
  device?: DeviceFacts
}

/** Corrections replace cells; columns that occur only in corrections are appended. */
function corrected(columns: MappedColumn[], row: ReadRow, fixes: NonNullable<Fixes[string]>): { columns: MappedColumn[]; cells: ReadRow } {
  const values = [...row.values]
  const all = [...columns]
  const formulas = new Set(row.formulas)
  for (const [key, text] of Object.entries(fixes)) {
    const equipmentColumn = findImportColumn(key)
    if (!equipmentColumn) continue
    let at = all.find((mappedColumn) => mappedColumn.column.key === key)?.at
    if (at === undefined) {
      at = Math.max(values.length, ...all.map((mappedColumn) => mappedColumn.at + 1))
      all.push({ column: equipmentColumn, at })
    }
    while (values.length < at) values.push(null)
    values[at] = text === '' ? null : text
    formulas.delete(at)
  }
  return { columns: all, cells: { ...row, values, formulas: [...formulas] } }
}

/** Converts measures whose unit is in the cell, in the row's unit column, or in the header. */
function inOurUnits(columns: MappedColumn[], row: ReadRow, headers: ReadRow | undefined): ReadRow {
  const values = [...row.values]
  const unitAt = columns.find(({ column }) => column.kind === 'weightUnit')?.at ?? -1
  for (const { column, at } of columns) {
    const per = measuredColumns.get(column.key)
    if (!per || row.formulas?.includes(at)) continue
    const rowUnit = column.key === 'weightLb' ? readCellText(row.values[unitAt]) : ''
    const unit = rowUnit || unitOfHeader(readCellText(headers?.values[at]))
    values[at] = convertMeasure(readCellText(row.values[at]), unit, per, row.decimals) ?? row.values[at] ?? null
  }
  return { ...row, values }
}

/** Separates cells whose text cannot be stored, because lookups in the database would fail on it. */
function withoutBadCells(columns: MappedColumn[], { values }: ReadRow): Pick<Found, 'columns' | 'cellProblems'> {
  const cellProblems: Found['cellProblems'] = []
  const good = columns.filter(({ column, at }) => {
    const message = cellTextProblem(readCellText(values[at]))
    if (message) cellProblems.push({ column: columnHeader(column), message, value: shownValue(values[at]) })
    return !message
  })
  return { columns: good, cellProblems }
}

function mappedColumns(mapping: Record<string, unknown>): MappedColumn[] {
  const columns: MappedColumn[] = Object.entries(mapping).map(([key, at]) => {
    const equipmentColumn = findImportColumn(key)
    if (!equipmentColumn || typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at > 100)
      throw badRequest({ mapping: [messages.unknown] })
    return { column: equipmentColumn, at }
  })
  const positions = columns.map(({ at }) => at)
  if (new Set(positions).size < positions.length) throw badRequest({ mapping: ['A column of the sheet is listed twice.'] })
  if (!columns.some(({ column }) => column.key === 'model')) throw badRequest({ mapping: ['Choose the column that holds the model.'] })
  return columns
}

function foundInTable(contents: FileContents & { kind: 'tables' }, { table, headerRow, mapping }: ImportOptions, fixes: Fixes): Found[] {
  const sheet = findSheet(contents.tables, table)
  const columns = mappedColumns(jsonIn(mapping, 'mapping'))
  const at = equipmentHeaderRow(sheet, headerRow)
  const headers = sheet.rows[at]
  return sheet.rows.slice(at + 1).flatMap((row) => {
    const fix = fixes[row.number]
    if (fix === null) return []
    const { columns: own, cells } = corrected(columns, inOurUnits(columns, row, headers), fix ?? {})
    const checked = withoutBadCells(own, cells)
    const cellText = (key: ColumnKey) =>
      readCellText(cells.values[checked.columns.find((mappedColumn) => mappedColumn.column.key === key)?.at ?? -1])
    return {
      row: row.number,
      name: [cellText('manufacturer'), cellText('model')].filter(Boolean).join(' '),
      manufacturer: cellText('manufacturer'),
      model: cellText('model'),
      family: cellText('productFamily'),
      imageAddress: cellText('imageAddress'),
      ...checked,
      cells,
    }
  })
}

/** Texts of a device file that cannot be stored, unless a correction replaces them. */
function unstorableFacts({ manufacturer, model, values, ports }: DeviceFacts, fix: NonNullable<Fixes[string]>): Found['cellProblems'] {
  const columnOf = (key: string) => importColumns.find((column) => column.key === key)
  const facts: [string, unknown][] = [['manufacturer', manufacturer], ['model', model], ...Object.entries(values)]
  const texts = facts.flatMap(([key, value]) => (typeof value === 'string' && !(key in fix) ? [{ key, value }] : []))
  const names = ports.map(({ name }) => ({ key: 'Ports', value: name }))
  return [...texts, ...names].flatMap(({ key, value }) => {
    const message = cellTextProblem(value)
    const column = columnOf(key)
    return message ? [{ column: column ? columnHeader(column) : key, message, value: shownValue(value) }] : []
  })
}

function foundInDevices(documents: ParsedDocument[], fixes: Fixes): Found[] {
  return documents.flatMap(({ name, value, problem }, index) => {
    const row = index + 1
    const fix = fixes[row]
    if (fix === null) return []
    const { columns, cells } = corrected([], { number: row, values: [] }, fix ?? {})
    const facts = problem ?? readDevice(value)
    const checked = withoutBadCells(columns, cells)
    if (typeof facts !== 'string') checked.cellProblems.push(...unstorableFacts(facts, fix ?? {}))
    if (typeof facts === 'string') return { row, name, manufacturer: '', model: '', family: '', problem: facts, ...checked, cells }
    return {
      row,
      name,
      manufacturer: fix?.manufacturer || facts.manufacturer,
      model: fix?.model || facts.model,
      family: fix?.productFamily ?? '',
      ...checked,
      cells,
      device: facts,
    }
  })
}

interface ImportOptions {
  dryRun: boolean
  table: string | null
  headerRow: number | null
  mapping: string | null
  fixes: string | null
  manufactureId: number | null
  categoryId: number | null
  createManufacturers: boolean
  takeTheRest: boolean
}

type Taken = Required<ImportOutcome>
interface Sent {
  name: string
  contents: FileContents
}

const foundIn = (contents: FileContents, request: ImportOptions, fixes: Fixes) =>
  contents.kind === 'documents' ? foundInDevices(contents.documents, fixes) : foundInTable(contents, request, fixes)

/** Rows above the headers that may be data are reported like any other row that is not imported. */
function reportedAbove(contents: FileContents, { table, headerRow }: ImportOptions): Taken['rows'] {
  if (contents.kind === 'documents') return []
  const sheet = findSheet(contents.tables, table)
  return rowsAbove(sheet, equipmentHeaderRow(sheet, headerRow)).map(({ row, text }) => ({
    row,
    name: '',
    action: 'None',
    changes: [],
    leftOut: [`Above the header row: ${text}`],
  }))
}

async function runImport(ctx: Context, file: Sent, request: ImportOptions): Promise<Taken> {
  const fixes = fixesIn(request.fixes)
  const found = foundIn(file.contents, request, fixes)
  if (found.length === 0) throw badRequest(['There are no rows to import.'])
  if (found.length > mostImportedRows) throw badRequest([`There are more than ${mostImportedRows.toLocaleString('en-US')} rows.`], 413)
  if (request.createManufacturers && !ctx.actor.held.has('Manufacturers.Create')) throw forbidden('Manufacturers.Create')
  if (request.manufactureId) await manufacturers.get(ctx, request.manufactureId)
  const outcome = await (request.takeTheRest ? takeTheRest(ctx, file, request, fixes, found) : takeAll(ctx, file, request, found))
  return { ...outcome, rows: [...reportedAbove(file.contents, request), ...outcome.rows] }
}

/** A trial run finds the invalid rows; the rest is imported as if the file contained only them, so nothing is created for invalid rows. */
async function takeTheRest(ctx: Context, file: Sent, request: ImportOptions, fixes: Fixes, found: Found[]): Promise<Taken> {
  const refused = await refusedRows(ctx, () => takeAll(ctx, file, { ...request, dryRun: true }, found))
  if (!refused) return takeAll(ctx, file, request, found)
  const rest = { ...fixes, ...Object.fromEntries(refused.failedRows.map((row) => [row, null])) }
  const good = foundIn(file.contents, request, rest)
  if (good.length === 0) throw badRows({ ...refused, dryRun: request.dryRun })
  const outcome = await takeAll(ctx, file, request, good)
  return { ...outcome, failed: refused.failed, failedRows: refused.failedRows, errors: refused.errors }
}

/** Runs a trial, rolls it back, and returns the rejected rows, or undefined if there are none. */
async function refusedRows(ctx: Context, trial: () => Promise<unknown>) {
  await ctx.run('savepoint refused')
  try {
    await trial()
    return undefined
  } catch (error) {
    const outcome = outcomeIn(error)
    if (!outcome) throw error
    return outcome
  } finally {
    await ctx.run('rollback to savepoint refused')
  }
}

async function takeAll(ctx: Context, file: Sent, request: ImportOptions, found: Found[]): Promise<Taken> {
  return tryOut(ctx, request.dryRun, async () => {
    const makers = await findManufacturers(ctx, found, request)
    const isGood = (item: Found) => !item.problem && item.cellProblems.length === 0 && makers.idOf(item) !== undefined
    const good = found.filter(isGood)
    const known = await findKnown(ctx, good, makers.idOf)
    const lookups = await makeLookups(
      ctx,
      good.map((item) => ({ manufactureId: makers.idOf(item)!, family: item.family })),
      true,
    )
    const connectors = await connectorIds(ctx)
    const rowsToImport = good.map((item): RowToImport => {
      const old = known.get(item)
      const sockets = item.device && resolvePorts(item.device, connectors)
      return {
        row: item.row,
        name: item.name,
        manufactureId: makers.idOf(item)!,
        ...(old && { id: old.id }),
        ...(item.imageAddress && item.imageAddress !== clearing && { imageAddress: item.imageAddress }),
        ...(sockets && besideDrawn(sockets, old?.drawn ?? [])),
        apply: (values, before) => applyFacts(item, values, before, lookups, request.categoryId),
      }
    })
    const lost = found.filter((item) => !isGood(item))
    const errors = lost.flatMap((item) => {
      const about = { row: item.row, name: item.name }
      if (item.problem) return { ...about, column: '', message: item.problem, value: item.manufacturer || null }
      // Without a manufacturer, its families are unknown; all other cells are validated as in a new row.
      const rest = { ...item, columns: item.columns.filter(({ column: { kind } }) => kind !== 'family') }
      const told = new Set(item.cellProblems.map(({ column }) => column))
      const others = [
        ...(makers.idOf(item) === undefined
          ? [{ column: columnHeader(manufacturerColumn), message: makers.why(item), value: item.manufacturer || null }]
          : []),
        ...applyFacts(rest, emptyRow(0), null, lookups, request.categoryId).problems,
      ]
      return [...item.cellProblems, ...others.filter(({ column }) => !told.has(column))].map((problem) => ({ ...about, ...problem }))
    })
    const more = { newManufacturers: makers.made, newFamilies: lookups.newFamilies }
    const how = { dryRun: request.dryRun, source: file.name.slice(0, 200), madeBefore: [...makers.entries, ...lookups.entries] }
    if (lost.length === 0) return { ...(await importRows(ctx, rowsToImport, how)), ...more }
    return refuseAll(ctx, rowsToImport, how, { rows: lost.map(({ row }) => row), errors }, more)
  })
}

/** Rejects the import, reporting rows with unknown manufacturers together with all other errors. */
async function refuseAll(
  ctx: Context,
  rowsToImport: RowToImport[],
  how: Parameters<typeof importRows>[2],
  lost: { rows: number[]; errors: ImportOutcome['errors'] },
  more: object,
): Promise<never> {
  let outcome: ImportOutcome
  try {
    outcome = await importRows(ctx, rowsToImport, { ...how, dryRun: true })
  } catch (error) {
    const told = outcomeIn(error)
    if (!told) throw error
    outcome = told
  }
  const errors = [...outcome.errors, ...lost.errors].sort((a, b) => a.row - b.row)
  const counts = how.dryRun ? outcome : { ...outcome, created: 0, updated: 0 }
  const failedRows = [...outcome.failedRows, ...lost.rows].sort((a, b) => a - b)
  throw badRows({ ...counts, ...more, dryRun: how.dryRun, failed: failedRows.length, failedRows, errors })
}

async function findManufacturers(ctx: Context, found: Found[], { manufactureId, createManufacturers }: ImportOptions) {
  const names = new Map<string, string>()
  for (const { manufacturer } of found)
    if (manufacturer && !names.has(caseFoldedKey(manufacturer))) names.set(caseFoldedKey(manufacturer), manufacturer)
  const known = await ctx.rows(
    { id: is.number, key: is.text },
    'select id, dna_key(name) as key from manufacturers where dna_key(name) = any($1) and not is_deleted',
    [[...names.keys()]],
  )
  const ids = new Map(known.map(({ id, key }) => [key, id]))
  const problems = new Map<string, string>()
  const created: string[] = []
  for (const [key, name] of names) {
    if (ids.has(key)) continue
    let problem: string | undefined
    manufacturers.resource.fields.name.check(name, (message: string) => {
      problem ??= message
    })
    if (problem) problems.set(key, problem)
    else if (createManufacturers) created.push(name)
    else problems.set(key, `There is no manufacturer "${name.slice(0, 100)}".`)
  }
  const { ids: madeIds, entries } = await makeManufacturers(ctx, created)
  for (const [at, id] of madeIds.entries()) ids.set(caseFoldedKey(created[at]!), id)
  return {
    made: created,
    entries,
    idOf: ({ manufacturer }: Found) => (manufacturer ? ids.get(caseFoldedKey(manufacturer)) : (manufactureId ?? undefined)),
    why: ({ manufacturer }: Found) => problems.get(caseFoldedKey(manufacturer)) ?? messages.required,
  }
}

async function findKnown(
  ctx: Context,
  found: Found[],
  idOf: (item: Found) => number | undefined,
): Promise<Map<Found, { id: number; drawn: string[] }>> {
  const rows = await ctx.rows(
    { at: is.number, id: is.number, drawn: is.texts },
    `select g.at, e.id, array(select p.direction || ' ' || p.name from equipment_ports p where p.equipment_id = e.id) as drawn from jsonb_to_recordset($1) as g(at int, maker bigint, model text) join equipments e
       on e.manufacture_id = g.maker and ${modelKey('e.model')} = ${modelKey('g.model')} and not e.is_deleted`,
    [JSON.stringify(found.map((item, index) => ({ at: index, maker: idOf(item), model: item.model })))],
  )
  return new Map(
    rows.flatMap(({ at, ...old }) => {
      const item = found[at]
      return item ? [[item, old] as const] : []
    }),
  )
}

async function connectorIds(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.rows({ id: is.number, name: is.text }, 'select id, name from connector_physical_types where not is_deleted')
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function resolvePorts({ ports, leftOut }: DeviceFacts, connectors: Map<string, number>): { ports: NewPort[]; leftOut: string[] } {
  const { pinStyle, marker } = portDefaults
  const known = ports.flatMap(({ connector, ...port }): NewPort[] => {
    const id = connectors.get(connector)
    return id ? [{ ...port, connectorPhysicalTypeId: id, signalTypeIds: [], pinStyle, marker }] : []
  })
  const lost = new Map<string, number>()
  for (const { connector } of ports) if (!connectors.has(connector)) lost.set(connector, (lost.get(connector) ?? 0) + 1)
  const accepted = known.slice(0, mostPorts)
  return {
    ports: accepted,
    leftOut: [
      ...leftOut,
      ...[...lost].map(([connector, count]) => `${formatCount(count, 'port')}: there is no connector ${connector}`),
      ...(accepted.length < known.length
        ? [`${formatCount(known.length - accepted.length, 'port')} over the limit of ${mostPorts.toLocaleString('en-US')}`]
        : []),
    ],
  }
}
const mostPorts = 2000

/** Existing ports stay unchanged; additional ones in the file are reported. */
function besideDrawn({ ports, leftOut }: ReturnType<typeof resolvePorts>, drawn: string[]): Pick<RowToImport, 'ports' | 'leftOut'> {
  if (drawn.length === 0) return { ports, leftOut }
  const known = new Set(drawn.map(caseFoldedKey))
  const names = [...new Set(ports.filter(({ direction, name }) => !known.has(samePort({ direction, name }))).map(({ name }) => name))]
  return {
    leftOut:
      names.length === 0
        ? leftOut
        : [...leftOut, `${formatCount(names.length, 'port')} in addition to those drawn: ${listFirstNames(names)}`],
  }
}
const portDefaults = { pinStyle: unsaid(portFields.pinStyle), marker: unsaid(portFields.marker) }

/** Applies the facts of the device file, then the cells; a new row gets required defaults. */
function applyFacts(found: Found, values: Written, before: EquipmentRow | null, lookups: Lookups, categoryId: number | null): Applied {
  const problems: Applied['problems'] = []
  const writtenFields: Applied['writtenFields'] = new Set()
  const facts: Written = found.device?.values ?? {}
  if (!before && found.device) values.model = found.model
  for (const key of typedKeys(facts)) {
    // A correction replaces the fact, also one that is not valid.
    if (found.columns.some(({ column }) => column.key === key)) continue
    const header = importColumns.find((importColumn) => importColumn.field === key)
    const problem = takeField(key, facts[key], values)
    if (problem) problems.push({ column: header ? columnHeader(header) : key, message: problem, value: null })
    else writtenFields.add(key)
  }
  // Skips the manufacturer, which was resolved before; an unknown one is reported elsewhere. A different spelling of the model is the same
  // product and does not rename it.
  const rest = found.columns.filter(({ column: each }) => each.kind !== 'manufacturer' && !(before && each.key === 'model'))
  const applied = takeRow(rest, found.cells, lookups, values, before, ({ key }) => key === 'model')
  if (!before) {
    values.categoryId ??= categoryId ?? undefined
    if (!values.tag && values.model) values.tag = modelTag(values.model)
    const isTold = (key: ColumnKey) => applied.problems.some((item) => item.column === headerOfKey(key))
    for (const key of ['model', 'categoryId'] as const) {
      const shown = key === 'categoryId' ? 'category' : key
      if (values[key] == null && !isTold(shown)) problems.push({ column: headerOfKey(shown), message: messages.required, value: null })
    }
    const model = values.model == null ? undefined : firstProblem(equipments.fields.model, values.model)
    if (model && !isTold('model')) problems.push({ column: headerOfKey('model'), message: model, value: values.model ?? null })
  }
  return { problems: [...problems, ...applied.problems], writtenFields: new Set([...writtenFields, ...applied.writtenFields]) }
}

function firstProblem(field: Field, value: unknown): string | undefined {
  let problem: string | undefined
  field.check(value, (message) => {
    problem ??= message
  })
  return problem
}

export const anyImportRoutes: Route[] = [
  defineRoute(readImport, (_ctx, { body, prepared }) => readForMapping(prepared, body), readUpload),
  defineRoute(
    importEquipment,
    (ctx, { query, body, file, prepared }) =>
      runImport(ctx, { name: file?.name ?? '', contents: prepared }, { ...body, dryRun: query.dryRun }),
    readUpload,
  ),
]
