import { LaborType } from '../../model/access/enums.ts'
import { remainingHours, type SpreadInPhase } from '../../model/contracts/balance.ts'
import type { Allocation } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, ContractStatus, PhaseRecordType } from '../../model/contracts/enums.ts'
import { agreedFeeTypes } from '../../model/contracts/fee-terms.ts'
import { centsOf } from '../../model/kit/money.ts'
import { type DateRange, monthWeights, rangeOfMonths, spreadInto, toSpreadRecord } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, personRef, type RowOfShape } from '../kit/sql/row-types.ts'
import { allocationsIn } from './planned.ts'

/** A record whose hours an amendment may move, with its rates in cents. */
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
  user: orNull(personRef),
  genericName: orNull(is.text),
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
  sellRate: is.number,
  costRate: is.number,
  gaFeePercent: is.number,
  /** The contract's rate for the labor type, regardless of the user. */
  contractCostRate: is.number,
}
export type SourceRecord = RowOfShape<typeof sourceRow>

/** Condition for movable hours: positive records in approved contracts that are not archived (domain 9.5). */
const areMovable = `r.hours > 0 and c.status = ${ContractStatus.Approved} and not c.is_archived and not c.is_deleted`

export function sourceRecords(ctx: Context, ids: readonly number[]): Promise<SourceRecord[]> {
  return ctx.rows(
    sourceRow,
    `select r.id, c.id as "contractId", c.number as "contractNumber", c.name as "contractName", c.project_id as "projectId",
       p.type as "phaseType", p.name as "phaseName", r.type, r.user_id as "userId", u.person as "user", r.generic_name as "genericName",
       r.labor_type as "laborType", r.hours, r.allocations, p.start_date as "startDate", p.end_date as "endDate",
       case when p.fee_type in (${agreedFeeTypes.join(', ')}) then 0 else r.sell_rate end as "sellRate",
       r.cost_rate as "costRate", r.ga_fee_percent as "gaFeePercent", cr.cost_rate as "contractCostRate"
     from planned_records r join construction_phases p on p.id = r.phase_id join contracts c on c.id = r.contract_id
       join contract_labor_rates cr on cr.contract_id = c.id and cr.labor_type = r.labor_type left join people u on u.id = r.user_id
     where ${areMovable} and r.id = any($1)
     order by c.number collate natural_order, p.start_date, p.id, r.id`,
    [ids],
  )
}

interface StoredHours {
  hours: number
  allocations: readonly Allocation[]
}
const toSpreadInPhase = (record: StoredHours, { startDate, endDate }: DateRange): SpreadInPhase => ({
  ...toSpreadRecord(record),
  range: { startDate, endDate },
})

async function takenFrom(ctx: Context, where: string, about: number | readonly number[]): Promise<Map<number, SpreadInPhase[]>> {
  const takenRows = await ctx.rows(
    { id: is.number, hours: is.number, allocations: allocationsIn, startDate: is.date, endDate: is.date },
    `select r.source_record_id as id, r.hours, r.allocations, p.start_date, p.end_date
     from phase_records r join contracts c on c.id = r.contract_id join construction_phases p on p.id = r.phase_id
     where ${where} and r.hours < 0 and c.status = ${ContractStatus.Approved} and not c.is_archived and not c.is_deleted`,
    [about],
  )
  const bySource = new Map<number, SpreadInPhase[]>()
  for (const item of takenRows) {
    const known = bySource.get(item.id)
    if (known) known.push(toSpreadInPhase(item, item))
    else bySource.set(item.id, [toSpreadInPhase(item, item)])
  }
  return bySource
}

/** Remaining hours of records by month, in hundredths: their hours minus those taken by amendments (domain 9.5). */
export async function loadBalances(ctx: Context, sources: readonly SourceRecord[]): Promise<Map<number, Map<string, number>>> {
  if (sources.length === 0) return new Map()
  const ids = sources.map(({ id }) => id)
  const takenHours = await takenFrom(ctx, 'r.source_record_id = any($1)', ids)
  return new Map(sources.map((source) => [source.id, remainingHours(toSpreadInPhase(source, source), takenHours.get(source.id) ?? [])]))
}

const listedRow = {
  id: is.number,
  laborType: is.choice(LaborType),
  userId: orNull(is.uuid),
  genericName: orNull(is.text),
  hours: is.number,
  allocations: allocationsIn,
}
const phaseRow = {
  contractId: is.number,
  contractNumber: is.text,
  contractName: is.text,
  phaseType: is.choice(ConstructionPhaseType),
  phaseName: is.text,
  startDate: is.date,
  endDate: is.date,
  user: orNull(personRef),
  records: is.listOf(is.jsonOf(listedRow)),
}

interface HoursFilter {
  projectId: number
  userId: string
  from: string
  to: string
}

/**
 * Hours of a user in a project and unassigned hours, by phase, with the remainder by month. Weights are computed once per phase, because a
 * project may have thousands of records.
 */
export async function hoursLeft(ctx: Context, { projectId, userId, from, to }: HoursFilter) {
  const { startDate, endDate } = rangeOfMonths(from, to)
  const phases = await ctx.rows(
    phaseRow,
    `select c.id as "contractId", c.number as "contractNumber", c.name as "contractName", p.type as "phaseType", p.name as "phaseName",
       p.start_date, p.end_date, (select person from people where id = $2) as "user",
       json_agg(json_build_object('id', r.id, 'laborType', r.labor_type, 'userId', r.user_id, 'genericName', r.generic_name,
         'hours', r.hours, 'allocations', r.allocations) order by r.id) as records
     from contracts c join construction_phases p on p.contract_id = c.id join phase_records r on r.phase_id = p.id
     where ${areMovable} and c.project_id = $1 and (r.user_id is null or r.user_id = $2::uuid) and p.end_date >= $3::date and p.start_date <= $4::date
     group by c.id, p.id order by c.number collate natural_order, p.start_date, p.id`,
    [projectId, userId, startDate, endDate],
  )
  // An amendment belongs to the project whose hours it takes.
  const takenHours = phases.length === 0 ? new Map<number, SpreadInPhase[]>() : await takenFrom(ctx, 'c.project_id = $1', projectId)
  return phases.map(({ records, user, ...phase }) => {
    const weights = monthWeights(phase)
    return {
      ...phase,
      records: records.map(({ id, laborType, userId: ofUser, genericName, hours, allocations }) => {
        const months: Record<string, number> = {}
        const add = (key: string, hundredths: number) => {
          if (hundredths > 0 && from <= key && key <= to) months[key] = hundredths / 100
        }
        const own = takenHours.get(id)
        if (own) for (const [key, hundredths] of remainingHours(toSpreadInPhase({ hours, allocations }, phase), own)) add(key, hundredths)
        else if (allocations.length > 0) for (const allocation of allocations) add(allocation.month, centsOf(allocation.hours))
        else spreadInto(hours, weights, (at, hundredths) => add(weights[at]?.key ?? '', hundredths))
        return { id, laborType, user: ofUser === null ? null : user, genericName, months }
      }),
    }
  })
}

export async function amendableContracts(ctx: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  return ctx.rows(
    { id: is.number, number: is.text, name: is.text, projectId: is.number },
    `select id, number, name, project_id from contracts
     where id = any($1) and status = ${ContractStatus.Approved} and not is_archived and not is_deleted`,
    [ids],
  )
}
