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
import { createRecentEvents } from './recently.ts'

/** Connection tokens any node may take: negotiated here, connected there. */
export const hubTokensTable = plainTable('hub_tokens', {
  token: text().primaryKey(),
  userId: userColumn().notNull(),
  user: jsonb().notNull(),
  createDate: instantColumn().notNull().defaultNow(),
})

const liveUser = {
  id: is.uuid,
  /** What the connection lives by: it ends with this one, however many others the person has. */
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
    const [taken] = await queryRows(
      pool,
      { user: is.jsonWith(liveUser), valid: is.boolean },
      `delete from hub_tokens where token = $1 returning "user", create_date > now() - interval '30 seconds' as valid`,
      [token],
    )
    return taken?.valid && (await isStillIn(taken.user)) ? taken.user : undefined
  },
})

interface LiveOptions {
  pool: Pool
  log: Logger
  authenticate(token: string): Promise<Actor>
  /** Which of these sessions go on. */
  openSessions(ids: number[]): Promise<Set<number>>
  /** Which of these people see the project now. */
  seeing(projectId: number, userIds: string[]): Promise<Set<string>>
  /** Which of these people from outside are shown what of the project this kind of change is about. */
  shown(projectId: number, userIds: string[], entity: string): Promise<Set<string>>
  onInvoke(user: LiveUser, connection: HubConnection<LiveUser>, method: string, args: unknown[]): unknown
  onClose(connection: HubConnection<LiveUser>): void
}

/** Kinds of changes in a project, each asked for by itself, that are looked at before it is simply read again. */
const mostAsked = 20

/** Colleagues who hold any of the permissions, or all of them where that is said. */
const isFor = ({ isExternal, held }: LiveUser, needs: ChangeMessage['needs']) =>
  !isExternal && needs.some((one) => one === 'internal' || held.includes(one))

/** The hub of this node, fed by the bus. */
export function openLive(app: FastifyInstance, { pool, log, authenticate, openSessions, seeing, shown, onInvoke, onClose }: LiveOptions) {
  const lately = createRecentEvents()
  const isStillIn = async ({ sessionId }: LiveUser) => (await openSessions([sessionId])).has(sessionId)
  const hub = createHub<LiveUser>({
    negotiatePath: hubPath,
    tokens: tokens(pool, isStillIn),
    log,
    onInvoke: (user, connection, method, args) =>
      method === ('HasMissed' satisfies HubMethod) ? hasMissed(user, args[0]) : onInvoke(user, connection, method, args),
    onClose,
    isStillIn,
    async authenticate(token) {
      try {
        const { userId, sessionId, held, isExternal, firstName, lastName, viewer } = await authenticate(token)
        // Programs hear of changes by webhooks; a line lives by a session. What somebody is told at the moment is theirs alone.
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

  /** People outside are told that a project of theirs looks different, and nothing of what has changed. */
  async function passToGuests({ entity, projectId }: { entity: string; projectId?: number }) {
    const guests = projectId === undefined ? [] : hub.connections().filter(({ user }) => user.isExternal)
    if (projectId === undefined || guests.length === 0) return
    const told = await shown(projectId, [...new Set(guests.map(({ user }) => user.id))], entity)
    const event = { entity: 'externalProjects', id: projectId, projectId, action: 'Updated' } satisfies ChangeMessage['event']
    for (const connection of guests) if (told.has(connection.user.id)) connection.send('EntityChanged', event)
  }

  /**
   * Whether anything was said to this person in the last milliseconds. A page reads before its line is open; what it could not
   * hear in between it reads again.
   */
  async function hasMissed(user: LiveUser, ms: unknown): Promise<boolean> {
    const said = lately.since(Number(ms))
    if (!said) return true
    if (said.some((one) => 'to' in one && (one.to === 'all' || one.to.includes(user.id)))) return true
    const heard = said.flatMap((one) => ('event' in one && (user.isExternal || isFor(user, one.needs)) ? [one.event] : []))
    if (!user.isExternal && heard.some(({ projectId }) => projectId === undefined)) return true
    const kinds = new Map(
      heard.flatMap(({ projectId, entity }) => (projectId === undefined ? [] : [[`${projectId} ${entity}`, { projectId, entity }]])),
    )
    // More is not worth asking.
    if (kinds.size > mostAsked) return true
    for (const { projectId, entity } of kinds.values()) {
      const seen = user.isExternal ? await shown(projectId, [user.id], entity) : await seeing(projectId, [user.id])
      if (seen.has(user.id)) return true
    }
    return false
  }

  return {
    hub,
    /** Says something to these people, or to all who are connected here. */
    tell(userIds: string[] | 'all', event: keyof HubEvents, payload: unknown) {
      // Who has a page open is told to whoever comes anyway.
      if (event !== 'Presence') lately.keep({ to: userIds })
      hub.tell(userIds, event, payload)
    },
    /** Closes the connections of sessions that are over, of these people or of all; the client asks why at its next call. */
    async closeEnded(userIds?: string[]) {
      const asked = hub.connections().filter(({ user }) => !userIds || userIds.includes(user.id))
      if (asked.length === 0) return
      const ids = new Set(asked.map(({ user }) => user.sessionId))
      const open = await openSessions([...ids])
      hub.closeWhere(({ sessionId }) => ids.has(sessionId) && !open.has(sessionId))
    },
    /** Passes a change on to whoever is connected here and may see the row; nothing but its kind and id is told. */
    async passOn(event: ChangeMessage['event'], needs: ChangeMessage['needs']) {
      lately.keep({ event, needs })
      await passToGuests(event)
      const able = hub.connections().filter(({ user }) => isFor(user, needs))
      if (able.length === 0) return
      const seen = event.projectId === undefined ? undefined : await seeing(event.projectId, [...new Set(able.map(({ user }) => user.id))])
      for (const connection of able) if (!seen || seen.has(connection.user.id)) connection.send('EntityChanged', event)
    },
  }
}
