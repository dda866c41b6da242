import { jsonb, text } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { hubPath } from '../../../model/hub.ts'
import { type ConnectionTokens, createHub, type HubConnection } from '../../tools/hub.ts'
import type { Logger } from '../../tools/log.ts'
import type { Actor } from '../request/context.ts'
import { Refusal } from '../request/errors.ts'
import { is, type Queryable, rowsOn } from '../sql/row-types.ts'
import { instant, person, plainTable } from '../sql/table.ts'

/** Connection tokens any node may take: negotiated here, connected there. */
export const hubTokensTable = plainTable('hub_tokens', {
  token: text().primaryKey(),
  userId: person().notNull(),
  user: jsonb().notNull(),
  createDate: instant().notNull().defaultNow(),
})

export interface LiveUser {
  id: string
  held: string[]
  isExternal: boolean
  name: { firstName: string; lastName: string }
}

const tokens = (pool: Queryable): ConnectionTokens<LiveUser> => ({
  async keep(token, user) {
    await pool.query(
      `with old as (delete from hub_tokens where create_date < now() - interval '1 minute') insert into hub_tokens (token, user_id, "user") values ($1, $2, $3)`,
      [token, user.id, JSON.stringify(user)],
    )
  },
  async take(token) {
    const [taken] = await rowsOn(
      pool,
      { user: is.json<LiveUser>(), valid: is.boolean },
      `delete from hub_tokens where token = $1 returning "user", create_date > now() - interval '30 seconds' as valid`,
      [token],
    )
    return taken?.valid ? taken.user : undefined
  },
  dropAllOf(userId) {
    void pool.query('delete from hub_tokens where user_id = $1', [userId]).catch(() => undefined)
  },
})

export interface LiveOptions {
  pool: Pool
  log: Logger
  authenticate(token: string): Promise<Actor>
  /** Which of these people see the project now. */
  seeing(projectId: number, userIds: string[]): Promise<Set<string>>
  onInvoke(user: LiveUser, connection: HubConnection<LiveUser>, method: string, args: unknown[]): unknown
  onClose(connection: HubConnection<LiveUser>): void
}

/** The hub of this node, fed by the bus. */
export function openLive(app: FastifyInstance, { pool, log, authenticate, seeing, onInvoke, onClose }: LiveOptions) {
  const hub = createHub<LiveUser>({
    negotiatePath: hubPath,
    tokens: tokens(pool),
    log,
    onInvoke,
    onClose,
    async authenticate(token) {
      try {
        const { userId, held, isExternal, firstName, lastName } = await authenticate(token)
        return { id: userId, held: [...held], isExternal, name: { firstName, lastName } }
      } catch (error) {
        if (error instanceof Refusal && error.status === 401)
          return (error.body as { errorType: string }).errorType === 'Relogin' ? 'relogin' : 'expired'
        throw error
      }
    },
  })
  app.route({
    method: 'POST',
    url: `${hubPath}/negotiate`,
    async handler(request, reply) {
      const { status, body } = await hub.handleNegotiate(request.raw)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    },
  })
  app.server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head))

  return {
    hub,
    /** Passes a change on to whoever is connected here and may see the row; nothing but its kind and id is told. */
    async passOn(event: { entity: string; id: unknown; projectId?: number }, needs?: string) {
      const able = hub.connections().filter(({ user }) => !user.isExternal && (!needs || user.held.includes(needs)))
      if (able.length === 0) return
      const seen = event.projectId === undefined ? undefined : await seeing(event.projectId, [...new Set(able.map(({ user }) => user.id))])
      for (const connection of able) if (!seen || seen.has(connection.user.id)) connection.send('EntityChanged', event)
    },
  }
}
