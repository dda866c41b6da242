import { Gauge, type Registry } from 'prom-client'
import { is, onlyRow, queryRows } from '../kit/sql/row-types.ts'
import type { Pools } from './pool.ts'

const asNumber = { up: 0, late: 1, away: 2, silent: 3 }

export const registerPoolGauges = (pools: Pools) => (registry: Registry) => {
  const registers = [registry]
  new Gauge({
    name: 'database_connections_waiting',
    help: 'Requests that wait for a connection',
    registers,
    collect() {
      this.set(pools.read.waitingCount + pools.write.waitingCount)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections that are open (total) and at work (lent), by pool',
    labelNames: ['pool', 'kind'],
    registers,
    collect() {
      for (const pool of ['read', 'write'] as const) {
        const { totalCount, idleCount } = pools[pool]
        this.set({ pool, kind: 'total' }, totalCount)
        this.set({ pool, kind: 'lent' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'database_replica_state',
    help: '0 is up, 1 late, 2 away, 3 silent',
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { name, state } of pools.replicas()) this.set({ replica: name }, asNumber[state])
    },
  })
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are due and wait, run, or have failed before; and for how many seconds the oldest has been due',
    labelNames: ['kind'],
    registers,
    aggregator: 'max',
    async collect() {
      if (pools.state() !== 'up') return
      const rows = await queryRows(
        pools.read,
        { due: is.number, running: is.number, failed: is.number, late: is.number },
        `select count(*) filter (where is_due) as due, count(*) filter (where lease_until >= now()) as running,
           count(*) filter (where last_error is not null) as failed,
           coalesce(extract(epoch from now() - min(run_after) filter (where is_due)), 0)::float8 as late
         from (select *, run_after <= now() and (lease_until is null or lease_until < now()) as is_due from jobs) job`,
      )
      for (const [kind, value] of Object.entries(onlyRow(rows))) this.set({ kind }, value)
    },
  })
}
