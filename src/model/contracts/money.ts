import type { LaborType } from '../access/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { hours, money, percent } from '../kit/field.ts'
import { centsOf, dollarsOf, roundedProduct, sumMoney } from '../kit/money.ts'
import { type ObjectValues, object } from '../kit/response-fields.ts'
import { ConstructionPhaseType } from './enums.ts'
import { billedAmount, billingOf, burdenFactor, type FeeTerms } from './fee-terms.ts'

/**
 * Revenue and cost of a contract (domain 9.4, 21). Amounts are US dollars with two decimals, summed in whole cents. Half a cent is rounded
 * away from zero, once, per record.
 */
export interface RateRow {
  readonly laborType: LaborType
  readonly sellRate: number
  readonly costRate: number
  readonly gaFeePercent: number
}

export interface RatedRecord {
  readonly laborType: LaborType
  readonly hours: number
  /** Null uses the contract's rate. */
  readonly sellRate: number | null
  readonly costRate: number | null
  /** Set on records of amendments. */
  readonly gaFeePercent: number | null
}

export interface FeePhase extends FeeTerms {
  readonly records: readonly RatedRecord[]
}

export interface ExpenseAmounts {
  readonly revenue: number
  readonly cost: number
}

export interface Figures {
  readonly hours: number
  readonly revenue: number
  readonly cost: number
}

/** Hours have two decimals like dollars, so the same sum avoids rounding drift. */
export const sumHours = sumMoney

/** Returns the hourly rates of a record: its own, otherwise the contract's for its labor type. */
export function effectiveRates(record: Omit<RatedRecord, 'hours'>, rates: readonly RateRow[]): Omit<RateRow, 'laborType'> {
  const contract = rates.find(({ laborType }) => laborType === record.laborType)
  return {
    sellRate: record.sellRate ?? contract?.sellRate ?? 0,
    costRate: record.costRate ?? contract?.costRate ?? 0,
    gaFeePercent: record.gaFeePercent ?? contract?.gaFeePercent ?? 0,
  }
}

/** NIC work has cost but no revenue. */
export function figuresOfRecord(record: RatedRecord, rates: readonly RateRow[], type: ConstructionPhaseType): Figures {
  const { sellRate, costRate, gaFeePercent } = effectiveRates(record, rates)
  return {
    hours: record.hours,
    revenue: type === ConstructionPhaseType.NIC ? 0 : roundedProduct(2, [record.hours, sellRate]),
    cost: roundedProduct(2, [record.hours, costRate, burdenFactor(roundedProduct(0, [gaFeePercent, 100]))], 10_000),
  }
}

export function addFigures(all: readonly Figures[]): Figures {
  return {
    hours: sumHours(all.map(({ hours }) => hours)),
    revenue: sumMoney(all.map(({ revenue }) => revenue)),
    cost: sumMoney(all.map(({ cost }) => cost)),
  }
}

export function figuresOfPhase(phase: FeePhase, rates: readonly RateRow[]): Figures {
  const sum = addFigures(phase.records.map((record) => figuresOfRecord(record, rates, phase.type)))
  return { ...sum, revenue: billedAmount(billingOf(phase), sum.revenue) }
}

const hoursShape = { laborHours: hours('Labor hours') }
const amountsShape = {
  laborRevenue: money('Labor revenue'),
  laborCost: money('Labor cost'),
  directExpensesRevenue: money('Direct expenses, revenue'),
  directExpensesCost: money('Direct expenses, cost'),
  totalRevenue: money('Total revenue'),
  totalCost: money('Total cost'),
  netProfit: money('Net profit'),
  marginPercent: percent('Margin'),
}
export type ContractSums = ValuesOf<typeof hoursShape & typeof amountsShape>
/** Amounts the reader may not see are absent. */
export type ShownSums = ObjectValues<typeof hoursShape, typeof amountsShape>
export const shownSums = object('Sums', hoursShape, amountsShape)
export type LaborAndExpenses = Pick<
  ContractSums,
  'laborHours' | 'laborRevenue' | 'laborCost' | 'directExpensesRevenue' | 'directExpensesCost'
>

/** Computes the five stored figures of a contract; all others derive from them. */
export function contractAmounts(
  phases: readonly FeePhase[],
  rates: readonly RateRow[],
  expenses: readonly ExpenseAmounts[],
): LaborAndExpenses {
  const labor = addFigures(phases.map((phase) => figuresOfPhase(phase, rates)))
  return {
    laborHours: labor.hours,
    laborRevenue: labor.revenue,
    laborCost: labor.cost,
    directExpensesRevenue: sumMoney(expenses.map(({ revenue }) => revenue)),
    directExpensesCost: sumMoney(expenses.map(({ cost }) => cost)),
  }
}

export function contractSums(amounts: LaborAndExpenses): ContractSums {
  const totalRevenue = sumMoney([amounts.laborRevenue, amounts.directExpensesRevenue])
  const totalCost = sumMoney([amounts.laborCost, amounts.directExpensesCost])
  const netProfit = dollarsOf(centsOf(totalRevenue) - centsOf(totalCost))
  return {
    ...amounts,
    totalRevenue,
    totalCost,
    netProfit,
    marginPercent: totalRevenue === 0 ? 0 : roundedProduct(2, [netProfit, 100], totalRevenue),
  }
}
