import { jsonb, text } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { type HubEvents, type HubMethod, hubPath } from '../../../model/hub.ts'
import { type ConnectionTokens, createHub, type HubConnection } from '../../tools/hub.ts'
import type { Logger } from '../../tools/log.ts'
import type { Actor } from '../request/context.ts'
import { HttpError } from '../request/errors.ts'
import { is, type Queryable, queryRows, type RowOfShape } from '../sql/row-types.ts'
import { instantColumn, plainTable, userColumn } from '../sql/table.ts'
import type { ChangeMessage } from './bus.ts'
import { createRecentEvents } from './recent-events.ts'

/** Connection tokens that any node accepts: negotiation and connection may reach different nodes. */
export const hubTokensTable = plainTable('hub_tokens', {
  token: text().primaryKey(),
  userId: userColumn().notNull(),
  user: jsonb().notNull(),
  createDate: instantColumn().notNull().defaultNow(),
})

const liveUser = {
  id: is.uuid,
  /** The connection ends with this session, even if the user has others. */
  sessionId: is.number,
  held: is.listOf(is.text),
  isExternal: is.boolean,
  name: is.jsonOf({ firstName: is.text, lastName: is.text }),
}
type LiveUser = RowOfShape<typeof liveUser>

const tokens = (pool: Queryable, isStillIn: (user: LiveUser) => Promise<boolean>): ConnectionTokens<LiveUser> => ({
  async keep(token, user) {
    await pool.query(
      `with old as (delete from hub_tokens where create_date < now() - interval '1 minute') insert into hub_tokens (token, user_id, "user") values ($1, $2, $3)`,
      [token, user.id, JSON.stringify(user)],
    )
  },
  async take(token) {
    const [claimed] = await queryRows(
      pool,
      { user: is.jsonWith(liveUser), valid: is.boolean },
      `delete from hub_tokens where token = $1 returning "user", create_date > now() - interval '30 seconds' as valid`,
      [token],
    )
    return claimed?.valid && (await isStillIn(claimed.user)) ? claimed.user : undefined
  },
})

interface LiveOptions {
  pool: Pool
  log: Logger
  publicOrigin(): string
  authenticate(token: string): Promise<Actor>
  openSessions(ids: number[]): Promise<Set<number>>
  seeing(projectId: number, userIds: string[]): Promise<Set<string>>
  /** Filters external users to those who may see the part of the project that this kind of change affects. */
  shown(projectId: number, userIds: string[], entity: string): Promise<Set<string>>
  onInvoke(user: LiveUser, connection: HubConnection<LiveUser>, method: string, args: unknown[]): unknown
  onClose(connection: HubConnection<LiveUser>): void
}

/** Checks at most this many kinds of change; beyond that the page simply reloads. */
const mostAsked = 20

/** True for staff with any of the permissions, or for all staff with `internal`. */
const isFor = ({ isExternal, held }: LiveUser, needs: ChangeMessage['needs']) =>
  !isExternal && needs.some((need) => need === 'internal' || held.includes(need))

export function openLive(
  app: FastifyInstance,
  { pool, log, authenticate, openSessions, seeing, shown, publicOrigin, onInvoke, onClose }: LiveOptions,
) {
  const recentEvents = createRecentEvents()
  const isStillIn = async ({ sessionId }: LiveUser) => (await openSessions([sessionId])).has(sessionId)
  const hub = createHub<LiveUser>({
    negotiatePath: hubPath,
    publicOrigin,
    tokens: tokens(pool, isStillIn),
    log,
    onInvoke: (user, connection, method, args) =>
      method === ('HasMissed' satisfies HubMethod) ? hasMissed(user, args[0]) : onInvoke(user, connection, method, args),
    onClose,
    isStillIn,
    async authenticate(token) {
      try {
        const { userId, sessionId, held, isExternal, firstName, lastName, viewer } = await authenticate(token)
        // API tokens learn of changes by webhooks. A live connection needs a session, and events of the viewed user must not reach the
        // viewer.
        if (sessionId === null || viewer) return 'expired'
        return { id: userId, sessionId, held: [...held], isExternal, name: { firstName, lastName } }
      } catch (error) {
        if (error instanceof HttpError && error.status === 401) return error.said.errorType === 'Relogin' ? 'relogin' : 'expired'
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

  /** External users learn only that their project changed, not what changed. */
  async function passToGuests({ entity, projectId }: { entity: string; projectId?: number }) {
    const guests = projectId === undefined ? [] : hub.connections().filter(({ user }) => user.isExternal)
    if (projectId === undefined || guests.length === 0) return
    const shownIds = await shown(projectId, [...new Set(guests.map(({ user }) => user.id))], entity)
    const event = { entity: 'externalProjects', id: projectId, projectId, action: 'Updated' } satisfies ChangeMessage['event']
    for (const connection of guests) if (shownIds.has(connection.user.id)) connection.send('EntityChanged', event)
  }

  /**
   * Returns true if the user may have missed an event in the last milliseconds. A page loads before its connection is open and reloads in
   * that case.
   */
  async function hasMissed(user: LiveUser, ms: unknown): Promise<boolean> {
    const missedEvents = recentEvents.since(Number(ms))
    if (!missedEvents) return true
    if (missedEvents.some((item) => 'to' in item && (item.to === 'all' || item.to.includes(user.id)))) return true
    const visibleEvents = missedEvents.flatMap((item) =>
      'event' in item && (user.isExternal || isFor(user, item.needs)) ? [item.event] : [],
    )
    if (!user.isExternal && visibleEvents.some(({ projectId }) => projectId === undefined)) return true
    const kinds = new Map(
      visibleEvents.flatMap(({ projectId, entity }) =>
        projectId === undefined ? [] : [[`${projectId} ${entity}`, { projectId, entity }]],
      ),
    )
    if (kinds.size > mostAsked) return true
    for (const { projectId, entity } of kinds.values()) {
      const seen = user.isExternal ? await shown(projectId, [user.id], entity) : await seeing(projectId, [user.id])
      if (seen.has(user.id)) return true
    }
    return false
  }

  return {
    hub,
    tell(userIds: string[] | 'all', event: keyof HubEvents, payload: unknown) {
      // Presence is sent to new connections anyway.
      if (event !== 'Presence') recentEvents.keep({ to: userIds })
      hub.tell(userIds, event, payload)
    },
    /** Closes connections whose session has ended, of these users or of all; the client learns why on its next call. */
    async closeEnded(userIds?: string[]) {
      const targets = hub.connections().filter(({ user }) => !userIds || userIds.includes(user.id))
      if (targets.length === 0) return
      const ids = new Set(targets.map(({ user }) => user.sessionId))
      const open = await openSessions([...ids])
      hub.closeWhere(({ sessionId }) => ids.has(sessionId) && !open.has(sessionId))
    },
    /** Sends a change to the connected users who may see the row. The event has only the kind and the id. */
    async passOn(event: ChangeMessage['event'], needs: ChangeMessage['needs']) {
      recentEvents.keep({ event, needs })
      await passToGuests(event)
      const able = hub.connections().filter(({ user }) => isFor(user, needs))
      if (able.length === 0) return
      const seen = event.projectId === undefined ? undefined : await seeing(event.projectId, [...new Set(able.map(({ user }) => user.id))])
      for (const connection of able) if (!seen || seen.has(connection.user.id)) connection.send('EntityChanged', event)
    },
  }
}
