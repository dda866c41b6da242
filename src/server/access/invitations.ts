import { randomUUID } from 'node:crypto'
import { InvitationState } from '../../model/access/enums.ts'
import { invitationLink, invitations as invitationsModel, resendInvitation, revokeInvitation } from '../../model/access/invitations.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { neededToGive, type Permission } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { sql } from '../kit/sql/writes.ts'
import { settingOf, settingsOf } from '../settings/public.ts'
import { checkGiven, rolesToGive } from './granting.ts'
import { invitationsTable, stateNow } from './invitations-table.ts'
import { wasInvited } from './person-parts.ts'

type Invitation = RowOf<typeof invitationsModel>
interface Promised {
  roleId: number | undefined
  groupIds: number[]
  projectIds: number[]
}

const { Pending, Accepted, Expired, Revoked } = InvitationState
const isOpenState = (state: InvitationState) => state === Pending || state === Expired

const companySql = (noun: string) =>
  `(select ${noun} from companies_of_contacts k where k.id = t.company_contact_id or dna_key(k.email) = dna_key(t.email)
    order by coalesce(k.id = t.company_contact_id, false) desc, k.is_primary desc, k.id limit 1)`
const jsonListSql = (expression: string, order: string, from: string) =>
  `(select coalesce(jsonb_agg(${expression} order by ${order}), '[]') from ${from})`
const promisedProjects = 'living_projects p where p.id = any(t.project_ids) and visible(p)'
const promisedGroups = 'access_groups g where g.id = any(t.external_access_group_ids) and not g.is_deleted'

const links = new WeakMap<Context, string>()

export const invitations = serve({
  resource: invitationsModel,
  table: invitationsTable,
  elsewhere: { link: 'only in the response to the sender, if no e-mail is sent' },
  computed: {
    state: stateNow('t'),
    company: {
      sql: companySql(`json_build_object('id', k.company_id, 'name', k.company_name, 'type', k.company_type)`),
      order: companySql(`k.company_name collate ${naturalOrder}`),
    },
    externalAccessGroupIds: { sql: jsonListSql('g.id', 'g.name, g.id', promisedGroups), order: null },
    externalAccessGroups: {
      sql: jsonListSql(`jsonb_build_object('id', g.id, 'name', g.name)`, 'g.name, g.id', promisedGroups),
      order: null,
    },
    projectIds: { sql: jsonListSql('p.id', 'p.name, p.id', promisedProjects), order: null },
    projects: {
      sql: jsonListSql(`jsonb_build_object('id', p.id, 'name', p.name, 'number', p.number)`, 'p.name, p.id', promisedProjects),
      order: null,
    },
  },
  searchText: companySql('k.company_name'),
  filters: { states: (states, p) => `${stateNow('t')} = any(${p.add(states)})` },

  async beforeWrite(ctx, values, before) {
    if (before && !isOpenState(before.state)) throw conflict(`The invitation was ${stateMessages[before.state]}.`)
    if (before) await checkPromised(ctx, await promisedBy(ctx, before.id))
    const { externalRoleId, externalAccessGroupIds = [], projectIds = [], companyContactId = null } = values
    await checkPromised(ctx, { roleId: externalRoleId, groupIds: externalAccessGroupIds, projectIds })
    if (companyContactId !== before?.companyContactId) await checkContact(ctx, companyContactId)
    const { email } = values
    if (email === undefined || email === before?.email) return undefined
    await expireOverdue(ctx, email)
    await checkAddress(ctx, email)
    // The recipient changed, so the old key must become invalid.
    return before ? { key: randomUUID(), sentDate: null } : { key: randomUUID(), expiresDate: new Date(0).toISOString() }
  },
  async afterWrite(ctx, { id }, { email = '', companyContactId = null }, before) {
    if (!before) await sendInvitation(ctx, id)
    if (before?.email !== email) await wasInvited(ctx, { invitationId: id, email, contactId: companyContactId })
  },
  detail: async (ctx, { state }) => ({ ...(links.has(ctx) && { link: links.get(ctx) }), actions: openActions(ctx, state) }),
})

const stateMessages: Record<InvitationState, string> = {
  [Pending]: 'sent',
  [Accepted]: 'accepted',
  [Expired]: 'left to expire',
  [Revoked]: 'revoked',
}
const steps: [name: string, permission: Permission, from: InvitationState[]][] = [
  ['Resend', 'Invitations.Update', [Pending, Expired]],
  ['Link', 'Invitations.Update', [Pending]],
  ['Revoke', 'Invitations.Delete', [Pending, Expired]],
]
const openActions = (ctx: Context, state: InvitationState) =>
  steps.filter(([, permission, from]) => ctx.actor.held.has(permission) && from.includes(state)).map(([name]) => name)

const expireOverdue = (ctx: Context, email: string) =>
  ctx.run(`update invitations i set state = ${Expired} where lower(i.email) = $1 and i.state = ${Pending} and i.expires_date <= now()`, [
    email,
  ])

async function checkContact(ctx: Context, id: number | null) {
  if (id === null) return
  if ((await ctx.run('select from companies_of_contacts where id = $1', [id])) === 0)
    throw badRequest({ companyContactId: ['Contact not found.'] })
}

async function checkAddress(ctx: Context, email: string) {
  const message = 'Someone with this e-mail address already has an account.'
  if ((await ctx.run('select from users where lower(email) = $1 and not is_deleted', [email])) > 0)
    throw conflict(message, { fields: { email: [message] } })
}

async function promisedBy(ctx: Context, id: number): Promise<Promised> {
  const rows = await ctx.rows(
    { roleId: is.number, groupIds: is.numbers, projectIds: is.numbers },
    `select t.external_role_id as "roleId", array(select g.id from ${promisedGroups}) as "groupIds",
       array(select p.id from living_projects p where p.id = any(t.project_ids)) as "projectIds" from invitations t where t.id = $1`,
    [id],
  )
  return onlyRow(rows)
}

/** Users can grant only access they could grant directly, both in a new invitation and when redirecting another user's. */
async function checkPromised(ctx: Context, { roleId, groupIds, projectIds }: Promised, isForChange = true) {
  const [role] = await rolesToGive(ctx, [roleId], isForChange)
  if (!role?.isExternal) throw badRequest({ externalRoleId: ['Role not found.'] })
  checkGiven(ctx.actor, role.permissions)
  if (groupIds.length > 0) {
    requirePermission(ctx, 'ExternalAccessGroups.Update')
    const known = await ctx.run('select from access_groups where id = any($1::bigint[]) and is_external and not is_deleted', [groupIds])
    if (known < groupIds.length) throw badRequest({ externalAccessGroupIds: ['Access group not found.'] })
  }
  if (projectIds.length > 0) {
    requirePermission(ctx, 'ProjectExternalAccessList.Create')
    const seen = await ctx.run('select from living_projects p where p.id = any($1::bigint[]) and p.stage <> $2 and visible(p)', [
      projectIds,
      ProjectStage.Lead,
    ])
    if (seen < projectIds.length) throw badRequest({ projectIds: ['Project not found.'] })
  }
}

function requirePermission(ctx: Context, permission: Permission) {
  if (!ctx.actor.held.has(permission)) throw forbidden(permission)
}

/** Generates a new key, valid for the configured days. It is sent by mail, or shown to the sender if outgoing mail is off. */
async function sendInvitation(ctx: Context, id: number) {
  const days = Number(await settingOf(ctx, 'security.invitationDays'))
  const key = randomUUID()
  const expiresDate = sql`now() + ${days}::int * interval '1 day'`
  const sent = { key, state: Pending, expiresDate, sentDate: sql`now()`, sendCount: sql`send_count + 1` }
  const rows = await ctx.update(invitationsTable, id, sent, { isSilent: true, returning: ['email', 'firstName', 'message'] })
  const { email, firstName, message } = onlyRow(rows)
  const link = acceptUrl(ctx, key)
  const names = await settingsOf(ctx, 'general.productName', 'general.companyName', 'mail.host')
  const product = String(names['general.productName'])
  const { firstName: first, lastName: last } = ctx.actor
  const inviter = [`${first} ${last}`.trim(), names['general.companyName']].filter(Boolean).join(' of ')
  await ctx.services.sendMail(ctx, {
    to: email,
    subject: `${`${first} ${last}`.trim()} invites you to ${product}`,
    text: [
      `Hello${firstName ? ` ${firstName}` : ''},`,
      `${inviter} invites you to ${product}.`,
      message,
      `To accept and choose a password, open this link within ${formatCount(days, 'day')}:`,
      link,
    ]
      .filter(Boolean)
      .join('\n\n'),
    links: [link],
  })
  const leavesByMail = ctx.services.settings.smtpUrl !== null || Boolean(names['mail.host'])
  if (!leavesByMail) links.set(ctx, link)
}

const acceptUrl = (ctx: Context, key: string) => `${ctx.services.publicUrl()}/invitations/accept/${key}`

async function lockForStep(ctx: Context, id: number, step: string): Promise<Invitation> {
  const row = await invitations.get(ctx, id, { lock: true })
  const from = steps.find(([name]) => name === step)?.[2] ?? []
  if (!from.includes(row.state)) throw conflict(`${step} is not possible while ${InvitationState.label(row.state).toLowerCase()}.`)
  return row
}

async function resend(ctx: Context, id: number) {
  const before = await lockForStep(ctx, id, 'Resend')
  await checkPromised(ctx, await promisedBy(ctx, id))
  await checkAddress(ctx, before.email)
  await sendInvitation(ctx, id)
  return stepTaken(ctx, before, 'Resent')
}

async function revoke(ctx: Context, id: number) {
  const before = await lockForStep(ctx, id, 'Revoke')
  await ctx.update(invitationsTable, id, { state: Revoked }, { isSilent: true })
  await stepTaken(ctx, before, 'Revoked')
}

async function stepTaken(ctx: Context, before: Invitation, title: string): Promise<Invitation> {
  await ctx.update(invitationsTable, before.id, {})
  const row = await invitations.get(ctx, before.id)
  const auditView = ({ state, expiresDate, sendCount }: Invitation) => ({ state: InvitationState.label(state), expiresDate, sendCount })
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: invitationsModel.entity,
      entityId: row.id,
      entityName: row.email,
      before: auditView(before),
      after: auditView(row),
      activity: { title },
    },
  ])
  ctx.after(() =>
    ctx.services.changed(
      { entity: invitationsModel.entity, id: row.id, action: 'Updated', rowVersion: row.rowVersion },
      invitationsModel.permission.view,
    ),
  )
  return invitations.detailed(ctx, row)
}

async function copyLink(ctx: Context, id: number) {
  const { state } = await invitations.get(ctx, id)
  if (state !== Pending) throw notFound('Link')
  await checkPromised(ctx, await promisedBy(ctx, id), false)
  const [stored] = await ctx.rows({ key: is.uuid }, 'select key from invitations where id = $1', [id])
  if (!stored) throw notFound('Invitation')
  return { link: acceptUrl(ctx, stored.key) }
}

/**
 * Invites a person to the product for something shared with them, unless an invitation is open. Does nothing if the actor may not invite, or
 * holds too few permissions to grant the role.
 */
export async function inviteGuest(ctx: Context, email: string, message: string): Promise<boolean> {
  if (!ctx.actor.held.has('Invitations.Create')) return false
  const isOpen = await ctx.run(
    `select from invitations i where lower(i.email) = lower($1) and i.state = ${Pending} and i.expires_date > now() and not i.is_deleted`,
    [email],
  )
  if (isOpen > 0) return true
  const roles = await ctx.rows(
    { id: is.number, permissions: is.names<Permission>() },
    `select r.id, r.permissions from roles r where r.is_external and not r.is_deleted and 'ExternalProjects.View' = any(r.permissions)
     order by cardinality(r.permissions), r.id`,
  )
  const held: ReadonlySet<string> = ctx.actor.held
  const role = roles.find(({ permissions }) => permissions.every((name) => held.has(neededToGive(name))))
  if (!role) return false
  await invitations.create(ctx, { email, externalRoleId: role.id, message: message.slice(0, 1000) })
  return true
}

export const invitationRoutes: Route[] = [
  defineRoute(resendInvitation, (ctx, { params }) => resend(ctx, params.id)),
  defineRoute(revokeInvitation, (ctx, { params }) => revoke(ctx, params.id)),
  defineRoute(invitationLink, (ctx, { params }) => copyLink(ctx, params.id)),
]

export async function removeOldInvitations(ctx: Context) {
  await ctx.run(`delete from invitations where state <> ${Accepted} and greatest(expires_date, update_date) < now() - interval '1 year'`)
}
