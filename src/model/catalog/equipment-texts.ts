import { quantity as pieces } from '../kit/field.ts'

const { min = 1, max = 9999 } = pieces()

/** Omits the model if the tag was derived from it. */
export const tagAndModel = ({ tag, model }: { tag: string; model: string }) => (tag === model ? tag : `${tag} ${model}`)

interface ParsedText {
  words: string
  quantity?: number
}

const parseCount = (text: string): number | undefined => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** Parses `4 x DIS-75`, `4x DIS-75`, and `DIS-75 x 4`. A space is required, because `4x4-HDMI` is a model. */
export function parseWantedLine(typed: string): ParsedText {
  const text = typed.trim()
  const [first = '', ...rest] = text.split(/\s+/)
  const isTimes = (word: string | undefined) => word === 'x' || word === 'X' || word === '×' || word === '*'
  const before = isTimes(rest[0]) ? first : isTimes(first.at(-1)) ? first.slice(0, -1) : ''
  const afterSign = isTimes(rest[0]) ? rest.slice(1) : rest
  if (afterSign.length > 0 && parseCount(before) !== undefined) return { words: afterSign.join(' '), quantity: parseCount(before) }

  const all = [first, ...rest]
  const last = all.at(-1) ?? ''
  const after = isTimes(all.at(-2)) ? last : isTimes(last[0]) ? last.slice(1) : ''
  const beforeSign = isTimes(all.at(-2)) ? all.slice(0, -2) : all.slice(0, -1)
  if (beforeSign.length > 0 && parseCount(after) !== undefined) return { words: beforeSign.join(' '), quantity: parseCount(after) }
  return { words: text }
}

const bare = (cell: string) => {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}
/** Accepts whole numbers in spreadsheet notation: `12`, `1,200`, and `12.0`. */
const parseInteger = (cell: string) => {
  const plain = cell.replace(/^(\d{1,3}),(\d{3})$/, '$1$2').replace(/\.0{1,4}$/, '')
  return /^\d+$/.test(plain) ? plain : undefined
}

function splitCells(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map(bare)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    if (!isQuoted && (letter === ',' || letter === ';')) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell].map(bare)
}

const headings = new Set([
  'tag',
  'model',
  'item',
  'equipment',
  'product',
  'part number',
  'description',
  'qty',
  'quantity',
  'count',
  'pieces',
])

export interface ListedLine extends ParsedText {
  text: string
  /** Cells other than the words and the quantity. */
  rest: string[]
  isQuantityWrong: boolean
}

export function listedLines(text: string): ListedLine[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.flatMap((line, index): ListedLine[] => {
    const cells = splitCells(line).filter(Boolean)
    if (index === 0 && cells.length > 1 && cells.every((cell) => headings.has(cell.toLowerCase()))) return []
    const [only] = cells
    if (only === undefined) return []
    if (cells.length === 1) {
      const parsed = parseWantedLine(only)
      return [{ ...parsed, text: only, rest: [], isQuantityWrong: false }]
    }
    const isInFront = parseInteger(only) !== undefined && parseInteger(cells[1] ?? '') === undefined
    const [words = '', count = ''] = isInFront
      ? [cells[1], cells[0]]
      : [cells[0], cells.slice(1).find((cell) => parseInteger(cell)) ?? cells[1]]
    const quantity = parseCount(parseInteger(count) ?? '')
    const rest = cells.filter((cell) => cell !== words && cell !== count)
    return [{ words, quantity, text: cells.join(' · '), rest, isQuantityWrong: quantity === undefined }]
  })
}

export const isEquipmentList = (text: string) =>
  text.includes('\t') || text.trim().split(/[\r\n]+/).length > 1 || /^[^,;]{1,100}[,;]\s{0,3}\d{1,6}$/.test(text.trim().slice(0, 200))
