import { mostHoursADay } from '../../model/hours/actual-hours.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

interface HoursOfDay {
  userId: string
  date: string
  hundredths: number
}

/** Serializes writes of people's hours, so that concurrent requests cannot exceed the limit of a day together. Locks in one order. */
export async function lockHoursOf(ctx: Context, ...userIds: string[]) {
  for (const userId of [...new Set(userIds)].sort())
    await ctx.run(`select pg_advisory_xact_lock(hashtext('actual hours'), hashtext($1))`, [userId])
}

const dayKey = ({ userId, date }: { userId: string; date: string }) => `${userId} ${date}`

/** Returns the hundredths of hours stored on the days of the entries, without the stored rows with the given ids. */
async function storedTotals(ctx: Context, entries: readonly HoursOfDay[], exceptIds: readonly number[]): Promise<Map<string, number>> {
  const stored = await ctx.rows(
    { userId: is.uuid, date: is.date, hundredths: is.number },
    `select h.user_id as "userId", h.date, sum(h.hours)::int as hundredths from actual_hours h
     where (h.user_id, h.date) in (select x."userId", x.date from jsonb_to_recordset($1) as x("userId" uuid, date date))
       and h.id <> all($2::bigint[]) and not h.is_deleted group by 1, 2`,
    [JSON.stringify(entries.map(({ userId, date }) => ({ userId, date }))), exceptIds],
  )
  return new Map(stored.map((row) => [dayKey(row), row.hundredths]))
}

function dayLimitProblem({ date }: HoursOfDay, total: number): string | undefined {
  if (total <= centsOf(mostHoursADay)) return undefined
  return `${formatDate(date)} would have ${total / 100} hours. A day has at most ${mostHoursADay}.`
}

/**
 * Returns a problem text for each of the entries whose day would have more than 24 hours. The entries replace the stored rows with the given
 * ids, and are added to all other hours of the person on that day.
 */
export async function dayLimitProblems(
  ctx: Context,
  entries: readonly HoursOfDay[],
  replacedIds: readonly number[],
): Promise<(string | undefined)[]> {
  const totals = await storedTotals(ctx, entries, replacedIds)
  for (const entry of entries) totals.set(dayKey(entry), (totals.get(dayKey(entry)) ?? 0) + entry.hundredths)
  return entries.map((entry) => dayLimitProblem(entry, totals.get(dayKey(entry)) ?? 0))
}

/** An entry to store, and the stored row that it replaces. */
interface ReplacingHours extends HoursOfDay {
  old?: HoursOfDay & { id: number }
}

/**
 * Leaves out entries until no day has more than 24 hours; earlier entries take precedence. The stored row of such an entry stays. An entry
 * that adds no hours to its day is never left out, so hours stored before the limit existed can be lowered.
 */
export async function splitByDayLimit<E extends ReplacingHours>(ctx: Context, entries: readonly E[]) {
  const days = entries.flatMap((entry) => (entry.old ? [entry, entry.old] : [entry]))
  const replacedIds = entries.flatMap(({ old }) => old?.id ?? [])
  const totals = await storedTotals(ctx, days, replacedIds)
  const totalOf = (day: HoursOfDay) => totals.get(dayKey(day)) ?? 0
  const add = (day: HoursOfDay, hundredths: number) => totals.set(dayKey(day), totalOf(day) + hundredths)
  const fitting = new Set<E>()
  const put = (entry: E) => {
    fitting.add(entry)
    if (entry.old) add(entry.old, -entry.old.hundredths)
    add(entry, entry.hundredths)
  }
  const takeOut = (entry: E) => {
    fitting.delete(entry)
    add(entry, -entry.hundredths)
    if (entry.old) add(entry.old, entry.old.hundredths)
  }
  const addsHours = ({ old, ...entry }: E) => !old || dayKey(old) !== dayKey(entry) || entry.hundredths > old.hundredths
  const isOverfull = (entry: E) => addsHours(entry) && dayLimitProblem(entry, totalOf(entry)) !== undefined
  for (const { old } of entries) if (old) add(old, old.hundredths)
  for (const entry of entries) put(entry)
  // All are put first, because entries may swap days. A row that stays where it was can then fill the day of another entry.
  for (
    let overfull = entries.findLast(isOverfull);
    overfull;
    overfull = entries.findLast((entry) => fitting.has(entry) && isOverfull(entry))
  )
    takeOut(overfull)
  for (const entry of entries) {
    if (fitting.has(entry)) continue
    put(entry)
    if (isOverfull(entry)) takeOut(entry)
  }
  const leftOut = entries.flatMap((entry) => {
    if (fitting.has(entry)) return []
    put(entry)
    const problem = dayLimitProblem(entry, totalOf(entry)) ?? ''
    takeOut(entry)
    return [{ entry, problem }]
  })
  return { fitting: [...fitting], leftOut }
}
