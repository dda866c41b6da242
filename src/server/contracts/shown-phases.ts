import type { ConstructionPhase, PhaseRecord } from '../../model/contracts/construction-phases.ts'
import { type Held, moneyMasks } from '../../model/contracts/masks.ts'
import { addFigures, effectiveRates, figuresOfPhase, figuresOfRecord, type RateRow } from '../../model/contracts/money.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { phasesOfContract, ratesOfContract, type StoredPhase, type StoredRecord, sumsOfContract } from './contract-parts.ts'

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

export async function shownPhases(ctx: Context, contractId: number): Promise<ConstructionPhase[]> {
  const phases = await phasesOfContract(ctx, contractId)
  const rates = await ratesOfContract(ctx, contractId)
  return phases.map((phase) => shownPhase(phase, phases, rates, ctx.actor.held))
}

/** Sums and row version of the contract, included in write responses to save the page a second request. */
export async function contractNow(ctx: Context, contractId: number) {
  const [row] = await ctx.rows(
    { contractRowVersion: is.number },
    'select row_version as "contractRowVersion" from contracts where id = $1',
    [contractId],
  )
  return { sums: await sumsOfContract(ctx, contractId), contractRowVersion: row?.contractRowVersion ?? 0 }
}
