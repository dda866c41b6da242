import { InboxMail, NotificationReason } from '../../model/inbox/inbox.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { seeing, seeingFromOutside } from '../projects/public.ts'
import { bundleMails } from './inbox-mail.ts'
import { notificationsTable } from './inbox-tables.ts'
import type { News } from './news.ts'
import { loadWatchers, switchedOffBy } from './watches.ts'

const { Approval, Mentioned, Watching } = NotificationReason

export const inboxChanged = (ctx: Context, userIds: string[]) =>
  ctx.publish(userIds, 'EntityChanged', { entity: 'inbox', id: 0, action: 'Updated' })

async function recipientReasons(ctx: Context, news: News): Promise<Map<string, NotificationReason>> {
  const watching = news.isForWatchers ? await loadWatchers(ctx, news.entity, news.entityId) : []
  const reasons = new Map<string, NotificationReason>()
  for (const { reason, userIds } of [...(news.to ?? []), { reason: Watching, userIds: watching }])
    for (const id of userIds) if (id && !reasons.has(id)) reasons.set(id, reason)
  if (!news.isByItself) reasons.delete(ctx.actor.userId)
  if (news.mayBeOff) for (const id of await switchedOffBy(ctx, news.entity, news.entityId)) reasons.delete(id)
  return reasons
}

async function mayKnow(ctx: Context, { projectId, needs, isForGuests }: News, userIds: string[]): Promise<string[]> {
  const rows = await ctx.rows(
    { id: is.uuid },
    `select id from people where id = any($1::uuid[]) and not is_suspended and not is_deleted and ($2::text is null or $2 = any(permissions))`,
    [userIds, needs ?? null],
  )
  const ids = rows.map(({ id }) => id)
  if (projectId === null) return ids
  const seen = isForGuests ? await seeingFromOutside(ctx, projectId, ids, 'can_comment') : await seeing(ctx, projectId, ids)
  return ids.filter((id) => seen.has(id))
}

export async function sendNotification(ctx: Context, news: News): Promise<void> {
  const reasons = await recipientReasons(ctx, news)
  if (reasons.size === 0) return
  const ids = await mayKnow(ctx, news, [...reasons.keys()])
  if (ids.length === 0) return
  const notified = await ctx.rows(
    { userId: is.uuid, reason: is.choice(NotificationReason), email: is.text, mail: is.choice(InboxMail) },
    `with told as (
       insert into notifications (user_id, reason, event_key, kind, entity, entity_id, project_id, needs, title, text, link, by_id)
       select t.user_id, t.reason, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from unnest($1::uuid[], $2::text[]) t(user_id, reason)
       on conflict do nothing returning user_id, reason)
     select t.user_id, t.reason, p.email, coalesce(s.mail, ${InboxMail.AtOnce}) as mail
     from told t join people p on p.id = t.user_id left join inbox_settings s on s.user_id = t.user_id`,
    [
      ids,
      ids.map((id) => reasons.get(id)),
      news.key,
      news.kind,
      news.entity,
      news.entityId,
      news.projectId,
      news.needs ?? null,
      news.title.slice(0, 500),
      news.text.slice(0, 500),
      news.link,
      news.isByItself ? null : ctx.actor.userId || null,
    ],
  )
  if (notified.length === 0) return
  const idsOf = (some: typeof notified) => some.map(({ userId }) => userId)
  inboxChanged(ctx, idsOf(notified))
  // A finished file shows its own message, and entries that are only watched wait until the user opens the inbox.
  const awaiting = new Set([news.awaitedBy ?? []].flat())
  const atOnce = notified.filter(({ userId, reason }) => reason !== Watching || awaiting.has(userId))
  const { title, text, link } = news
  if (atOnce.length > 0 && !news.isByItself) ctx.publish(idsOf(atOnce), 'Notify', { title, text, link, kind: 'info' })
  const isAwaited = ({ userId, reason }: (typeof notified)[number]) => reason === Approval || reason === Mentioned || awaiting.has(userId)
  for (const { email } of notified.filter((item) => item.mail === InboxMail.AtOnce && isAwaited(item))) await mailAtOnce(ctx, email, news)
  for (const mail of [InboxMail.Bundled, InboxMail.Daily] as const)
    await bundleMails(ctx, mail, news.key, idsOf(notified.filter((item) => item.mail === mail)))
}

async function mailAtOnce(ctx: Context, to: string, { title, text, link }: News) {
  const address = link === null ? undefined : `${ctx.services.publicUrl()}${link}`
  const links = address === undefined ? [] : [address]
  await ctx.services.sendMail(ctx, { to, subject: title, text: [text, ...links].join('\n\n'), links })
}

/** Marks pending entries as done in every inbox, or only in that of the user, regardless of who completed the task. */
export async function markDone(
  ctx: Context,
  { entity, entityId, reason, userId }: { entity: string; entityId: number; reason: NotificationReason; userId?: string },
): Promise<void> {
  const pending = { entity, entityId, reason, doneDate: null, ...(userId !== undefined && { userId }) }
  const done = { doneDate: sql`now()`, readDate: sql`coalesce(read_date, now())`, mailDate: null }
  const settled = await ctx.update(notificationsTable, pending, done, { returning: ['userId'] })
  if (settled.length > 0)
    inboxChanged(
      ctx,
      settled.map((row) => row.userId),
    )
}
