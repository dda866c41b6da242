import { randomUUID } from 'node:crypto'
import type { HubMethod } from '../../model/hub.ts'
import { isLiveLocation, overviewPlace, type Viewer } from '../../model/projects/live-overview.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { projectPresenceTable } from './projects-table.ts'
import { usersSeeingProject } from './scope.ts'

interface Connection {
  id: string
  user: { id: string; isExternal: boolean }
}
type Log = { warn(details: object, message: string): void }

/** After this time without renewal a node counts as lost, with all its connections. */
const goneAfterSeconds = 45
const renewMs = 15_000
/** Maximum number of project pages per connection. */
const mostPlaces = 50

export async function loadViewers(ctx: Context, projectId: number): Promise<Viewer[]> {
  const rows = await ctx.rows(
    { id: is.uuid, firstName: is.text, lastName: is.text, avatarUrl: orNull(is.text), places: is.texts },
    `select u.id, u.first_name, u.last_name, u.avatar_url, array_agg(distinct v.place order by v.place) as places
     from project_presence v join people u on u.id = v.user_id
     where v.project_id = $1 and v.seen_date > now() - interval '${goneAfterSeconds} seconds'
     group by u.id, u.first_name, u.last_name, u.avatar_url order by u.first_name, u.last_name, u.id`,
    [projectId],
  )
  const seen = await usersSeeingProject(
    ctx,
    projectId,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => seen.has(id)).map((row) => ({ ...row, avatarUrl: ctx.addresses.stripSignature(row.avatarUrl) }))
}

/**
 * Presence on project pages. Stored in the database, so that every node sees all connections. Changes are sent to users who watch the
 * project and can see it.
 */
export function presence(services: Services, log: Log, { everyMs = renewMs } = {}) {
  const node = randomUUID()
  /** Runs a connection's calls in order: leaving a page and opening the next must not overlap. */
  const queues = new Map<string, Promise<unknown>>()
  const placesOf = new Map<string, Set<string>>()

  function inTurn<T>(connectionId: string, run: () => Promise<T>): Promise<T> {
    const next = (queues.get(connectionId) ?? Promise.resolve()).then(run, run)
    queues.set(connectionId, next)
    const done = () => queues.get(connectionId) === next && queues.delete(connectionId)
    next.then(done, done)
    return next
  }

  async function publishViewers(ctx: Context, projectId: number): Promise<Viewer[]> {
    const viewers = await loadViewers(ctx, projectId)
    ctx.publish(
      viewers.map(({ id }) => id),
      'Presence',
      { projectId, viewers },
    )
    return viewers
  }

  const watch = (connection: Connection, projectId: number, place: string) =>
    services.isolated(async (ctx) => {
      if (connection.user.isExternal || !(await usersSeeingProject(ctx, projectId, [connection.user.id])).has(connection.user.id))
        return null
      const row = { connectionId: connection.id, projectId, place, userId: connection.user.id, node }
      const onConflict = { keys: ['connectionId', 'projectId', 'place'], set: { seenDate: sql`now()` } } as const
      await ctx.insert(projectPresenceTable, row, { onConflict })
      return publishViewers(ctx, projectId)
    })

  const unwatch = (connection: Connection, projectId: number, place: string) =>
    services.isolated(async (ctx) => {
      const removedCount = await ctx.run('delete from project_presence where connection_id = $1 and project_id = $2 and place = $3', [
        connection.id,
        projectId,
        place,
      ])
      if (removedCount > 0) await publishViewers(ctx, projectId)
      return null
    })

  const forget = (condition: string, values: unknown[]) =>
    services.isolated(async (ctx) => {
      const removedRows = await ctx.rows(
        { id: is.number },
        `delete from project_presence where ${condition} returning project_id as id`,
        values,
      )
      for (const projectId of new Set(removedRows.map(({ id }) => id))) await publishViewers(ctx, projectId)
    })

  const trouble = (error: unknown) => log.warn({ err: error }, 'presence could not be kept')
  const timer = setInterval(() => {
    const held =
      placesOf.size > 0
        ? services.isolated((ctx) => ctx.update(projectPresenceTable, { node }, { seenDate: sql`now()` }))
        : Promise.resolve()
    held.then(() => forget(`seen_date < now() - interval '${goneAfterSeconds} seconds'`, [])).catch(trouble)
  }, everyMs)
  timer.unref()

  return {
    /** `Watch(projectId, place?)` returns the viewers; `Unwatch(projectId, place?)` leaves. */
    invoke(connection: Connection, method: string, [projectId, place = overviewPlace]: unknown[]): Promise<Viewer[] | null> | null {
      if (typeof projectId !== 'number' || !Number.isSafeInteger(projectId) || !isLiveLocation(place)) return null
      const open = placesOf.get(connection.id) ?? new Set()
      const key = `${projectId} ${place}`
      if (method === ('Watch' satisfies HubMethod)) {
        if (open.size >= mostPlaces && !open.has(key)) return null
        placesOf.set(connection.id, open.add(key))
        return inTurn(connection.id, () => watch(connection, projectId, place))
      }
      if (method !== ('Unwatch' satisfies HubMethod) || !open.delete(key)) return null
      return inTurn(connection.id, () => unwatch(connection, projectId, place))
    },
    closed(connection: Connection): void {
      if (!placesOf.delete(connection.id)) return
      inTurn(connection.id, () => forget('connection_id = $1', [connection.id])).catch(trouble)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.allSettled([...queues.values()])
      await forget('node = $1', [node]).catch(trouble)
    },
  }
}
