import { elementAttributes, scanXml } from '../../src/server/tools/xml-scan.ts'
import { escapeXml } from '../../src/server/tools/xml-writing.ts'
import { openZip } from '../../src/server/tools/zip-reading.ts'
import { createZip } from './zip.ts'

type Value = string | number | boolean | Date | { formula: string } | null
type Attributes = Record<string, string | undefined>

export interface Cell {
  value: Value
  style: number
}
export interface TestSheet {
  id: string
  name: string
  state: 'visible' | 'hidden'
  cells: Map<string, Cell>
  xml: string
}

/**
 * Reads and edits a workbook like another spreadsheet program. It stores texts in a shared string table, as most programs do but our writer
 * does not.
 */
export function openWorkbook(data: Uint8Array) {
  const zip = openZip(data, { entries: 100, unpackedBytes: 1e9, keepsCase: true })
  const part = (name: string) => zip.read(name)?.toString() ?? ''
  const styles = looksIn(part('xl/styles.xml'))
  const targets = new Map(
    elementAttributes(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ Id, Target }) => [Id, `xl/${Target}`]),
  )
  const sheets = elementAttributes(part('xl/workbook.xml'), 'sheet').map(({ name = '', state, id = '' }): TestSheet => {
    const xml = part(targets.get(id) ?? '')
    return { id, name, state: state === 'hidden' ? 'hidden' : 'visible', xml, cells: cellsIn(xml, styles) }
  })
  const sheet = (name: string) => {
    const found = sheets.find((item) => item.name === name)
    if (!found) throw new Error(`There is no sheet ${name}.`)
    return found
  }

  return {
    sheets,
    sheet,
    part,
    look: (sheet: TestSheet, cell: string): Look => styles[sheet.cells.get(cell)?.style ?? 0] ?? plain,
    /** Dates get a date format, in any cell. */
    set(sheet: TestSheet, cell: string, value: Value) {
      const style = sheet.cells.get(cell)?.style ?? 0
      const isDay = value instanceof Date && !isOfDays(styles[style])
      sheet.cells.set(cell, { value, style: isDay ? styles.findIndex(isOfDays) : style })
    },
    remove: (sheet: TestSheet) => void sheets.splice(sheets.indexOf(sheet), 1),
    save() {
      const texts: string[] = []
      const parts: Record<string, string | Buffer> = {}
      for (const name of zip.names) parts[name] = zip.read(name) ?? ''
      for (const item of sheets)
        parts[targets.get(item.id) ?? ''] = item.xml.replace(/<sheetData>.*<\/sheetData>/s, () => dataXml(item, texts))
      const list = sheets.map(
        ({ id, name, state }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" state="${state}" r:id="${id}"/>`,
      )
      parts['xl/workbook.xml'] = part('xl/workbook.xml').replace(/<sheets>.*<\/sheets>/s, () => `<sheets>${list.join('')}</sheets>`)
      const shared = '<Relationship Id="rIdTexts" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
      parts['xl/_rels/workbook.xml.rels'] = part('xl/_rels/workbook.xml.rels').replace('</Relationships>', shared)
      parts['xl/sharedStrings.xml'] =
        `<sst>${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`
      return createZip(parts)
    },
  }
}
export type Workbook = ReturnType<typeof openWorkbook>

/** Builds a workbook from rows without using our own writer. */
export function createTestWorkbook(sheets: { name: string; state?: 'hidden'; rows: Value[][] }[]): Buffer {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = sheets.map(
    (_sheet, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const list = sheets.map(
    ({ name, state = 'visible' }, index) => `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  )
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
  }
  for (const at of sheets.keys()) parts[`xl/worksheets/sheet${at + 1}.xml`] = '<worksheet><sheetData></sheetData></worksheet>'
  const book = openWorkbook(createZip(parts))
  for (const [at, { rows }] of sheets.entries())
    for (const [row, values] of rows.entries())
      for (const [column, value] of values.entries()) book.set(book.sheets[at]!, cellAddress(column, row + 1), value)
  return book.save()
}

export function readRowValues({ cells }: TestSheet, row: number): Value[] {
  const values: Value[] = []
  for (const [address, { value }] of cells) {
    const [, letters = '', number] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
    if (Number(number) === row) values[columnNumber(letters)] = value
  }
  return Array.from(values, (value) => value ?? null)
}
export const rowCount = ({ cells }: TestSheet) => Math.max(0, ...[...cells.keys()].map((address) => Number(/\d+/.exec(address))))

/** Columns start at 0, rows at 1. */
export const cellAddress = (column: number, row: number) => `${columnLetter(column)}${row}`
const columnLetter = (column: number): string =>
  (column >= 26 ? columnLetter(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

interface Look {
  format: string
  isBold: boolean
  color?: string
  fill?: string
  lineAbove?: string
  horizontal?: string
  locked: boolean
}

const plain: Look = { format: 'General', isBold: false, locked: true }

function looksIn(xml: string): Look[] {
  const formats = new Map(elementAttributes(xml, 'numFmt').map(({ numFmtId, formatCode = '' }) => [numFmtId, formatCode]))
  formats.set('49', '@').set('3', '#,##0')
  const within = (list: string, text: string) => {
    const found: string[] = []
    const inner = new RegExp(`<${list}[ >].*</${list}>`, 's').exec(xml)?.[0] ?? ''
    for (const [element] of inner.matchAll(new RegExp(`<${text}(?: [^>]*?)?(?:/>|>.*?</${text}>)`, 'gs'))) found.push(element)
    return found
  }
  const fonts = within('fonts', 'font')
  const fills = within('fills', 'fill')
  const borders = within('borders', 'border')
  const first = (element: string | undefined, name: string): Attributes | undefined =>
    element ? elementAttributes(element, name)[0] : undefined
  return within('cellXfs', 'xf').map((xf) => {
    const { numFmtId, fontId, fillId, borderId } = first(xf, 'xf') ?? {}
    const font = fonts[Number(fontId)]
    return {
      format: formats.get(numFmtId ?? '') ?? 'General',
      isBold: first(font, 'b') !== undefined,
      color: first(font, 'color')?.rgb,
      fill: first(fills[Number(fillId)], 'fgColor')?.rgb,
      lineAbove: first(borders[Number(borderId)], 'top')?.style,
      horizontal: first(xf, 'alignment')?.horizontal,
      locked: first(xf, 'protection')?.locked !== '0',
    }
  })
}

function cellsIn(xml: string, styles: Look[]): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  let at = ''
  let type = ''
  let style = 0
  let text = ''
  scanXml(xml, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name !== 'c') return
      at = r
      type = t
      style = Number(s)
      text = ''
    },
    text: (piece) => {
      if (at) text += piece
    },
    close(name) {
      if (name !== 'c') return
      cells.set(at, { value: valueIn(type, text, styles[style]), style })
      at = ''
    },
  })
  return cells
}

const isOfDays = (style: Look | undefined) => /[yh]/.test(style?.format ?? '')

function valueIn(type: string, text: string, style: Look | undefined): Value {
  if (!text) return null
  if (type === 'b') return text === '1'
  if (type !== 'n') return text.replace(/_x005F_/g, '_')
  return isOfDays(style) ? new Date(Math.round((Number(text) - 25569) * 86_400_000)) : Number(text)
}

function dataXml({ cells }: TestSheet, texts: string[]): string {
  const rows = new Map<number, [string, Cell][]>()
  for (const [address, cell] of cells) {
    const number = Number(/\d+/.exec(address))
    rows.set(number, [...(rows.get(number) ?? []), [address, cell]])
  }
  const xml = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([number, row]) => {
      const sorted = row.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      return `<row r="${number}">${sorted.map(([address, cell]) => cellXml(address, cell, texts)).join('')}</row>`
    })
  return `<sheetData>${xml.join('')}</sheetData>`
}

function cellXml(address: string, { value, style }: Cell, texts: string[]): string {
  const opens = `<c r="${address}" s="${style}"`
  if (value === null) return `${opens}/>`
  if (typeof value === 'string') return `${opens} t="s"><v>${texts.push(value.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')) - 1}</v></c>`
  if (typeof value === 'boolean') return `${opens} t="b"><v>${Number(value)}</v></c>`
  if (value instanceof Date) return `${opens}><v>${value.getTime() / 86_400_000 + 25569}</v></c>`
  if (typeof value === 'object') return `${opens}><f>${escapeXml(value.formula)}</f><v>1</v></c>`
  return `${opens}><v>${value}</v></c>`
}
