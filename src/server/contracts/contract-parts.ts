import { LaborType } from '../../model/access/enums.ts'
import { inTreeOrder } from '../../model/contracts/construction-phases.ts'
import type { ContractStepName } from '../../model/contracts/contract-steps.ts'
import type { ContractEvent } from '../../model/contracts/contracts.ts'
import { CombinedProposalType, ConstructionPhaseType, FeeType, PhaseDateRangeType, PhaseRecordType } from '../../model/contracts/enums.ts'
import { type LaborRate, type RateColumn, rateColumns, ratePermissions } from '../../model/contracts/labor-rates.ts'
import { type Held, moneyMasks } from '../../model/contracts/masks.ts'
import { contractSums, type ExpenseAmounts, type LaborAndExpenses, type RateRow, type ShownSums } from '../../model/contracts/money.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import type { Context } from '../kit/request/context.ts'
import { columnList, is, orNull, personRef, type RowOfShape } from '../kit/sql/row-types.ts'
import { allocationsIn } from './planned.ts'

/** Parts of a contract as stored, without masks, for sums and comparisons. */

const rateRow = { laborType: is.choice(LaborType), sellRate: is.number, costRate: is.number, gaFeePercent: is.number }

export async function ratesOfContract(ctx: Context, contractId: number): Promise<RateRow[]> {
  return (await ratesOfContracts(ctx, [contractId])).get(contractId) ?? []
}

export async function ratesOfContracts(ctx: Context, contractIds: readonly number[]): Promise<Map<number, RateRow[]>> {
  const rows = await ctx.rows(
    { contractId: is.number, ...rateRow },
    `select r.contract_id, ${columnList(rateRow, 'r')} from contract_labor_rates r where r.contract_id = any($1::bigint[]) order by r.labor_type`,
    [contractIds],
  )
  const rates = new Map<number, RateRow[]>()
  for (const { contractId, ...row } of rows) rates.set(contractId, [...(rates.get(contractId) ?? []), inDollars(row)])
  return rates
}

/** Default rates of the firm, one row per labor type; zero if not set. */
export async function defaultRates(ctx: Context): Promise<RateRow[]> {
  const rows = await ctx.rows(rateRow, `select ${columnList(rateRow, 'r')} from dna_labor_rates r`)
  return LaborType.values.map(({ value }) => {
    const known = rows.find(({ laborType }) => laborType === value)
    return known ? inDollars(known) : { laborType: value, sellRate: 0, costRate: 0, gaFeePercent: 0 }
  })
}

const inDollars = ({ sellRate, costRate, ...row }: RateRow): RateRow => ({
  ...row,
  sellRate: dollarsOf(sellRate),
  costRate: dollarsOf(costRate),
})

export function shownRates(rows: readonly RateRow[], held: Held): LaborRate[] {
  const seen = rateColumns.filter((column) => held.has(ratePermissions[column].view))
  return rows.map((row) => {
    const shown: LaborRate = { laborType: row.laborType }
    for (const column of seen) shown[column] = row[column]
    return shown
  })
}
export const seesRate = (column: RateColumn, held: Held) => held.has(ratePermissions[column].view)

const recordRow = {
  id: is.number,
  phaseId: is.number,
  rowVersion: is.number,
  type: is.choice(PhaseRecordType),
  userId: orNull(is.uuid),
  genericName: orNull(is.text),
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  sellRate: orNull(is.number),
  costRate: orNull(is.number),
  gaFeePercent: orNull(is.number),
  sourceRecordId: orNull(is.number),
  note: orNull(is.text),
}

async function loadRecords(ctx: Context, contractId: number) {
  const rows = await ctx.rows(
    { ...recordRow, user: orNull(personRef) },
    `select ${columnList(recordRow, 'r')}, u.person as "user"
     from phase_records r left join people u on u.id = r.user_id where r.contract_id = $1 order by r.id`,
    [contractId],
  )
  return rows.map((row) => ({ ...row, hours: dollarsOf(row.hours), sellRate: dollarsOf(row.sellRate), costRate: dollarsOf(row.costRate) }))
}
export type StoredRecord = Awaited<ReturnType<typeof loadRecords>>[number]

const phaseRow = {
  id: is.number,
  contractId: is.number,
  rowVersion: is.number,
  parentPhaseId: orNull(is.number),
  type: is.choice(ConstructionPhaseType),
  name: is.text,
  dateRangeType: is.choice(PhaseDateRangeType),
  startDate: is.date,
  endDate: is.date,
  discipline: orNull(is.choice(CombinedProposalType)),
  order: is.number,
  feeType: is.choice(FeeType),
  fee: orNull(is.number),
  percentComplete: orNull(is.number),
}

export async function phasesOfContract(ctx: Context, contractId: number) {
  const reading = ctx.rows(phaseRow, `select ${columnList(phaseRow, 'p')} from construction_phases p where p.contract_id = $1`, [
    contractId,
  ])
  const [rows, records] = await Promise.all([reading, loadRecords(ctx, contractId)])
  return inTreeOrder(rows).map((row) => ({
    ...row,
    fee: dollarsOf(row.fee),
    records: records.filter(({ phaseId }) => phaseId === row.id),
  }))
}
export type StoredPhase = Awaited<ReturnType<typeof phasesOfContract>>[number]

export async function expensesOfContract(ctx: Context, contractId: number): Promise<ExpenseAmounts[]> {
  const rows = await ctx.rows(
    { revenue: is.number, cost: is.number },
    'select revenue, cost from direct_expenses where contract_id = $1 and not is_deleted',
    [contractId],
  )
  return rows.map(({ revenue, cost }) => ({ revenue: dollarsOf(revenue), cost: dollarsOf(cost) }))
}

const sumsRow = {
  laborHours: is.number,
  laborRevenue: is.number,
  laborCost: is.number,
  directExpensesRevenue: is.number,
  directExpensesCost: is.number,
}
const nothing: LaborAndExpenses = { laborHours: 0, laborRevenue: 0, laborCost: 0, directExpensesRevenue: 0, directExpensesCost: 0 }

/** Phases, rates, and sums of a contract as stored after a change; hours in hundredths and amounts in cents. */
export interface ContractNow {
  phases: StoredPhase[]
  rates: RateRow[]
  sums: RowOfShape<typeof sumsRow>
  rowVersion: number
}

export async function sumsOfContract({ rows, actor }: Context, contractId: number): Promise<ShownSums> {
  const [stored] = await rows(sumsRow, `select ${columnList(sumsRow, 'c')} from contracts c where c.id = $1`, [contractId])
  return seenSums(stored, actor.held)
}

/** Sums of a contract, limited by permission. Profit and margin reveal revenue and cost, so they require both permissions. */
export function seenSums(stored: ContractNow['sums'] | undefined, held: Held): ShownSums {
  const sums = contractSums(
    stored
      ? {
          laborHours: dollarsOf(stored.laborHours),
          laborRevenue: dollarsOf(stored.laborRevenue),
          laborCost: dollarsOf(stored.laborCost),
          directExpensesRevenue: dollarsOf(stored.directExpensesRevenue),
          directExpensesCost: dollarsOf(stored.directExpensesCost),
        }
      : nothing,
  )
  const [revenue, cost] = [held.has(moneyMasks.revenueSums), held.has(moneyMasks.costSums)]
  const {
    laborHours,
    laborRevenue,
    laborCost,
    directExpensesRevenue,
    directExpensesCost,
    totalRevenue,
    totalCost,
    netProfit,
    marginPercent,
  } = sums
  return {
    laborHours,
    ...(revenue && { laborRevenue, directExpensesRevenue, totalRevenue }),
    ...(cost && { laborCost, directExpensesCost, totalCost }),
    ...(revenue && cost && { netProfit, marginPercent }),
  }
}

const eventRow = {
  action: is.name<ContractStepName | 'Create'>(),
  from: orNull(is.text),
  to: is.text,
  user: orNull(personRef),
  date: is.instant,
  comment: orNull(is.text),
}
export const loadContractHistory = (ctx: Context, contractId: number): Promise<ContractEvent[]> =>
  ctx.rows(
    eventRow,
    `select e.action, e.from_state as "from", e.to_state as "to", u.person as "user", e.date, e.comment
     from contract_events e left join people u on u.id = e.user_id where e.contract_id = $1 order by e.id desc`,
    [contractId],
  )

const counters = { phasesCount: is.number, directExpensesCount: is.number, documentsCount: is.number }
export async function countContractParts(ctx: Context, contractId: number) {
  const [row] = await ctx.rows(
    counters,
    `select (select count(*)::int from construction_phases where contract_id = $1) as "phasesCount",
       (select count(*)::int from direct_expenses where contract_id = $1 and not is_deleted) as "directExpensesCount",
       (select count(*)::int from contract_documents where contract_id = $1) as "documentsCount"`,
    [contractId],
  )
  return row ?? { phasesCount: 0, directExpensesCount: 0, documentsCount: 0 }
}
