import type { LaborType } from '../access/enums.ts'
import { type ObjectValues, object } from '../kit/answered.ts'
import type { ValuesOf } from '../kit/description.ts'
import { hours, money, percent } from '../kit/field.ts'
import { centsOf, dollarsOf, round2, roundedProduct, sumMoney } from '../kit/money.ts'
import { ConstructionPhaseType, FeeType } from './enums.ts'

/**
 * What a contract brings and costs, said once (domain 9.4, 21). Amounts are US dollars with two decimals, added up as whole cents;
 * half a cent is rounded away from zero, once, in the figure of the record.
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
  /** Nothing: the contract's. */
  readonly sellRate: number | null
  readonly costRate: number | null
  /** Records of amendments bring their own. */
  readonly gaFeePercent: number | null
}

export interface FeePhase {
  readonly type: ConstructionPhaseType
  readonly feeType: FeeType
  readonly fee: number | null
  readonly records: readonly RatedRecord[]
}

/** Neither work outside the contract nor a pause is paid. */
export const bringsRevenue = (type: ConstructionPhaseType) => type !== ConstructionPhaseType.NIC && type !== ConstructionPhaseType.Pause

export interface ExpenseAmounts {
  readonly revenue: number
  readonly cost: number
}

export interface Figures {
  readonly hours: number
  readonly revenue: number
  readonly cost: number
}

/** Hours have two decimals like dollars, and creep as little. */
export const sumHours = sumMoney

/** What an hour of the record sells for and costs: its own rates, else those of the contract for its labor type. */
export function ratesOf(record: Omit<RatedRecord, 'hours'>, rates: readonly RateRow[]): Omit<RateRow, 'laborType'> {
  const contract = rates.find(({ laborType }) => laborType === record.laborType)
  return {
    sellRate: record.sellRate ?? contract?.sellRate ?? 0,
    costRate: record.costRate ?? contract?.costRate ?? 0,
    gaFeePercent: record.gaFeePercent ?? contract?.gaFeePercent ?? 0,
  }
}

/** NIC is work without revenue, not without cost. The burdened rate itself is not rounded on the way. */
export function figuresOfRecord(record: RatedRecord, rates: readonly RateRow[], type: ConstructionPhaseType): Figures {
  const { sellRate, costRate, gaFeePercent } = ratesOf(record, rates)
  return {
    hours: record.hours,
    revenue: type === ConstructionPhaseType.NIC ? 0 : roundedProduct(2, [record.hours, sellRate]),
    cost: roundedProduct(2, [record.hours, costRate, round2(100 + gaFeePercent)], 100),
  }
}

export function addFigures(all: readonly Figures[]): Figures {
  return {
    hours: sumHours(all.map(({ hours }) => hours)),
    revenue: sumMoney(all.map(({ revenue }) => revenue)),
    cost: sumMoney(all.map(({ cost }) => cost)),
  }
}

/** What the phase itself amounts to, without its children. */
export function figuresOfPhase(phase: FeePhase, rates: readonly RateRow[]): Figures {
  const sum = addFigures(phase.records.map((record) => figuresOfRecord(record, rates, phase.type)))
  return { ...sum, revenue: revenueByFee(phase, sum.revenue) }
}

/** Records sell by the hour; a fixed fee replaces what they come to, a cap limits it. */
function revenueByFee({ type, feeType, fee }: FeePhase, byTheHour: number): number {
  if (!bringsRevenue(type) || feeType === FeeType.Hourly || fee === null) return byTheHour
  return feeType === FeeType.Fixed ? fee : Math.min(byTheHour, fee)
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

/** The five figures a contract keeps; every other one follows from them. */
export function amountsOf(phases: readonly FeePhase[], rates: readonly RateRow[], expenses: readonly ExpenseAmounts[]): LaborAndExpenses {
  const labor = addFigures(phases.map((phase) => figuresOfPhase(phase, rates)))
  return {
    laborHours: labor.hours,
    laborRevenue: labor.revenue,
    laborCost: labor.cost,
    directExpensesRevenue: sumMoney(expenses.map(({ revenue }) => revenue)),
    directExpensesCost: sumMoney(expenses.map(({ cost }) => cost)),
  }
}

export function sumsOf(amounts: LaborAndExpenses): ContractSums {
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
