import { readCellText } from './cell-formats.ts'
import { encodingOf, readCsv } from './csv-reading.ts'
import { type ReadSheet, readWorkbook, SheetError } from './sheet-reading.ts'
import { decodeText } from './text-encoding.ts'
import { scanXml } from './xml-scan.ts'

const limits = { rows: 20_000, columns: 100 }
const mostElements = 500_000
const mostDepth = 60

interface ReadElement {
  name: string
  attributes: Record<string, string>
  children: ReadElement[]
}
export type ParsedData = { kind: 'xml'; root: ReadElement } | { kind: 'json'; value: unknown } | { kind: 'tables'; tables: ReadSheet[] }

/** Detects the type of an imported file from its first bytes: XML, JSON, workbook, or delimited text. */
export function parseData({ name, data }: { name: string; data: Uint8Array }): ParsedData {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(4, data.byteLength)).toString('latin1')
  if (head.startsWith('PK') || head === '\xd0\xcf\x11\xe0')
    return { kind: 'tables', tables: readWorkbook(data, limits).map(withShownTexts) }
  if (data.length === 0) throw new SheetError('broken', 'The file is empty.')
  const text = decodeData(data).trimStart()
  if (text.startsWith('<')) return { kind: 'xml', root: parseXml(text) }
  if (text.startsWith('{') || text.startsWith('[')) return { kind: 'json', value: readJson(text) }
  return { kind: 'tables', tables: [readCsv(data, name, limits)] }
}

/** Readers of these files know only texts and numbers: they get what a cell shows. */
const withShownTexts = (sheet: ReadSheet): ReadSheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => ({
    ...row,
    values: row.values.map((cell) => (typeof cell === 'object' && cell !== null ? readCellText(cell) : cell)),
  })),
})

function decodeData(data: Uint8Array): string {
  try {
    return decodeText(data, encodingOf(data))
  } catch (error) {
    throw error instanceof SheetError ? new SheetError('broken', error.message) : error
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SheetError('broken', 'The JSON is damaged.')
  }
}

/** Elements of an XML file with their attributes; text content is ignored. */
export function parseXml(text: string): ReadElement {
  // A document type can declare entities, which allows exponential expansion or access to local files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SheetError('type', 'XML with a document type or custom entities is not accepted.')
  const top: ReadElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let count = 0
  const damaged = () => new SheetError('broken', 'The XML is damaged.')
  try {
    scanXml(text, {
      open(name, found) {
        if (++count > mostElements || open.length > mostDepth) throw new SheetError('size', 'The XML has too many elements.')
        const attributes = Object.fromEntries(Object.entries(found).map(([key, value]) => [key, value ?? '']))
        const element: ReadElement = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      close(name) {
        if (open.length === 1 || open.pop()?.name !== name) throw damaged()
      },
    })
  } catch (error) {
    throw error instanceof SheetError ? error : damaged()
  }
  const [root, ...more] = top.children
  if (!root || more.length > 0 || open.length > 1) throw damaged()
  return root
}
