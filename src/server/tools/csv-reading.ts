import { maxCellLength, type ReadSheet, SheetError } from './sheet-reading.ts'

/** Detects the encoding from the first bytes: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. */
export function decodeText(data: Uint8Array): string {
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder('utf-16le').decode(data)
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder('utf-16be').decode(data)
  if (data.subarray(0, 4096).includes(0)) throw new SheetError('type', 'This is neither a workbook nor a text.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    return new TextDecoder('windows-1252').decode(data)
  }
}

/** Comma, semicolon, or tab: the most frequent one in the first line outside quotes. */
function detectSeparator(text: string): string {
  const line = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 1)[0]!
  const counted = [',', ';', '\t'].map((separator) => ({ sign: separator, count: line.split(separator).length }))
  return counted.reduce((most, item) => (item.count > most.count ? item : most)).sign
}

/** Parses delimited text as a sheet; every cell is text. Quoted cells may contain separators, line breaks, and doubled quotes. */
export function readCsv(data: Uint8Array, name: string, limits: { rows: number; columns: number }): ReadSheet {
  const text = decodeText(data)
  const separator = detectSeparator(text)
  const notation = separator === ';' ? { decimals: 'comma' as const } : {}
  const rows: ReadSheet['rows'] = []
  let values: string[] = []
  let line = 1
  let at = 0

  const finishCell = (cell: string) => {
    if (cell.length > maxCellLength) throw new SheetError('size', 'A cell is too long.')
    if (values.push(cell) > limits.columns) throw new SheetError('size', 'The sheet has too many columns.')
  }
  const finishRow = (number: number) => {
    if (
      values.some((value) => value !== '') &&
      rows.push({ number, values: values.map((value) => (value === '' ? null : value)), ...notation }) > limits.rows
    )
      throw new SheetError('size', 'The sheet has too many rows.')
    values = []
  }

  let number = 1
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
    finishCell(cell.trim())
    if (text[at] === separator) {
      at++
      if (at === text.length) finishCell('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    finishRow(number)
    number = ++line
  }
  finishRow(number)
  return { name, hidden: false, rows }
}
