import { LaborType } from '../../model/access/enums.ts'
import { mostImportedRows } from '../../model/catalog/equipment-import.ts'
import { mostHeaderRows } from '../../model/catalog/sheet-options.ts'
import { actualHours, type HoursOutcome, type HoursProblem, type ImportedColumn, importedColumns } from '../../model/hours/actual-hours.ts'
import { cellTextProblem } from '../../model/kit/cell-text.ts'
import { isCalendarDate, parseDate } from '../../model/kit/dates.ts'
import type { Field } from '../../model/kit/description.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { type DecimalNotation, notANumber, parseHoursText } from '../../model/kit/number-text.ts'
import { messages } from '../../model/kit/rules.ts'
import { findSheet, firstRows, rowsAbove, shownValue } from '../catalog/public.ts'
import { badRequest } from '../kit/request/errors.ts'
import { type ReadCell, readCellText } from '../tools/cell-formats.ts'
import type { FileContents } from '../tools/file-reading.ts'
import { type ReadRow, type ReadSheet, sheetMessages } from '../tools/sheet-reading.ts'

/** A parsed row of a file, before any database lookup. */
export interface ParsedHoursRow {
  row: number
  person: string
  project: string
  contract: string
  phase: string
  date: string
  hours: number
  /** Null uses the person's default labor type. */
  laborType: LaborType | null
  note: string | null
  id: string
  problems: HoursProblem[]
}

const keys: readonly ImportedColumn[] = ['person', 'date', 'project', 'contract', 'phase', 'laborType', 'hours', 'note', 'id']
function columnFor(header: string): ImportedColumn | undefined {
  const headerText = caseFoldedKey(header).replace(/\*$/, '').trim()
  return keys.find((key) => {
    const { header: own, alike } = importedColumns[key]
    return caseFoldedKey(own) === headerText || alike.some((word) => word === headerText)
  })
}

const isRequired = (key: ImportedColumn) => importedColumns[key].isRequired

/** Finds the header row: the chosen one, or the first that has all required columns. */
function findHeaderRow({ rows }: ReadSheet, chosen: number | null): { at: number; columnIndexes: Map<ImportedColumn, number> } {
  for (const [at, { number, values }] of rows.slice(0, chosen === null ? mostHeaderRows : undefined).entries()) {
    if (chosen !== null && number !== chosen) continue
    const columnIndexes = new Map<ImportedColumn, number>()
    for (const [columnIndex, cell] of values.entries()) {
      const key = columnFor(readCellText(cell))
      if (key && !columnIndexes.has(key)) columnIndexes.set(key, columnIndex)
    }
    if (keys.every((key) => !isRequired(key) || columnIndexes.has(key))) return { at, columnIndexes }
  }
  const needed = keys.filter(isRequired).map((key) => importedColumns[key].header)
  const place = chosen === null ? 'The file needs a row with the headers' : `Row ${chosen} does not have the headers`
  throw badRequest([`${place} ${needed.join(', ')}.`])
}

/** Rows of the chosen sheet, or of the first visible one that is not empty. Throws a validation error if there are none. */
export function parseHoursRows(
  contents: FileContents,
  { table, headerRow }: { table: string | null; headerRow: number | null },
): { rows: ParsedHoursRow[]; reading: HoursOutcome['reading'] } {
  if (contents.kind !== 'tables') throw badRequest(['The file is neither a workbook nor a CSV file.'], 415)
  const sheet = findSheet(contents.tables, table)
  const { at, columnIndexes } = findHeaderRow(sheet, headerRow)
  const below = sheet.rows.slice(at + 1)
  if (below.length === 0) throw badRequest(['There are no rows to import.'])
  if (below.length > mostImportedRows) throw badRequest([sheetMessages.rows(sheet.name, mostImportedRows)], 413)
  const reading = {
    name: sheet.name,
    problem: null,
    encoding: sheet.encoding ?? null,
    separator: sheet.separator ?? null,
    headerRow: sheet.rows[at]?.number ?? 0,
    firstRows: firstRows(sheet),
    sheets: contents.tables.filter(({ hidden }) => !hidden).map(({ name }) => name),
    rowsAbove: rowsAbove(sheet, at),
  }
  return { rows: below.map((row) => parseHoursRow(row, columnIndexes)), reading }
}

function checkField<T>(field: Field<T>, value: unknown): { value?: T; message?: string } {
  let message: string | undefined
  const parsed = field.check(value, (words: string) => {
    message ??= words
  })
  return message === undefined ? { value: parsed } : { message }
}

/** Hours of a cell: a number, a duration in the format of times, or a text such as `7.5`, `7:30`, or `7.5 h`. */
function readHours(cell: ReadCell | undefined, decimals: DecimalNotation | undefined): { value?: number; problem?: string } {
  if (typeof cell === 'object' && cell !== null && 'isClock' in cell && cell.isClock)
    return { problem: `${cell.shown} is a time of day. Enter the number of hours.` }
  const plain = readCellText(cell).replace(/h$/i, '').trim()
  const isNumber = typeof cell === 'object' && cell !== null && 'number' in cell
  const typed = isNumber ? { value: cell.number } : parseHoursText(plain, decimals)
  const { value, message } = checkField(actualHours.fields.hours, typed.value ?? plain)
  if (message === undefined) return value === undefined ? {} : { value }
  return { problem: typed.problem !== undefined && typed.problem !== notANumber ? typed.problem : message }
}

function parseHoursRow(
  { number, values, formulas = [], decimals }: ReadRow,
  columnIndexes: ReadonlyMap<ImportedColumn, number>,
): ParsedHoursRow {
  const problems: HoursProblem[] = []
  const unstorable = new Set<ImportedColumn>()
  const cellOf = (key: ImportedColumn) => (unstorable.has(key) ? null : values[columnIndexes.get(key) ?? -1])
  const cellText = (key: ImportedColumn) => readCellText(cellOf(key))
  const refuse = (key: ImportedColumn, message: string, value: string | null = cellText(key)) =>
    problems.push({ row: number, column: importedColumns[key].header, message, value: value?.slice(0, 200) || null })
  for (const key of keys) {
    const unstorableText = cellTextProblem(cellText(key))
    if (formulas.includes(columnIndexes.get(key) ?? -1)) refuse(key, 'Formulas are not imported. Enter the value.')
    else if (unstorableText) {
      refuse(key, unstorableText, shownValue(cellOf(key)))
      // Lookups in the database would fail on such a text.
      unstorable.add(key)
    } else if (isRequired(key) && cellText(key) === '') refuse(key, messages.required)
  }
  const date = parseDate(cellText('date').slice(0, 10)) ?? ''
  if (cellText('date') !== '' && !isCalendarDate(date)) refuse('date', messages.date)
  const { value: hours, problem: hoursProblem } = readHours(cellOf('hours'), decimals)
  if (cellText('hours') !== '' && hoursProblem !== undefined) refuse('hours', hoursProblem)
  const type = LaborType.values.find(({ value, label, longLabel }) =>
    [label, longLabel, String(value)].some((spelling) => caseFoldedKey(spelling) === caseFoldedKey(cellText('laborType'))),
  )
  if (cellText('laborType') !== '' && !type) refuse('laborType', messages.unknown)
  const note = cellText('note') === '' ? { value: null } : checkField(actualHours.fields.note, cellText('note'))
  if (note.message !== undefined) refuse('note', note.message)
  if (cellText('id').length > 100) refuse('id', messages.maxLength(100))
  const { person, project, contract, phase, id } = {
    person: cellText('person'),
    project: cellText('project'),
    contract: cellText('contract'),
    phase: cellText('phase'),
    id: cellText('id'),
  }
  return {
    row: number,
    person,
    project,
    contract,
    phase,
    id,
    date,
    hours: hours ?? 0,
    laborType: type?.value ?? null,
    note: note.value ?? null,
    problems,
  }
}
