import type { ConstructionPhase, PhaseRecord } from '../../model/contracts/construction-phases.ts'
import { type Held, moneyMasks } from '../../model/contracts/masks.ts'
import { addFigures, effectiveRates, figuresOfPhase, figuresOfRecord, type RateRow } from '../../model/contracts/money.ts'
import type { Context } from '../kit/request/context.ts'
import { type ContractNow, phasesOfContract, ratesOfContract, type StoredPhase, type StoredRecord, seenSums } from './contract-parts.ts'

function shownRecord({ userId: _, ...record }: StoredRecord, phase: StoredPhase, rates: readonly RateRow[], held: Held): PhaseRecord {
  const { sellRate, costRate, gaFeePercent, ...plain } = record
  const { revenue, cost } = figuresOfRecord(record, rates, phase.type)
  const effective = effectiveRates(record, rates)
  return {
    ...plain,
    ...(held.has(moneyMasks.sellRate) && { sellRate, effectiveSellRate: effective.sellRate, revenue }),
    ...(held.has(moneyMasks.costRate) && { costRate, effectiveCostRate: effective.costRate, cost }),
    ...(held.has(moneyMasks.gaFeePercent) && { gaFeePercent, effectiveGaFeePercent: effective.gaFeePercent }),
  }
}

function shownPhase(phase: StoredPhase, all: readonly StoredPhase[], rates: readonly RateRow[], held: Held): ConstructionPhase {
  const { fee, records, ...plain } = phase
  const family = [phase, ...all.filter(({ parentPhaseId }) => parentPhaseId === phase.id)]
  const own = figuresOfPhase(phase, rates)
  const total = addFigures(family.map((item) => figuresOfPhase(item, rates)))
  return {
    ...plain,
    shownStartDate: family.map(({ startDate }) => startDate).sort()[0] ?? phase.startDate,
    shownEndDate:
      family
        .map(({ endDate }) => endDate)
        .sort()
        .at(-1) ?? phase.endDate,
    hours: own.hours,
    totalHours: total.hours,
    ...(held.has(moneyMasks.revenueSums) && { fee, revenue: own.revenue, totalRevenue: total.revenue }),
    ...(held.has(moneyMasks.costSums) && { cost: own.cost, totalCost: total.cost }),
    records: records.map((record) => shownRecord(record, phase, rates, held)),
  }
}

const showPhases = (phases: readonly StoredPhase[], rates: readonly RateRow[], held: Held) =>
  phases.map((phase) => shownPhase(phase, phases, rates, held))

export async function shownPhases(ctx: Context, contractId: number): Promise<ConstructionPhase[]> {
  const phases = await phasesOfContract(ctx, contractId)
  return showPhases(phases, await ratesOfContract(ctx, contractId), ctx.actor.held)
}

/** Phases, sums, and row version of the contract, included in write responses to save the page a second request. */
export const shownNow = ({ actor: { held } }: Context, { phases, rates, sums, rowVersion }: ContractNow) => ({
  items: showPhases(phases, rates, held),
  sums: seenSums(sums, held),
  contractRowVersion: rowVersion,
})
