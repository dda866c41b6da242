import { elementAttributes, scanXml } from './xml-scan.ts'

/** A number whose format shows more than its digits, such as 123 as `00123`. Text columns take what is shown. */
interface ShownNumber {
  number: number
  shown: string
}
/** A duration or time of day. `isClock` means a time of day, which is not a number of hours. */
interface TimeCell {
  hours: number
  shown: string
  isClock: boolean
}

type Placeholder = '0' | '#' | '?'
interface DigitFormat {
  kind: 'digits'
  before: (Placeholder | { literal: string })[]
  decimals: number
  after: string
}
export type CellFormat = { kind: 'date' } | { kind: 'time'; isClock: boolean; isElapsed: boolean } | DigitFormat | { kind: 'plain' }

const plain: CellFormat = { kind: 'plain' }

function builtInFormat(id: number): CellFormat {
  if (id === 18 || id === 19) return { kind: 'time', isClock: true, isElapsed: false }
  if ((id >= 20 && id <= 21) || id === 32 || id === 33 || id === 45 || id === 47) return { kind: 'time', isClock: false, isElapsed: false }
  if (id === 46) return { kind: 'time', isClock: false, isElapsed: true }
  const isDate = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? { kind: 'date' } : plain
}

/** Format of each cell style of a workbook. */
export function readCellFormats(xml: string): CellFormat[] {
  const own = new Map(elementAttributes(xml, 'numFmt').map(({ numFmtId = '0', formatCode = '' }) => [numFmtId, parseFormat(formatCode)]))
  const formats: CellFormat[] = []
  let inCells = false
  scanXml(xml, {
    open(tag, { numFmtId = '0' }) {
      if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) formats.push(own.get(numFmtId) ?? builtInFormat(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return formats
}

const TOKEN = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]|AM\/PM|A\/P|General|[\s\S]/gi

export function parseFormat(code: string): CellFormat {
  const tokens: string[] = []
  for (const [token] of code.matchAll(TOKEN)) {
    if (token === ';') break
    tokens.push(token)
  }
  const isBracket = (token: string) => token.startsWith('[')
  const isElapsed = tokens.some((token) => /^\[(h+|m+|s+)\]$/i.test(token))
  const letters = tokens
    .filter((token) => /^[a-z]$/i.test(token))
    .join('')
    .toLowerCase()
  const isClock = tokens.some((token) => /^(AM\/PM|A\/P)$/i.test(token))
  if (/[yd]/.test(letters)) return { kind: 'date' }
  if (isElapsed || /[hs]/.test(letters)) return { kind: 'time', isClock, isElapsed }
  if (letters.includes('m')) return { kind: 'date' }
  return parseDigits(tokens.filter((token) => !isBracket(token)))
}

const literalOf = (token: string) => {
  if (token.startsWith('"')) return token.slice(1, -1)
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('_') || token.startsWith('*')) return ''
  return /^[ \-+():!&'~{}<>=]$/.test(token) ? token : undefined
}

/** Parses a format of digits and literals. Formats of amounts (separators, currencies, percent) show nothing that a text needs. */
function parseDigits(tokens: string[]): CellFormat {
  const before: DigitFormat['before'] = []
  let decimals = -1
  let after = ''
  for (const token of tokens) {
    const literal = literalOf(token)
    if (token === '0' || token === '#' || token === '?') {
      if (decimals < 0) before.push(token)
      else if (token !== '0' || after) return plain
      else decimals++
    } else if (token === '.' && decimals < 0) decimals = 0
    else if (literal === undefined || /[$€£¥%]/.test(literal)) return plain
    else if (decimals < 0) before.push({ literal })
    else after += literal
  }
  const zeros = before.filter((token) => token === '0').length
  const hasLiterals = before.some((token) => typeof token === 'object' && token.literal !== '')
  const hasDigits = before.some((token) => typeof token === 'string')
  if (!hasDigits || !(zeros > 1 || hasLiterals || decimals > 0 || after)) return plain
  return { kind: 'digits', before, decimals: Math.max(0, decimals), after }
}

/** The text that a spreadsheet shows; undefined if it would show less than the number. */
function showDigits(number: number, { before, decimals, after }: DigitFormat): string | undefined {
  const text = Math.abs(number).toFixed(Math.min(decimals, 15))
  if (Number(text) !== Math.abs(number)) return undefined
  const [whole = '', part] = text.split('.')
  let digits = whole === '0' ? '' : whole
  const first = before.findIndex((token) => typeof token === 'string')
  let shown = ''
  for (let at = before.length - 1; at >= 0; at--) {
    const token = before[at]
    if (token === undefined) continue
    if (typeof token === 'object') shown = token.literal + shown
    else if (at === first && digits.length > 1) {
      shown = digits + shown
      digits = ''
    } else {
      const digit = digits.at(-1) ?? (token === '0' ? '0' : token === '?' ? ' ' : '')
      shown = digit + shown
      digits = digits.slice(0, -1)
    }
  }
  return `${number < 0 ? '-' : ''}${shown}${part === undefined ? '' : `.${part}`}${after}`.trim()
}

const secondsPerDay = 86_400

function timeCell(days: number, isClock: boolean): TimeCell {
  const seconds = Math.round(days * secondsPerDay)
  return { hours: seconds / 3600, shown: showTime(seconds), isClock }
}

function showTime(seconds: number): string {
  const size = Math.abs(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(size / 3600), Math.floor((size % 3600) / 60), size % 60]
  return `${seconds < 0 ? '-' : ''}${hours}:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** Value of a stored number by the format of its cell. Spreadsheets keep 15 significant digits. */
export function formattedNumber(stored: number, format: CellFormat | undefined, from1904: boolean): number | Date | ShownNumber | TimeCell {
  const number = Number(stored.toPrecision(15))
  if (!format || format.kind === 'plain') return number
  // A format of times hides the day of a date.
  if (format.kind === 'date' || (format.kind === 'time' && !format.isElapsed && number >= 1))
    return new Date(Math.round((number - 25569 + (from1904 ? 1462 : 0)) * secondsPerDay * 1000))
  if (format.kind === 'time') return timeCell(number, format.isClock)
  const shown = showDigits(number, format)
  return shown === undefined || shown === String(number) ? number : { number, shown }
}

/** An ISO date, date and time, or time alone. Anything else stays a text, so that it is rejected and not lost. */
export function isoCell(text: string): Date | TimeCell | string {
  const [, hours, minutes, seconds = '0'] = /^T?(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?$/.exec(text.trim()) ?? []
  if (hours && minutes) return timeCell((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / secondsPerDay, false)
  const [, day, time = '', zone = 'Z'] = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? []
  const date = new Date(day ? `${day}T${time || '00:00'}${zone}` : Number.NaN)
  return Number.isNaN(date.getTime()) ? text : date
}

const formatDate = (date: Date) => {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, time.startsWith('00', 6) ? 5 : 8)}`
}

export type ReadCell = string | number | boolean | Date | ShownNumber | TimeCell | null

/** Text of a cell as a person sees it; dates as YYYY-MM-DD, with the time if there is one. */
export function readCellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return formatDate(cell)
  if (typeof cell === 'object') return cell.shown
  return typeof cell === 'string' ? cell.trim() : String(cell)
}
