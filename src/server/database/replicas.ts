import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { is, onlyRow, orNull, queryRows } from '../kit/sql/row-types.ts'
import { asError } from '../tools/errors.ts'

/** Milliseconds a read waits for a replica to catch up before it uses the primary. */
const patienceMs = 100
const lookEveryMs = 4
/** Milliseconds a late or failed replica is skipped, so that a lagging one delays one read per second instead of every read. */
const restMs = 1000

interface Replica {
  name: string
  pool: pg.Pool
  state(): 'up' | 'away' | 'silent'
}
export type ReplicaState = { name: string; state: 'up' | 'away' | 'silent' | 'late' }

interface Known extends Replica {
  restsUntil: number
  isLate: boolean
  /** Id of the cluster it replicates, queried once while it stays up. */
  system?: string
}

/**
 * Replicas of one database. A read on a replica sees everything committed before it, including the user's own writes, on any node (decision
 * 59). The primary's log position is queried, and only a replica that has reached it is used.
 */
export function openReplicas(primary: pg.Pool, replicas: Replica[], onError: (error: Error) => void) {
  const known: Known[] = replicas.map((replica) => ({ ...replica, restsUntil: 0, isLate: false }))
  const askLog = batchCalls(async () => {
    const statement = { text: 'select pg_current_wal_flush_lsn()::text as at', name: 'log' }
    return onlyRow(await queryRows(primary, { at: is.text }, statement)).at
  })
  let system: Promise<string> | undefined
  const askSystem = async (connection: pg.Pool | pg.PoolClient): Promise<string> =>
    onlyRow(await queryRows(connection, { id: is.text }, 'select system_identifier::text as id from pg_control_system()')).id

  /** A replica of another server would return wrong rows, regardless of its log position. */
  async function follows(replica: Known, client: pg.PoolClient): Promise<boolean> {
    system ??= askSystem(primary).catch((error) => {
      system = undefined
      throw error
    })
    replica.system ??= await askSystem(client)
    if (replica.system === (await system)) return true
    onError(new Error(`${replica.name} is no replica of this database`))
    replica.restsUntil = Date.now() + 60_000
    replica.system = undefined
    return false
  }

  async function isThere(client: pg.PoolClient, at: string): Promise<boolean> {
    const until = performance.now() + patienceMs
    for (;;) {
      const rows = await queryRows(
        client,
        { there: orNull(is.boolean) },
        { text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as there', name: 'replayed', values: [at] },
      )
      if (onlyRow(rows).there) return true
      if (performance.now() > until) return false
      await pause(lookEveryMs)
    }
  }

  /** Connection of a replica that has reached the log position, with its release function; undefined if there is none. */
  async function connect() {
    const ready = known.filter((item) => {
      if (item.state() !== 'up') item.system = undefined
      return item.state() === 'up' && item.restsUntil <= Date.now()
    })
    const [replica] = ready.sort((a, b) => busyness(a.pool) - busyness(b.pool))
    if (!replica) return undefined
    const rest = (error: Error) => {
      replica.restsUntil = Date.now() + restMs
      onError(error)
    }
    let client: pg.PoolClient | undefined
    try {
      const at = await askLog()
      client = await replica.pool.connect()
      if (!(await follows(replica, client))) return void client.release()
      replica.isLate = !(await isThere(client, at))
      if (!replica.isLate) return { client, rest }
      replica.restsUntil = Date.now() + restMs
      client.release()
    } catch (error) {
      client?.release(asError(error))
      rest(asError(error))
    }
    return undefined
  }

  return {
    /**
     * Runs a read on a replica, or on the primary if none is ready. A failed read is repeated on the primary; `isAnswer` identifies errors
     * that are a valid result of the read.
     */
    async reading<T>(
      run: (client: pg.PoolClient) => Promise<T>,
      isAnswer: (error: unknown) => boolean,
      otherwise: () => Promise<T>,
    ): Promise<T> {
      const found = await connect()
      if (!found) return otherwise()
      let fault: Error | undefined
      try {
        return await run(found.client)
      } catch (error) {
        if (isAnswer(error)) throw error
        fault = asError(error)
        found.rest(fault)
      } finally {
        found.client.release(fault)
      }
      return otherwise()
    },
    states: (): ReplicaState[] => known.map(({ name, state, isLate }) => ({ name, state: state() === 'up' && isLate ? 'late' : state() })),
  }
}

const busyness = ({ totalCount, idleCount, waitingCount }: pg.Pool) => totalCount - idleCount + waitingCount

/** Batches concurrent calls: each caller gets a result requested after its call, and only one request runs at a time. */
function batchCalls<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    const pending = request()
    running = pending.catch(() => undefined)
    return pending
  }
  return () => {
    next ??= running.then(begin)
    return next
  }
}
