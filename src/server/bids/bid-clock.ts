import { BidPackageState } from '../../model/bids/enums.ts'

const { Draft, Out, Closed, Cancelled } = BidPackageState

/**
 * SQL of the database's clock in milliseconds. It decides about deadlines on every node; the clock of the app server does not count, and
 * neither does the start of a transaction that has waited for a lock.
 */
export const clockNow = `date_trunc('milliseconds', clock_timestamp())`

/** SQL of a package's state: one that is out is closed from the first millisecond after its deadline, stored or not. */
export const stateSql = (t: string) => `case when ${t}.state = ${Out} and ${clockNow} > ${t}.due_at then ${Closed} else ${t}.state end`

/** SQL condition that bids may be read. Bids of a package that was canceled before its close stay sealed. */
export const isOpenSql = (t: string) =>
  `(case when ${t}.state = ${Out} then ${clockNow} > ${t}.due_at when ${t}.state in (${Draft}, ${Cancelled}) then ${t}.closed_at is not null else true end)`

/** SQL condition that invitation `i` counts: its last version was not withdrawn. `v` is that version. */
export const lastVersionSql = (i: string) =>
  `(select v.version from bid_versions v where v.invitation_id = ${i}.id and not v.is_withdrawn
     and v.version = (select max(n.version) from bid_versions n where n.invitation_id = ${i}.id))`
