import { maxCellLength, type ReadSheet, rowsOfHead, SheetError, sheetMessages } from './sheet-reading.ts'
import { decodeText, detectEncoding, type TextEncoding } from './text-encoding.ts'

const separators = [',', ';', '\t', '|'] as const
type Separator = (typeof separators)[number]
/** Decisions of a person about a text file; anything else is detected. */
export interface TextOptions {
  encoding?: TextEncoding
  separator?: Separator
}

/** Returns the encoding of a text. Throws for binary data. */
export function encodingOf(data: Uint8Array): TextEncoding {
  const encoding = detectEncoding(data)
  if (encoding === 'utf-32') throw new SheetError('type', 'This is a text in UTF-32, which is not read. Please save it as UTF-8.')
  if (!encoding) throw new SheetError('type', 'This is neither a workbook nor a text.')
  return encoding
}

const formats: [RegExp, string][] = [
  [/^%PDF-/, 'This is a PDF.'],
  [/^\{\\rtf/, 'This is a rich text document (.rtf).'],
  [/^<\?xml[^>]*>\s*<\?mso-application progid="Excel/i, 'This is an XML spreadsheet.'],
  [/^(<!doctype html|<html|<head|<body|<meta|<table|<div|<style|<script)[\s>]/i, 'This is a web page (HTML).'],
  [/^(<\?xml[\s?]|<!doctype|<svg[\s>]|<!--)/i, 'This is an XML file.'],
  [/^(\[\s*[[{"\]]|\{\s*["}])/, 'This is a JSON file.'],
]

/** Rejects texts of other formats, which would be read as a table of one column. */
export function checkIsTable(text: string) {
  const start = text.slice(0, 1000).trimStart()
  const format = formats.find(([pattern]) => pattern.test(start))
  if (format) throw new SheetError('type', `${format[1]} Please save the list as .xlsx or .csv.`)
}

/** Cells of each record; the line numbers count line breaks in quotes. */
function* parseRecords(text: string, separator: string): Generator<{ number: number; values: string[] }> {
  let values: string[] = []
  let [number, line, at] = [1, 1, 0]
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; ) {
        const end = text.indexOf('"', at)
        if (end < 0) throw new SheetError('broken', `The quote that begins in line ${number} does not end.`)
        cell += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
      line += cell.split('\n').length - 1
    }
    let end = at
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
    cell += text.slice(at, end)
    at = end
    values.push(cell.trim())
    if (text[at] === separator) {
      at++
      if (at === text.length) values.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield { number, values }
    values = []
    number = ++line
  }
  if (values.length > 0) yield { number, values }
}

const mostSampledRows = 60

/** The separator that gives the most rows of equal width. A title or a remark has another width and so does not decide. */
export function detectSeparator(text: string): Separator {
  let best: { separator: Separator; rows: number; width: number } = { separator: ',', rows: 0, width: 1 }
  for (const separator of separators) {
    const widths = new Map<number, number>()
    let sampled = 0
    try {
      for (const { values } of parseRecords(text.slice(0, 200_000), separator)) {
        if (values.length > 1) widths.set(values.length, (widths.get(values.length) ?? 0) + 1)
        if (++sampled === mostSampledRows) break
      }
    } catch {
      // The sample may end within quotes.
    }
    for (const [width, rows] of widths)
      if (rows > best.rows || (rows === best.rows && width > best.width)) best = { separator, rows, width }
  }
  return best.separator
}

/** Parses delimited text as a sheet; every cell is text. Quoted cells may contain separators, line breaks, and doubled quotes. */
export function readCsv(data: Uint8Array, name: string, limits: { rows: number; columns: number }, options: TextOptions = {}): ReadSheet {
  const encoding = options.encoding ?? encodingOf(data)
  const whole = decodeText(data, encoding)
  // Spreadsheets name the separator in the first line: `sep=;`.
  const [line = '', named] = /^sep=([,;\t|])\r?\n/i.exec(whole) ?? []
  const text = whole.slice(line.length)
  checkIsTable(text)
  const separator = options.separator ?? separators.find((item) => item === named) ?? detectSeparator(text)
  const notation = separator === ';' ? { decimals: 'comma' as const } : {}
  const rows: ReadSheet['rows'] = []
  for (const { number, values } of parseRecords(text, separator)) {
    if (values.length > limits.columns) throw new SheetError('size', sheetMessages.columns(name, limits.columns))
    if (values.some((value) => value.length > maxCellLength)) throw new SheetError('size', 'A cell is too long.')
    if (values.every((value) => value === '')) continue
    const cells = values.map((value) => (value === '' ? null : value))
    if (rows.push({ number: number + (line ? 1 : 0), values: cells, ...notation }) > limits.rows + rowsOfHead)
      throw new SheetError('size', sheetMessages.rows(name, limits.rows))
  }
  return { name, hidden: false, rows, encoding, separator }
}
