import { LaborType } from '../../model/access/enums.ts'
import { balanceOf } from '../../model/contracts/balance.ts'
import type { Allocation } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, ContractStatus, FeeType, PhaseRecordType } from '../../model/contracts/enums.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { DateRange } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'

/** A record whose hours an amendment may take, with what an hour of it sells for and costs, in cents. */
const sourceRow = {
  id: is.number,
  contractId: is.number,
  contractNumber: is.text,
  contractName: is.text,
  projectId: is.number,
  phaseType: is.choice(ConstructionPhaseType),
  phaseName: is.text,
  type: is.choice(PhaseRecordType),
  userId: orNull(is.uuid),
  user: orNull(is.json<UserRef>()),
  genericName: orNull(is.text),
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: is.json<Allocation[]>(),
  startDate: is.date,
  endDate: is.date,
  sellRate: is.number,
  costRate: is.number,
  gaFeePercent: is.number,
  /** What the contract says of the labor type, whoever does the work. */
  contractCostRate: is.number,
}
export type SourceRecord = RowIn<typeof sourceRow>

interface AskedSources {
  ids?: readonly number[]
  projectId?: number
  /** Hours of this person and those nobody is named for. */
  userId?: string
  /** Only what touches these days. */
  range?: DateRange
}

/** Hours that may be moved: records above zero in approved contracts that are not archived (domain 9.5). */
export function sourceRecords(ctx: Context, { ids, projectId, userId, range }: AskedSources): Promise<SourceRecord[]> {
  const { Fixed, NotToExceed } = FeeType.of
  return ctx.rows(
    sourceRow,
    `select r.id, c.id as "contractId", c.number as "contractNumber", c.name as "contractName", c.project_id as "projectId",
       p.type as "phaseType", p.name as "phaseName", r.type, r.user_id as "userId", u.person as "user", r.generic_name as "genericName",
       r.labor_type as "laborType", r.hours, r.allocations, p.start_date as "startDate", p.end_date as "endDate",
       case when p.fee_type in (${Fixed}, ${NotToExceed}) then 0 else coalesce(r.sell_rate, cr.sell_rate) end as "sellRate",
       coalesce(r.cost_rate, cr.cost_rate) as "costRate", coalesce(r.ga_fee_percent, cr.ga_fee_percent) as "gaFeePercent",
       cr.cost_rate as "contractCostRate"
     from phase_records r join construction_phases p on p.id = r.phase_id join contracts c on c.id = r.contract_id
       join contract_labor_rates cr on cr.contract_id = c.id and cr.labor_type = r.labor_type left join people u on u.id = r.user_id
     where r.hours > 0 and c.status = ${ContractStatus.of.Approved} and not c.is_archived and not c.is_deleted
       and ($1::bigint[] is null or r.id = any($1)) and ($2::bigint is null or c.project_id = $2)
       and ($3::uuid is null or r.user_id is null or r.user_id = $3)
       and ($4::date is null or p.end_date >= $4) and ($5::date is null or p.start_date <= $5)
     order by c.number collate natural_order, p.start_date, p.id, r.id`,
    [ids ?? null, projectId ?? null, userId ?? null, range?.startDate ?? null, range?.endDate ?? null],
  )
}

const spread = ({ hours, allocations, startDate, endDate }: Pick<SourceRecord, 'hours' | 'allocations' | 'startDate' | 'endDate'>) => ({
  hundredths: hours,
  allocations: allocations.map((one) => ({ month: one.month, hundredths: centsOf(one.hours) })),
  range: { startDate, endDate },
})

const takenRow = { id: is.number, hours: is.number, allocations: is.json<Allocation[]>(), startDate: is.date, endDate: is.date }

/** What is left of these records in each month, in hundredths: their hours without what amendments take (domain 9.5). */
export async function balancesOf(ctx: Context, sources: readonly SourceRecord[]): Promise<Map<number, Map<string, number>>> {
  if (sources.length === 0) return new Map()
  const taken = await ctx.rows(
    takenRow,
    `select r.source_record_id as id, r.hours, r.allocations, p.start_date as "startDate", p.end_date as "endDate"
     from phase_records r join contracts c on c.id = r.contract_id join construction_phases p on p.id = r.phase_id
     where r.source_record_id = any($1) and r.hours < 0 and c.status = ${ContractStatus.of.Approved} and not c.is_archived and not c.is_deleted`,
    [sources.map(({ id }) => id)],
  )
  const bySource = new Map<number, ReturnType<typeof spread>[]>()
  for (const one of taken) bySource.set(one.id, [...(bySource.get(one.id) ?? []), spread(one)])
  return new Map(sources.map((source) => [source.id, balanceOf(spread(source), bySource.get(source.id) ?? [])]))
}

/** Approved contracts of a project that are not archived: hours can be added at their rates. */
export const amendableContracts = (ctx: Context, ids: readonly number[]) =>
  ctx.rows(
    { id: is.number, number: is.text, name: is.text, projectId: is.number },
    `select id, number, name, project_id as "projectId" from contracts
     where id = any($1) and status = ${ContractStatus.of.Approved} and not is_archived and not is_deleted`,
    [ids],
  )
