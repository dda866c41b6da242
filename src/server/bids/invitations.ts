import { addBidInvitation, type BidInvitation, bidInvitations, removeBidInvitation, sendBidInvitation } from '../../model/bids/bid-calls.ts'
import { BidInvitationState, BidPackageState } from '../../model/bids/enums.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { inviteGuest } from '../access/public.ts'
import { contractorName } from '../companies/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { lastVersionSql } from './bid-clock.ts'
import { formatDeadline, mailBidders, packageTitle } from './bid-mails.ts'
import { type BidPackage, getPackage, lockPackage, stateLabel } from './bid-packages.ts'
import { bidInvitationsTable, bidPeopleTable } from './bid-tables.ts'
import { packageChanged } from './closing.ts'

const { Draft, Out } = BidPackageState
const { Submitted } = BidInvitationState

/** `i` is the invitation, `t` its package. */
export const mustResubmitSql = `(i.state = ${Submitted} and exists (select from bid_versions v where v.invitation_id = i.id
  and v.version = ${lastVersionSql('i')} and v.revision_id <> t.revision_id))`

const shape = {
  id: is.number,
  company: is.jsonOf({ id: is.number, name: is.text, type: is.choice(CompanyType) }),
  people: is.listOf(is.jsonOf({ email: is.text, userId: orNull(is.text), name: orNull(is.text) })),
  state: is.choice(BidInvitationState),
  viewedAt: orNull(is.instant),
  sentAt: orNull(is.instant),
  submittedAt: orNull(is.instant),
  bidVersion: orNull(is.number),
  declinedReason: orNull(is.text),
  mustResubmit: is.boolean,
}

/** Invited bidders with what staff may know before the close: who has viewed, declined, and submitted. */
const loadInvitations = (ctx: Context, packageId: number, id: number | null = null): Promise<BidInvitation[]> =>
  ctx.rows(
    shape,
    `select i.id, json_build_object('id', i.company_id, 'name', i.company_name, 'type', i.company_type) as company,
       (select coalesce(json_agg(json_build_object('email', p.email, 'userId', p.user_id,
           'name', (select u.first_name || ' ' || u.last_name from people u where u.id = p.user_id)) order by p.id), '[]')
         from bid_people p where p.invitation_id = i.id) as people,
       i.state, i.viewed_at, i.sent_at, (select v.submitted_at from bid_versions v where v.invitation_id = i.id and v.version = ${lastVersionSql('i')}) as "submittedAt",
       ${lastVersionSql('i')} as "bidVersion", i.declined_reason, ${mustResubmitSql} as "mustResubmit"
     from bid_invitations i join bid_packages t on t.id = i.package_id where i.package_id = $1 and ($2::bigint is null or i.id = $2)
     order by i.company_name collate natural_order, i.id`,
    [packageId, id],
  )

async function getInvitation(ctx: Context, packageId: number, id: number): Promise<BidInvitation> {
  const [found] = await loadInvitations(ctx, packageId, id)
  if (!found) throw notFound('Bidder')
  return found
}

async function add(ctx: Context, { params, body }: HandlerRequest<typeof addBidInvitation>) {
  const bidPackage = await lockPackage(ctx, params.id, params.itemId)
  requireInviting(bidPackage)
  const { companyType, companyId, people } = body
  const name = await contractorName(ctx, companyType, companyId)
  if (name === undefined)
    throw badRequest({ companyId: ['Company not found. Integrators, general contractors and sub-contractors can bid.'] })
  const message = `${name} is invited already.`
  const known = await ctx.run('select from bid_invitations where package_id = $1 and company_type = $2 and company_id = $3', [
    bidPackage.id,
    companyType,
    companyId,
  ])
  if (known > 0) throw conflict(message, { fields: { companyId: [message] } })
  const row = { packageId: bidPackage.id, companyType, companyId, companyName: name }
  const { id } = onlyRow(await ctx.insert(bidInvitationsTable, row, { returning: ['id'] }))
  await storePeople(ctx, id, people)
  await recordInvitation(ctx, bidPackage, `${name} invited`, { id, name, action: 'Create' })
  if (bidPackage.state === Out) await sendInvitations(ctx, bidPackage, id)
  return getInvitation(ctx, bidPackage.id, id)
}

function requireInviting({ state }: BidPackage) {
  if (state !== Draft && state !== Out) throw conflict(`Bidders cannot be changed while ${stateLabel(state)}.`)
}

async function storePeople(ctx: Context, invitationId: number, people: HandlerRequest<typeof addBidInvitation>['body']['people']) {
  const emails = [...new Set(people.map(({ email }) => email))]
  const problems: Record<string, string[]> = {}
  const users = await externalUsers(ctx, emails)
  for (const [index, { userId, email }] of people.entries())
    if (userId !== null && users.get(email) !== userId)
      problems[`people[${index}].userId`] = ['There is no external user with this e-mail address.']
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  await ctx.insertMany(
    bidPeopleTable,
    emails.map((email) => ({ invitationId, email, userId: users.get(email) ?? null })),
  )
}

async function externalUsers(ctx: Context, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.rows(
    { id: is.uuid, email: is.text },
    `select u.id, lower(u.email) as email from people u where u.is_external_user and not u.is_deleted and not u.is_suspended and lower(u.email) = any($1)`,
    [emails],
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

async function remove(ctx: Context, { params }: HandlerRequest<typeof removeBidInvitation>) {
  const bidPackage = await lockPackage(ctx, params.id, params.itemId)
  const { id, company } = await getInvitation(ctx, bidPackage.id, params.invitationId)
  requireInviting(bidPackage)
  // The row is locked first, so that no bid is submitted meanwhile.
  await ctx.run('select from bid_invitations where id = $1 for update', [id])
  const hasBid = await ctx.run('select from bid_versions where invitation_id = $1', [id])
  if (hasBid > 0) throw conflict(`${company.name} has submitted a bid and cannot be removed.`)
  for (const table of ['bid_people', 'bid_questions', 'bid_drafts', 'bid_files'])
    await ctx.run(`delete from ${table} where invitation_id = $1`, [id])
  await ctx.run('delete from bid_invitations where id = $1', [id])
  await recordInvitation(ctx, bidPackage, `${company.name} removed`, { id, name: company.name, action: 'Delete' })
}

async function recordInvitation(
  ctx: Context,
  { id: packageId, projectId }: BidPackage,
  title: string,
  { id, name, action }: { id: number; name: string; action: 'Create' | 'Delete' | 'Update' },
) {
  await recordAudit(ctx, [
    {
      action,
      entity: 'bidInvitations',
      entityId: id,
      entityName: name,
      after: { packageId },
    },
    {
      action: 'Update',
      entity: 'bidPackages',
      entityId: packageId,
      entityName: title,
      activity: { title, projectId, needs: 'ProjectBudget.View' },
    },
  ])
  ctx.after(() => packageChanged(ctx, { id: packageId, projectId }))
}

/** Mails the invitation to the people of all bidders, or of one. People without an account are invited to the product first. */
export async function sendInvitations(ctx: Context, { id: packageId, dueAt }: Pick<BidPackage, 'id' | 'dueAt'>, only?: number) {
  const { title, project } = await packageTitle(ctx, packageId)
  const strangers = await ctx.rows(
    { email: is.text },
    `select p.email from bid_people p join bid_invitations i on i.id = p.invitation_id
     where i.package_id = $1 and ($2::bigint is null or i.id = $2) and p.user_id is null`,
    [packageId, only ?? null],
  )
  const known = await externalUsers(
    ctx,
    strangers.map(({ email }) => email),
  )
  for (const [email, userId] of known) await bindPerson(ctx, email, userId)
  for (const { email } of strangers) if (!known.has(email)) await inviteGuest(ctx, email, `You are invited to bid: ${title}, ${project}.`)
  const deadline = await formatDeadline(ctx, dueAt)
  await mailBidders(
    ctx,
    packageId,
    {
      subject: `Invitation to bid: ${title}`,
      paragraphs: () => [`You are invited to bid for ${title} of ${project}.`, `Bids are due on ${deadline}.`, 'Open the package here:'],
    },
    (id) => only === undefined || id === only,
  )
  await ctx.run('update bid_invitations set sent_at = now() where package_id = $1 and ($2::bigint is null or id = $2)', [
    packageId,
    only ?? null,
  ])
}

/** Gives a new external user the invitations to bid that were sent to the address. */
export const bindPerson = (ctx: Context, email: string, userId: string) =>
  ctx.run('update bid_people set user_id = $2 where email = lower($1) and user_id is null', [email, userId])

async function send(ctx: Context, { params }: HandlerRequest<typeof sendBidInvitation>) {
  const bidPackage = await lockPackage(ctx, params.id, params.itemId)
  const { id, people } = await getInvitation(ctx, bidPackage.id, params.invitationId)
  if (bidPackage.state !== Out) throw conflict(`Invitations cannot be sent while ${stateLabel(bidPackage.state)}.`)
  await sendInvitations(ctx, bidPackage, id)
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'bidInvitations',
      entityId: id,
      entityName: bidPackage.name,
      after: { sentTo: formatCount(people.length, 'person') },
    },
  ])
  return getInvitation(ctx, bidPackage.id, id)
}

export const invitationRoutes: Route[] = [
  defineRoute(bidInvitations, async (ctx, { params }) => ({
    items: await loadInvitations(ctx, (await getPackage(ctx, params.id, params.itemId)).id),
  })),
  defineRoute(addBidInvitation, add),
  defineRoute(removeBidInvitation, remove),
  defineRoute(sendBidInvitation, send),
]
