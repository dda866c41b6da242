import { escapeXml, xmlElement } from './xml-writing.ts'

export type DocxRun =
  | { text: string; bold?: boolean; italic?: boolean; underline?: boolean; strike?: boolean }
  | { field: 'PAGE' | 'NUMPAGES' }
  | { tab: true }
type DocxText = string | readonly DocxRun[]

/** Paragraph style by name; added to a template that lacks it. */
type ParagraphStyle = 'Normal' | 'Title' | 'Subtitle' | 'Lead' | 'ListBullet' | 'Note' | 'Letterhead' | 'Footer'

interface DocxColumn {
  header: string
  width: number
  align?: 'right'
}
export interface DocxRow {
  cells: readonly DocxText[]
  /** Totals are bold below a rule; quiet rows are gray. */
  style?: 'total' | 'subtotal' | 'quiet'
  indent?: number
}
export interface DocxTable {
  title: string
  columns: readonly DocxColumn[]
  rows: readonly DocxRow[]
}

/** Document contents as plain data; the styles define the formatting. */
export type DocxBlock =
  | { heading: string; level: 1 | 2 | 3; onNewPage?: boolean }
  | { text: DocxText; style?: ParagraphStyle; keepNext?: boolean }
  | { table: DocxTable }
  | { contents: string }
  | { pageBreak: true }

/** Letters of right-to-left scripts. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const LTR = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/
/** The first letter determines the direction. */
const isRightToLeft = (text: string) => {
  const right = text.search(RTL)
  const left = text.search(LTR)
  return right >= 0 && (left < 0 || right < left)
}

/** Characters XML cannot represent, and lone surrogates. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** Text inside a run: line breaks and tabs are separate elements. */
export const textXml = (text: string): string =>
  text
    .replace(FORBIDDEN, '')
    .split(/(\r?\n|\t)/)
    .map((piece) => {
      if (piece === '\t') return '<w:tab/>'
      if (/^\r?\n$/.test(piece)) return '<w:br/>'
      return piece ? `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>` : ''
    })
    .join('')

export const fieldXml = (name: string, shown: string) =>
  [
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    `<w:r><w:instrText xml:space="preserve"> ${name} </w:instrText></w:r>`,
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r>`,
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
  ].join('')

function runXml(run: DocxRun): string {
  if ('field' in run) return fieldXml(run.field, '1')
  if ('tab' in run) return '<w:r><w:tab/></w:r>'
  const styleParts = [
    run.bold && '<w:b/><w:bCs/>',
    run.italic && '<w:i/><w:iCs/>',
    run.strike && '<w:strike/>',
    run.underline && '<w:u w:val="single"/>',
    isRightToLeft(run.text) && '<w:rtl/>',
  ]
  const properties = styleParts.filter(Boolean).join('')
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${textXml(run.text)}</w:r>`
}

const docxRuns = (text: DocxText): readonly DocxRun[] => (typeof text === 'string' ? [{ text }] : text)
const runsText = (text: DocxText) =>
  docxRuns(text)
    .map((run) => ('text' in run ? run.text : ''))
    .join('')

interface Paragraph {
  style: string
  keepNext?: boolean
  onNewPage?: boolean
  align?: 'right'
  indent?: number
}

/** The properties must be in the order of the standard. */
function paragraphXml(text: DocxText, { style, keepNext, onNewPage, align, indent }: Paragraph): string {
  const isRtl = isRightToLeft(runsText(text))
  const properties = [
    xmlElement('w:pStyle', { 'w:val': style }),
    keepNext && '<w:keepNext/>',
    onNewPage && '<w:pageBreakBefore/>',
    isRtl && '<w:bidi/>',
    indent && xmlElement('w:ind', { 'w:left': String(indent * 200) }),
    // With `bidi`, left and right are swapped.
    align && xmlElement('w:jc', { 'w:val': isRtl ? 'left' : 'right' }),
  ]
  return `<w:p><w:pPr>${properties.filter(Boolean).join('')}</w:pPr>${docxRuns(text).map(runXml).join('')}</w:p>`
}

/** Width between the margins of a letter page, in twentieths of a point. */
const textWidth = 9360
const lineXml = (side: 'top' | 'bottom', size: number, color: string) =>
  xmlElement(`w:${side}`, { 'w:val': 'single', 'w:sz': String(size), 'w:space': '0', 'w:color': color })
const noLines = ['left', 'right', 'insideV'].map((side) => xmlElement(`w:${side}`, { 'w:val': 'nil' }))
const linesOfTable = xmlElement(
  'w:tblBorders',
  {},
  [
    lineXml('top', 6, '6B7680'),
    noLines[0],
    lineXml('bottom', 4, 'B4BCC4'),
    noLines[1],
    '<w:insideH w:val="single" w:sz="4" w:space="0" w:color="D5DADF"/>',
    noLines[2],
  ].join(''),
)

/** Tables with at most this many rows stay on one page. */
const shortTable = 14

function tableXml({ title, columns, rows }: DocxTable): string {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => Math.floor((textWidth * width) / shares))
  const properties = [
    xmlElement('w:tblW', { 'w:w': String(textWidth), 'w:type': 'dxa' }),
    linesOfTable,
    '<w:tblLayout w:type="fixed"/>',
    '<w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar>',
    '<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>',
    xmlElement('w:tblCaption', { 'w:val': title }),
  ].join('')
  const cell = (at: number, content: string, more = '') => {
    return `<w:tc><w:tcPr><w:tcW w:w="${widths[at]}" w:type="dxa"/>${more}</w:tcPr>${content}</w:tc>`
  }
  const head = columns.map(({ header, align }, index) =>
    cell(
      index,
      paragraphXml(header, { style: 'TableHead', keepNext: true, align }),
      '<w:shd w:val="clear" w:color="auto" w:fill="F1F3F5"/>',
    ),
  )
  const body = rows.map((row, place) => {
    // Short tables stay on one page. A long one keeps its first row with the header and its last rows together.
    const isKept = rows.length <= shortTable || place === 0 || place === rows.length - 2 || rows[place + 1]?.style === 'total'
    const keepNext = isKept && place < rows.length - 1
    const cells = columns.map(({ align }, index) =>
      cell(
        index,
        paragraphXml(styled(row.cells[index] ?? '', row.style), {
          style: row.style === 'quiet' ? 'TableQuiet' : 'TableText',
          keepNext,
          align,
          indent: index === 0 ? row.indent : undefined,
        }),
        row.style === 'total' || row.style === 'subtotal' ? `<w:tcBorders>${lineXml('top', 8, '333B43')}</w:tcBorders>` : '',
      ),
    )
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`
  })
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  const heads = `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head.join('')}</w:tr>`
  return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${heads}${body.join('')}</w:tbl>`
}

const styled = (text: DocxText, style: DocxRow['style']): DocxText =>
  style === 'total' || style === 'subtotal' ? docxRuns(text).map((run) => ('text' in run ? { ...run, bold: true } : run)) : text

/** Marks the table of contents, which is inserted once all headings are known. */
export const contentsMark = /<!--contents-->/g

export const blocksXml = (blocks: readonly DocxBlock[]): string =>
  blocks
    .map((block) => {
      if ('heading' in block)
        return paragraphXml(block.heading, { style: `Heading${block.level}`, keepNext: true, onNewPage: block.onNewPage })
      if ('text' in block) return paragraphXml(block.text, { style: block.style ?? 'Normal', keepNext: block.keepNext })
      // Without a paragraph in between, Word merges adjacent tables.
      if ('table' in block) return `${tableXml(block.table)}${paragraphXml('', { style: 'AfterTable' })}`
      if ('contents' in block) return `${paragraphXml(block.contents, { style: 'TOCHeading', keepNext: true })}<!--contents-->`
      return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    })
    .join('')
