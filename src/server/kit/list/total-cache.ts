import type { Params } from '../entity/rows.ts'
import { perApp } from '../request/context.ts'

/**
 * Identifies the snapshot of a read. Two reads with the same text see the same rows of all tables on any node, and every commit changes it.
 * Null for a transaction that has written and on a standby, where the text would not match the visible rows.
 */
const shownNow = (clock: string) =>
  `(select case when not pg_is_in_recovery() and pg_current_xact_id_if_assigned() is null
    then concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot(), ${clock}) end)`

interface CachedTotal {
  total: number
  shown: unknown
}
/** Maximum cached totals: one per list, user, and filter values. */
const mostKept = 1000
const keptOf = perApp(() => new Map<string, CachedTotal>())

/**
 * Returns SQL that counts the total only if the snapshot differs from that of the cached count (decision 61). `p` holds exactly the values
 * of `counting`. If the total depends on the time of day, `clock` is the next time it changes.
 */
export function cachedTotal({ services }: { services: object }, p: Params, counting: string, clock = 'null') {
  const cachedTotals = keptOf(services)
  const key = `${counting} ${JSON.stringify(p.values)}`
  const known = cachedTotals.get(key)
  const shown = shownNow(clock)
  return {
    total: `case when ${shown} = ${p.add(known?.shown ?? null)}::text then ${p.add(known?.total ?? null)}::int else (${counting}) end`,
    shown,
    keep(counted: CachedTotal) {
      if (cachedTotals.size >= mostKept) cachedTotals.clear()
      if (counted.shown !== null) cachedTotals.set(key, counted)
    },
  }
}
