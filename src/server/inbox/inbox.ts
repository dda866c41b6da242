import {
  countInbox,
  doneDays,
  InboxMail,
  InboxPlace,
  markAllDone,
  markDone,
  markRead,
  NotificationReason,
  readInbox,
  readInboxEntry,
  readInboxSettings,
  saveInboxSettings,
  snooze,
} from '../../model/inbox/inbox.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { Params } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import { cachedTotal } from '../kit/list/total-cache.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, namedShape, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { shownEntrySql } from './inbox-scope.ts'
import { inboxSettingsTable, notificationsTable } from './inbox-tables.ts'
import { inboxChanged } from './notify.ts'

type Entry = ResponseOf<typeof markRead>
type InboxFolder = HandlerRequest<typeof readInbox>['query']['place']

const shape = {
  id: is.number,
  kind: is.text,
  reason: is.choice(NotificationReason),
  entity: is.text,
  entityId: is.number,
  project: orNull(namedShape),
  title: is.text,
  text: is.text,
  link: orNull(is.text),
  by: orNull(personRef),
  createDate: is.instant,
  readDate: orNull(is.instant),
  doneDate: orNull(is.instant),
  snoozedUntil: orNull(is.instant),
}
const columns = `n.id, n.kind, n.reason, n.entity, n.entity_id as "entityId", n.title, n.text, n.link,
  (select json_build_object('id', p.id, 'name', p.name) from living_projects p where p.id = n.project_id) as project,
  (select person from people where id = n.by_id) as by,
  n.create_date as "createDate", n.read_date as "readDate", n.done_date as "doneDate", n.snoozed_until as "snoozedUntil"`

const date = 'coalesce(n.snoozed_until, n.create_date)'
const places: Record<InboxFolder, { condition: string; order: string }> = {
  open: { condition: `n.done_date is null and ${date} <= now()`, order: `${date} desc, n.id desc` },
  later: { condition: `n.done_date is null and ${date} > now()`, order: `${date}, n.id` },
  done: { condition: 'n.done_date is not null', order: 'n.done_date desc, n.id desc' },
}

async function listEntries(ctx: Context, query: HandlerRequest<typeof readInbox>['query']) {
  const p = new Params()
  const { condition, order } = places[query.place]
  const reason = query.reason === null ? '' : ` and n.reason = ${p.add(query.reason)}`
  const where = `${shownEntrySql(ctx, p)} and ${condition}${reason}`
  const narrowed = [...p.values]
  const counting = `select count(*)::int from notifications n where ${where}`
  const cached = cachedTotal(ctx, p, counting, nextBack(p.add(ctx.actor.userId)))
  const limit = pageSize(query)
  const skipped = (query.page - 1) * limit
  const rows = await ctx.rows(
    { ...shape, total: is.number, shown: orNull(is.text) },
    // Computes the display columns only for the page's rows, not for the rows before it.
    `select ${columns}, ${cached.total} as total, ${cached.shown} as shown
     from (select n.* from notifications n where ${where} order by ${order} limit ${p.add(limit)} offset ${p.add(skipped)}) n
     order by ${order}`,
    p.values,
  )
  const items = rows.map(({ total: _total, shown: _shown, ...entry }) => entry)
  const [first] = rows
  if (first) cached.keep(first)
  if (first || skipped === 0) return { items, total: first?.total ?? 0 }
  // A page past the last one has no row that carries the total.
  const counted = await ctx.rows({ count: is.number }, counting, narrowed)
  return { items, total: onlyRow(counted).count }
}

const nextBack = (userId: string) =>
  `(select min(${date}) from notifications n where n.user_id = ${userId}::uuid and n.done_date is null and ${date} > now())`

const counts = {
  count: is.number,
  unread: is.number,
  approval: is.number,
  assigned: is.number,
  mentioned: is.number,
  watching: is.number,
  later: is.number,
  done: is.number,
}

async function countEntries(ctx: Context) {
  const p = new Params()
  const isOpen = places[InboxPlace.Open].condition
  const number = (condition: string, name: string) => `(count(*) filter (where ${condition}))::int as ${name}`
  const rows = await ctx.rows(
    counts,
    `select ${[
      number(isOpen, 'count'),
      number(`${isOpen} and n.read_date is null`, 'unread'),
      ...NotificationReason.values.map(({ value }) => number(`${isOpen} and n.reason = '${value}'`, value)),
      number(places[InboxPlace.Later].condition, 'later'),
      number(places[InboxPlace.Done].condition, 'done'),
    ].join(', ')} from notifications n where ${shownEntrySql(ctx, p)}`,
    p.values,
  )
  return onlyRow(rows)
}

async function loadEntry(ctx: Context, id: number): Promise<Entry> {
  const p = new Params()
  const at = p.add(id)
  const [own] = await ctx.rows(shape, `select ${columns} from notifications n where n.id = ${at} and ${shownEntrySql(ctx, p)}`, p.values)
  if (!own) throw notFound('Entry')
  return own
}

/** Changes one of the user's visible entries and returns it. Entries of other users stay unchanged. */
async function changeEntry(ctx: Context, id: number, row: UpdateValues<typeof notificationsTable>): Promise<Entry> {
  const p = new Params()
  const at = p.add(id)
  const [own] = await ctx.rows(
    { id: is.number },
    `select n.id from notifications n where n.id = ${at} and ${shownEntrySql(ctx, p)} for update of n`,
    p.values,
  )
  if (!own) throw notFound('Entry')
  await ctx.update(notificationsTable, id, row)
  inboxChanged(ctx, [ctx.actor.userId])
  const changed = await ctx.rows(shape, `select ${columns} from notifications n where n.id = $1`, [id])
  return onlyRow(changed)
}

async function putOff(ctx: Context, id: number, until: string | null) {
  if (until !== null && Date.parse(until) <= Date.now()) throw badRequest({ snoozedUntil: ['This time has passed.'] })
  return changeEntry(ctx, id, { snoozedUntil: until, doneDate: null })
}

async function doneAll(ctx: Context, { reason, undoneFrom }: HandlerRequest<typeof markAllDone>['body']) {
  const p = new Params()
  const shown = shownEntrySql(ctx, p)
  const ofReason = reason === null ? '' : ` and n.reason = ${p.add(reason)}`
  const rows = await ctx.rows(
    { doneDate: orNull(is.instant) },
    undoneFrom === null
      ? `update notifications n set done_date = now(), mail_date = null where ${shown} and ${places[InboxPlace.Open].condition}${ofReason}
         returning n.done_date`
      : `update notifications n set done_date = null where ${shown} and n.done_date = ${p.add(undoneFrom)}::timestamptz(3)${ofReason}
         returning n.done_date`,
    p.values,
  )
  if (rows.length > 0) inboxChanged(ctx, [ctx.actor.userId])
  return { count: rows.length, doneDate: rows[0]?.doneDate ?? null }
}

async function loadSettings(ctx: Context) {
  const [stored] = await ctx.rows({ mail: is.choice(InboxMail) }, 'select mail from inbox_settings where user_id = $1', [ctx.actor.userId])
  return stored ?? { mail: InboxMail.AtOnce }
}

/** Entries already scheduled keep their mail date, unless the user turned mails off. */
async function saveSettings(ctx: Context, sent: HandlerRequest<typeof saveInboxSettings>['body']) {
  const { mail } = { ...(await loadSettings(ctx)), ...sent }
  await ctx.insert(inboxSettingsTable, { userId: ctx.actor.userId, mail }, { onConflict: { keys: ['userId'] } })
  if (mail === InboxMail.Never) await ctx.update(notificationsTable, { userId: ctx.actor.userId }, { mailDate: null })
  return loadSettings(ctx)
}

export async function removeOldEntries(ctx: Context) {
  await ctx.run(`delete from notifications where done_date < now() - ${doneDays} * interval '1 day'`)
}

export const inboxRoutes: Route[] = [
  defineRoute(readInbox, (ctx, { query }) => listEntries(ctx, query)),
  defineRoute(countInbox, countEntries),
  defineRoute(readInboxEntry, (ctx, { params }) => loadEntry(ctx, params.id)),
  defineRoute(markAllDone, (ctx, { body }) => doneAll(ctx, body)),
  defineRoute(readInboxSettings, loadSettings),
  defineRoute(saveInboxSettings, (ctx, { body }) => saveSettings(ctx, body)),
  defineRoute(markRead, (ctx, { params, body }) =>
    changeEntry(ctx, params.id, { readDate: body.isRead ? sql`coalesce(read_date, now())` : null }),
  ),
  defineRoute(markDone, (ctx, { params, body }) =>
    changeEntry(
      ctx,
      params.id,
      body.isDone
        ? { doneDate: sql`coalesce(done_date, now())`, readDate: sql`coalesce(read_date, now())`, mailDate: null }
        : { doneDate: null },
    ),
  ),
  defineRoute(snooze, (ctx, { params, body }) => putOff(ctx, params.id, body.snoozedUntil)),
]
