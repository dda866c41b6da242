import type { LaborType } from '../access/enums.ts'
import type { Allocation } from '../contracts/construction-phases.ts'
import { ConstructionPhaseType, FeeType } from '../contracts/enums.ts'
import { type FeePhase, figuresOfPhase, figuresOfRecord, type RatedRecord, type RateRow } from '../contracts/money.ts'
import { call, shape } from '../kit/call.ts'
import { addDays, countWeekdays, daysBetween, lastDayOf, monthOf } from '../kit/dates.ts'
import { choice, date, hours, id, money, optional, percent, text } from '../kit/field.ts'
import { centsOf, dollarsOf, roundedProduct, sumMoney } from '../kit/money.ts'
import { numberedShape, type ObjectValues, object, objects } from '../kit/response-fields.ts'
import { type DateRange, overlappingRange, rangeOfMonth, type Share, spreadOverMonths } from '../planning/spread.ts'
import { actualHours } from './actual-hours.ts'

/** Actual against planned hours and revenue on a day (domain 21, 29). Amounts cover labor only, because expenses have no hours. */
const feeFigures = {
  plannedHours: hours('Planned hours'),
  plannedToDate: hours('Planned hours to date'),
  actualHours: hours('Actual hours'),
  remainingHours: hours('Remaining hours'),
  forecastHours: hours('Forecast hours'),
}
const feeMoney = {
  revenue: money('Revenue'),
  /** Earned revenue, for phases with a percent complete. */
  earned: optional(money('Earned')),
  plannedCost: money('Planned cost'),
  plannedCostToDate: money('Planned cost to date'),
  actualCost: money('Actual cost'),
  remainingCost: money('Remaining cost'),
  forecastCost: money('Forecast cost'),
  burnPercent: optional(percent('Burn')),
  /** Day on which the forecast cost exceeds the revenue. */
  passesOn: optional(date('Cost passes revenue')),
}
export type FeeFigures = ObjectValues<typeof feeFigures, typeof feeMoney>
const phaseHealth = {
  ...feeFigures,
  phaseId: id('Phase'),
  name: text('Name'),
  type: choice('Phase type', ConstructionPhaseType),
  feeType: choice('Fee type', FeeType),
  percentComplete: optional(percent('Complete')),
}
const phaseMoney = { ...feeMoney, fee: optional(money('Fee')) }
export type PhaseHealth = ObjectValues<typeof phaseHealth, typeof phaseMoney>
const sums = object('Sums', feeFigures, feeMoney)

const queryFields = { date: optional(date('Date')) }
export const readContractHealth = call({
  method: 'GET',
  path: '/contracts/:id/FeeHealth',
  permission: 'ProjectContracts.ConstructionPhasesView',
  summary: 'Get the fee health of a contract on a date: planned and actual hours, cost, earned fee, and when cost passes the fee',
  query: queryFields,
  response: shape({
    date: date('Date'),
    sums,
    phases: objects('Phases', phaseHealth, phaseMoney),
    hoursWithoutPhase: hours('Hours without a phase', { max: 9_999_999 }),
  }),
})
export const readProjectHealth = call({
  method: 'GET',
  path: '/projects/:id/FeeHealth',
  permission: 'ProjectContracts.ConstructionPhasesView',
  summary: 'Get the fee health of a project across its approved contracts that are not archived',
  query: queryFields,
  response: shape({
    date: date('Date'),
    sums,
    contracts: objects('Contracts', { ...numberedShape, ...feeFigures }, feeMoney),
    hoursWithoutContract: hours('Hours without a contract', { max: 9_999_999 }),
  }),
})

export interface HealthRecord extends RatedRecord {
  readonly allocations: readonly Allocation[]
}
export interface HealthPhase extends FeePhase {
  readonly startDate: string
  readonly endDate: string
  readonly percentComplete: number | null
  readonly records: readonly HealthRecord[]
}
interface Worked {
  readonly date: string
  readonly laborType: LaborType
  readonly hours: number
}
export interface HealthPart {
  readonly phase: HealthPhase | null
  readonly rates: readonly RateRow[]
  readonly worked: readonly Worked[]
}

/** Proportional share, rounded half away from zero. */
const proportionalShare = (total: number, part: number, denominator: number) => {
  const share = Math.floor((2 * Math.abs(total) * part + denominator) / (2 * denominator))
  return total < 0 ? -share : share
}

/** Returns the hours of a month up to a day, spread over its weekdays, or over calendar days if the range has no weekdays. */
function upTo(day: string, { key, hundredths }: Share, range: DateRange): number {
  const { startDate, endDate } = overlappingRange(range, rangeOfMonth(key)) ?? rangeOfMonth(key)
  if (day < startDate) return 0
  if (day >= endDate) return hundredths
  const [done, all] = [countWeekdays(startDate, day), countWeekdays(startDate, endDate)]
  if (all > 0) return proportionalShare(hundredths, done, all)
  return proportionalShare(hundredths, daysBetween(startDate, day) + 1, daysBetween(startDate, endDate) + 1)
}

/** Computes planned hours and cost by day; a record is spread over its months only once. */
function cumulativePlan({ phase, rates }: HealthPart) {
  if (!phase) return { hoursTo: () => 0, costTo: () => 0, lastDay: '' }
  const laid = phase.records.map((record) => ({
    record,
    months: spreadOverMonths(
      {
        hundredths: centsOf(record.hours),
        allocations: record.allocations.map(({ month, hours }) => ({ month, hundredths: centsOf(hours) })),
      },
      phase,
    ),
  }))
  const done = (months: readonly Share[], day: string) => months.reduce((sum, month) => sum + upTo(day, month, phase), 0)
  return {
    hoursTo: (day: string) => laid.reduce((sum, { months }) => sum + done(months, day), 0),
    costTo: (day: string) =>
      sumMoney(laid.map(({ record, months }) => figuresOfRecord({ ...record, hours: done(months, day) / 100 }, rates, phase.type).cost)),
    lastDay: laid.reduce((last, { months }) => {
      const end = lastDayOf(months.at(-1)?.key ?? monthOf(phase.endDate))
      return end > last ? end : last
    }, phase.endDate),
  }
}

/** Actual hours cost the contract's rate for their labor type. */
function costOfWork({ phase, rates, worked }: HealthPart, day: string): number {
  const byType = new Map<LaborType, number>()
  for (const item of worked) if (item.date <= day) byType.set(item.laborType, (byType.get(item.laborType) ?? 0) + centsOf(item.hours))
  const ofContract = { sellRate: null, costRate: null, gaFeePercent: null }
  const type = phase?.type ?? ConstructionPhaseType.SD
  return sumMoney(
    [...byType].map(([laborType, hundredths]) => figuresOfRecord({ laborType, hours: hundredths / 100, ...ofContract }, rates, type).cost),
  )
}
const minus = (value: number, other: number) => dollarsOf(centsOf(value) - centsOf(other))

type Whole = Required<FeeFigures>
type Plan = ReturnType<typeof cumulativePlan>

export function computeFeeHealth(parts: readonly HealthPart[], day: string): Whole {
  const plans = parts.map((part) => ({ part, plan: cumulativePlan(part) }))
  const planned = parts.map(({ phase, rates }) => (phase ? figuresOfPhase(phase, rates) : { hours: 0, revenue: 0, cost: 0 }))
  const plannedHours = sumMoney(planned.map(({ hours }) => hours))
  const plannedToDate = plans.reduce((sum, { plan }) => sum + plan.hoursTo(day), 0) / 100
  const actualHours = sumMoney(parts.flatMap(({ worked }) => worked.filter((item) => item.date <= day).map((item) => item.hours)))
  const remainingHours = minus(plannedHours, plannedToDate)
  const revenue = sumMoney(planned.map((figures) => figures.revenue))
  const plannedCost = sumMoney(planned.map(({ cost }) => cost))
  const plannedCostToDate = sumMoney(plans.map(({ plan }) => plan.costTo(day)))
  const actualCost = sumMoney(parts.map((part) => costOfWork(part, day)))
  const remainingCost = minus(plannedCost, plannedCostToDate)
  const forecastCost = sumMoney([actualCost, remainingCost])
  return {
    plannedHours,
    plannedToDate,
    actualHours,
    remainingHours,
    forecastHours: sumMoney([actualHours, remainingHours]),
    revenue,
    plannedCost,
    plannedCostToDate,
    actualCost,
    remainingCost,
    forecastCost,
    ...earnedBy(parts, day),
    passesOn: Math.max(forecastCost, actualCost) > revenue ? dayPassed(plans, { day, revenue, actualCost, plannedCostToDate }) : null,
  }
}

/** Only includes phases with a percent complete; the cost of others cannot be compared. */
function earnedBy(parts: readonly HealthPart[], day: string): Pick<Whole, 'earned' | 'burnPercent'> {
  const figures = parts.flatMap((part) => {
    const { phase, rates } = part
    if (!phase || phase.percentComplete === null) return []
    const { revenue } = figuresOfPhase(phase, rates)
    return [{ earned: roundedProduct(2, [revenue, phase.percentComplete], 100), cost: costOfWork(part, day) }]
  })
  if (figures.length === 0) return { earned: null, burnPercent: null }
  const earned = sumMoney(figures.map((item) => item.earned))
  const cost = sumMoney(figures.map((item) => item.cost))
  return { earned, burnPercent: earned > 0 ? roundedProduct(1, [cost, 100], earned) : null }
}

interface Passing {
  day: string
  revenue: number
  actualCost: number
  plannedCostToDate: number
}
/** Returns the first day on which cost exceeds revenue: actual cost up to the reference day, planned cost after it. */
function dayPassed(plans: readonly { part: HealthPart; plan: Plan }[], { day, revenue, actualCost, plannedCostToDate }: Passing) {
  const worked = [...new Set(plans.flatMap(({ part }) => part.worked.map((item) => item.date)))].filter((text) => text <= day).sort()
  if (actualCost > revenue) return worked.find((text) => sumMoney(plans.map(({ part }) => costOfWork(part, text))) > revenue) ?? day
  const costOn = (later: string) => minus(sumMoney([actualCost, ...plans.map(({ plan }) => plan.costTo(later))]), plannedCostToDate)
  const last = plans.reduce((end, { plan }) => (plan.lastDay > end ? plan.lastDay : end), day)
  for (let from = addDays(day, 1); from <= last; from = addDays(lastDayOf(monthOf(from)), 1)) {
    const end = lastDayOf(monthOf(from))
    if (costOn(end) <= revenue) continue
    for (let text = from; text <= end; text = addDays(text, 1)) if (costOn(text) > revenue) return text
  }
  return null
}

/** At risk if the forecast cost exceeds revenue or actual cost exceeds earned revenue. */
export const isAtRisk = ({ revenue, forecastCost, burnPercent }: Whole) => forecastCost > revenue || (burnPercent ?? 0) > 100

/** Returns true if changes of the entity may change the fee health of a contract. */
export const affectsFeeHealth = (entity: string) => ['contracts', 'projects', actualHours.entity].includes(entity)
