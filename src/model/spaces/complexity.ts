import type { ValuesOf } from '../kit/description.ts'
import { decimal, id, integer, text } from '../kit/field.ts'
import { round } from '../kit/money.ts'

interface WeightedLine {
  readonly quantity: number
  readonly complexityWeight: number
}

export const complexityFactor = {
  categoryId: id('Category'),
  name: text('Name'),
  quantity: integer('Quantity'),
  weight: decimal('Weight'),
  points: decimal('Points'),
}
type ComplexityFactor = ValuesOf<typeof complexityFactor>

/** More than ten items of a category do not increase the complexity. */
const quantityLimit = 10
/** Score thresholds: below 8 is complexity 1, 90 and above is 5. */
const steps = [8, 20, 45, 90]

export function suggestComplexity(lines: readonly WeightedLine[]) {
  const sum = lines.reduce((total, line) => total + Math.min(line.quantity, quantityLimit) * line.complexityWeight, 0)
  const score = round(sum, 4)
  return { score, complexity: 1 + steps.filter((step) => score >= step).length }
}

interface LineOfCategory extends WeightedLine {
  readonly categoryId: number
  readonly name: string
}

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
