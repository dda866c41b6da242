import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractOrigin, ContractStatus, FeeType } from '../../model/contracts/enums.ts'
import { type Held, moneyMasks } from '../../model/contracts/masks.ts'
import {
  computeFeeHealth,
  type FeeFigures,
  type HealthPart,
  type HealthPhase,
  isAtRisk,
  readContractHealth,
  readProjectHealth,
} from '../../model/hours/fee-health.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { allocationsIn, contracts, ratesOfContracts } from '../contracts/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'

const recordRow = {
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  sellRate: is.number,
  costRate: is.number,
  gaFeePercent: is.number,
}
const phaseRow = {
  id: is.number,
  contractId: is.number,
  name: is.text,
  type: is.choice(ConstructionPhaseType),
  feeType: is.choice(FeeType),
  fee: orNull(is.number),
  startDate: is.date,
  endDate: is.date,
  percentComplete: orNull(is.number),
  records: orNull(is.listOf(is.jsonOf(recordRow))),
}
interface NamedPhase extends HealthPhase {
  id: number
  contractId: number
  name: string
}
async function loadPhases(ctx: Context, contractIds: readonly number[]): Promise<NamedPhase[]> {
  const rows = await ctx.rows(
    phaseRow,
    `select ph.id, ph.contract_id, ph.name, ph.type, ph.fee_type, ph.fee, ph.start_date,
       ph.end_date, ph.percent_complete, (select json_agg(json_build_object('laborType', r.labor_type,
         'hours', r.hours, 'allocations', r.allocations, 'sellRate', r.sell_rate, 'costRate', r.cost_rate, 'gaFeePercent', r.ga_fee_percent) order by r.id) from planned_records r where r.phase_id = ph.id) as records
     from planned_phases ph left join planned_phases parent on parent.id = ph.parent_phase_id where ph.contract_id = any($1::bigint[])
     order by ph.contract_id, coalesce(parent."order", ph."order"), coalesce(parent.id, ph.id), ph.parent_phase_id is not null, ph."order", ph.id`,
    [contractIds],
  )
  return rows.map(({ fee, records, ...phase }) => ({
    ...phase,
    fee: dollarsOf(fee),
    records: (records ?? []).map(({ hours, sellRate, costRate, ...record }) => ({
      ...record,
      hours: dollarsOf(hours),
      sellRate: dollarsOf(sellRate),
      costRate: dollarsOf(costRate),
    })),
  }))
}

const loadActualHours = (ctx: Context, contractIds: readonly number[], day: string) =>
  ctx.rows(
    { contractId: is.number, phaseId: orNull(is.number), laborType: is.choice(LaborType), date: is.date, hundredths: is.number },
    `select h.contract_id, h.phase_id, h.labor_type, h.date, sum(h.hours)::bigint as hundredths
     from actual_hours h where h.contract_id = any($1::bigint[]) and h.date <= $2::date and not h.is_deleted group by 1, 2, 3, 4 order by 4`,
    [contractIds, day],
  )

interface NamedPart extends HealthPart {
  contractId: number
  phase: NamedPhase | null
}
/** Loads phases, rates, and actual hours in three statements, regardless of the number of contracts. */
async function loadParts(ctx: Context, contractIds: readonly number[], day: string): Promise<NamedPart[]> {
  const phases = await loadPhases(ctx, contractIds)
  const rates = await ratesOfContracts(ctx, contractIds)
  const worked = await loadActualHours(ctx, contractIds, day)
  const ids = new Set(phases.map(({ id }) => id))
  const byPhase = new Map<string, { date: string; laborType: LaborType; hours: number }[]>()
  for (const { contractId, phaseId, hundredths, ...one } of worked) {
    const key = `${contractId} ${phaseId !== null && ids.has(phaseId) ? phaseId : ''}`
    const there = byPhase.get(key) ?? []
    there.push({ ...one, hours: hundredths / 100 })
    byPhase.set(key, there)
  }
  const ratesIn = (id: number) => rates.get(id) ?? []
  return [
    ...phases.map((phase) => ({
      contractId: phase.contractId,
      phase,
      rates: ratesIn(phase.contractId),
      worked: byPhase.get(`${phase.contractId} ${phase.id}`) ?? [],
    })),
    ...contractIds.flatMap((contractId) => {
      const loose = byPhase.get(`${contractId} `)
      return loose ? [{ contractId, phase: null, rates: ratesIn(contractId), worked: loose }] : []
    }),
  ]
}

/** Removes figures the user may not see. A figure that reveals both revenue and cost needs both permissions (domain 3.4). */
function maskFigures(health: Required<FeeFigures>, held: Held): FeeFigures {
  const { revenue, earned, plannedCost, plannedCostToDate, actualCost, remainingCost, forecastCost, burnPercent, passesOn, ...ofHours } =
    health
  const [seesRevenue, seesCost] = [held.has(moneyMasks.revenueSums), held.has(moneyMasks.costSums)]
  return {
    ...ofHours,
    ...(seesRevenue && { revenue, earned }),
    ...(seesCost && { plannedCost, plannedCostToDate, actualCost, remainingCost, forecastCost }),
    ...(seesRevenue && seesCost && { burnPercent, passesOn }),
  }
}
const actualHoursTotal = (parts: readonly HealthPart[]) =>
  computeFeeHealth(
    parts.map((part) => ({ ...part, phase: null })),
    '9999-12-31',
  ).actualHours

async function contractHealth(ctx: Context, id: number, day: string) {
  const contract = await contracts.get(ctx, id)
  const parts = await loadParts(ctx, [contract.id], day)
  const { held } = ctx.actor
  return {
    date: day,
    sums: maskFigures(computeFeeHealth(parts, day), held),
    phases: parts.flatMap((part) => {
      const { phase } = part
      if (!phase) return []
      const { id: phaseId, name, type, feeType, fee, percentComplete } = phase
      const seen = held.has(moneyMasks.revenueSums) ? { fee } : {}
      return [{ phaseId, name, type, feeType, ...seen, percentComplete, ...maskFigures(computeFeeHealth([part], day), held) }]
    }),
    hoursWithoutPhase: actualHoursTotal(parts.filter(({ phase }) => phase === null)),
  }
}

const contractRow = { id: is.number, name: is.text, number: is.text, projectId: is.number, projectName: is.text }
const contractColumns = 'c.id, c.name, c.number, p.id as "projectId", p.name as "projectName"'

async function projectHealth(ctx: Context, id: number, day: string) {
  const project = await getProject(ctx, id)
  const approved = await ctx.rows(
    contractRow,
    `select ${contractColumns} from planned_contracts c join living_projects p on p.id = c.project_id
     where p.id = $1 and c.status = ${ContractStatus.Approved} order by c.number collate natural_order`,
    [project.id],
  )
  const parts = await loadParts(
    ctx,
    approved.map((item) => item.id),
    day,
  )
  const [loose] = await ctx.rows(
    { hours: is.number },
    `select coalesce(sum(h.hours), 0) / 100.0 as hours from actual_hours h
     where h.project_id = $1 and h.contract_id is null and h.date <= $2::date and not h.is_deleted`,
    [project.id, day],
  )
  const { held } = ctx.actor
  return {
    date: day,
    sums: maskFigures(computeFeeHealth(parts, day), held),
    contracts: approved.map(({ id: contractId, name, number }) => {
      const own = parts.filter((part) => part.contractId === contractId)
      return { id: contractId, name, number, ...maskFigures(computeFeeHealth(own, day), held) }
    }),
    hoursWithoutContract: loose?.hours ?? 0,
  }
}

/**
 * Approved contracts of visible open projects that may cost more than they earn, largest loss first. Excludes automated contracts from
 * offers and shifts: they move hours between contracts and have no fee.
 */
export async function listContractsAtRisk(ctx: Context, count: number) {
  const day = todayUtc()
  const candidates = await ctx.rows(
    contractRow,
    `select ${contractColumns} from planned_contracts c join living_projects p on p.id = c.project_id
     where c.status = ${ContractStatus.Approved} and c.origin <> ${ContractOrigin.Automated} and p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active}) and visible(p)
       and (c.labor_cost > c.labor_revenue or exists (select from actual_hours h where h.contract_id = c.id and not h.is_deleted))`,
  )
  const parts = new Map<number, NamedPart[]>(candidates.map(({ id }) => [id, []]))
  for (const part of await loadParts(ctx, [...parts.keys()], day)) parts.get(part.contractId)?.push(part)
  const atRisk = candidates.flatMap(({ id, name, number, projectId, projectName }) => {
    const health = computeFeeHealth(parts.get(id) ?? [], day)
    if (!isAtRisk(health)) return []
    const { revenue, forecastCost, burnPercent, passesOn } = health
    return [{ id, name, number, project: { id: projectId, name: projectName }, revenue, forecastCost, burnPercent, passesOn }]
  })
  const lost = ({ revenue, forecastCost }: { revenue: number; forecastCost: number }) => forecastCost - revenue
  return { items: atRisk.toSorted((a, b) => lost(b) - lost(a) || a.id - b.id).slice(0, count), total: atRisk.length }
}

export const feeHealthRoutes: Route[] = [
  defineRoute(readContractHealth, (ctx, { params, query }) => contractHealth(ctx, params.id, query.date ?? todayUtc())),
  defineRoute(readProjectHealth, (ctx, { params, query }) => projectHealth(ctx, params.id, query.date ?? todayUtc())),
]
