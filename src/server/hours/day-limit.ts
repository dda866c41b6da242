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

/** Serializes writes of a person's hours, so that concurrent requests cannot exceed the limit of a day together. */
export const lockHoursOf = (ctx: Context, userId: string) =>
  ctx.run(`select pg_advisory_xact_lock(hashtext('actual hours'), hashtext($1))`, [userId])

/**
 * Returns a problem text for each of the entries whose day would have more than 24 hours. The entries replace the stored rows with the given
 * ids, and are added to all other hours of the person on that day.
 */
export async function dayLimitProblems(
  ctx: Context,
  entries: readonly HoursOfDay[],
  replacedIds: readonly number[],
): Promise<(string | undefined)[]> {
  const stored = await ctx.rows(
    { userId: is.uuid, date: is.date, hundredths: is.number },
    `select h.user_id as "userId", h.date, sum(h.hours)::int as hundredths from actual_hours h
     where (h.user_id, h.date) in (select x."userId", x.date from jsonb_to_recordset($1) as x("userId" uuid, date date))
       and h.id <> all($2::bigint[]) and not h.is_deleted group by 1, 2`,
    [JSON.stringify(entries.map(({ userId, date }) => ({ userId, date }))), replacedIds],
  )
  const keyOf = ({ userId, date }: { userId: string; date: string }) => `${userId} ${date}`
  const totals = new Map(stored.map((row) => [keyOf(row), row.hundredths]))
  for (const entry of entries) totals.set(keyOf(entry), (totals.get(keyOf(entry)) ?? 0) + entry.hundredths)
  return entries.map((entry) => {
    const total = totals.get(keyOf(entry)) ?? 0
    if (total <= centsOf(mostHoursADay)) return undefined
    return `${formatDate(entry.date)} would have ${total / 100} hours. A day has at most ${mostHoursADay}.`
  })
}
