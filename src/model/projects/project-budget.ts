import { categories } from '../catalog/categories.ts'
import { ProviderCode } from '../catalog/enums.ts'
import { call, mergePatch, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, factor, id, integer, list, longText, money, name, optional, percent, text } from '../kit/field.ts'
import { centsOf, dollarsOf, roundedProduct, sumMoney } from '../kit/money.ts'
import { namedShape, type ObjectValues, object, objects } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { type CostedLine, type CostRules, costOfLine, opinionOfCost, opinionShape, type ProjectRules } from './money.ts'

const written = {
  provider: optional(choice('Provider', ProviderCode)),
  name: optional(name('Name')),
  amount: money('Amount'),
}
const plain = list('Lines', { categoryId: optional(id('Category')), ...written }, { max: 500 })

/** A budget line is for a category, a provider, or a custom name: exactly one of them. */
const linesOfBudget: typeof plain = {
  ...plain,
  check(value, report) {
    const rows = plain.check(value, report)
    const seen = new Set<string>()
    if (Array.isArray(rows))
      rows.forEach(({ categoryId, provider, name }, index) => {
        const parts = [categoryId, provider, name].filter((item) => item != null)
        if (parts.length === 0) report(messages.required, `[${index}].name`)
        if (parts.length > 1) report('Only one of category, provider and name can be given.', `[${index}].name`)
        const key = categoryId != null ? `category ${categoryId}` : provider != null ? `provider ${provider}` : undefined
        if (key && seen.has(key))
          report('There is already a line for this.', `[${index}].${categoryId != null ? 'categoryId' : 'provider'}`)
        if (key) seen.add(key)
      })
    return rows
  },
}

export const budgetFields = {
  clientBudget: optional(money('Client budget')),
  installationFactor: optional(factor('Installation factor')),
  laborFactor: defaulted(factor('Labor factor'), 0),
  contingencyPercent: defaulted(percent('Contingency'), 0),
  shippingPercent: defaulted(percent('Shipping'), 0),
  taxPercent: defaulted(percent('Tax'), 0),
  excludeOwnerFurnished: defaulted(boolean('Leave out owner-furnished equipment'), true),
  lines: defaulted(linesOfBudget, []),
  notes: optional(longText('Notes')),
}

const { number, icon } = categories.fields
const lineShape = {
  category: optional(object('Category', { ...namedShape, number, icon })),
  ...written,
  estimate: optional(money('Estimate')),
  variance: optional(money('Variance')),
}
export type BudgetLine = ValuesOf<typeof lineShape>
const estimateShape = { name: text('Name'), estimate: money('Estimate') }
const about = { categoryId: id('Category'), provider: choice('Provider', ProviderCode) }
export type EstimateOf = ObjectValues<typeof estimateShape, typeof about>

const shown = shape({
  clientBudget: optional(money('Client budget')),
  installationFactor: factor('Installation factor'),
  laborFactor: factor('Labor factor'),
  contingencyPercent: percent('Contingency'),
  shippingPercent: percent('Shipping'),
  taxPercent: percent('Tax'),
  excludeOwnerFurnished: boolean('Leave out owner-furnished equipment'),
  notes: optional(longText('Notes')),
  rowVersion: integer('Row version'),
  lines: objects('Lines', lineShape),
  estimate: object('Estimate', opinionShape),
  categories: objects('Estimate by category', { ...estimateShape, categoryId: about.categoryId }),
  providers: objects('Estimate by provider', { ...estimateShape, provider: about.provider }),
  /** Percentage of the client's budget; null without one. */
  usedPercent: optional(percent('Used')),
  totalAmount: money('Budgeted'),
})

export const readBudget = call({
  method: 'GET',
  path: '/projects/:id/Budget',
  permission: 'ProjectBudget.View',
  summary: 'Get the budget of a project against its estimate',
  response: shown,
})
export const writeBudget = mergePatch({
  path: '/projects/:id/Budget',
  permission: 'ProjectBudget.Update',
  summary: 'Update the budget of a project',
  body: { ...budgetFields, rowVersion: optional(integer('Row version', { min: 1 })) },
  response: shown,
})

export interface CostedLines extends CostedLine {
  count: number
  category: { id: number; name: string }
}

export function estimateByCategory(lines: readonly CostedLines[], rules: CostRules & ProjectRules) {
  const categories = new Map<number, { name: string; cents: number }>()
  const providers = new Map<ProviderCode, number>()
  const costs = lines.map((line) => {
    const cost = costOfLine(line, rules)
    const cents = (centsOf(cost.hardware) + centsOf(cost.installation)) * line.count
    const known = categories.get(line.category.id)
    categories.set(line.category.id, { name: line.category.name, cents: (known?.cents ?? 0) + cents })
    providers.set(line.provider, (providers.get(line.provider) ?? 0) + cents)
    return { ...cost, count: line.count }
  })
  return {
    estimate: opinionOfCost(costs, rules),
    categories: [...categories].map(([categoryId, { name, cents }]) => ({ categoryId, name, estimate: dollarsOf(cents) })),
    providers: [...providers].map(([provider, cents]) => ({
      provider,
      name: ProviderCode.label(provider),
      estimate: dollarsOf(cents),
    })),
  }
}

export const budgetUsedPercent = (estimate: number, budget: number | null): number | null =>
  budget ? roundedProduct(2, [estimate, 100], budget) : null
export const budgetVariance = (amount: number, estimate: number | null): number | null =>
  estimate === null ? null : sumMoney([amount, -estimate])

type Fill = 'normal' | 'near' | 'over'
/** Bars turn amber above 90%, red above 100%. */
export const budgetFill = (percent: number): Fill => (percent > 100 ? 'over' : percent > 90 ? 'near' : 'normal')
