import pg from 'pg'
import { propertyName } from '../kit/sql/table.ts'
import { keepPulse } from './pulse.ts'
import { openReplicas, type ReplicaState } from './replicas.ts'

// Converts to the API formats of domain 1.1 once, at the database boundary.
export const types = new pg.TypeOverrides()
types.setTypeParser(20, Number) // bigint: ids and cents stay below 2^53
types.setTypeParser(1700, Number) // numeric: factors and percents
types.setTypeParser(1016, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
types.setTypeParser(1082, (text: string) => text)
types.setTypeParser(1184, toInstant)

/** `2026-11-21 18:28:01.1+00` → `2026-11-21T18:28:01.100Z`; sessions run in UTC. */
function toInstant(text: string): string {
  const end = text.indexOf('+')
  const clock = (end < 0 ? text : text.slice(0, end)).replace(' ', 'T')
  return clock.length === 19 ? `${clock}.000Z` : `${clock.padEnd(23, '0').slice(0, 23)}Z`
}

/** Names result columns in camel case, once per result. Runs before the client's own listener, which builds the rows from these names. */
export function usePropertyNames({ connection }: pg.PoolClient): void {
  connection.prependListener('rowDescription', ({ fields }) => {
    for (const field of fields) field.name = propertyName(field.name)
  })
}

export interface DatabaseAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  ssl?: boolean
}

export interface Pools {
  write: pg.Pool
  /** Read-only connections enforced by the database, used for GET requests. */
  read: pg.Pool
  /**
   * For writes that must persist even if the request fails. A separate pool, because a request that holds a connection must not wait for
   * another from the same pool.
   */
  apart: pg.Pool
  /**
   * Runs a read on a replica that has all earlier commits, otherwise on `read`; if the replica fails, it is repeated on `read`. `isAnswer`
   * identifies errors that are a valid result of the read.
   */
  reading<T>(run: (client: pg.PoolClient) => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T>
  replicas(): ReplicaState[]
  /**
   * Reported by the heartbeat. `silent` accepts statements but never responds, so new requests fail at once and waiting ones are released.
   */
  state(): 'up' | 'away' | 'silent'
  close(): Promise<void>
}

type Leave = () => void

/** Wraps a pool so that waiting requests can be canceled; a connection that arrives later is returned. */
function letting(pool: pg.Pool, waiting: Set<Leave>) {
  const connect = pool.connect.bind(pool)
  const requestClient = (done: Parameters<typeof connect>[0]) => {
    let isGone = false
    const leave = () => {
      isGone = true
      waiting.delete(leave)
      done(new Error('cannot connect: the database says nothing'), undefined, () => undefined)
    }
    waiting.add(leave)
    connect((error, client, release) => {
      if (isGone) return client && release()
      waiting.delete(leave)
      done(error, client, release)
    })
  }
  return Object.assign(pool, {
    connect: (done?: Parameters<typeof connect>[0]) =>
      done
        ? requestClient(done)
        : new Promise<pg.PoolClient>((resolve, reject) => requestClient((error, client) => (client ? resolve(client) : reject(error)))),
  })
}

function lineTo(address: DatabaseAddress, name: string, onError: (error: Error) => void) {
  const settings =
    '-c TimeZone=UTC -c plan_cache_mode=auto -c jit=off -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000'
  const lent = new Set<pg.PoolClient>()
  const waiting = new Set<Leave>()
  const pools: pg.Pool[] = []
  const open = (max: number, more = '') => {
    const pool = new pg.Pool({
      ...address,
      max,
      types,
      // Statements that no code awaits are sent with the next one, and concurrent ones share a round trip.
      pipeline: true,
      options: settings + more,
      connectionTimeoutMillis: 15_000,
      idleTimeoutMillis: 60_000,
      application_name: 'dna',
    })
    pool.on('error', onError)
    // Without a listener, losing a connection in use would end the process.
    pool.on('connect', (client) => {
      client.on('error', onError)
      usePropertyNames(client)
    })
    pool.on('acquire', (client) => lent.add(client))
    pool.on('release', (_error, client) => lent.delete(client))
    pools.push(pool)
    return letting(pool, waiting)
  }
  const pulse = keepPulse(address, (state) => {
    onError(new Error(`${name} is ${state}`))
    if (state !== 'silent') return
    // Destroys the connection mid-statement, so that the waiting code gets an error.
    for (const client of lent) client.connection.stream.destroy()
    for (const leave of waiting) leave()
  })
  return {
    open,
    state: pulse.state,
    async close() {
      pulse.close()
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

const readOnly = ' -c default_transaction_read_only=on'

/**
 * Two pools on one database. Reads need no BEGIN and COMMIT, because their connection is read-only, which saves two of four round trips.
 * `sql/prepared.ts` defines which statements are prepared.
 */
export function openPools(
  address: DatabaseAddress,
  sizes: { write: number; read: number },
  onError: (error: Error) => void,
  readAddresses: string[] = [],
): Pools {
  const line = lineTo(address, 'The database', onError)
  const write = line.open(sizes.write)
  const read = line.open(sizes.read, readOnly)
  const apart = line.open(2)
  const readLines = readAddresses.map((connectionString) => {
    const { host } = new URL(connectionString.replace('@/', '@localhost/'))
    const readLine = lineTo({ connectionString }, `The read replica ${host}`, onError)
    return { ...readLine, name: host, pool: readLine.open(sizes.read, readOnly) }
  })
  const replicas = readLines.length > 0 ? openReplicas(line.open(1), readLines, onError) : undefined
  async function onRead<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await read.connect()
    try {
      return await run(client)
    } finally {
      client.release()
    }
  }
  return {
    write,
    read,
    apart,
    reading: (run, isAnswer) => (replicas ? replicas.reading(run, isAnswer, () => onRead(run)) : onRead(run)),
    replicas: () => replicas?.states() ?? [],
    state: line.state,
    async close() {
      await Promise.all([line, ...readLines].map(({ close }) => close()))
    },
  }
}
