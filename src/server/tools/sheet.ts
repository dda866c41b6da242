import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Borders, FillPattern, Style, stream, Worksheet } from 'exceljs'

type Plain = string | number | boolean | Date | null | undefined
type RowStyle = 'plain' | 'group' | 'subtotal' | 'total' | 'bad'
export type SheetValue = Plain | { text: string; link: string } | { value: Plain; style: RowStyle }

export interface SheetColumn {
  header: string
  width?: number
  kind?: 'text' | 'integer' | 'number' | 'money' | 'date' | 'instant' | 'link'
  align?: 'left' | 'center' | 'right'
}

export interface SheetRow {
  values: SheetValue[]
  style?: RowStyle
  /** Depth in the outline; rows deeper than 0 can be folded away. */
  outline?: number
}

export interface Sheet {
  name: string
  logo?: { data: Uint8Array; extension: 'png' | 'jpeg'; width: number; height: number }
  /** Rows above the header: project, client, title, scope, date, author. The first cell of each is a label. */
  preamble?: SheetValue[][]
  columns: SheetColumn[]
  rows: (SheetValue[] | SheetRow)[]
  /** Rows after those, as `packRows` made them: many rows take little room on their way to the worker and while they wait there. */
  packed?: { count: number; chunks: Uint8Array[] }
  freeze?: boolean | { columns: number }
  autoFilter?: boolean
  landscape?: boolean
  fitToWidth?: boolean
  repeatHeader?: boolean
  hiddenSheet?: boolean
  /** Naming any protects the sheet: the header and these columns cannot be edited, all others can. From 0. */
  lockedColumns?: number[]
  /** Offers the rows of a column of another sheet of the book; `strict` refuses anything else. */
  dropDowns?: { column: number; from: { sheet: string; column: number }; strict?: boolean }[]
}

/** A workbook as plain data: reports and exports say what is in it, `writeBook` says how it looks. */
export interface SheetBook {
  author?: string
  sheets: Sheet[]
}

type CellStyle = Partial<Style>
type Writer = InstanceType<typeof stream.xlsx.WorkbookWriter>

const FORMATS = {
  text: '@',
  link: '@',
  integer: '#,##0',
  number: '#,##0.##',
  money: '"$"#,##0.00',
  date: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm',
}
const GREY: FillPattern = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE9ECEF' } }
const line = (style: 'thin' | 'double'): Partial<Borders> => ({ top: { style } })
const ROW_STYLES: Record<RowStyle, CellStyle> = {
  plain: {},
  group: { font: { bold: true }, fill: GREY },
  subtotal: { font: { bold: true }, border: line('thin') },
  total: { font: { bold: true }, border: line('double') },
  bad: { font: { color: { argb: 'FFB02525' } } },
}
const TEXT_LIMIT = 32_767
const LINK_LIMIT = 2_000
const LOGO_PIXELS = 56
const DROP_DOWN_ROWS = 5_000

/** Plain rows as one piece of bytes. Days and instants go as their texts, which the column's kind turns back. */
export const packRows = (rows: Plain[][]): Uint8Array => new TextEncoder().encode(JSON.stringify(rows))

function* rowsOf({ rows, packed }: Sheet): Generator<SheetValue[] | SheetRow> {
  yield* rows
  const decoder = new TextDecoder()
  // One piece at a time is unpacked.
  for (const chunk of packed?.chunks ?? []) yield* JSON.parse(decoder.decode(chunk)) as SheetValue[][]
}
const countOf = ({ rows, packed }: Sheet) => rows.length + (packed?.count ?? 0)

/** Rows leave memory as they are written, so that 100,000 of them fit beside the rest of the product. */
export async function writeBook(book: SheetBook, progress?: (percent: number) => void): Promise<Buffer> {
  const { default: excel } = await import('exceljs')
  const writer = new excel.stream.xlsx.WorkbookWriter({ useStyles: true, useSharedStrings: false })
  writer.creator = writer.lastModifiedBy = clean(book.author ?? '')
  const names = sheetNames(book.sheets)
  const total = book.sheets.reduce((sum, sheet) => sum + countOf(sheet), 0)
  let written = 0
  for (const [index, sheet] of book.sheets.entries()) {
    const page = openSheet(writer, sheet, names[index]!)
    const heading = writeHeading(page, sheet)
    if (sheet.logo) placeLogo(writer, page, sheet.logo, index)
    const styles = cellStyles(sheet)
    for (const row of rowsOf(sheet)) {
      writeRow(page, sheet, Array.isArray(row) ? { values: row } : row, styles)
      if (++written % 100 === 0) await compressed(page)
      if (written % 1000 === 0) progress?.(Math.floor((written / total) * 100))
    }
    finishSheet(page, sheet, heading, { book, names })
    page.commit()
  }
  await writer.commit()
  return (writer as unknown as { stream: { toBuffer(): Buffer } }).stream.toBuffer()
}

/** The library writes ahead of the compression without waiting, which would hold the whole sheet in memory. */
async function compressed(page: Worksheet) {
  const { pipes } = (page as unknown as { stream: { pipes: Writable[] } }).stream
  for (const pipe of pipes) if (pipe.writableNeedDrain) await once(pipe, 'drain')
  await new Promise(setImmediate)
}

function openSheet(writer: Writer, sheet: Sheet, name: string): Worksheet {
  const header = headerRowOf(sheet)
  const frozenColumns = typeof sheet.freeze === 'object' ? sheet.freeze.columns : 0
  const deepest = sheet.rows.reduce((depth, row) => Math.max(depth, Array.isArray(row) ? 0 : (row.outline ?? 0)), 0)
  const page = writer.addWorksheet(name, {
    state: sheet.hiddenSheet ? 'hidden' : 'visible',
    properties: { outlineLevelRow: deepest },
    views: sheet.freeze ? [{ state: 'frozen', ySplit: header, xSplit: frozenColumns }] : [],
    pageSetup: {
      orientation: sheet.landscape ? 'landscape' : 'portrait',
      ...(sheet.fitToWidth ? { fitToWidth: 1, fitToHeight: 0 } : {}),
      ...(sheet.repeatHeader ? { printTitlesRow: `${header}:${header}` } : {}),
    },
    headerFooter: { oddFooter: '&L&A&RPage &P of &N' },
  })
  const locked = sheet.lockedColumns
  page.columns = sheet.columns.map(({ width = 14 }, column) => ({
    width,
    // New rows have no cells yet: whether they may be filled in is said by the column.
    style: locked && !locked.includes(column) ? { protection: { locked: false } } : {},
  }))
  if (locked) {
    const allowed = { formatCells: true, formatColumns: true, formatRows: true, insertRows: true, autoFilter: true }
    page.protect('', { ...allowed, sort: true })
  }
  return page
}

function writeHeading(page: Worksheet, sheet: Sheet): number {
  if (sheet.logo) page.getRow(1).height = LOGO_PIXELS * 0.75 + 6
  const first = sheet.logo ? 2 : 1
  for (const [index, values] of (sheet.preamble ?? []).entries()) {
    for (const [column, value] of values.entries()) {
      writeCell(page, [first + index, column + 1], value, column === 0 ? { font: { bold: true } } : {})
    }
  }
  const header = headerRowOf(sheet)
  const style: CellStyle = {
    font: { bold: true, color: { argb: 'FFFFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F3A5F' } },
    alignment: { vertical: 'middle', wrapText: true },
  }
  for (const [index, column] of sheet.columns.entries()) writeCell(page, [header, index + 1], column.header, style)
  page.getRow(header).commit()
  return header
}

const headerRowOf = ({ logo, preamble = [] }: Sheet) => (logo ? 1 : 0) + preamble.length + (logo || preamble.length > 0 ? 2 : 1)

type StyleOf = (column: number, style: RowStyle) => CellStyle

/** The library is quick only with styles that are the same object each time. */
function cellStyles(sheet: Sheet): StyleOf {
  const known = new Map<string, CellStyle>()
  return (column, name) => {
    const key = `${column} ${name}`
    let style = known.get(key)
    if (!style) {
      const { kind = 'text', align } = sheet.columns[column] ?? {}
      const locked = sheet.lockedColumns && { protection: { locked: sheet.lockedColumns.includes(column) } }
      style = { ...ROW_STYLES[name], ...locked, numFmt: FORMATS[kind], alignment: { vertical: 'top', horizontal: align } }
      known.set(key, style)
    }
    return style
  }
}

function writeRow(page: Worksheet, sheet: Sheet, { values, style = 'plain', outline }: SheetRow, styleOf: StyleOf) {
  const row = page.addRow([])
  if (outline) row.outlineLevel = outline
  for (const [column, given] of values.entries()) {
    const styled = given && typeof given === 'object' && 'style' in given ? given : { value: given, style }
    const value = asKind(styled.value, sheet.columns[column]?.kind ?? 'text')
    writeCell(page, [row.number, column + 1], value, styleOf(column, styled.style))
  }
  row.commit()
}

/** A string stays a string, whatever it begins with: nothing a person typed ever becomes a formula. */
function writeCell(page: Worksheet, [row, column]: [number, number], value: SheetValue, style: CellStyle) {
  const cell = page.getRow(row).getCell(column)
  if (typeof value === 'string') cell.value = clean(value) || null
  else if (value && typeof value === 'object' && 'link' in value) cell.value = linkOrText(value)
  else if (value && typeof value === 'object' && 'style' in value) return writeCell(page, [row, column], value.value, style)
  else cell.value = typeof value === 'number' && !Number.isFinite(value) ? null : value
  cell.style = typeof cell.value === 'string' && style.numFmt !== '@' ? asText(style) : style
}

const textStyles = new WeakMap<CellStyle, CellStyle>()

/** Marked as text, so that it is none even after somebody edits the cell. */
function asText(style: CellStyle): CellStyle {
  let text = textStyles.get(style)
  if (!text) {
    text = { ...style, numFmt: '@' }
    textStyles.set(style, text)
  }
  return text
}

function asKind(value: SheetValue, kind: NonNullable<SheetColumn['kind']>): SheetValue {
  if (kind === 'text' && typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  if (kind === 'link') return { text: value, link: value }
  if (kind !== 'date' && kind !== 'instant') return value
  const date = new Date(value)
  // Spreadsheets count days wrongly before March 1900.
  return date.getTime() > Date.UTC(1900, 2, 1) ? date : value
}

function linkOrText({ text, link }: { text: string; link: string }) {
  const safe = /^(https?:\/\/|mailto:)\S+$/i.test(link) && link.length <= LINK_LIMIT
  return safe ? { text: clean(text) || clean(link), hyperlink: clean(link) } : clean(text) || null
}

/** What a sheet cannot hold: control signs, halves of signs, endless text. And what it would read as an escape. */
function clean(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .slice(0, TEXT_LIMIT)
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  )
}

function finishSheet(page: Worksheet, sheet: Sheet, header: number, { book, names }: { book: SheetBook; names: string[] }) {
  const last = header + countOf(sheet)
  if (sheet.autoFilter) page.autoFilter = { from: { row: header, column: 1 }, to: { row: last, column: sheet.columns.length } }
  for (const { column, from, strict } of sheet.dropDowns ?? []) {
    const index = book.sheets.findIndex(({ name }) => name === from.sheet)
    const source = book.sheets[index]
    if (!source) throw new Error(`there is no sheet ${from.sheet} to choose from`)
    const start = headerRowOf(source) + 1
    const letter = letterOf(page, from.column)
    const range = `'${names[index]!.replaceAll("'", "''")}'!$${letter}$${start}:$${letter}$${start + Math.max(countOf(source), 1) - 1}`
    const rows = `${letterOf(page, column)}${header + 1}:${letterOf(page, column)}${Math.max(last, header + DROP_DOWN_ROWS)}`
    const rule = { type: 'list', allowBlank: true, formulae: [range], showErrorMessage: true }
    const validations = (page as unknown as { dataValidations: { add(rows: string, rule: object): void } }).dataValidations
    validations.add(rows, { ...rule, errorStyle: strict ? 'stop' : 'warning', error: 'Please choose from the list.' })
  }
}

const letterOf = (page: Worksheet, column: number) => page.getColumn(column + 1).letter

/** At most 31 signs, some forbidden, no two alike. */
function sheetNames(sheets: Sheet[]): string[] {
  const names: string[] = []
  for (const { name } of sheets) {
    const plain =
      clean(name)
        .replace(/[[\]:*?/\\]/g, '-')
        .replace(/^'|'$/g, '')
        .slice(0, 31)
        .trim() || 'Sheet'
    let free = plain
    for (let n = 2; names.some((taken) => taken.toLowerCase() === free.toLowerCase()); n++) {
      free = `${plain.slice(0, 27)} (${n})`
    }
    names.push(free)
  }
  return names
}

/** The streaming half of the library knows no pictures, its parts do: four small additions to what it writes. */
function placeLogo(writer: Writer, page: Worksheet, logo: NonNullable<Sheet['logo']>, index: number) {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const drawing = `http://schemas.openxmlformats.org/drawingml/2006`
  const part = `/xl/drawings/drawing${index + 1}.xml`
  const inside = writer as unknown as {
    zip: { append(content: string, entry: { name: string }): void }
    media: { name: string }[]
  }
  const pageInside = page as unknown as {
    _sheetRelsWriter: { addMedia(relation: object): string }
    _writeLegacyData(): void
    _write(xml: string): void
  }
  const picture = inside.media[writer.addImage({ buffer: Buffer.from(logo.data) as never, extension: logo.extension })]!
  const emu = (pixels: number) => Math.round(pixels * 9525)
  const width = Math.min((logo.width / logo.height) * LOGO_PIXELS, 600)
  const xml = `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>${emu(4)}</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>${emu(4)}</xdr:rowOff></xdr:from><xdr:ext cx="${emu(width)}" cy="${emu((width * logo.height) / logo.width)}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Logo" descr="Logo"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/image" Target="../media/${picture.name}"/></Relationships>`
  inside.zip.append(xml, { name: part })
  inside.zip.append(relations, { name: `/xl/drawings/_rels/drawing${index + 1}.xml.rels` })

  const id = pageInside._sheetRelsWriter.addMedia({ Target: `..${part.slice(3)}`, Type: `${office}/drawing` })
  pageInside._writeLegacyData = () => pageInside._write(`<drawing r:id="${id}"/>`)

  const append = inside.zip.append.bind(inside.zip)
  const declared = `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`
  inside.zip.append = (content, entry) =>
    append(entry.name === '[Content_Types].xml' ? content.replace('</Types>', declared) : content, entry)
}
