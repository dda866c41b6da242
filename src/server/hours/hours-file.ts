import { LaborType } from '../../model/access/enums.ts'
import { actualHours, type HoursProblem, type ImportedColumn, importedColumns } from '../../model/hours/actual-hours.ts'
import { isCalendarDate, parseDate } from '../../model/kit/dates.ts'
import type { Field } from '../../model/kit/description.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { notANumber, parseNumberText } from '../../model/kit/number-text.ts'
import { messages } from '../../model/kit/rules.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { FileContents } from '../tools/file-reading.ts'
import type { ReadCell, ReadRow, ReadSheet } from '../tools/sheet-reading.ts'

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

const readCellText = (cell: ReadCell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell).trim()
}

const keys: readonly ImportedColumn[] = ['person', 'date', 'project', 'contract', 'phase', 'laborType', 'hours', 'note', 'id']
function columnFor(header: string): ImportedColumn | undefined {
  const headerText = caseFoldedKey(header).replace(/\*$/, '').trim()
  return keys.find((key) => {
    const { header: own, alike } = importedColumns[key]
    return caseFoldedKey(own) === headerText || alike.some((word) => word === headerText)
  })
}

/** Finds the header row: the first of ten rows that has all required columns. */
function findHeaderRow({ rows }: ReadSheet): { at: number; columnIndexes: Map<ImportedColumn, number> } {
  for (const [at, { values }] of rows.slice(0, 10).entries()) {
    const columnIndexes = new Map<ImportedColumn, number>()
    for (const [columnIndex, cell] of values.entries()) {
      const key = columnFor(readCellText(cell))
      if (key && !columnIndexes.has(key)) columnIndexes.set(key, columnIndex)
    }
    if (keys.every((key) => !importedColumns[key].isRequired || columnIndexes.has(key))) return { at, columnIndexes }
  }
  const needed = keys.filter((key) => importedColumns[key].isRequired).map((key) => importedColumns[key].header)
  throw badRequest([`The file needs a row with the headers ${needed.join(', ')}.`])
}

/** Rows of the first visible sheet that is not empty. Throws a validation error if there is none. */
export function parseHoursRows(contents: FileContents): ParsedHoursRow[] {
  const sheet = contents.kind === 'tables' ? contents.tables.find(({ hidden, rows }) => !hidden && rows.length > 0) : undefined
  if (!sheet) throw badRequest(['The file is neither a workbook nor a CSV file.'], 415)
  const { at, columnIndexes } = findHeaderRow(sheet)
  const below = sheet.rows.slice(at + 1)
  if (below.length === 0) throw badRequest(['There are no rows to import.'])
  return below.map((row) => parseHoursRow(row, columnIndexes))
}

function checkField<T>(field: Field<T>, value: unknown): { value?: T; message?: string } {
  let message: string | undefined
  const parsed = field.check(value, (words: string) => {
    message ??= words
  })
  return message === undefined ? { value: parsed } : { message }
}

function parseHoursRow(
  { number, values, formulas = [], decimals }: ReadRow,
  columnIndexes: ReadonlyMap<ImportedColumn, number>,
): ParsedHoursRow {
  const problems: HoursProblem[] = []
  const cellOf = (key: ImportedColumn) => values[columnIndexes.get(key) ?? -1]
  const cellText = (key: ImportedColumn) => readCellText(cellOf(key))
  const refuse = (key: ImportedColumn, message: string) =>
    problems.push({ row: number, column: importedColumns[key].header, message, value: cellText(key).slice(0, 200) || null })
  for (const key of keys) {
    if (formulas.includes(columnIndexes.get(key) ?? -1)) refuse(key, 'Formulas are not imported. Enter the value.')
    else if (importedColumns[key].isRequired && cellText(key) === '') refuse(key, messages.required)
  }
  const date = parseDate(cellText('date').slice(0, 10)) ?? ''
  if (cellText('date') !== '' && !isCalendarDate(date)) refuse('date', messages.date)
  const plain = cellText('hours').replace(/h$/i, '').trim()
  const typed = parseNumberText(plain, decimals)
  const hours = checkField(actualHours.fields.hours, typed.value ?? plain)
  const isAmbiguous = typed.problem !== undefined && typed.problem !== notANumber
  if (cellText('hours') !== '' && hours.message !== undefined) refuse('hours', isAmbiguous ? typed.problem : hours.message)
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
    hours: hours.value ?? 0,
    laborType: type?.value ?? null,
    note: note.value ?? null,
    problems,
  }
}
