import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { HubEvents } from '../../../model/hub.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { DatabaseAddress } from '../../database/pool.ts'
import type { Logger } from '../../tools/log.ts'

/** A word from one node to all, itself included. None is needed for correctness: each only makes something happen sooner. */
export type BusMessage =
  | { kind: 'tell'; userIds: string[] | 'all'; event: keyof HubEvents; payload: unknown }
  | { kind: 'changed'; event: HubEvents['EntityChanged']; needs: (Permission | 'internal')[] }
  | { kind: 'forget'; userIds: string[] }
  | { kind: 'wake' }

export type ChangeMessage = Extract<BusMessage, { kind: 'changed' }>

/** Another one than that of versions whose words had another form: nodes of both may be at work during an update. */
const channel = 'dna_words'
/** A notification holds less than 8,000 bytes. */
const largest = 7500
const gatherMs = 20

/** Words as notifications: signs beyond ASCII are escaped, so that a text can be cut anywhere and its length is its bytes. */
export function notificationChunks(words: BusMessage[], node: string, serial: number): string[] {
  const text = JSON.stringify(words).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const count = Math.ceil(text.length / largest)
  return Array.from({ length: count }, (_, at) => `${node} ${serial} ${at} ${count} ${text.slice(at * largest, (at + 1) * largest)}`)
}

/** Puts together what arrives; the notifications of one statement arrive one after the other. */
export function createMessageReader(node: string, hear: (word: BusMessage) => void) {
  let open = ''
  let text = ''
  return (part: string) => {
    const [head = '', from, serial, at, count] = /^(\S+) (\d+) (\d+) (\d+) /.exec(part) ?? []
    if (!from || from === node) return
    if (at === '0') text = ''
    // One whose beginning was missed, while this node was not listening, says nothing.
    else if (open !== `${from} ${serial} ${at}`) return
    text += part.slice(head.length)
    open = `${from} ${serial} ${Number(at) + 1}`
    if (Number(at) + 1 < Number(count)) return
    const words: BusMessage[] = JSON.parse(text)
    for (const word of words) hear(word)
  }
}

/** Nodes hear each other through PostgreSQL's LISTEN and NOTIFY; words of some milliseconds travel together. */
export function openBus(
  address: DatabaseAddress,
  send: { query(text: string, values: unknown[]): Promise<unknown> },
  hear: (word: BusMessage) => void,
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
    const words = waiting
    waiting = []
    if (words.length === 0) return
    await send
      .query('select pg_notify($1, part) from unnest($2::text[]) part', [channel, notificationChunks(words, node, ++serial)])
      .catch((error: Error) => log.warn({ message: error.message }, 'the bus is away'))
  }

  return {
    say(word: BusMessage) {
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
