import { ActivityLogType } from '../../../model/activity/enums.ts'
import { type Activity, noteEditMinutes, relatedShape } from '../../../model/kit/call.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import { activityLog, changeShape, recordAudit } from '../entity/audit.ts'
import { Params, searchPatterns } from '../entity/rows.ts'
import type { ListOptions, ListQuery } from '../entity/served.ts'
import { listKeys, pageSize } from '../list/list.ts'
import { type Actor, type Context, perApp, type Services } from '../request/context.ts'
import { conflict, forbidden, notFound } from '../request/errors.ts'
import { is, onlyRow, orNull, personRef } from '../sql/row-types.ts'

const entryShape = {
  id: is.number,
  type: is.choice(ActivityLogType),
  title: is.text,
  notes: orNull(is.text),
  changes: is.listOf(is.jsonOf(changeShape)),
  createDate: is.instant,
  entity: is.text,
  entityId: is.text,
  entityName: orNull(is.text),
  relatedEntity: orNull(is.jsonOfFields(relatedShape)),
  createdBy: orNull(personRef),
} satisfies Record<keyof Activity, unknown>
const author = `json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarUrl', u.avatar_url, 'isSuspended', u.is_suspended, 'isExternalUser', u.is_external_user)`
const entrySelect = (
  name = 'null::text',
) => `a.id, a.type, a.title, a.notes, coalesce(a.changes, '[]') as changes, a.create_date as "createDate",
  a.entity, a.entity_id as "entityId", ${name} as "entityName", a.related as "relatedEntity", case when u.id is null then null else ${author} end as "createdBy"`

export const visibleEntries = (actor: Actor, p: Params, alias = 'a') =>
  `(${alias}.needs is null or ${alias}.needs = any(${p.add([...actor.held])}::text[]))`

type LogQuery = ListQuery & { types?: number[] | null; userIds?: string[] | null; from?: string | null; to?: string | null }

/** Returns the activity log of one entity, newest first (domain 14.3). */
export async function readActivities(ctx: Context, entity: string, id: unknown, query: LogQuery) {
  return activities(ctx, query, (p) => `a.entity = ${p.add(entity)} and a.entity_id = ${p.add(String(id))}`)
}

interface EntryText {
  name?: string
  order?: string
}
export async function activities(
  ctx: Context,
  query: LogQuery,
  condition: (p: Params) => string,
  { name, order = 'a.id desc' }: EntryText = {},
) {
  const p = new Params()
  const conditions = [condition(p), visibleEntries(ctx.actor, p)]
  if (query.types?.length) conditions.push(`a.type = any(${p.add(query.types)})`)
  if (query.userIds?.length) conditions.push(`a.created_by_id = any(${p.add(query.userIds)}::uuid[])`)
  if (query.from) conditions.push(`a.create_date >= ${p.add(query.from)}::date`)
  if (query.to) conditions.push(`a.create_date < ${p.add(query.to)}::date + 1`)
  for (const pattern of searchPatterns(query.search)) {
    const at = p.add(pattern)
    conditions.push(`(a.title ilike ${at} or a.notes ilike ${at} or u.first_name ilike ${at} or u.last_name ilike ${at})`)
  }
  const where = conditions.join(' and ')
  const from = `from activity_log a left join users u on u.id = a.created_by_id where ${where}`
  const limit = pageSize(query)
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values)
  const items = await ctx.rows(
    entryShape,
    `select ${entrySelect(name)} ${from} order by ${order} limit ${p.add(limit)} offset ${p.add((Math.max(1, query.page ?? 1) - 1) * limit)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

interface Noted {
  entity: string
  id: unknown
  notes: string
  projectId: number | null
  needs?: Permission
}
export async function createNote(ctx: Context, { entity, id, notes, projectId, needs }: Noted) {
  await recordAudit(ctx, [{ action: 'Create', entity: 'activityNotes', entityId: String(id), entityName: entity }])
  const entry = { entity, entityId: String(id), projectId, type: ActivityLogType.Manual, title: 'Note', notes, needs }
  const created = await ctx.insert(activityLog, entry, { returning: ['id'] })
  return readEntry(ctx, onlyRow(created).id)
}

async function readEntry(ctx: Context, id: number) {
  const entry = await ctx.rows(
    entryShape,
    `select ${entrySelect()} from activity_log a left join users u on u.id = a.created_by_id where a.id = $1`,
    [id],
  )
  return onlyRow(entry)
}

interface NoteLocation {
  entity: string
  id: unknown
  noteId: number
}
async function ownNote(ctx: Context, { entity, id, noteId }: NoteLocation): Promise<string> {
  const p = new Params()
  const isOwn = `coalesce(a.created_by_id = ${p.add(ctx.actor.userId)}, false)`
  const [note] = await ctx.rows(
    { notes: is.text, isOwn: is.boolean, isFresh: is.boolean },
    `select coalesce(a.notes, '') as notes, ${isOwn} as "isOwn",
       a.create_date > now() - ${noteEditMinutes} * interval '1 minute' as "isFresh"
     from activity_log a where a.id = ${p.add(noteId)} and a.entity = ${p.add(entity)} and a.entity_id = ${p.add(String(id))}
       and a.type = ${ActivityLogType.Manual} and (${isOwn} or ${visibleEntries(ctx.actor, p)}) for update`,
    p.values,
  )
  if (!note) throw notFound('Note')
  if (!note.isOwn) throw forbidden()
  if (!note.isFresh) throw conflict(`A note can be changed or deleted for ${noteEditMinutes} minutes after it was written.`)
  return note.notes
}

export async function updateNote(ctx: Context, place: NoteLocation, notes: string) {
  const before = await ownNote(ctx, place)
  await ctx.update(activityLog, place.noteId, { notes })
  const about = { entity: 'activityNotes', entityId: String(place.id), entityName: place.entity }
  await recordAudit(ctx, [{ ...about, action: 'Update', before: { notes: before }, after: { notes } }])
  return readEntry(ctx, place.noteId)
}

export async function deleteNote(ctx: Context, place: NoteLocation) {
  const notes = await ownNote(ctx, place)
  await ctx.run('delete from activity_log where id = $1', [place.noteId])
  await recordAudit(ctx, [
    { action: 'Delete', entity: 'activityNotes', entityId: String(place.id), entityName: place.entity, before: { notes } },
  ])
}

/** Accesses are written in batches a moment later, so that opening a page does not wait for it. */
const waitingOf = perApp(() => new Map<string, { userId: string; entity: string; entityId: string; date: string }>())
export function recordAccess(ctx: Context, entity: string, id: unknown) {
  const waiting = waitingOf(ctx.services)
  const activityKey = `${ctx.actor.userId} ${entity} ${id}`
  waiting.delete(activityKey)
  waiting.set(activityKey, { userId: ctx.actor.userId, entity, entityId: String(id), date: nextMoment() })
}

let lastMoment = 0
/** Accesses within one millisecond keep their order. A clock that is set back is followed. */
function nextMoment() {
  const now = Date.now()
  lastMoment = now <= lastMoment && now > lastMoment - 1000 ? lastMoment + 1 : now
  return new Date(lastMoment).toISOString()
}

/**
 * Stores the accesses collected by `noteAccess` and trims them to the newest hundred per user and kind. An older time does not replace a
 * newer one unless the clock was set back.
 */
export async function storeAccesses(services: Services, client: { query(text: string, values: unknown[]): Promise<unknown> }) {
  const waiting = waitingOf(services)
  if (waiting.size === 0) return
  const stored = [...waiting]
  const rows = stored.map(([, access]) => access)
  await client.query(
    `insert into recent_access (user_id, entity, entity_id, date) select user_id, entity, entity_id, date from jsonb_to_recordset($1) as x(user_id uuid, entity text, entity_id text, date timestamptz)
     on conflict (user_id, entity, entity_id) do update set date = excluded.date where excluded.date > recent_access.date or recent_access.date > now() + interval '1 minute'`,
    [JSON.stringify(rows.map(({ userId, entity, entityId, date }) => ({ user_id: userId, entity, entity_id: entityId, date })))],
  )
  await client.query(
    `delete from recent_access r using (select user_id, entity, entity_id, row_number() over (partition by user_id, entity order by date desc) as place from recent_access where user_id = any($1)) old
     where old.place > 100 and r.user_id = old.user_id and r.entity = old.entity and r.entity_id = old.entity_id`,
    [[...new Set(rows.map(({ userId }) => userId))]],
  )
  // Removes the accesses only after they are stored, so that "recent" misses none, and not those opened again meanwhile.
  for (const [activityKey, access] of stored) if (waiting.get(activityKey) === access) waiting.delete(activityKey)
}

interface Listed<T> {
  resource: Resource
  list(ctx: Context, query: ListQuery, options?: ListOptions): Promise<{ items: T[] }>
}
/** Rows recently created, updated, or opened (domain 1.4). */
export async function readRecent<T extends { id: number | string }>(served: Listed<T>, ctx: Context, count: number, mode: number) {
  const limit = Math.min(50, Math.max(1, count))
  const keys = listKeys(served.resource)
  if (mode !== 3) {
    const { items } = await served.list(ctx, { sortBy: [mode === 1 ? 'createDate' : 'updateDate'], sortDesc: ['true'] }, { keys, limit })
    return { items }
  }
  // Reads the pending accesses first; in the other order, one stored in between would be missed.
  const recent = [...waitingOf(ctx.services).values()].filter(
    (entry) => entry.userId === ctx.actor.userId && entry.entity === served.resource.entity,
  )
  const opened = await ctx.rows(
    { id: is.number },
    `select entity_id::bigint as id from recent_access where user_id = $1 and entity = $2 order by date desc limit 100`,
    [ctx.actor.userId, served.resource.entity],
  )
  const ids = [...new Set([...recent.reverse().map(({ entityId }) => Number(entityId)), ...opened.map(({ id }) => id)])]
  const { items } = await served.list(ctx, {}, { keys, limit: 100, extra: (_, p) => `t.id = any(${p.add(ids)})` })
  const byId = new Map(items.map((item) => [Number(item.id), item]))
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []).slice(0, limit),
  }
}
