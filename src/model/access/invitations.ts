import { call, nothing, row, shape } from '../kit/call.ts'
import {
  choice,
  defaulted,
  email,
  id,
  instant,
  integer,
  longText,
  name,
  needing,
  optional,
  reference,
  references,
  text,
  uuid,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRefs, object, objects, shownOnce } from '../kit/response-fields.ts'
import { projects } from '../projects/projects.ts'
import { externalAccessGroups } from './access-groups.ts'
import { accountShape, newPassword, signedInShape } from './account-calls.ts'
import { InvitationState } from './enums.ts'
import { externalRoles } from './roles.ts'
import { companyOfPerson, numberedShape } from './users.ts'

const promised = {
  externalRoleId: reference('Role', () => externalRoles),
  /** Granted on acceptance, together with the external access lists of the projects. */
  externalAccessGroupIds: needing(
    defaulted(
      references('Access groups', () => externalAccessGroups),
      [],
    ),
    'ExternalAccessGroups.Update',
  ),
  /** Limited to the projects visible to the caller. */
  projectIds: needing(
    defaulted(
      references('Projects', () => projects),
      [],
    ),
    'ProjectExternalAccessList.Create',
  ),
  message: optional(longText('Message', { max: 2000 })),
}

/** Invites an external user. Its key opens the acceptance page and is revealed only to the invitee and to users who may resend it. */
export const invitations = resource({
  path: 'invitations',
  route: '/invitations',
  names: { one: 'Invitation', many: 'Invitations' },
  // Revoked by a separate call instead of deleted, so that sent invitations stay on record.
  permission: { view: 'Invitations.View', create: 'Invitations.Create', update: 'Invitations.Update' },
  hasSteps: true,
  fields: {
    email: email(),
    firstName: optional(name('First name', { max: 100 })),
    lastName: optional(name('Last name', { max: 100 })),
    ...promised,
    companyContactId: optional(id('Contact')),
  },
  computed: {
    state: choice('State', InvitationState),
    company: optional(object('Company', companyOfPerson)),
    externalAccessGroups: namedRefs('Access groups'),
    projects: objects('Projects', numberedShape),
    expiresDate: instant('Expires'),
    sentDate: optional(instant('Sent')),
    sendCount: integer('Times sent'),
    acceptedDate: optional(instant('Accepted')),
    acceptedUserId: optional(uuid('External user')),
    /** Only if outgoing mail is off: shown once, to the user who created or sent the invitation. */
    link: shownOnce('Link to accept'),
  },
  list: {
    columns: ['email', 'firstName', 'lastName', 'state', 'externalRole', 'company', 'expiresDate'],
    optionalColumns: ['sentDate', 'sendCount', 'acceptedDate', 'acceptedUserId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['email', 'firstName', 'lastName'],
    sort: ['-createDate'],
    filters: {
      states: { label: 'State', kind: 'choice', options: InvitationState },
      externalRoleIds: { label: 'Role', kind: 'reference', field: 'externalRoleId', resource: () => externalRoles },
    },
  },
  title: 'email',
  ref: ['email'],
  shownOnce: ['link'],
  exportCategory: 162,
})

export const resendInvitation = call({
  method: 'PUT',
  path: '/invitations/:id/Resend',
  permission: 'Invitations.Update',
  summary: 'Resend an invitation with a new key',
  response: row(invitations),
})
export const revokeInvitation = call({
  method: 'DELETE',
  path: '/invitations/:id',
  permission: 'Invitations.Delete',
  summary: 'Revoke an invitation',
  response: nothing,
})
export const invitationLink = call({
  method: 'GET',
  path: '/invitations/:id/Link',
  permission: 'Invitations.Update',
  summary: 'Get the link that accepts an invitation',
  response: shape({ link: text('Link') }),
})

/** Needs no permission to create invitations: the contact provides name and email address. */
export const inviteContact = call({
  method: 'POST',
  path: '/contacts/:id/Invite',
  permission: 'CompanyContacts.Invite',
  summary: 'Invite a contact',
  body: promised,
  response: row(invitations),
  status: 201,
  shownOnce: ['link'],
})

const key = { key: uuid('Key') }
/** Returns only the state of an invitation that can no longer be accepted. */
export const readInvitation = call({
  method: 'GET',
  path: '/invitations/accept/:key',
  params: key,
  permission: 'anyone',
  summary: 'Get an invitation by its key',
  response: shape({
    state: choice('State', InvitationState),
    email: optional(text('E-mail')),
    firstName: optional(text('First name')),
    lastName: optional(text('Last name')),
    inviter: optional(text('Invited by')),
    company: optional(text('Company')),
  }),
})
export const acceptInvitation = call({
  method: 'POST',
  path: '/invitations/accept/:key',
  params: key,
  permission: 'anyone',
  summary: 'Accept an invitation, set a password, and sign in',
  body: { firstName: accountShape.firstName, lastName: accountShape.lastName, ...newPassword },
  response: shape(signedInShape),
  shownOnce: ['token'],
})
