import { enumeration } from '../kit/enumeration.ts'
import { choice, integer, optional, text } from '../kit/field.ts'
import { objects } from '../kit/response-fields.ts'

export const TextEncoding = enumeration('TextEncoding', {
  Utf8: ['utf-8', 'UTF-8'],
  Windows1252: ['windows-1252', 'Western European (Windows)'],
  Windows1250: ['windows-1250', 'Central European (Windows)'],
  Macintosh: ['macintosh', 'Western European (Mac)'],
  Utf16Le: ['utf-16le', 'UTF-16'],
  Utf16Be: ['utf-16be', 'UTF-16, big-endian'],
})
export const CellSeparator = enumeration('CellSeparator', {
  Comma: [',', 'Comma'],
  Semicolon: [';', 'Semicolon'],
  Tab: ['\t', 'Tab'],
  Bar: ['|', 'Vertical bar'],
})

/** Options for reading an uploaded sheet; absent ones are detected. */
export const sheetOptions = {
  /** Name of the sheet; the first visible one with rows if not given. */
  table: optional(text('Sheet', { max: 200 })),
  /** Row number of the headers as shown in the sheet; 0 if there are none. */
  headerRow: optional(integer('Header row', { min: 0, max: 1_048_576 })),
  separator: optional(choice('Separator', CellSeparator)),
  encoding: optional(choice('Encoding', TextEncoding)),
}

/** The options that an uploaded sheet was read with, shown so that the user can correct them. */
export const sheetReadingShape = {
  name: text('Name'),
  /** Reason why this sheet of a workbook cannot be read; the others can. */
  problem: optional(text('Problem')),
  headerRow: integer('Header row'),
  /** The first rows as text, from which the header row can be chosen. */
  firstRows: objects('First rows', { row: integer('Row'), text: text('Text') }),
  rowsAbove: objects('Rows above the headers that may be data', { row: integer('Row'), text: text('Text') }),
  separator: optional(text('Separator')),
  encoding: optional(text('Encoding')),
}
/** Rows in which headers are looked for and which are offered as header row. */
export const mostHeaderRows = 50
