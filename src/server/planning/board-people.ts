import { LaborType } from '../../model/access/enums.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { columnNumber, type Spreader } from '../../model/planning/board-spread.ts'
import type { BoardPerson } from '../../model/planning/boards.ts'
import type { Granularity } from '../../model/planning/enums.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import { capacitiesOver, type WorkingTime } from '../../model/planning/working-time.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'
import type { BoardTime } from './board-time.ts'
import { type ContractMonths, contractsAsText, contractsRow, keepingSums, overlapWith } from './stored-months.ts'
import { loadWorkingTimes } from './working-times.ts'

/** Hours per column, in whole hundredths. */
export interface Load {
  firm: Map<string, number>
  tentative: Map<string, number>
}
interface CountedLoad {
  laborTypes: readonly LaborType[] | null
  statuses?: readonly ContractStatus[] | null
}

/**
 * Capacity and planned hours as workload counts them: in every active project, visible or not, because a person's free time does not depend
 * on the viewer (domain 4.3). Boards count only visible labor types.
 */
export async function loadWorkload(
  ctx: Context,
  userIds: readonly string[],
  { laborTypes, statuses }: CountedLoad,
  time: BoardTime,
  over: Spreader,
): Promise<Map<string, Load>> {
  const rows = await ctx.rows(
    {
      userId: is.uuid,
      status: is.choice(ContractStatus),
      hours: is.number,
      allocations: allocationsIn,
      startDate: is.date,
      endDate: is.date,
    },
    `select r.user_id, c.status, r.hours, r.allocations, ph.start_date, ph.end_date
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id
     where r.user_id = any($1::uuid[]) and ($2::smallint[] is null or r.labor_type = any($2)) and ph.end_date >= $3::date and ph.start_date <= $4::date
       and ($5::smallint[] is null or c.status = any($5)) and p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active})`,
    [userIds, laborTypes, time.first, time.last, statuses ?? null],
  )
  const loads = new Map(userIds.map((id): [string, Load] => [id, { firm: new Map(), tentative: new Map() }]))
  for (const { userId, status, hours, allocations, ...range } of rows) {
    const load = loads.get(userId)
    const sums = status === ContractStatus.Approved ? load?.firm : load?.tentative
    over.spread(toSpreadRecord({ hours, allocations }), range, (at, hundredths) => {
      const key = time.keys[at]
      if (key !== undefined) sums?.set(key, (sums.get(key) ?? 0) + hundredths)
    })
  }
  return loads
}

const keptLoads = keepingSums<ReadonlyMap<string, Load>>()

/** Like `loadWorkload`, for all people, from cached contract data; faster for more than a few people. */
export async function loadOfAll(
  ctx: Context,
  statuses: readonly ContractStatus[] | null,
  time: BoardTime,
): Promise<ReadonlyMap<string, Load>> {
  const { keys, granularity } = time
  const found = await ctx.rows(
    contractsRow,
    `select ${contractsAsText} from planned_contracts c join living_projects p on p.id = c.project_id
     where p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active}) and ($1::smallint[] is null or c.status = any($1))`,
    [statuses],
  )
  const cacheKey = `${granularity} ${keys[0]} ${keys.length}`
  return keptLoads(ctx, { contracts: onlyRow(found).contracts ?? '', cacheKey, granularity }, (all) => loadsIn(all, keys, granularity))
}

type Sums = (number | undefined)[]
function loadsIn(all: readonly { months: ContractMonths; isTentative: boolean }[], keys: readonly string[], granularity: Granularity) {
  const from = columnNumber(keys[0] ?? '', granularity)
  const sums = { firm: new Map<string, Sums>(), tentative: new Map<string, Sums>() }
  for (const { months, isTentative } of all) {
    const { ahead, begin, end } = overlapWith(months, from, keys.length)
    const target = isTentative ? sums.tentative : sums.firm
    for (const { userId, hours } of begin < end ? months.people : []) {
      const own = target.get(userId) ?? new Array<number | undefined>(keys.length).fill(undefined)
      target.set(userId, own)
      for (let at = begin; at < end; at++) if (hours[at]) own[at + ahead] = (own[at + ahead] ?? 0) + (hours[at] ?? 0)
    }
  }
  const mapped = (own: Sums | undefined) =>
    new Map(
      (own ?? []).flatMap((hundredths, index): [string, number][] => (hundredths === undefined ? [] : [[keys[index] ?? '', hundredths]])),
    )
  const ids = new Set([...sums.firm.keys(), ...sums.tentative.keys()])
  return new Map([...ids].map((id) => [id, { firm: mapped(sums.firm.get(id)), tentative: mapped(sums.tentative.get(id)) }]))
}

export const hoursByKey = (hundredths: ReadonlyMap<string, number> | undefined) =>
  Object.fromEntries([...(hundredths ?? [])].map(([key, value]) => [key, value / 100]))

interface PersonOnBoard {
  user: UserRef
  laborType: LaborType | null
}
export function createBoardPerson(
  { user, laborType }: PersonOnBoard,
  own: WorkingTime,
  capacity: ReadonlyMap<string, number> | undefined,
  load: Load | undefined,
  time: BoardTime,
): BoardPerson {
  return {
    user,
    laborType,
    capacity: hoursByKey(capacity),
    firm: hoursByKey(load?.firm),
    tentative: hoursByKey(load?.tentative),
    absences: own.absences.map(({ fromDate, toDate, fromHalf, toHalf }) => ({ fromDate, toDate, fromHalf, toHalf })),
    holidays: own.holidays.filter(({ date }) => time.first <= date && date <= time.last),
  }
}

/** People by name with capacity and load per column. Without `laborTypes` no hours are returned. */
export async function boardPeople(
  ctx: Context,
  userIds: readonly string[],
  laborTypes: readonly LaborType[] | null,
  time: BoardTime,
  over: Spreader,
): Promise<BoardPerson[]> {
  if (userIds.length === 0) return []
  const people = await ctx.rows(
    { id: is.uuid, user: personRef, laborType: orNull(is.choice(LaborType)) },
    `select u.id, u.person as "user", u.default_labor_type as "laborType" from people u
     where u.id = any($1::uuid[]) and not u.is_external_user and not u.is_deleted order by u.last_name, u.first_name, u.id`,
    [userIds],
  )
  const ids = people.map(({ id }) => id)
  const [times, loads] = await Promise.all([
    loadWorkingTimes(ctx, ids, time.first, time.last),
    laborTypes ? loadWorkload(ctx, ids, { laborTypes }, time, over) : undefined,
  ])
  const capacities = capacitiesOver(times, time.days)
  return people.map((person) =>
    createBoardPerson(person, times.get(person.id) ?? nothingKnown, capacities.get(person.id), loads?.get(person.id), time),
  )
}
/** Working time of a person who was just deleted. */
export const nothingKnown: WorkingTime = { own: [], firm: [], holidays: [], absences: [] }
