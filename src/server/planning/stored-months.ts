import type { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus, FeeType } from '../../model/contracts/enums.ts'
import { billingOf } from '../../model/contracts/fee-terms.ts'
import { addCost, addRevenue, type BoardFeePhase, type BoardRecord, type ExactSums, exactSums } from '../../model/planning/board-money.ts'
import { columnNumber, columnRanges, spreaderOver } from '../../model/planning/board-spread.ts'
import type { Granularity } from '../../model/planning/enums.ts'
import { type Context, perApp } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { feeRecordParts, feeRecordRow, toBoardRecord } from './fee-records.ts'

/**
 * Hours of contracts per month or week, cached in memory. Without the cache, firm boards and workload would spread tens of thousands of
 * records each time. Every change raises the contract's version, so a value stays valid for its version on every node.
 */
export interface ContractMonths {
  rowVersion: number
  /** Number of the first month or week of the contract's phases. */
  first: number
  count: number
  /** Months by labor type; a fee without hours has the key `noType`. */
  types: ReadonlyMap<LaborType | typeof noType, TypeMonths>
  people: readonly PersonMonths[]
}
export interface TypeMonths {
  hours: number[]
  revenue: ExactSums
  cost: ExactSums
}
interface PersonMonths {
  userId: string
  hours: number[]
}
export const noType = 0

const recordRow = { ...feeRecordRow, userId: orNull(is.uuid) }
type ListedRecord = BoardRecord & { userId: string | null }
const phaseRow = {
  contractId: is.number,
  type: is.choice(ConstructionPhaseType),
  feeType: is.choice(FeeType),
  fee: orNull(is.number),
  startDate: is.date,
  endDate: is.date,
  records: orNull(is.listOf(is.jsonOf(recordRow))),
}

async function loadPhases(ctx: Context, contractIds: readonly number[]) {
  const rows = await ctx.rows(
    phaseRow,
    `select ph.contract_id, ph.type, ph.fee_type, ph.fee, ph.start_date, ph.end_date,
       json_agg(json_build_object(${feeRecordParts({ revenue: true, cost: true })}, 'userId', r.user_id) order by r.id) filter (where r.id is not null) as records
     from planned_phases ph left join planned_records r on r.phase_id = ph.id
     where ph.contract_id = any($1::bigint[])
     group by ph.id, ph.contract_id, ph.type, ph.fee_type, ph.fee, ph.start_date, ph.end_date`,
    [contractIds],
  )
  return rows.map(({ contractId, startDate, endDate, records, ...phase }) => ({
    contractId,
    phase: {
      ...phase,
      range: { startDate, endDate },
      records: (records ?? []).map(({ userId, ...record }) => ({ ...toBoardRecord(record), userId })),
    },
  }))
}
type Phase = BoardFeePhase & { records: readonly ListedRecord[] }

function createContractMonths(rowVersion: number, phases: readonly Phase[], granularity: Granularity): ContractMonths {
  const first = phases.reduce((day, { range }) => (range.startDate < day ? range.startDate : day), phases[0]?.range.startDate ?? '')
  const last = phases.reduce((day, { range }) => (range.endDate > day ? range.endDate : day), '')
  if (phases.length === 0) return { rowVersion, first: 0, count: 0, types: new Map(), people: [] }
  const cut = (day: string) => (granularity === 'month' ? day.slice(0, 7) : day)
  const keys = columnRanges(cut(first), cut(last), granularity).map(({ key }) => key)
  const over = spreaderOver(keys, granularity)
  const none = () => new Array<number>(keys.length).fill(0)
  const types = new Map<LaborType | typeof noType, TypeMonths>()
  const people = new Map<string, PersonMonths>()
  const typed = (type: LaborType | typeof noType) => {
    const there = types.get(type) ?? { hours: none(), revenue: exactSums(keys.length), cost: exactSums(keys.length) }
    types.set(type, there)
    return there
  }
  for (const phase of phases) {
    for (const record of phase.records) {
      const { userId, laborType } = record
      const { hours, cost } = typed(laborType)
      const own = userId === null ? undefined : (people.get(userId) ?? { userId, hours: none() })
      if (own) people.set(own.userId, own)
      over.spread(record, phase.range, (at, hundredths) => {
        hours[at] = (hours[at] ?? 0) + hundredths
        if (own) own.hours[at] = (own.hours[at] ?? 0) + hundredths
      })
      addCost(cost, phase, record, over)
    }
    for (const type of new Set(phase.records.map(({ laborType }) => laborType))) {
      const records = phase.records.map((record) => ({ ...record, isCounted: record.laborType === type }))
      addRevenue(typed(type).revenue, { ...phase, records }, over, false)
    }
    const ofFee = phase.records.map((record) => ({ ...record, isCounted: false }))
    if (billingOf(phase).by === 'fixed') addRevenue(typed(noType).revenue, { ...phase, records: ofFee }, over, true)
  }
  return { rowVersion, first: columnNumber(keys[0] ?? '', granularity), count: keys.length, types, people: [...people.values()] }
}

/** Cached contracts; the least recently used are evicted first. */
const most = 20_000
/** Small batches let other requests run in between. */
const batch = 200
const keptOf = perApp((): Record<Granularity, Map<number, ContractMonths>> => ({ month: new Map(), week: new Map() }))

/** Returns the months of these contracts in input order; reads missing ones in batches. */
async function contractMonths(
  ctx: Context,
  contracts: readonly { id: number; rowVersion: number }[],
  granularity: Granularity,
): Promise<(ContractMonths | undefined)[]> {
  const cached = keptOf(ctx.services)[granularity]
  const found = contracts.map(({ id, rowVersion }) => {
    const known = cached.get(id)
    return known?.rowVersion === rowVersion ? known : undefined
  })
  const missing = [...contracts.entries()].filter(([index]) => !found[index])
  for (let from = 0; from < missing.length; from += batch) {
    const some = missing.slice(from, from + batch)
    const ids = some.map(([, { id }]) => id)
    const phases = new Map<number, Phase[]>(ids.map((id) => [id, []]))
    for (const { contractId, phase } of await loadPhases(ctx, ids)) phases.get(contractId)?.push(phase)
    for (const [index, { id, rowVersion }] of some) {
      const computed = createContractMonths(rowVersion, phases.get(id) ?? [], granularity)
      found[index] = computed
      cached.delete(id)
      cached.set(id, computed)
    }
  }
  for (const id of cached.keys()) {
    if (cached.size <= most) break
    cached.delete(id)
  }
  return found
}

export function overlapWith({ first, count }: ContractMonths, from: number, columns: number) {
  const ahead = first - from
  return { ahead, begin: Math.max(0, -ahead), end: Math.min(count, columns - ahead) }
}

/**
 * Contract ids with version and status as one text: `12 3 1` is contract 12, version 3, draft. Equal texts have equal sums. `c` is the
 * contract.
 */
export const contractsAsText = `string_agg(concat_ws(' ', c.id, c.row_version, c.status), ',' order by c.id) as contracts`
export const contractsRow = { contracts: orNull(is.text) }

interface Version {
  id: number
  rowVersion: number
  isTentative: boolean
}
const versionsIn = (contracts: string) =>
  contracts.split(',').map((part): Version => {
    const [id, rowVersion, status] = part.split(' ').map(Number)
    return { id: id ?? 0, rowVersion: rowVersion ?? 0, isTentative: status !== ContractStatus.Approved }
  })

/** Cached sums per kind; the oldest are evicted first. */
const mostSums = 30

/** Returns a function that sums contracts and caches the result; `cacheKey` identifies the sum. Callers must not modify the result. */
export function keepingSums<T>() {
  const keptBy = new WeakMap<object, Map<string, T>>()
  return async (
    ctx: Context,
    { contracts, cacheKey, granularity }: { contracts: string; cacheKey: string; granularity: Granularity },
    add: (all: readonly { months: ContractMonths; isTentative: boolean }[]) => T,
  ): Promise<T> => {
    const cache = keptBy.get(ctx.services) ?? new Map<string, T>()
    keptBy.set(ctx.services, cache)
    const key = `${cacheKey}: ${contracts}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const versions = contracts === '' ? [] : versionsIn(contracts)
    const found = await contractMonths(ctx, versions, granularity)
    const sums = add(versions.flatMap(({ isTentative }, index) => (found[index] ? [{ months: found[index], isTentative }] : [])))
    cache.set(key, sums)
    for (const oldest of cache.keys()) {
      if (cache.size <= mostSums) break
      cache.delete(oldest)
    }
    return sums
  }
}
