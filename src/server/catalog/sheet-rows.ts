import { columnHeader, type EquipmentColumn } from '../../model/catalog/equipment-columns.ts'
import { mostImportedBytes } from '../../model/catalog/equipment-import.ts'
import { CellSeparator, TextEncoding } from '../../model/catalog/sheet-options.ts'
import { productFamilies } from '../../model/companies/product-families.ts'
import { cellTextProblem, unwrapTextFormula } from '../../model/kit/cell-text.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { messages } from '../../model/kit/rules.ts'
import { makeFamilies } from '../companies/public.ts'
import type { AuditEntry } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { ParsedRequest } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { type ReadCell, readCellText } from '../tools/cell-formats.ts'
import { asError, errorCode } from '../tools/errors.ts'
import type { FileContents } from '../tools/file-reading.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { ReadRow, ReadSheet } from '../tools/sheet-reading.ts'
import type { EquipmentRow, Written } from './equipment.ts'
import { type BegunPorts, clearing, finishPorts, isAsExported, isEmptyCell, type Lookups, takeCell } from './equipment-cells.ts'
import type { Applied } from './equipment-import.ts'

const readingMs = 60_000
const statuses: Record<string, number> = { size: 413, type: 415 }

/** Parses an upload before the request takes a database connection; reports errors as validation messages. */
export async function readUpload({ file: sent, body, query }: ParsedRequest): Promise<FileContents> {
  const file = sent!
  const { encoding, separator }: Record<string, unknown> = { ...query, ...body }
  const options = {
    ...(TextEncoding.has(encoding) && { encoding }),
    ...(CellSeparator.has(separator) && { separator }),
  }
  if (file.data.length > mostImportedBytes) throw badRequest([`The file is larger than ${mostImportedBytes / 1024 / 1024} MB.`], 413)
  try {
    const contents = await runInWorker(
      'readFile',
      { name: file.name, data: new Uint8Array(file.data), ...options },
      { timeoutMs: readingMs },
    )
    return contents.kind === 'tables' ? { ...contents, tables: contents.tables.map(unwrapTexts) } : contents
  } catch (error) {
    const { message } = asError(error)
    const code = errorCode(error)
    const reason = error instanceof Error && 'reason' in error && error.reason
    if (reason) throw badRequest([message], statuses[String(reason)] ?? 400)
    if (code === 'TIMEOUT' || code === 'MEMORY') throw badRequest(['The file is too large to be read.'], 413)
    throw error
  }
}

/** Text cells of the form `="00123"`; real formulas stay, and are rejected. */
const unwrapTexts = (sheet: ReadSheet): ReadSheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => ({
    ...row,
    values: row.values.map((cell, at) => (typeof cell === 'string' && !row.formulas?.includes(at) ? unwrapTextFormula(cell) : cell)),
  })),
})

export interface MappedColumn {
  column: EquipmentColumn
  at: number
}

/** Lookups of families by name and categories by number or name. Creates missing families if allowed. */
export async function makeLookups(
  ctx: Context,
  requested: { manufactureId: number; family: string }[],
  mayCreate: boolean,
): Promise<Lookups & { newFamilies: string[]; entries: AuditEntry[] }> {
  const makers = [...new Set(requested.map(({ manufactureId }) => manufactureId))]
  const families = new Map<string, number>()
  const known = await ctx.rows(
    { id: is.number, name: is.text, maker: is.number },
    'select id, name, manufacture_id as maker from product_families where manufacture_id = any($1) and not is_deleted',
    [makers],
  )
  for (const { id, name, maker } of known) families.set(`${maker} ${caseFoldedKey(name)}`, id)
  const familiesToFind = new Map<string, { manufactureId: number; name: string }>()
  if (mayCreate)
    for (const { manufactureId, family } of requested) {
      const key = `${manufactureId} ${caseFoldedKey(family)}`
      if (family && family !== clearing && !families.has(key) && !familiesToFind.has(key) && isFamilyName(family))
        familiesToFind.set(key, { manufactureId, name: family })
    }
  const { ids, entries } = await makeFamilies(ctx, [...familiesToFind.values()])
  for (const [at, key] of [...familiesToFind.keys()].entries()) families.set(key, ids[at]!)

  const categories = await ctx.rows(
    { id: is.number, number: is.number, name: is.text, isCable: is.boolean },
    'select id, number, name, is_cable from categories where not is_deleted',
  )
  const byText = new Map<string, (typeof categories)[number]>()
  for (const category of categories) {
    byText.set(caseFoldedKey(category.name), category)
    byText.set(String(category.number), category)
    byText.set(caseFoldedKey(`${category.number} ${category.name}`), category)
  }
  return {
    newFamilies: [...familiesToFind.values()].map(({ name }) => name),
    entries,
    familyId: (manufactureId, name) => families.get(`${manufactureId} ${caseFoldedKey(name)}`),
    category: (text) => byText.get(caseFoldedKey(text)),
  }
}

function isFamilyName(name: string): boolean {
  let isGood = !/^product family not applicable$/i.test(name)
  productFamilies.fields.name.check(name, () => {
    isGood = false
  })
  return isGood
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what cannot be shown
const unshown = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Cs}/gu
/** Text of a rejected cell, with a mark for characters that cannot be shown. */
export const shownValue = (cell: ReadCell | undefined) => readCellText(cell).replace(unshown, '\ufffd') || null

/** Applies the cells of a row; cells equal to the exported value are skipped. */
export function takeRow(
  columns: MappedColumn[],
  { values: cells, formulas = [], decimals: notation }: ReadRow,
  lookups: Lookups,
  values: Written,
  before: EquipmentRow | null,
  isRequired: (column: EquipmentColumn) => boolean = (column) => column.isRequired ?? false,
): Applied {
  const problems: Applied['problems'] = []
  const writtenFields: Applied['writtenFields'] = new Set()
  const ports: BegunPorts = [...(values.networkPorts ?? [])]
  const refuse = (column: EquipmentColumn, message: string, cell: ReadCell | undefined) =>
    problems.push({ column: columnHeader(column), message, value: shownValue(cell) })
  for (const { column, at } of columns) {
    const cell = cells[at] ?? null
    if (formulas.includes(at)) {
      refuse(column, 'Formulas are not imported. Enter the value.', cell)
      continue
    }
    const unstorable = cellTextProblem(readCellText(cell))
    if (unstorable) {
      refuse(column, unstorable, cell)
      continue
    }
    if (isEmptyCell(cell)) {
      if (!before && isRequired(column)) refuse(column, messages.required, cell)
      continue
    }
    if (before && isAsExported(column, before, cell)) continue
    const problem = takeCell(column, cell, values, ports, lookups, notation ?? 'point')
    if (problem) refuse(column, problem, cell)
    else if (column.field) writtenFields.add(column.field)
  }
  const half = finishPorts(ports, values)
  if (half) {
    const mappedColumn = columns.find(({ column }) => column.kind === 'network' && column.port === half.at && column.part === half.part)
    problems.push({ column: mappedColumn ? columnHeader(mappedColumn.column) : 'Network Port', message: messages.required, value: null })
  }
  return { problems, writtenFields }
}
