import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { HubEvents } from '../../../model/hub.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { DatabaseAddress } from '../../database/pool.ts'
import type { Logger } from '../../tools/log.ts'

/** Message from one node to all nodes, including itself. None is required for correctness; each only speeds something up. */
export type BusMessage =
  | { kind: 'tell'; userIds: string[] | 'all'; event: keyof HubEvents; payload: unknown }
  | { kind: 'changed'; event: HubEvents['EntityChanged']; needs: (Permission | 'internal')[] }
  | { kind: 'forget'; userIds: string[] }
  | { kind: 'wake' }

export type ChangeMessage = Extract<BusMessage, { kind: 'changed' }>

/** Renamed when the message format changes, because nodes of both versions may run during an update. */
const channel = 'dna_words'
/** A PostgreSQL notification is limited to 8,000 bytes. */
const largest = 7500
const gatherMs = 20

/**
 * Splits messages into notifications. Non-ASCII characters are escaped, so the text can be cut anywhere and its length equals its bytes.
 */
export function notificationChunks(messages: BusMessage[], node: string, serial: number): string[] {
  const text = JSON.stringify(messages).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const count = Math.ceil(text.length / largest)
  return Array.from(
    { length: count },
    (_, index) => `${node} ${serial} ${index} ${count} ${text.slice(index * largest, (index + 1) * largest)}`,
  )
}

/** Reassembles messages; the notifications of one statement arrive in sequence. */
export function createMessageReader(node: string, hear: (message: BusMessage) => void) {
  let open = ''
  let text = ''
  return (part: string) => {
    const [head = '', from, serial, at, count] = /^(\S+) (\d+) (\d+) (\d+) /.exec(part) ?? []
    if (!from || from === node) return
    if (at === '0') text = ''
    // Drops a message whose beginning was sent before this node listened.
    else if (open !== `${from} ${serial} ${at}`) return
    text += part.slice(head.length)
    open = `${from} ${serial} ${Number(at) + 1}`
    if (Number(at) + 1 < Number(count)) return
    const messages: BusMessage[] = JSON.parse(text)
    for (const message of messages) hear(message)
  }
}

/** Connects the nodes by PostgreSQL's LISTEN and NOTIFY; messages within a few milliseconds are sent together. */
export function openBus(
  address: DatabaseAddress,
  send: { query(text: string, values: unknown[]): Promise<unknown> },
  hear: (message: BusMessage) => void,
  log: Logger,
) {
  const node = randomUUID()
  let waiting: BusMessage[] = []
  let serial = 0
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let closed = false

  function listen() {
    if (closed) return
    const next = new pg.Client({ ...address, application_name: 'dna bus', keepAlive: true, connectionTimeoutMillis: 10_000 })
    client = next
    const read = createMessageReader(node, hear)
    next.on('notification', ({ payload }) => read(payload ?? ''))
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
    const messages = waiting
    waiting = []
    if (messages.length === 0) return
    await send
      .query('select pg_notify($1, part) from unnest($2::text[]) part', [channel, notificationChunks(messages, node, ++serial)])
      .catch((error: Error) => log.warn({ message: error.message }, 'the bus is away'))
  }

  return {
    say(message: BusMessage) {
      hear(message)
      waiting.push(message)
      timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await flush()
      await client?.end().catch(() => undefined)
    },
  }
}
