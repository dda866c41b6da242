import { listedLines } from '../catalog/equipment-texts.ts'
import { parseNumberText } from '../kit/number-text.ts'
import type { QuickLine } from './starter-calls.ts'

/** The unit price is null for the catalog price. */
type WantedLine = Pick<QuickLine, 'model' | 'quantity' | 'unitPrice'>

const looksLikePrice = (cell: string) => /^\$|\.\d{2}$/.test(cell)

/** Reads a pasted list of models, quantities, and, if a cell has a dollar sign or cents, unit prices. A line without a quantity is one. */
export function readQuickLines(text: string): { lines: WantedLine[]; problems: string[] } {
  const problems: string[] = []
  const lines = listedLines(text).map(({ words, quantity, rest, isQuantityWrong, text: line }): WantedLine => {
    const cell = rest.find(looksLikePrice)
    const { value: unitPrice = null, problem } = cell === undefined ? {} : parseNumberText(cell.replace('$', '').trim())
    if (isQuantityWrong) problems.push(`${line}: the quantity must be a whole number from 1 to 9,999.`)
    if (problem) problems.push(`${line}: ${cell} is not a price.`)
    return { model: words, quantity: quantity ?? 1, unitPrice }
  })
  return { lines, problems }
}
