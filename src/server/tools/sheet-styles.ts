import { xmlElement } from './xml-writing.ts'

export type RowStyle =
  | 'plain'
  | 'group'
  | 'subtotal'
  | 'total'
  | 'bad'
  | 'added'
  | 'removed'
  | 'changed'
  /** Header of a further table in the same sheet. */
  | 'heads'
  /** Styles of a drawing made of cells: row, empty position, device behind one, and box of one or more lines. */
  | 'drawing'
  | 'open'
  | 'behind'
  | 'line'
  | 'box'
export type CellKind = 'text' | 'integer' | 'number' | 'money' | 'date' | 'instant' | 'link'

export interface CellStyle {
  kind?: CellKind
  row?: RowStyle | 'header' | 'label' | 'note'
  align?: 'left' | 'center' | 'right'
  locked?: boolean
  wrap?: boolean
}

/** Built-in format ids, or custom format codes. */
const formats: Record<CellKind, number | string> = {
  text: 49,
  link: 49,
  // Adds padding on the right, also in programs that do not indent numbers.
  integer: '#,##0_)',
  number: '#,##0.##_)',
  money: '"$"#,##0.00_)',
  date: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm',
}
const ownFormats = Object.values(formats).filter((format) => typeof format === 'string')
const firstOwnFormat = 164

const font = (parts: string) => xmlElement('font', {}, `${parts}<name val="Calibri"/><family val="2"/>`)
const size = '<sz val="11"/>'
const coloredFont = (rgb: string) => `${size}${xmlElement('color', { rgb })}`
const fonts = [
  font(size),
  font(`<b/>${size}`),
  font(`<b/>${coloredFont('FFFFFFFF')}`),
  font(coloredFont('FFB02525')),
  font(`<i/>${size}`),
  font('<sz val="8"/>'),
]

const solid = (rgb: string) => xmlElement('fill', {}, xmlElement('patternFill', { patternType: 'solid' }, xmlElement('fgColor', { rgb })))
const patternFill = (patternType: string) => xmlElement('fill', {}, xmlElement('patternFill', { patternType }))
/** The format requires the first two fills. */
const fills = [
  patternFill('none'),
  patternFill('gray125'),
  ...['FF1F3A5F', 'FFE9ECEF', 'FFDDF1E4', 'FFF9DEDC', 'FFFFF1CC'].map(solid),
  xmlElement('fill', {}, xmlElement('patternFill', { patternType: 'lightUp' }, xmlElement('fgColor', { rgb: 'FFC9CED2' }))),
]

const above = (style?: string) => `<border><left/><right/>${xmlElement('top', { style })}<bottom/><diagonal/></border>`
const around = (style: string, rgb: string) =>
  `<border>${['left', 'right', 'top', 'bottom'].map((side) => xmlElement(side, { style }, xmlElement('color', { rgb }))).join('')}<diagonal/></border>`
const borders = [above(), above('thin'), above('double'), around('hair', 'FFC9CED2'), around('thin', 'FF626C74')]

const rows: Record<NonNullable<CellStyle['row']>, { font: number; fill?: number; border?: number }> = {
  plain: { font: 0 },
  label: { font: 1 },
  header: { font: 2, fill: 2 },
  group: { font: 1, fill: 3 },
  subtotal: { font: 1, border: 1 },
  total: { font: 1, border: 2 },
  bad: { font: 3 },
  added: { font: 0, fill: 4 },
  removed: { font: 0, fill: 5 },
  changed: { font: 1, fill: 6 },
  note: { font: 4 },
  heads: { font: 2, fill: 2 },
  drawing: { font: 5 },
  open: { font: 5, border: 3 },
  behind: { font: 5, fill: 7, border: 3 },
  line: { font: 5, fill: 3, border: 4 },
  box: { font: 5, fill: 3, border: 4 },
}
/** Centered; single-line text shrinks to fit. */
const centered = (row: CellStyle['row']) =>
  xmlElement('alignment', {
    horizontal: 'center',
    vertical: 'center',
    wrapText: row === 'box' || undefined,
    shrinkToFit: row === 'line' || undefined,
  })

const all = (name: string, parts: string[]) => xmlElement(name, { count: parts.length }, parts.join(''))

export function styleSheet() {
  const known = new Map<string, number>()
  const cellFormats: string[] = []

  function numberOf(style: CellStyle): number {
    const xml = format(style)
    const found = known.get(xml)
    if (found !== undefined) return found
    known.set(xml, cellFormats.length)
    return cellFormats.push(xml) - 1
  }
  // Index 0 is the style of empty cells.
  numberOf({})

  return {
    numberOf,
    xml: () =>
      xmlElement(
        'styleSheet',
        { xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' },
        [
          all(
            'numFmts',
            ownFormats.map((formatCode, index) => xmlElement('numFmt', { numFmtId: firstOwnFormat + index, formatCode })),
          ),
          all('fonts', fonts),
          all('fills', fills),
          all('borders', borders),
          all('cellStyleXfs', [xmlElement('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 })]),
          all('cellXfs', cellFormats),
          all('cellStyles', [xmlElement('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 })]),
        ].join(''),
      ),
  }
}

/** Padding separates numbers from the next column's text; everything else is left-aligned, regardless of script and kind. */
const numbers = { horizontal: 'right', vertical: 'top', indent: 1 }

function format({ kind, row = 'plain', align, locked, wrap }: CellStyle): string {
  const { font, fill = 0, border = 0 } = rows[row]
  const given = kind === undefined ? 0 : formats[kind]
  const isBody = kind !== undefined
  const isNumber = kind === 'money' || kind === 'integer' || kind === 'number'
  const alignment =
    row === 'header'
      ? xmlElement('alignment', { horizontal: align, vertical: 'center', wrapText: true, indent: align === 'right' ? 1 : undefined })
      : row === 'heads'
        ? xmlElement('alignment', { horizontal: align, vertical: 'center', shrinkToFit: true })
        : row === 'line' || row === 'box' || row === 'open' || row === 'drawing'
          ? centered(row)
          : isBody
            ? xmlElement('alignment', isNumber && !align ? numbers : { horizontal: align ?? 'left', vertical: 'top', wrapText: wrap })
            : ''
  const protection = locked === undefined ? '' : xmlElement('protection', { locked })
  return xmlElement(
    'xf',
    {
      numFmtId: typeof given === 'number' ? given : firstOwnFormat + ownFormats.indexOf(given),
      fontId: font,
      fillId: fill,
      borderId: border,
      xfId: 0,
      applyNumberFormat: given === 0 ? undefined : true,
      applyFont: font === 0 ? undefined : true,
      applyFill: fill === 0 ? undefined : true,
      applyBorder: border === 0 ? undefined : true,
      applyAlignment: alignment ? true : undefined,
      applyProtection: protection ? true : undefined,
    },
    alignment + protection,
  )
}
