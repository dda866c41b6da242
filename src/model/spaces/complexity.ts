import type { ValuesOf } from '../kit/description.ts'
import { decimal, id, integer, text } from '../kit/field.ts'
import { round } from '../kit/money.ts'

interface WeightedLine {
  readonly quantity: number
  readonly complexityWeight: number
}

/** What one category adds to the score. */
export const complexityFactor = {
  categoryId: id('Category'),
  name: text('Name'),
  quantity: integer('Quantity'),
  weight: decimal('Weight'),
  points: decimal('Points'),
}
type ComplexityFactor = ValuesOf<typeof complexityFactor>

/** More than ten of a kind do not make a room harder to design. */
const quantityLimit = 10
/** From each score on, the next complexity: below 8 is 1, from 90 on is 5. */
const steps = [8, 20, 45, 90]

/** Suggests how hard a space is to design, 1 to 5, from what stands in it. */
export function suggestComplexity(lines: readonly WeightedLine[]) {
  const sum = lines.reduce((total, line) => total + Math.min(line.quantity, quantityLimit) * line.complexityWeight, 0)
  const score = round(sum, 4)
  return { score, complexity: 1 + steps.filter((step) => score >= step).length }
}

interface LineOfCategory extends WeightedLine {
  readonly categoryId: number
  readonly name: string
}

/** Where the score comes from: a row for each category, the heaviest first. */
export function complexityFactors(lines: readonly LineOfCategory[]): ComplexityFactor[] {
  const byCategory = new Map<number, ComplexityFactor>()
  for (const { categoryId, name, quantity, complexityWeight: weight } of lines) {
    const factor = byCategory.get(categoryId) ?? { categoryId, name, quantity: 0, weight, points: 0 }
    factor.quantity += quantity
    factor.points = round(factor.points + Math.min(quantity, quantityLimit) * weight, 4)
    byCategory.set(categoryId, factor)
  }
  return [...byCategory.values()].sort((a, b) => b.points - a.points || a.name.localeCompare(b.name))
}
