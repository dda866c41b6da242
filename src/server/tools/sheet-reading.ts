import { type CellFormat, formattedNumber, isoCell, type ReadCell, readCellFormats } from './cell-formats.ts'
import { decodeText, detectEncoding } from './text-encoding.ts'
import { elementAttributes, scanXml } from './xml-scan.ts'
import { openZip, ZipError } from './zip-reading.ts'

export interface ReadLimits {
  bytes?: number
  entries?: number
  unpackedBytes?: number
  /** Data rows; a sheet may have 50 rows more for its head. */
  rows?: number
  columns?: number
  /** Limits for the whole workbook. */
  sheets?: number
  cells?: number
  /** Characters in all cells: a shared string may occur in many cells. */
  letters?: number
}

export interface ReadSheet {
  name: string
  hidden: boolean
  /** Set if the sheet was read from a text file. */
  encoding?: string
  separator?: string
  /** Why the sheet cannot be read, although others of the workbook can. It has no rows then. */
  problem?: string
  /** Rows that are not empty. `number` is the visible row number. */
  rows: ReadRow[]
}

export interface ReadRow {
  number: number
  values: ReadCell[]
  /** Zero-based columns with a real formula, not a text that looks like one. */
  formulas?: number[]
  /** Results of formulas by zero-based column, as the program that saved the file stored them. */
  results?: Record<number, ReadCell>
  /** Set if the texts of the file write decimals with a comma, as spreadsheets do that separate cells with semicolons. */
  decimals?: 'comma'
}

export class SheetError extends Error {
  readonly reason: 'type' | 'size' | 'encrypted' | 'macro' | 'broken'
  constructor(reason: SheetError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const LIMITS = {
  bytes: 10 * 1024 * 1024,
  entries: 500,
  unpackedBytes: 100 * 1024 * 1024,
  rows: 5_000,
  columns: 100,
  sheets: 100,
  cells: 1_000_000,
  letters: 20_000_000,
}
/** Maximum characters Excel allows in a cell. */
export const maxCellLength = 32_767

/** Rows that a sheet may have beside its data: titles, remarks, and headers. */
export const rowsOfHead = 50

/**
 * Reads the cells of an untrusted workbook. A formula is returned as text starting with `=`, never as its result. A sheet that is too long
 * or too wide does not block the others, unless no other can be read.
 */
export function readWorkbook(data: Uint8Array, givenLimits: ReadLimits = {}): ReadSheet[] {
  const limits = { ...LIMITS, ...givenLimits }
  if (data.length > limits.bytes) throw new SheetError('size', 'The workbook is too large.')
  const head = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (head.toString('latin1', 0, 4) === '\xd0\xcf\x11\xe0') {
    if (head.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw encrypted()
    throw new SheetError('type', 'Workbooks of the old format (.xls) are not read. Please save the workbook as .xlsx.')
  }
  if (head.toString('latin1', 0, 2) !== 'PK') throw new SheetError('type', 'This is not a workbook.')
  try {
    const sheets = readWorkbookParts(openZip(data, limits), limits)
    const broken = sheets.find(({ problem, hidden }) => problem && !hidden)
    if (broken?.problem && !sheets.some(({ rows, hidden }) => !hidden && rows.length > 0)) throw new SheetError('size', broken.problem)
    return sheets
  } catch (error) {
    if (error instanceof SheetError) throw error
    if (error instanceof ZipError && error.reason === 'encrypted') throw encrypted()
    if (error instanceof ZipError && error.reason === 'broken') throw new SheetError('broken', `The workbook is damaged: ${error.message}`)
    if (error instanceof ZipError) throw new SheetError(error.reason, error.message)
    throw Object.assign(new SheetError('broken', 'The workbook cannot be read.'), { cause: error })
  }
}

const encrypted = () => new SheetError('encrypted', 'The workbook is protected by a password.')
const damaged = (what: string) => new SheetError('broken', `The workbook is damaged: ${what}`)

/** Other formats that are ZIP archives too, by a part that only they have. */
const otherFormats: [RegExp, string][] = [
  [/(^|\/)workbook\.bin$/, 'Binary workbooks (.xlsb) are not read. Please save it as .xlsx.'],
  [/^word\//, 'This is a Word document. Please save the list as .xlsx or .csv.'],
  [/^ppt\//, 'This is a PowerPoint presentation. Please save the list as .xlsx or .csv.'],
  [/^index\/document\.iwa$|^index\.zip$/, 'Numbers documents are not read. Please save it as .xlsx.'],
]
const openDocuments: Record<string, string> = {
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheets (.ods) are not read. Please save it as .xlsx.',
  'application/vnd.oasis.opendocument.text': 'This is an OpenDocument text. Please save the list as .xlsx or .csv.',
}

function checkFormat(zip: Zip) {
  const other = otherFormats.find(([part]) => zip.names.some((name) => part.test(name.toLowerCase())))
  if (other) throw new SheetError('type', other[1])
  const type = zip.read('mimetype')?.toString('latin1').trim() ?? ''
  const openDocument = openDocuments[type.replace(/-template$/, '')]
  if (openDocument) throw new SheetError('type', openDocument)
}

type Zip = ReturnType<typeof openZip>

function readWorkbookParts(zip: Zip, limits: typeof LIMITS): ReadSheet[] {
  const text = (name: string) => {
    const part = zip.read(name)
    return part && decodeText(part, xmlEncoding(part))
  }
  checkFormat(zip)
  if (zip.names.some((name) => name.endsWith('vbaproject.bin')) || /macroEnabled/i.test(text('[Content_Types].xml') ?? '')) {
    throw new SheetError('macro', 'Workbooks with macros are not accepted. Please save it as .xlsx.')
  }
  const start = parseRelationships(text('_rels/.rels') ?? '', '').find(({ type }) => type.endsWith('/officeDocument'))?.target ?? ''
  const workbook = start.endsWith('.xml') ? text(start) : undefined
  if (!workbook) throw new SheetError('type', 'This is not a workbook.')

  const folder = start.slice(0, start.lastIndexOf('/') + 1)
  const relations = parseRelationships(text(`${folder}_rels/${start.slice(folder.length)}.rels`) ?? '', folder)
  const part = (kind: string) => text(relations.find(({ type }) => type.endsWith(`/${kind}`))?.target ?? '') ?? ''
  const around = {
    shared: readSharedStrings(part('sharedStrings')),
    formats: readCellFormats(part('styles')),
    from1904: elementAttributes(workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true'),
    limits,
    read: { cells: 0, letters: 0 },
  }
  const sheets = elementAttributes(workbook, 'sheet')
  if (sheets.length > limits.sheets) throw new SheetError('size', 'The workbook has too many sheets.')
  return sheets.flatMap(({ name = '', state, id }): ReadSheet[] => {
    const relation = relations.find((relation) => relation.id === id)
    // Sheets of charts and dialogs have no cells.
    if (relation && /\/(chartsheet|dialogsheet)$/.test(relation.type)) return []
    const about = { name, hidden: state !== undefined && state !== 'visible' }
    const xml = text(relation?.target ?? '')
    if (xml === undefined) throw damaged(`The sheet "${name}" is missing.`)
    try {
      return [{ ...about, rows: readSheetRows(xml, name, around) }]
    } catch (error) {
      if (error instanceof SheetTooLarge) return [{ ...about, rows: [], problem: error.message }]
      throw error
    }
  })
}

const xmlEncoding = (part: Uint8Array) => {
  const encoding = detectEncoding(part.subarray(0, 4))
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? encoding : 'utf-8'
}

const parseRelationships = (xml: string, folder: string) =>
  elementAttributes(xml, 'Relationship').map(({ Id: id, Type: type = '', Target = '' }) => ({
    id,
    type,
    target: resolveTarget(Target, folder),
  }))

/** Path of a part in the archive. Relative targets may climb out of their folder and contain encoded characters. */
function resolveTarget(target: string, folder: string): string {
  const path = target.startsWith('/') ? target : folder + target
  const segments: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const plain = segments.join('/')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  scanXml(xml, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') isPhonetic = true
      isText = tag === 't' && !isPhonetic
    },
    text(piece) {
      if (isText) text += piece
    },
    close(tag) {
      if (tag === 'si') strings.push(unescaped(text))
      else if (tag === 'rPh') isPhonetic = false
      isText = false
    },
  })
  return strings
}

interface Surroundings {
  shared: string[]
  formats: CellFormat[]
  from1904: boolean
  limits: typeof LIMITS
  read: { cells: number; letters: number }
}

export const sheetMessages = {
  rows: (name: string, most: number) => `The sheet "${name}" has more than ${most.toLocaleString('en-US')} rows.`,
  columns: (name: string, most: number) => `The sheet "${name}" has more than ${most} columns.`,
}

/** A limit of one sheet, which does not concern the others. */
class SheetTooLarge extends Error {}

interface StoredCell {
  reference: string
  column: number
  type: string
  style: number
  /** Content of `v`, and of the texts of an inline string. */
  text?: string
  inline?: string
  formula?: string
  shared?: string
}

function readSheetRows(xml: string, name: string, around: Surroundings): ReadSheet['rows'] {
  const rows: ReadSheet['rows'] = []
  const formulas = new Map<string, string>()
  let row: ReadSheet['rows'][number] = { number: 0, values: [] }
  let cell: StoredCell | undefined
  let column = 0
  let reading: 'text' | 'inline' | 'formula' | undefined
  let inPhonetic = false
  scanXml(xml, {
    open(tag, { r, s, t = 'n', si }) {
      if (tag === 'row') {
        row = { number: Number(r) || row.number + 1, values: [] }
        column = 0
      } else if (tag === 'c') {
        column = r ? columnNumber(r) : column + 1
        cell = { reference: r ?? `in row ${row.number}`, column, type: t, style: Number(s) || 0 }
      } else if (tag === 'rPh') inPhonetic = true
      else if (!cell || inPhonetic) return
      else if (tag === 'v') reading = 'text'
      else if (tag === 't') reading = 'inline'
      else if (tag === 'f') {
        reading = 'formula'
        cell.formula = ''
        cell.shared = si
      }
    },
    text(piece) {
      if (cell && reading) cell[reading] = (cell[reading] ?? '') + piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't' || tag === 'f') reading = undefined
      else if (tag === 'rPh') inPhonetic = false
      else if (tag === 'c' && cell) {
        if (cell.shared !== undefined && cell.formula) formulas.set(cell.shared, cell.formula)
        if (cell.formula !== undefined) cell.formula ||= formulas.get(cell.shared ?? '') ?? ''
        // LibreOffice stores booleans only as these formulas.
        if (cell.formula === 'TRUE()' || cell.formula === 'FALSE()') {
          const { reference, column, style } = cell
          cell = { reference, column, style, type: 'b', text: cell.formula === 'TRUE()' ? '1' : '0' }
        }
        const value = cellValue(cell, name, around)
        if (cell.formula !== undefined) {
          row.formulas ??= []
          row.formulas.push(cell.column - 1)
          row.results ??= {}
          row.results[cell.column - 1] = cellValue({ ...cell, formula: undefined }, name, around)
        }
        if (value !== null && value !== '') {
          if (cell.column > around.limits.columns) throw new SheetTooLarge(sheetMessages.columns(name, around.limits.columns))
          measure(value, around)
          while (row.values.length < cell.column) row.values.push(null)
          row.values[cell.column - 1] = value
        }
        cell = undefined
      } else if (tag === 'row' && row.values.length > 0) {
        if (rows.push(row) > around.limits.rows + rowsOfHead) throw new SheetTooLarge(sheetMessages.rows(name, around.limits.rows))
      }
    },
  })
  return rows
}

function measure(value: ReadCell, { limits, read }: Surroundings) {
  const letters = typeof value === 'string' ? value.length : 0
  if (letters > maxCellLength) throw new SheetError('size', 'A cell is too long.')
  read.letters += letters
  if (++read.cells > limits.cells || read.letters > limits.letters) throw new SheetError('size', 'The workbook is too large.')
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function cellValue({ reference, type, style, text, inline, formula }: StoredCell, sheet: string, around: Surroundings): ReadCell {
  if (formula !== undefined) return `=${formula}`
  if (type === 'inlineStr') return inline === undefined ? null : unescaped(inline)
  if (text === undefined) return null
  if (type === 's') {
    const shared = /^\s*\d+\s*$/.test(text) ? around.shared[Number(text)] : undefined
    if (shared === undefined) throw damaged(`The text of cell ${reference} in the sheet "${sheet}" is missing.`)
    return shared
  }
  if (type === 'b') return /^\s*(1|true)\s*$/i.test(text)
  if (type === 'd') return isoCell(text)
  if (type !== 'n') return unescaped(text)
  const plain = text.trim()
  if (plain === '') return null
  const number = Number(plain)
  // A text where a number must be is read as a text, so that a column of numbers rejects it.
  if (!NUMBER.test(plain) || !Number.isFinite(number)) return unescaped(text)
  return formattedNumber(number, around.formats[style], around.from1904)
}

function columnNumber(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (!letters) throw new SheetError('broken', 'A cell is outside the sheet.')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** Decodes characters XML cannot represent, written as _x000D_. */
const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16))) : text
