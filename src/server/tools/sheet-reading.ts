import { elementAttributes, scanXml } from './xml-scan.ts'
import { openZip, ZipError } from './zip-reading.ts'

export interface ReadLimits {
  bytes?: number
  entries?: number
  unpackedBytes?: number
  rows?: number
  columns?: number
  /** Limits for the whole workbook. */
  sheets?: number
  cells?: number
  /** Characters in all cells: a shared string may occur in many cells. */
  letters?: number
}

export type ReadCell = string | number | boolean | Date | null

export interface ReadSheet {
  name: string
  hidden: boolean
  /** Rows that are not empty. `number` is the visible row number. */
  rows: ReadRow[]
}

export interface ReadRow {
  number: number
  values: ReadCell[]
  /** Zero-based columns with a real formula, not a text that looks like one. */
  formulas?: number[]
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
  rows: 5_001,
  columns: 100,
  sheets: 100,
  cells: 1_000_000,
  letters: 20_000_000,
}
/** Maximum characters Excel allows in a cell. */
export const maxCellLength = 32_767

/** Reads the cells of an untrusted workbook. A formula is returned as text starting with `=`, never as its result. */
export function readWorkbook(data: Uint8Array, givenLimits: ReadLimits = {}): ReadSheet[] {
  const limits = { ...LIMITS, ...givenLimits }
  if (data.length > limits.bytes) throw new SheetError('size', 'The workbook is too large.')
  const head = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (head.toString('latin1', 0, 4) === '\xd0\xcf\x11\xe0') {
    if (head.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw encrypted()
    throw new SheetError('type', 'Please save the workbook as .xlsx.')
  }
  if (head.toString('latin1', 0, 2) !== 'PK') throw new SheetError('type', 'This is not a workbook.')
  try {
    return readWorkbookParts(openZip(data, limits), limits)
  } catch (error) {
    if (error instanceof SheetError) throw error
    if (error instanceof ZipError && error.reason === 'encrypted') throw encrypted()
    if (error instanceof ZipError) throw new SheetError(error.reason, error.message)
    throw Object.assign(new SheetError('broken', 'The workbook cannot be read.'), { cause: error })
  }
}

const encrypted = () => new SheetError('encrypted', 'The workbook is protected by a password.')

function readWorkbookParts(zip: ReturnType<typeof openZip>, limits: typeof LIMITS): ReadSheet[] {
  const text = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  if (zip.names.some((name) => name.endsWith('vbaproject.bin')) || /macroEnabled/i.test(text('[Content_Types].xml'))) {
    throw new SheetError('macro', 'Workbooks with macros are not accepted.')
  }
  const start = parseRelationships(text('_rels/.rels'), '').find(({ type }) => type.endsWith('/officeDocument'))?.target ?? ''
  const workbook = start.endsWith('.xml') ? text(start) : ''
  if (!workbook) throw new SheetError('type', 'This is not a workbook.')

  const folder = start.slice(0, start.lastIndexOf('/') + 1)
  const relations = parseRelationships(text(`${folder}_rels/${start.slice(folder.length)}.rels`), folder)
  const part = (kind: string) => text(relations.find(({ type }) => type.endsWith(`/${kind}`))?.target ?? '')
  const around = {
    shared: readSharedStrings(part('sharedStrings')),
    isDate: readDateStyles(part('styles')),
    from1904: elementAttributes(workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true'),
    limits,
    read: { cells: 0, letters: 0 },
  }
  const sheets = elementAttributes(workbook, 'sheet')
  if (sheets.length > limits.sheets) throw new SheetError('size', 'The workbook has too many sheets.')
  return sheets.map(({ name = '', state, id }) => ({
    name,
    hidden: state !== undefined && state !== 'visible',
    rows: readSheetRows(text(relations.find((relation) => relation.id === id)?.target ?? ''), around),
  }))
}

const parseRelationships = (xml: string, folder: string) =>
  elementAttributes(xml, 'Relationship').map(({ Id: id, Type: type = '', Target = '' }) => ({
    id,
    type,
    target: Target.startsWith('/') ? Target.slice(1) : folder + Target,
  }))

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

function readDateStyles(xml: string): boolean[] {
  const own = new Map<string, boolean>()
  const styles: boolean[] = []
  let inCells = false
  scanXml(xml, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') own.set(numFmtId, /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\[[^[\]]*\]|\\.|_./g, '')))
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) styles.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

interface Surroundings {
  shared: string[]
  isDate: boolean[]
  from1904: boolean
  limits: typeof LIMITS
  read: { cells: number; letters: number }
}

function readSheetRows(xml: string, around: Surroundings): ReadSheet['rows'] {
  const rows: ReadSheet['rows'] = []
  const formulas = new Map<string, string>()
  let row: ReadSheet['rows'][number] = { number: 0, values: [] }
  let cell: { column: number; type: string; style: number; text?: string; formula?: string; shared?: string } | undefined
  let column = 0
  let reading: 'text' | 'formula' | undefined
  let inPhonetic = false
  scanXml(xml, {
    open(tag, { r, s, t = 'n', si }) {
      if (tag === 'row') {
        row = { number: Number(r) || row.number + 1, values: [] }
        column = 0
      } else if (tag === 'c') {
        column = r ? columnNumber(r) : column + 1
        cell = { column, type: t, style: Number(s) || 0 }
      } else if (tag === 'rPh') inPhonetic = true
      else if (!cell || inPhonetic) return
      else if (tag === 'v' || tag === 't') reading = 'text'
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
          const { column, style } = cell
          cell = { column, style, type: 'b', text: cell.formula === 'TRUE()' ? '1' : '0' }
        }
        const value = cellValue(cell, around)
        if (cell.formula !== undefined) {
          row.formulas ??= []
          row.formulas.push(cell.column - 1)
        }
        if (value !== null && value !== '') {
          if (cell.column > around.limits.columns) throw new SheetError('size', 'The sheet has too many columns.')
          measure(value, around)
          while (row.values.length < cell.column) row.values.push(null)
          row.values[cell.column - 1] = value
        }
        cell = undefined
      } else if (tag === 'row' && row.values.length > 0) {
        if (rows.push(row) > around.limits.rows) throw new SheetError('size', 'The sheet has too many rows.')
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

function cellValue(
  { type, style, text, formula }: { type: string; style: number; text?: string; formula?: string },
  { shared, isDate, from1904 }: Surroundings,
): ReadCell {
  if (formula !== undefined) return `=${formula}`
  if (text === undefined) return null
  if (type === 's') return shared[Number(text)] ?? null
  if (type === 'b') return text.trim() === '1'
  if (type === 'd') return new Date(text)
  if (type !== 'n') return unescaped(text)
  const number = Number(text)
  if (!Number.isFinite(number)) return null
  if (!isDate[style]) return number
  return new Date(Math.round((number - 25569 + (from1904 ? 1462 : 0)) * 86_400_000))
}

function columnNumber(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0]
  if (!letters) throw new SheetError('broken', 'A cell is outside the sheet.')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** Decodes characters XML cannot represent, written as _x000D_. */
const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16))) : text
