import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseAddress } from '../../database/pool.ts'
import type { Logger } from '../../tools/log.ts'

/** A word from one node to all, itself included. None is needed for correctness: each only makes something happen sooner. */
export type Word =
  | { kind: 'tell'; userIds: string[] | 'all'; event: string; payload: unknown }
  | { kind: 'changed'; event: { entity: string; id: unknown; projectId?: number; action: string; rowVersion?: number }; needs?: string }
  | { kind: 'forget'; userIds: string[] }
  | { kind: 'wake' }

const channel = 'dna'
const largest = 7500
const gatherMs = 20

/** Nodes hear each other through PostgreSQL's LISTEN and NOTIFY; words of some milliseconds travel together. */
export function openBus(
  address: DatabaseAddress,
  send: { query(text: string, values: unknown[]): Promise<unknown> },
  hear: (word: Word) => void,
  log: Logger,
) {
  const node = randomUUID()
  let waiting: Word[] = []
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let closed = false

  function listen() {
    if (closed) return
    const next = new pg.Client({ ...address, application_name: 'dna bus', keepAlive: true })
    client = next
    next.on('notification', ({ payload }) => {
      const { from, words } = JSON.parse(payload ?? '{}') as { from: string; words: Word[] }
      if (from !== node) for (const word of words) hear(word)
    })
    const again = () => {
      if (client === next && !closed) setTimeout(listen, 500).unref()
      client = undefined
    }
    next.on('error', () => undefined)
    next.on('end', again)
    next
      .connect()
      .then(() => next.query(`listen ${channel}`))
      .catch((error) => {
        log.warn({ message: error.message }, 'the bus is away')
        next.end().catch(() => undefined)
        again()
      })
  }
  listen()

  async function flush() {
    timer = undefined
    const words = waiting
    waiting = []
    const posts: Promise<unknown>[] = []
    let batch: Word[] = []
    const payload = () => JSON.stringify({ from: node, words: batch })
    const post = () => {
      if (batch.length > 0)
        posts.push(
          send
            .query('select pg_notify($1, $2)', [channel, payload()])
            .catch((error: Error) => log.warn({ message: error.message }, 'the bus is away')),
        )
      batch = []
    }
    for (const word of words) {
      batch.push(word)
      if (Buffer.byteLength(payload()) < largest) continue
      batch.pop()
      post()
      batch = [word]
      if (Buffer.byteLength(payload()) >= largest) batch = []
    }
    post()
    await Promise.all(posts)
  }

  return {
    say(word: Word) {
      hear(word)
      waiting.push(word)
      timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      // The last words, such as who has left with this node, are still said.
      await flush()
      await client?.end().catch(() => undefined)
    },
  }
}
