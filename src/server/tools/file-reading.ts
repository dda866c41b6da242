import { encodingOf, readCsv, type TextOptions } from './csv-reading.ts'
import { type ReadSheet, readWorkbook, SheetError } from './sheet-reading.ts'
import { decodeText } from './text-encoding.ts'
import { readYaml } from './yaml-reading.ts'
import { openZip, ZipError } from './zip-reading.ts'

const limits = { rows: 5_000, columns: 100 }
const archiveLimits = { entries: 6_000, unpackedBytes: 50 * 1024 * 1024, keepsCase: true }
const mostDocuments = 5_000
/** Limit across all documents: YAML aliases can repeat a text many times. */
const mostLetters = 20_000_000

export interface ParsedDocument {
  name: string
  value?: unknown
  problem?: string
}
export type FileContents = { kind: 'tables'; tables: ReadSheet[] } | { kind: 'documents'; documents: ParsedDocument[] }

const isYaml = (name: string) => /\.ya?ml$/i.test(name)

/** Parses an upload: sheets of a workbook or text, or YAML documents of a file or archive. */
export function readFile({ name, data, ...options }: TextOptions & { name: string; data: Uint8Array }): FileContents {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(4, data.byteLength)).toString('latin1')
  if (head.startsWith('PK')) {
    const documents = readYamlArchive(data, options)
    return documents ? { kind: 'documents', documents } : { kind: 'tables', tables: readWorkbook(data) }
  }
  if (head === '\xd0\xcf\x11\xe0') return { kind: 'tables', tables: readWorkbook(data) }
  if (data.length === 0) throw new SheetError('broken', 'The file is empty.')
  if (isYaml(name)) return { kind: 'documents', documents: parseYamlDocuments(name, textOf(data, options)) }
  return { kind: 'tables', tables: [readCsv(data, name, limits, options)] }
}

const textOf = (data: Uint8Array, { encoding = encodingOf(data) }: TextOptions) => decodeText(data, encoding)

/** YAML files of an archive; undefined if there are none, because it may be a workbook. */
function readYamlArchive(data: Uint8Array, options: TextOptions): ParsedDocument[] | undefined {
  try {
    const zip = openZip(data, archiveLimits)
    const names = zip.names.filter((name) => isYaml(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name)).sort()
    if (names.length === 0) return undefined
    const documents: ParsedDocument[] = []
    let letters = 0
    for (const name of names) {
      for (const document of parseYamlDocuments(name, textOf(zip.read(name) ?? new Uint8Array(), options))) {
        letters += lettersIn(document.value)
        documents.push(document)
      }
      if (letters > mostLetters) throw new SheetError('size', 'The archive unpacks to too much.')
      if (documents.length > mostDocuments) throw new SheetError('size', `The archive has more than ${mostDocuments} devices.`)
    }
    return documents
  } catch (error) {
    // The workbook reader reports the error.
    if (error instanceof ZipError) {
      if (error.reason === 'size') throw new SheetError('size', error.message)
      return undefined
    }
    throw error
  }
}

function parseYamlDocuments(name: string, text: string): ParsedDocument[] {
  try {
    const values = readYaml(text)
    return values.map((value, index) => ({ name: values.length > 1 ? `${name} (${index + 1})` : name, value }))
  } catch (error) {
    if (error instanceof SheetError) return [{ name, problem: error.message }]
    throw error
  }
}

function lettersIn(value: unknown): number {
  const seen = new Set<object>()
  const waiting = [value]
  let letters = 0
  while (waiting.length > 0) {
    const item = waiting.pop()
    if (typeof item === 'string') letters += item.length
    else if (typeof item === 'object' && item !== null && !seen.has(item)) {
      seen.add(item)
      for (const [key, inner] of Object.entries(item)) {
        letters += key.length
        waiting.push(inner)
      }
    }
  }
  return letters
}
