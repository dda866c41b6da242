import { InboxMail } from '../../model/inbox/inbox.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { shownEntrySql } from './inbox-scope.ts'
import { notificationsTable } from './inbox-tables.ts'

const bundleMinutes = 5
const dailyHour = 7
const mostNamed = 50

/** Returns when the mail is due: five minutes after the first entry of a bundle, or the next seven o'clock in the server's time zone. */
export function dueAfter(mail: typeof InboxMail.Bundled | typeof InboxMail.Daily, now: Date): Date {
  if (mail === InboxMail.Bundled) return new Date(now.getTime() + bundleMinutes * 60_000)
  const due = new Date(now)
  due.setHours(dailyHour, 0, 0, 0)
  if (due <= now) due.setDate(due.getDate() + 1)
  return due
}

/** Schedules new entries for these users' next mail. If a mail is already scheduled, the entries join it. */
export async function bundleMails(
  ctx: Context,
  mail: typeof InboxMail.Bundled | typeof InboxMail.Daily,
  eventKey: string,
  userIds: string[],
) {
  if (userIds.length === 0) return
  const due = dueAfter(mail, new Date())
  // A mail due within a minute may be sent before this transaction commits, so it cannot be joined.
  const waiting = await ctx.rows(
    { userId: is.uuid, date: is.instant },
    `select user_id, min(mail_date) as date from notifications
     where user_id = any($1::uuid[]) and mail_date > clock_timestamp() + interval '1 minute' group by user_id`,
    [userIds],
  )
  const dates = new Map(waiting.map(({ userId, date }) => [userId, date]))
  await ctx.run(
    `update notifications n set mail_date = x.date from unnest($1::uuid[], $3::timestamptz[]) x(user_id, date)
     where n.event_key = $2 and n.user_id = x.user_id`,
    [userIds, eventKey, userIds.map((userId) => dates.get(userId) ?? due.toISOString())],
  )
  const seconds = Math.max(1, Math.ceil((due.getTime() - Date.now()) / 1000))
  for (const userId of userIds) if (!dates.has(userId)) await ctx.enqueue(inboxMail, { actorId: userId, due: due.toISOString() }, seconds)
}

const mailed = { title: is.text, text: is.text, link: orNull(is.text) }

/** Sends one mail with the recipient's permissions. Leaves out entries they have read or may no longer see. */
export const inboxMail: Job<{ due: string }> = {
  name: 'inboxMail',
  async run({ work }, { input }) {
    await work(async (ctx) => {
      const p = new Params()
      // The clock here may be slightly behind the one that scheduled the mail.
      const due = `greatest(now(), ${p.add(input.due)}::timestamptz)`
      const entries = await ctx.rows(
        mailed,
        `select n.title, n.text, n.link from notifications n where ${shownEntrySql(ctx, p)} and n.mail_date <= ${due} and n.read_date is null
           and n.done_date is null order by n.id desc`,
        p.values,
      )
      const dueEntries = { userId: ctx.actor.userId, mailDate: sql`<= greatest(now(), ${input.due}::timestamptz)` }
      await ctx.update(notificationsTable, dueEntries, { mailDate: null })
      const [person] = await ctx.rows({ email: is.text }, 'select email from people where id = $1 and not is_suspended', [ctx.actor.userId])
      if (!person || entries.length === 0) return
      await ctx.services.sendMail(ctx, { to: person.email, ...createInboxMail(entries, ctx.services.publicUrl()) })
    })
  },
}

export function createInboxMail(entries: readonly { title: string; text: string; link: string | null }[], address: string) {
  const [only] = entries
  const inbox = `${address}/inbox`
  const entryTexts = entries
    .slice(0, mostNamed)
    .map(({ title, text, link }) => [title, text, link && `${address}${link}`].filter(Boolean).join('\n'))
  const left = entries.length - entryTexts.length
  if (left > 0) entryTexts.push(`and ${left} more`)
  return {
    subject: only && entries.length === 1 ? only.title : `${formatCount(entries.length, 'new entry', 'new entries')} in your inbox`,
    text: [...entryTexts, inbox].join('\n\n'),
    links: [inbox],
  }
}
