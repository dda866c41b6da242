import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { type Balances, type MovedBoard, type MovedBoardRow, type RequestedHours, shortageIn } from '../../model/offers/moved-hours.ts'
import { balancesOf, type SourceRecord, sourceRecords } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { monthsOfPeople } from '../planning/public.ts'

export type Problems = Record<string, string[]>

/** Returns why the person cannot move a record's hours, or undefined if they can. */
export function problemOfSource(source: SourceRecord | undefined, projectId: number, userId: string): string | undefined {
  if (!source || source.projectId !== projectId) return 'Only hours of approved contracts of this project can be moved.'
  if (source.userId !== null && source.userId !== userId) return 'These hours belong to someone else.'
  return undefined
}

export async function sourcesById(ctx: Context, ids: readonly number[]): Promise<Map<number, SourceRecord>> {
  const found = ids.length === 0 ? [] : await sourceRecords(ctx, ids)
  return new Map(found.map((source) => [source.id, source]))
}

export const nameOfSource = ({ user, genericName }: SourceRecord) => (user ? fullName(user) : (genericName ?? 'Generic'))

/** Throws if more hours are requested of a record in a month than remain; the message has the remaining hours. */
export function checkBalances(requests: readonly RequestedHours[], sources: ReadonlyMap<number, SourceRecord>, balances: Balances) {
  const short = shortageIn(requests, balances)
  const source = short && sources.get(short.recordId)
  if (!short || !source) return
  const sourceLabel = `${nameOfSource(source)}, ${LaborType.label(source.laborType)}, ${ConstructionPhaseType.label(source.phaseType)} in ${source.contractNumber}`
  throw conflict(
    `Only ${Math.max(0, short.left) / 100} h are left in ${formatMonth(short.month)} of ${sourceLabel}; ${short.hundredths / 100} h are requested.`,
  )
}

export const balancesFor = (ctx: Context, sources: ReadonlyMap<number, SourceRecord>) => balancesOf(ctx, [...sources.values()])

export interface MovedPart {
  key: string
  contract: { id: number; number: string; name: string }
  phaseType: ConstructionPhaseType
  laborType: LaborType
  source: SourceRecord | undefined
  month: string
  /** Negative when hours leave. */
  hours: number
}

interface BoardTexts {
  personId: string
  parts: readonly MovedPart[]
  /** Hours per month the person gains; negative when they leave. */
  ofPerson: readonly { month: string; hours: number }[]
  /** The request is approved, so the hours have already moved. */
  isDone: boolean
}

const addMonthHours = (to: Record<string, number>, month: string, hours: number) => {
  to[month] = (centsOf(to[month] ?? 0) + centsOf(hours)) / 100
}

export async function movedBoard(ctx: Context, { personId, parts, ofPerson, isDone }: BoardTexts): Promise<MovedBoard> {
  const months = [...new Set([...parts, ...ofPerson].map(({ month }) => month))].sort()
  const sources = new Map(parts.flatMap(({ source }) => (source ? [[source.id, source] as const] : [])))
  const [balances, person] = await Promise.all([balancesFor(ctx, sources), loadPersonOnBoard(ctx, personId, months, ofPerson, isDone)])
  const rows = new Map<string, MovedBoardRow>()
  for (const { key, contract, phaseType, laborType, source, month, hours } of parts) {
    const row = rows.get(key) ?? {
      key,
      contract,
      phaseType,
      laborType,
      from: source ? nameOfSource(source) : null,
      left: remainingByMonth(months, source && balances.get(source.id)),
      moved: {},
    }
    rows.set(key, row)
    addMonthHours(row.moved, month, hours)
  }
  return { months, rows: [...rows.values()], person }
}

const remainingByMonth = (months: readonly string[], balance: ReadonlyMap<string, number> | undefined) =>
  balance ? Object.fromEntries(months.map((month) => [month, (balance.get(month) ?? 0) / 100])) : {}

async function loadPersonOnBoard(
  ctx: Context,
  id: string,
  months: readonly string[],
  ofPerson: BoardTexts['ofPerson'],
  isDone: boolean,
): Promise<MovedBoard['person']> {
  const [first, last] = [months[0], months.at(-1)]
  const [person] = first && last ? await monthsOfPeople(ctx, [id], first, last) : []
  if (!person) throw new Error(`The person ${id} of a request is not there`)
  const moved: Record<string, number> = {}
  for (const { month, hours } of ofPerson) addMonthHours(moved, month, hours)
  const only = (hoursIn: (month: string) => number) => Object.fromEntries(months.map((month) => [month, hoursIn(month)]))
  const inAll = (month: string) => centsOf(person.firm[month] ?? 0) + centsOf(person.tentative[month] ?? 0)
  return {
    user: person.user,
    capacity: only((month) => person.capacity[month] ?? 0),
    // If approved, the moved hours are already part of the planned ones.
    planned: only((month) => (inAll(month) - (isDone ? centsOf(moved[month] ?? 0) : 0)) / 100),
    moved,
  }
}

export async function personNamed(ctx: Context, id: string) {
  const [person] = await ctx.rows(
    { name: is.text, isSuspended: is.boolean },
    `select concat_ws(' ', first_name, last_name) as name, is_suspended from people where id = $1 and not is_external_user and not is_deleted`,
    [id],
  )
  return person
}
