import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AnyCall } from '../../../model/kit/description.ts'
import type { Pools } from '../../database/pool.ts'
import { asError } from '../../tools/errors.ts'
import type { Logger } from '../../tools/log.ts'
import { is, orNull } from '../sql/row-types.ts'
import { type Actor, type Context, createContext } from './context.ts'
import { CustomResponse } from './custom-response.ts'
import { badRequest, conflict, HttpError } from './errors.ts'
import { createLocks, LockHeld } from './lock-queue.ts'
import type { HandlerRequest } from './routes.ts'

type Work = Parameters<typeof createContext>[1]

export async function onReadConnection<T>(
  http: { pools: Pools },
  work: Work,
  afters: (() => void)[],
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  return readAgain(async () => {
    const client = await http.pools.read.connect()
    try {
      afters.length = 0
      return await run(createContext(client, work, afters))
    } finally {
      client.release()
    }
  })
}

async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await read()
    } catch (error) {
      if (attempt === mostAttempts || !isUnlucky(error)) throw error
    }
}

/** Deadlock, serialization failure, or outdated plan: a retry usually succeeds. */
const isUnlucky = (error: unknown) => error instanceof Error && 'code' in error && /^(40P01|40001|0A000)$/.test(String(error.code))
const mostAttempts = 3

export const onReplicaConnection: typeof onReadConnection = (http, work, afters, run) => {
  const begun = performance.now()
  return readAgain(() =>
    http.pools.reading(
      (client) => {
        afters.length = 0
        return run({ ...createContext(client, work, afters), startedAt: begun })
      },
      (error) => error instanceof HttpError || (error instanceof Error && 'code' in error && error.code === '57014'),
    ),
  )
}

interface Idempotency {
  key: string
  hash: string
  /** Removes secrets from the stored response, which are returned only once. */
  replacer: (key: string, value: unknown) => unknown
}
export class ReplayedResponse {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

export function requestIdempotency(
  request: FastifyRequest,
  call: AnyCall,
  given: Pick<HandlerRequest, 'body' | 'params' | 'query' | 'file' | 'files'>,
  actor: Actor,
): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (call.method !== 'POST' || typeof key !== 'string' || key === '' || !actor.userId) return undefined
  if (key.length > 200) throw badRequest(['The Idempotency-Key is too long.'])
  const hash = createHash('sha256').update(JSON.stringify([call.path, given.params, given.query, given.body]))
  for (const { data } of given.files ?? []) hash.update(data)
  const replacer = (name: string, value: unknown) => (call.shownOnce?.includes(name) ? undefined : value)
  return { key, hash: hash.digest('hex'), replacer }
}

/**
 * Runs in one transaction and commits before the response is sent. Retries a deadlock twice. Waits for locks of other requests without a
 * connection (decision 98).
 */
export async function inTransaction(
  http: { pools: Pick<Pools, 'write'>; log: Logger },
  work: Work,
  afters: (() => void | Promise<void>)[],
  run: (ctx: Context) => Promise<unknown>,
  idempotency?: Idempotency,
  status = 200,
): Promise<unknown> {
  const locks = createLocks(work.services)
  try {
    if (idempotency) await locks.wait([`idempotency ${work.actor.userId} ${idempotency.key}`])
    return await attemptTransaction(http, work, afters, run, locks, idempotency, status)
  } finally {
    locks.release()
  }
}

async function attemptTransaction(
  http: { pools: Pick<Pools, 'write'>; log: Logger },
  work: Work,
  afters: (() => void | Promise<void>)[],
  run: (ctx: Context) => Promise<unknown>,
  locks: ReturnType<typeof createLocks>,
  idempotency: Idempotency | undefined,
  status: number,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const client = await http.pools.write.connect()
    let fault: Error | undefined
    const sent: Promise<unknown>[] = []
    try {
      const ctx = createContext(client, work, afters, sent, locks.take)
      // Not awaited: it is sent together with the first statement.
      ctx.send('begin')
      if (idempotency) {
        const known = await answeredBefore(ctx, idempotency)
        if (known) {
          ctx.send('commit')
          await Promise.all(sent)
          return known
        }
      }
      const answer = await run(ctx)
      const refusal = locks.refusal()
      if (refusal) throw refusal
      if (idempotency && !(answer instanceof CustomResponse))
        await ctx.run(`update idempotency set is_done = true, status = $3, answer = $4 where user_id = $1 and key = $2`, [
          work.actor.userId,
          idempotency.key,
          status,
          JSON.stringify(answer ?? null, idempotency.replacer),
        ])
      ctx.send('commit')
      await Promise.all(sent)
      return answer
    } catch (error) {
      afters.length = 0
      // After a failed statement all later ones fail too; the first error is the cause.
      fault = locks.refusal() ?? (await firstRefusal(sent)) ?? asError(error)
      await client.query('rollback').catch(() => undefined)
      if (!(fault instanceof LockHeld) && !(attempt < mostAttempts && isUnlucky(fault))) throw fault
    } finally {
      client.release(isConnectionError(fault) ? fault : undefined)
    }
    if (!(fault instanceof LockHeld)) continue
    attempt--
    await locks.wait(fault.keys)
  }
}

async function firstRefusal(sent: Promise<unknown>[]): Promise<Error | undefined> {
  for (const end of await Promise.allSettled(sent)) if (end.status === 'rejected') return end.reason
  return undefined
}

const isConnectionError = (error: Error | undefined) => error !== undefined && /terminat|ECONN|socket|closed|queryable/i.test(error.message)

async function answeredBefore(ctx: Context, { key, hash }: Pick<Idempotency, 'key' | 'hash'>) {
  const claimed = await ctx.run(`insert into idempotency (user_id, key, hash) values ($1, $2, $3) on conflict do nothing`, [
    ctx.actor.userId,
    key,
    hash,
  ])
  if (claimed > 0) return undefined
  const [known] = await ctx.rows(
    { hash: is.text, status: orNull(is.number), answer: is.anything },
    `select hash, status, answer from idempotency where user_id = $1 and key = $2`,
    [ctx.actor.userId, key],
  )
  if (known?.hash !== hash) throw conflict('This Idempotency-Key was used for another request.')
  return new ReplayedResponse(known.status ?? 200, known.answer)
}
