import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { settingsOf } from '../settings/public.ts'

/** Deadline in the firm's time zone, such as `Friday, December 4, 2026 at 5:00 PM EST`. */
export async function formatDeadline(ctx: Context, dueAt: string): Promise<string> {
  const { 'general.timeZone': timeZone } = await settingsOf(ctx, 'general.timeZone')
  const zone = timeZone ?? 'UTC'
  const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'full' })
  const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return `${day.format(new Date(dueAt))} at ${time.format(new Date(dueAt))}`
}

interface MailText {
  subject: string
  paragraphs(company: string): readonly (string | null)[]
}

/** Mails to the people of these bidders, or of one. A mail of a package never contains an amount. */
export async function mailBidders(
  ctx: Context,
  packageId: number,
  { subject, paragraphs }: MailText,
  isFor: (invitationId: number) => boolean = () => true,
) {
  const people = await ctx.rows(
    { invitationId: is.number, company: is.text, email: is.text },
    `select i.id as "invitationId", i.company_name as company, p.email from bid_invitations i join bid_people p on p.invitation_id = i.id
     where i.package_id = $1 order by i.id, p.id`,
    [packageId],
  )
  for (const { invitationId, company, email } of people.filter((person) => isFor(person.invitationId))) {
    const link = `${ctx.services.publicUrl()}/external-bids/${invitationId}`
    const text = [`Hello ${company},`, ...paragraphs(company), link].filter((part) => part !== null).join('\n\n')
    await ctx.services.sendMail(ctx, { to: email, subject, text, links: [link] })
  }
}

export async function packageTitle(ctx: Context, packageId: number): Promise<{ title: string; project: string; createdBy: string | null }> {
  const rows = await ctx.rows(
    { title: is.text, project: is.text, createdBy: orNull(is.uuid) },
    `select t.number || ' ' || t.name as title, concat_ws(' ', p.number, p.name) as project, t.created_by_id as "createdBy"
     from bid_packages t join living_projects p on p.id = t.project_id where t.id = $1`,
    [packageId],
  )
  return onlyRow(rows)
}
