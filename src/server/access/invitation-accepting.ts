import { InvitationState } from '../../model/access/enums.ts'
import { acceptInvitation, invitations, readInvitation } from '../../model/access/invitations.ts'
import { externalUsers } from '../../model/access/users.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { fullName } from '../../model/kit/names.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { checkNewPassword, createSignedInSession, hashPassword } from './account.ts'
import { invitationsTable, stateNow } from './invitations-table.ts'
import { usersTable } from './people-tables.ts'
import { hasComeIn } from './person-parts.ts'
import { attemptSucceeded, brakes, countAttempt, fromAddress } from './sign-in-rate-limit.ts'

const { Pending, Accepted } = InvitationState

const keptShape = {
  id: is.number,
  state: is.choice(InvitationState),
  email: is.text,
  firstName: orNull(is.text),
  lastName: orNull(is.text),
  inviter: orNull(is.text),
  inviterId: orNull(is.uuid),
  company: orNull(is.text),
  contactId: orNull(is.number),
  roleId: is.number,
  groupIds: is.numbers,
  projectIds: is.numbers,
}

/** Rate-limits wrong keys, so that they cannot be guessed; a blocked caller learns nothing about any key. */
async function findInvitation(ctx: Context, key: string, lock = '') {
  const subject = fromAddress('invitation-ip', ctx.request.ip)
  await countAttempt(ctx, [[subject, brakes.ip]])
  const [invitation] = await ctx.rows(
    keptShape,
    `select i.id, ${stateNow('i')} as state, i.email, i.first_name, i.last_name, i.created_by_id as "inviterId",
       (select u.first_name || ' ' || u.last_name from users u where u.id = i.created_by_id) as inviter,
       (select k.company_name from companies_of_contacts k where k.id = i.company_contact_id or dna_key(k.email) = dna_key(i.email)
        order by coalesce(k.id = i.company_contact_id, false) desc, k.is_primary desc, k.id limit 1) as company,
       i.company_contact_id as "contactId", i.external_role_id as "roleId", i.external_access_group_ids as "groupIds", i.project_ids
     from invitations i where i.key = $1 and not i.is_deleted ${lock}`,
    [key],
  )
  if (!invitation) throw notFound('Invitation')
  await attemptSucceeded(ctx, [subject])
  return invitation
}

async function readByKey(ctx: Context, key: string) {
  const { state, email, firstName, lastName, inviter, company } = await findInvitation(ctx, key)
  const isTold = state === Pending
  return {
    state,
    email: isTold ? email : null,
    firstName: isTold ? firstName : null,
    lastName: isTold ? lastName : null,
    inviter: isTold ? inviter : null,
    company: isTold ? company : null,
  }
}

async function acceptByKey(ctx: Context, key: string, body: RequestOf<typeof acceptInvitation>['body']) {
  const invitation = await findInvitation(ctx, key, 'for update of i')
  if (invitation.state !== Pending) throw conflict('This invitation can no longer be accepted. Please ask for a new one.')
  await checkNewPassword(ctx, body, { ...body, email: invitation.email })
  const userId = await makeGuest(ctx, invitation, body)
  await ctx.run(
    `insert into access_group_members (access_group_id, user_id)
     select g.id, $1 from access_groups g where g.id = any($2::bigint[]) and g.is_external and not g.is_deleted`,
    [userId, invitation.groupIds],
  )
  // The invited person is no user yet: the last user to change the invitation stays.
  const acceptance = { state: Accepted, acceptedDate: sql`now()`, acceptedUserId: userId, updatedById: undefined }
  const accepted = await ctx.update(invitationsTable, invitation.id, acceptance, { returning: ['rowVersion'] })
  const { id: invitationId, email, contactId, inviterId, projectIds } = invitation
  await hasComeIn(ctx, { userId, invitationId, email, contactId, inviterId, projectIds })
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: invitations.entity,
      entityId: invitationId,
      entityName: email,
      before: { state: InvitationState.label(Pending) },
      after: { state: InvitationState.label(Accepted), acceptedUserId: userId },
      userId,
    },
  ])
  const { rowVersion } = onlyRow(accepted)
  ctx.after(() => {
    ctx.services.changed({ entity: invitations.entity, id: invitationId, action: 'Updated', rowVersion }, invitations.permission.view)
    ctx.services.changed({ entity: externalUsers.entity, id: userId, action: 'Created', rowVersion: 1 }, externalUsers.permission.view)
  })
  if (inviterId) {
    const title = `${fullName(body)} has accepted your invitation.`
    ctx.publish([inviterId], 'Notify', { title, text: email, link: `${invitations.route}/${invitationId}`, kind: 'success' })
  }
  return createSignedInSession(ctx, userId, { method: 'invitation' })
}

/** Authorized by the key instead of a permission: the granted access was checked when the invitation was sent. */
async function makeGuest(
  ctx: Context,
  { email, roleId, inviterId }: { email: string; roleId: number; inviterId: string | null },
  { firstName, lastName, password }: RequestOf<typeof acceptInvitation>['body'],
): Promise<string> {
  const hasRole = await ctx.run('select from roles where id = $1 and is_external and not is_deleted for share', [roleId])
  const isKnown = await ctx.run('select from users where lower(email) = $1 and not is_deleted', [email])
  if (hasRole === 0 || isKnown > 0) throw conflict('This invitation can no longer be accepted. Please ask for a new one.')
  const user = { email, firstName, lastName, roleId, isExternalUser: true, passwordHash: await hashPassword(password) }
  const row = { ...user, createdById: inviterId, updatedById: inviterId }
  const createdUsers = await ctx.insert(usersTable, row, { returning: ['id'] })
  const { id } = onlyRow(createdUsers)
  await recordAudit(ctx, [
    {
      action: 'Create',
      entity: externalUsers.entity,
      entityId: id,
      entityName: lastName,
      after: { email, firstName, lastName, roleId },
      userId: id,
    },
  ])
  return id
}

export const acceptingRoutes: Route[] = [
  defineRoute(readInvitation, (ctx, { params }) => readByKey(ctx, params.key)),
  defineRoute(acceptInvitation, (ctx, { params, body }) => acceptByKey(ctx, params.key, body)),
]
