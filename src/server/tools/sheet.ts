import {
  drawingNumber,
  firstLinkNumber,
  firstParts,
  lastParts,
  type PackedSheet,
  type PlacedPicture,
  quotedName,
  type SheetPicture,
  worksheetOpens,
} from './sheet-package.ts'
import { type CellKind, type CellStyle, type RowStyle, styleSheet } from './sheet-styles.ts'
import { escapeXml, xmlElement } from './xml-writing.ts'
import { zipWriter } from './zip-writing.ts'

export type { SheetPicture }
export interface DescribedPicture extends SheetPicture {
  description: string
}

type Plain = string | number | boolean | Date | null | undefined
/** A live formula with its result, which programs show until they compute it. Only for formulas that the code writes. */
export interface SheetFormula {
  formula: string
  value: number | null
}
export type SheetValue = Plain | { text: string; link: string } | { value: Plain; style: RowStyle } | SheetFormula

export interface SheetColumn {
  header: string
  width?: number
  kind?: CellKind
  align?: 'left' | 'center' | 'right'
  /** Wraps long text instead of cutting it off in print. */
  wrap?: boolean
  /** Shows the pictures of the rows. */
  isPicture?: true
}

export interface SheetRow {
  values: SheetValue[]
  style?: RowStyle
  /** Outline level; rows deeper than 0 can be collapsed. */
  outline?: number
  breaksPage?: boolean
  /** Row height in points; computed from the text by default. */
  height?: number
  /** Key of one of the sheet's pictures. */
  picture?: string
}

export interface Sheet {
  name: string
  logo?: SheetPicture
  /** Pictures by key, for the column with `isPicture`. */
  pictures?: Readonly<Record<string, DescribedPicture>>
  /** Rows above the header: project, client, title, scope, date, author. The first cell of each is a label. */
  preamble?: SheetValue[][]
  columns: SheetColumn[]
  rows: (SheetValue[] | SheetRow)[]
  /** Further rows as bytes from `packRows`, which saves memory in transfer to the worker and while waiting there. */
  packed?: { count: number; chunks: Uint8Array[]; deepest?: number }
  /** Notes below the table, each across its full width. */
  notes?: string[]
  /** Merged cells by their upper-left cell; rows from 0, and -1 is the header. */
  merged?: { row: number; column: number; rows: number; columns: number }[]
  freeze?: boolean | { columns: number }
  autoFilter?: boolean
  landscape?: boolean
  fitToWidth?: boolean
  /** Print scale in percent; overrides fitting to the width. */
  scale?: number
  /** Number of pages side by side for a wide table. */
  pagesWide?: number
  /** Columns repeated on each of those pages, from 0. */
  repeatColumns?: { from: number; to: number }
  /** Defaults to the printer's paper. */
  paper?: keyof typeof papers
  /** Footer text before the sheet name and page number. */
  foot?: string
  repeatHeader?: boolean
  hiddenSheet?: boolean
  /** Protects the sheet if set: the header and these columns (from 0) are locked, all others can be edited. */
  lockedColumns?: number[]
  /** Offers the values of another sheet's column; `strict` rejects others. */
  dropDowns?: { column: number; from: { sheet: string; column: number }; strict?: boolean }[]
}

/** A workbook as plain data; `writeWorkbook` defines the formatting. */
export interface Workbook {
  author?: string
  sheets: Sheet[]
}

const papers = { letter: 1, tabloid: 3 }
const TEXT_LIMIT = 32_767
const LINK_LIMIT = 2_000
/** Excel reports a file with more links as damaged. */
const LINKS_LIMIT = 65_530
const LOGO_PIXELS = 56
const logoPoints = LOGO_PIXELS * 0.75 + 6
/** Height of a row with a picture. */
const picturePoints = 42
const DROP_DOWN_ROWS = 5_000

/** Packs rows as bytes. Dates become text, which the column's kind converts back. */
export const packRows = (rows: Sheet['rows']): Uint8Array => new TextEncoder().encode(JSON.stringify(rows))

export function* unpackRows({ rows, packed }: Pick<Sheet, 'rows' | 'packed'>): Generator<SheetValue[] | SheetRow> {
  yield* rows
  const decoder = new TextDecoder()
  for (const chunk of packed?.chunks ?? []) yield* JSON.parse(decoder.decode(chunk)) as Sheet['rows']
}
export const deepestOutline = ({ rows, packed }: Sheet) =>
  rows.reduce((depth, row) => Math.max(depth, Array.isArray(row) ? 0 : (row.outline ?? 0)), packed?.deepest ?? 0)
const totalRows = ({ rows, packed }: Sheet) => rows.length + (packed?.count ?? 0)

/** Compresses rows while writing, so that 100,000 of them fit in memory. */
export async function writeWorkbook(book: Workbook, progress?: (percent: number) => void): Promise<Buffer> {
  const zip = zipWriter()
  const styles = styleSheet()
  const names = sheetNames(book.sheets)
  const total = book.sheets.reduce((sum, sheet) => sum + totalRows(sheet), 0)
  let written = 0
  const isWritten = () => {
    if (++written % 1000 === 0) progress?.(Math.floor((written / total) * 100))
  }
  const inside = book.sheets.map(
    (sheet, index): PackedSheet => ({
      name: names[index] ?? '',
      isHidden: Boolean(sheet.hiddenSheet),
      titleRow: sheet.repeatHeader ? headerRowNumber(sheet) : undefined,
      titleColumns: sheet.repeatColumns && `$${columnLetter(sheet.repeatColumns.from)}:$${columnLetter(sheet.repeatColumns.to)}`,
      filtered: sheet.autoFilter ? filterRange(sheet).replace(/[A-Z]+|\d+/g, '$$$&') : undefined,
      hasPictures: sheet.logo !== undefined || Object.keys(sheet.pictures ?? {}).length > 0,
      pictures: sheet.logo ? [placedLogo(sheet.logo)] : [],
      links: [],
    }),
  )
  for (const [name, content] of firstParts(inside, cleanText(book.author ?? ''))) await zip.add(name, [content])
  for (const [index, { links, pictures }] of inside.entries()) {
    const sheet = book.sheets[index]
    if (!sheet) continue
    const page = createPage(sheet, styles.numberOf, links, pictures)
    await zip.add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(page, dropDownsXml(page, book, names), isWritten))
  }
  for (const [name, content] of lastParts(inside, styles.xml())) await zip.add(name, [content])
  return zip.finish()
}

/** Counts the data rows of each sheet, without headings and totals, and its printed pages. */
export function workbookOutline({ sheets }: Workbook): { name: string; rows: number; pages: number }[] {
  const names = sheetNames(sheets)
  const { numberOf } = styleSheet()
  return sheets.map((sheet, index) => {
    const page = createPage(sheet, numberOf, [], [])
    let rows = 0
    for (const row of unpackRows(sheet)) if (Array.isArray(row) || !row.style) rows++
    // Row heights are only known by writing the sheet.
    for (const _ of sheetXml(page, '', () => undefined));
    return { name: names[index] ?? '', rows, pages: page.pages * (sheet.pagesWide ?? 1) }
  })
}

interface Page {
  sheet: Sheet
  /** Row number of the header, from 1. */
  header: number
  lookOf: (style: CellStyle) => number
  links: PackedSheet['links']
  pictures: PackedSheet['pictures']
  /** Rows followed by a page break. */
  breaks: number[]
  /** Points left on the current page. */
  room: number
  pages: number
}

const createPage = (sheet: Sheet, lookOf: Page['lookOf'], links: Page['links'], pictures: Page['pictures']): Page => ({
  sheet,
  header: headerRowNumber(sheet),
  lookOf,
  links,
  pictures,
  breaks: [],
  room: Number.POSITIVE_INFINITY,
  pages: 1,
})

/** Row number of the header, from 1; the first data row follows. */
export const headerRowNumber = ({ logo, preamble = [] }: Pick<Sheet, 'logo' | 'preamble'>) =>
  (logo ? 1 : 0) + preamble.length + (logo || preamble.length > 0 ? 2 : 1)

const filterRange = (sheet: Sheet) =>
  `A${headerRowNumber(sheet)}:${columnLetter(sheet.columns.length - 1)}${headerRowNumber(sheet) + totalRows(sheet)}`

/** The order of the parts is fixed: Excel reports any other as damaged. */
function* sheetXml(page: Page, dropDowns: string, isWritten: () => void): Generator<string> {
  const { sheet, header } = page
  const { columns, lockedColumns, landscape, fitToWidth, logo, preamble = [], notes = [] } = sheet
  const across = columnsOfTexts(sheet)
  const isAside = hasPagesAside(sheet)
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${worksheetOpens}`
  if (fitToWidth) yield xmlElement('sheetPr', {}, xmlElement('pageSetUpPr', { fitToPage: true }))
  yield xmlElement('sheetViews', {}, xmlElement('sheetView', { workbookViewId: 0 }, frozenPane(page)))
  const outlineLevelRow = deepestOutline(sheet)
  yield xmlElement('sheetFormatPr', { defaultRowHeight: 15, outlineLevelRow: outlineLevelRow || undefined })
  if (columns.length > 0) yield xmlElement('cols', {}, columns.map((column, index) => columnXml(page, column, index)).join(''))
  yield '<sheetData>'
  const styleOf = cellStyles(page)
  const points = pointsOfPage(sheet)
  const full = points - (sheet.repeatHeader ? headerLineCount(sheet) * lineHeight : 0)
  page.room = points - (logo ? logoPoints : 0) - (header - (logo ? 2 : 1) + headerLineCount(sheet)) * lineHeight
  yield* headingRows(page)
  const startPage = (room: number) => {
    page.pages++
    page.room = room
  }
  let number = header
  let isHeaded = false
  for (const packedRow of unpackRows(sheet)) {
    const row = Array.isArray(packedRow) ? { values: packedRow } : packedRow
    const isHead = row.style === 'group'
    if (row.breaksPage || (isHead && !isHeaded && page.room < leastBelow)) {
      page.breaks.push(number)
      startPage(full)
    }
    isHeaded = isHead
    const before = page.room
    yield rowXml(page, row, ++number, styleOf)
    if (page.room < 0) startPage(full - (before - page.room))
    isWritten()
  }
  // An empty row keeps the notes out of the filter range.
  const firstNote = number + 2
  for (const [at, note] of notes.entries()) yield noteXml(page, note, firstNote + at)
  if (page.room < 0) page.pages++
  yield '</sheetData>'
  if (lockedColumns) yield protection
  if (sheet.autoFilter) yield xmlElement('autoFilter', { ref: filterRange(sheet) })
  const wideNotes =
    columns.length > 1 ? notes.map((_, position) => ({ row: firstNote + position - header - 1, column: 0, rows: 1, columns: across })) : []
  const firstHeading = (logo ? 1 : 0) - header
  const wideHeadings = isAside
    ? preamble.map((_, position) => ({ row: firstHeading + position, column: 1, rows: 1, columns: across - 1 }))
    : []
  const merged = [...(sheet.merged ?? []), ...wideHeadings, ...wideNotes].map((area) =>
    xmlElement('mergeCell', { ref: areaRef(area, header + 1) }),
  )
  if (merged.length > 0) yield xmlElement('mergeCells', { count: merged.length }, merged.join(''))
  yield dropDowns
  if (page.links.length > 0) yield xmlElement('hyperlinks', {}, page.links.map(hyperlinkXml).join(''))
  yield xmlElement('pageMargins', { left: 0.7, right: 0.7, top: 0.75, bottom: 0.75, header: 0.3, footer: 0.3 })
  yield xmlElement('pageSetup', {
    paperSize: sheet.paper && papers[sheet.paper],
    scale: sheet.scale,
    orientation: landscape ? 'landscape' : 'portrait',
    // Pages to the right come before the ones below.
    pageOrder: sheet.pagesWide ? 'overThenDown' : undefined,
    ...(fitToWidth ? { fitToWidth: sheet.pagesWide ?? 1, fitToHeight: 0 } : {}),
  })
  yield xmlElement('headerFooter', {}, xmlElement('oddFooter', {}, escapeXml(footerCode(sheet))))
  if (page.breaks.length > 0) {
    const count = page.breaks.length
    const breaks = page.breaks.map((id) => xmlElement('brk', { id, max: 16_383, man: true }))
    yield xmlElement('rowBreaks', { count, manualBreakCount: count }, breaks.join(''))
  }
  if (logo || page.pictures.length > 0) yield xmlElement('drawing', { 'r:id': `rId${drawingNumber}` })
  yield '</worksheet>'
}

/** True if text above the table could overflow onto the page to the right. */
const hasPagesAside = (sheet: Sheet) => sheet.pagesWide !== undefined && columnsOfTexts(sheet) > 2

const lineHeight = 15
/** A heading must not end a page: reserves space for a subheading, some rows, and differences between programs. */
const leastBelow = 6 * lineHeight
const inch = 72
/** Height of rows that fit a page, in points, at the scale that fits the width. An estimate. */
function pointsOfPage({ paper, landscape, scale: givenScale, columns, pagesWide = 1, repeatColumns }: Sheet): number {
  if (!paper) return Number.POSITIVE_INFINITY
  const [long, short] = paper === 'tabloid' ? [17, 11] : [11, 8.5]
  const [width, height] = landscape ? [long, short] : [short, long]
  const widthOf = (some: readonly SheetColumn[]) => some.reduce((sum, { width: wide = 14 }) => sum + wide * 5.25, 0)
  const repeated = repeatColumns ? widthOf(columns.slice(repeatColumns.from, repeatColumns.to + 1)) : 0
  const across = (widthOf(columns) + repeated * (pagesWide - 1)) / pagesWide
  // Programs print at whole percentages.
  const scale = givenScale ?? Math.min(100, Math.floor((100 * (width - 1.4) * inch) / across))
  return ((height - 1.5) * inch * 100) / scale
}

/** Bold text is wider and does not break inside words. */
const headerLineCount = ({ columns }: Sheet) =>
  Math.max(1, ...columns.map(({ header, width = 14 }) => wrappedLineCount(header, Math.max(1, width - 2))))

const areaRef = ({ row, column, rows, columns }: NonNullable<Sheet['merged']>[number], first: number) =>
  `${columnLetter(column)}${first + row}:${columnLetter(column + columns - 1)}${first + row + rows - 1}`

/** `&` starts a code in footers; limit 255 characters. A single section, so that nothing overlaps. */
function footerCode({ foot }: Sheet): string {
  const footText = foot ? `${cleanText(foot).slice(0, 90).replaceAll('&', '&&')}, ` : ''
  return `&L${footText}&A&RPage &P of &N`
}

/** Estimates wrapped lines, because not every program computes row heights. Words wrap at the width, and longer words are split. */
function wrappedLineCount(text: string, width = 14): number {
  let lines = 0
  for (const line of text.split('\n')) {
    let left = 0
    for (const word of line.split(' ')) {
      const wide = wordWidth(word)
      if (wide <= left) {
        left -= wide + spaceWide
        continue
      }
      const own = Math.max(1, Math.ceil(wide / width))
      lines += own
      left = own * width - wide - spaceWide
    }
  }
  return lines
}

/** Width of a space. Widths are relative to a digit, the unit of column widths, and rounded up; accents add nothing. */
const spaceWide = 0.45
function wordWidth(word: string): number {
  let wide = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    wide += signsWide[code] ?? (code > 0x2e7f ? 2 : 1.1)
  }
  return wide
}
const signsWide: number[] = []
for (const [wide, characters] of [
  [0.5, ",.Iijlł'|"],
  [0.6, '():;`'],
  [0.7, '!-J[]frt{}'],
  [0.8, '"/\\sz'],
  [0.9, 'Lckvxy'],
  [1, '#$*+0123456789<=>?EFSTYZ^_aeg~'],
  [1.1, 'BCKPRXbdhnopqu'],
  [1.2, 'AV'],
  [1.3, 'DGHNU'],
  [1.4, '&OQ'],
  [1.5, '%w'],
  [1.6, 'm'],
  [1.8, 'M@W'],
] as const)
  for (const character of characters) signsWide[character.charCodeAt(0)] = wide
for (let code = 0xc0; code < 0x180; code++) signsWide[code] ??= signsWide[String.fromCharCode(code).normalize('NFD').charCodeAt(0)] ?? 1.1

/** Columns that text above or below the table may cover, so that it stays on the first of several pages. */
function columnsOfTexts({ columns, repeatColumns: repeated }: Sheet): number {
  if (!repeated) return columns.length
  return repeated.from > 1 ? repeated.from : repeated.to + 1
}
const widthOfFirst = ({ columns }: Sheet, to: number, from = 0) => columns.slice(from, to).reduce((sum, { width = 14 }) => sum + width, 0)

function noteXml(page: Page, note: string, number: number): string {
  const lines = wrappedLineCount(note, widthOfFirst(page.sheet, columnsOfTexts(page.sheet)))
  page.room -= lines * lineHeight
  const cell = cellXml(page, { column: 0, number }, note, () => page.lookOf({ kind: 'text', row: 'note', wrap: true }))
  return xmlElement('row', { r: number, ht: Math.min(409, lines * 15), customHeight: true }, cell)
}

/** A protected sheet allows everything except editing locked cells and deleting rows. */
const protection = xmlElement('sheetProtection', {
  sheet: true,
  formatCells: false,
  formatColumns: false,
  formatRows: false,
  insertRows: false,
  sort: false,
  autoFilter: false,
})

function frozenPane({ sheet: { freeze }, header }: Page): string {
  if (!freeze) return ''
  const xSplit = typeof freeze === 'object' ? freeze.columns : 0
  const activePane = xSplit > 0 ? 'bottomRight' : 'bottomLeft'
  const topLeftCell = `${columnLetter(xSplit)}${header + 1}`
  return (
    xmlElement('pane', { xSplit: xSplit || undefined, ySplit: header, topLeftCell, activePane, state: 'frozen' }) +
    xmlElement('selection', { pane: activePane })
  )
}

function columnXml({ sheet: { lockedColumns }, lookOf }: Page, { width = 14 }: SheetColumn, index: number): string {
  // New rows have no cells yet, so the column defines if they can be edited.
  const style = lockedColumns && !lockedColumns.includes(index) ? lookOf({ locked: false }) : undefined
  return xmlElement('col', { min: index + 1, max: index + 1, width, style, customWidth: true })
}

function* headingRows(page: Page): Generator<string> {
  const { sheet, header, lookOf } = page
  if (sheet.logo) yield xmlElement('row', { r: 1, ht: logoPoints, customHeight: true })
  const first = sheet.logo ? 2 : 1
  const wraps = hasPagesAside(sheet)
  const room = widthOfFirst(sheet, columnsOfTexts(sheet), 1)
  for (const [index, values] of (sheet.preamble ?? []).entries()) {
    const number = first + index
    const cells = values.map((value, column) =>
      cellXml(page, { column, number }, value, (isText) =>
        lookOf({ kind: isText ? 'text' : undefined, row: column === 0 ? 'label' : 'plain', wrap: (column > 0 && wraps) || undefined }),
      ),
    )
    const lines = wraps && typeof values[1] === 'string' ? wrappedLineCount(values[1], room) : 1
    if (lines > 1) page.room -= (lines - 1) * lineHeight
    yield xmlElement(
      'row',
      { r: number, ht: lines > 1 ? lines * lineHeight : undefined, customHeight: lines > 1 || undefined },
      cells.join(''),
    )
  }
  const headOf = (kind?: CellKind) => lookOf({ kind: 'text', row: 'header', align: isNumeric(kind) ? 'right' : undefined })
  const lines = headerLineCount(sheet)
  yield xmlElement(
    'row',
    { r: header, ht: lines > 1 ? lines * 15 : undefined, customHeight: lines > 1 || undefined },
    sheet.columns
      .map((column, position) => cellXml(page, { column: position, number: header }, column.header, () => headOf(column.kind)))
      .join(''),
  )
}

const isNumeric = (kind?: CellKind) => kind === 'money' || kind === 'integer' || kind === 'number'

/** Text in these rows overflows into the empty cells next to it. */
const isAcross = (row: RowStyle) => row === 'group' || row === 'subtotal' || row === 'total'

type StyleOf = (column: number, style: RowStyle, isText: boolean, isWhole: boolean) => number

/** Cached, because it is called for every cell. */
function cellStyles({ sheet: { columns, lockedColumns }, lookOf }: Page): StyleOf {
  const known = new Map<RowStyle, number[]>()
  return (column, row, isText, isWhole) => {
    let numbers = known.get(row)
    if (!numbers) {
      numbers = []
      known.set(row, numbers)
    }
    const at = column * 3 + (isText ? 1 : isWhole ? 2 : 0)
    const { kind = 'text', align, wrap } = columns[column] ?? {}
    // Excel would display a trailing decimal point for whole numbers in a decimal format.
    const shown = isWhole && kind === 'number' ? 'integer' : kind
    // Formatted as text, so that it does not become a formula when a user edits the cell.
    numbers[at] ??= lookOf({
      kind: isText ? 'text' : shown,
      row,
      align,
      locked: lockedColumns?.includes(column),
      wrap: wrap && !isAcross(row),
    })
    return numbers[at]
  }
}

function rowXml(
  page: Page,
  { values, style = 'plain', outline, height: fixed, picture: key }: SheetRow,
  number: number,
  styleOf: StyleOf,
): string {
  const { columns, pictures = {} } = page.sheet
  let cells = ''
  let lines = 1
  // Headings and totals are styled across the full table width.
  const width = style === 'plain' ? values.length : Math.max(values.length, columns.length)
  for (let column = 0; column < width; column++) {
    const given = values[column]
    const styled = given && typeof given === 'object' && 'style' in given ? given : { value: given, style }
    const { kind = 'text', wrap, width: wide } = columns[column] ?? {}
    const value = asKind(styled.value, kind)
    const text = value && typeof value === 'object' && 'text' in value ? value.text : value
    if (wrap && typeof text === 'string' && !isAcross(styled.style)) lines = Math.max(lines, wrappedLineCount(text, wide))
    cells += cellXml(page, { column, number }, value, (isText) => styleOf(column, styled.style, isText, Number.isInteger(value)))
  }
  const picture = key === undefined ? undefined : pictures[key]
  const least = picture ? picturePoints : 0
  const points = fixed ?? (lines > 1 || picture ? Math.max(least, Math.min(409, lines * lineHeight)) : undefined)
  if (picture) placePicture(page, picture, number - 1, points ?? picturePoints)
  page.room -= points ?? lineHeight
  const height = points === undefined ? '' : ` ht="${points}" customHeight="1"`
  return `<row r="${number}"${height}${outline ? ` outlineLevel="${outline}"` : ''}>${cells}</row>`
}

/** Writes strings as strings regardless of their first character, which prevents formula injection. */
function cellXml(
  page: Page,
  { column, number }: { column: number; number: number },
  given: SheetValue,
  styleOf: (isText: boolean) => number,
): string {
  const cell = `${columnLetter(column)}${number}`
  if (isFormula(given)) {
    const result = given.value === null ? '' : `<v>${given.value}</v>`
    return `<c r="${cell}" s="${styleOf(false)}"><f>${escapeXml(given.formula)}</f>${result}</c>`
  }
  const value = plainCellValue(page, cell, given)
  const text = typeof value === 'string' ? cleanText(value) : ''
  const opens = `<c r="${cell}" s="${styleOf(text !== '')}"`
  if (text) return `${opens} t="inlineStr"><is><t${text.trim() === text ? '' : ' xml:space="preserve"'}>${escapeXml(text)}</t></is></c>`
  if (typeof value === 'boolean') return `${opens} t="b"><v>${Number(value)}</v></c>`
  const count = value instanceof Date ? value.getTime() / 86_400_000 + 25_569 : value
  return typeof count === 'number' && Number.isFinite(count) ? `${opens}><v>${count}</v></c>` : `${opens}/>`
}

const isFormula = (value: SheetValue): value is SheetFormula =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && 'formula' in value

function plainCellValue({ links }: Page, cell: string, value: Exclude<SheetValue, SheetFormula>): Plain {
  if (!value || typeof value !== 'object' || value instanceof Date) return value
  if ('style' in value) return value.value
  const address = cleanText(value.link)
  const isSafe = /^(https?:\/\/|mailto:)\S+$/i.test(value.link) && value.link.length <= LINK_LIMIT
  if (isSafe && links.length < LINKS_LIMIT) links.push({ cell, address })
  return cleanText(value.text) || (isSafe ? address : value.link)
}

const hyperlinkXml = ({ cell }: { cell: string }, index: number) =>
  xmlElement('hyperlink', { ref: cell, 'r:id': `rId${firstLinkNumber + index}` })

function asKind(value: SheetValue, kind: CellKind): SheetValue {
  if (kind === 'text' && typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  if (kind === 'link') return { text: value, link: value }
  if (kind !== 'date' && kind !== 'instant') return value
  const date = new Date(value)
  // Spreadsheets treat 1900 as a leap year, so dates before March 1900 are wrong.
  return date.getTime() > Date.UTC(1900, 2, 1) ? date : value
}

/** Removes control characters and lone surrogates, truncates to the limit, and escapes what would be read as an escape sequence. */
function cleanText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .slice(0, TEXT_LIMIT)
      .replace(/[\ud800-\udbff]$/, '')
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  )
}

function dropDownsXml({ sheet, header }: Page, { sheets }: Workbook, names: string[]): string {
  const rules = (sheet.dropDowns ?? []).map(({ column, from, strict }) => {
    const index = sheets.findIndex(({ name }) => name === from.sheet)
    const source = sheets[index]
    if (!source) throw new Error(`there is no sheet ${from.sheet} to choose from`)
    const start = headerRowNumber(source) + 1
    const letter = columnLetter(from.column)
    const range = `${quotedName(names[index] ?? '')}!$${letter}$${start}:$${letter}$${start + Math.max(totalRows(source), 1) - 1}`
    const end = Math.max(header + totalRows(sheet), header + DROP_DOWN_ROWS)
    return xmlElement(
      'dataValidation',
      {
        type: 'list',
        errorStyle: strict ? 'stop' : 'warning',
        allowBlank: true,
        showErrorMessage: true,
        error: 'Please choose from the list.',
        sqref: `${columnLetter(column)}${header + 1}:${columnLetter(column)}${end}`,
      },
      xmlElement('formula1', {}, escapeXml(range)),
    )
  })
  return rules.length > 0 ? xmlElement('dataValidations', { count: rules.length }, rules.join('')) : ''
}

const letters: string[] = []

export function columnLetter(column: number): string {
  letters[column] ??= (column >= 26 ? columnLetter(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
  return letters[column]
}

/** Sheet names must be unique, have at most 31 characters, and avoid some characters. */
function sheetNames(sheets: Sheet[]): string[] {
  const names: string[] = []
  for (const { name } of sheets) {
    const plain =
      cleanText(name)
        .replace(/[[\]:*?/\\\n\t]/g, '-')
        .replace(/^'|'$/g, '')
        .slice(0, 31)
        .trim() || 'Sheet'
    let free = plain
    for (let n = 2; names.some((usedName) => usedName.toLowerCase() === free.toLowerCase()); n++) {
      free = `${plain.slice(0, 27)} (${n})`
    }
    names.push(free)
  }
  return names
}

function placedLogo(logo: SheetPicture): PlacedPicture {
  const width = Math.min((logo.width / logo.height) * LOGO_PIXELS, 600)
  const size = { width, height: (width * logo.height) / logo.width }
  return { picture: logo, description: 'Logo of the firm', row: 0, column: 0, left: 4, top: 4, ...size }
}

/** Centers a picture in its cell. A character is about seven pixels wide. */
function placePicture({ sheet, pictures }: Page, picture: DescribedPicture, row: number, points: number) {
  const column = sheet.columns.findIndex(({ isPicture }) => isPicture)
  if (column < 0) return
  const space = { width: (sheet.columns[column]?.width ?? 14) * 7, height: (points * 4) / 3 }
  const scale = Math.min((space.width - 6) / picture.width, ((picturePoints * 4) / 3 - 6) / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  const { description } = picture
  pictures.push({ picture, description, row, column, left: (space.width - size.width) / 2, top: (space.height - size.height) / 2, ...size })
}
