import type { Params } from '../entity/rows.ts'
import { perApp } from '../request/context.ts'

/**
 * What a read is shown, as a text: which transactions it sees the work of. Two reads with the same text see the same rows of all tables,
 * on whichever node, and whatever is committed makes another one. A transaction that has written sees more than its text says, and a
 * standby says less than it sees: these have none.
 */
const shownNow = (clock: string) =>
  `(select case when not pg_is_in_recovery() and pg_current_xact_id_if_assigned() is null
    then concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot(), ${clock}) end)`

interface KeptTotal {
  total: number
  /** Under which it was counted. */
  shown: unknown
}
/** Those of one list of one person with some filters. */
const mostKept = 1000
const keptOf = perApp(() => new Map<string, KeptTotal>())

/**
 * A total that the statement itself counts, unless it is shown just what it was shown when it was last counted (decision 61). `p` holds
 * the values of `counting` and no others yet; what hangs on the time of day as well says in `clock` when it changes next.
 */
export function cachedTotal({ services }: { services: object }, p: Params, counting: string, clock = 'null') {
  const kept = keptOf(services)
  const key = `${counting} ${JSON.stringify(p.values)}`
  const known = kept.get(key)
  const shown = shownNow(clock)
  return {
    total: `case when ${shown} = ${p.add(known?.shown ?? null)}::text then ${p.add(known?.total ?? null)}::int else (${counting}) end`,
    shown,
    keep(counted: KeptTotal) {
      if (kept.size >= mostKept) kept.clear()
      if (counted.shown !== null) kept.set(key, counted)
    },
  }
}
