import { inviteContact } from '../../model/access/invitations.ts'
import { type CameIn, type Invited, invitations, type PersonPart } from '../access/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { contacts } from './contacts.ts'

const condition = `(id = $1 or dna_key(email) = dna_key($2)) and not is_deleted`

/** Links contacts with their invitation and account. A user may be a contact of several firms. */
export const contactsOfPeople: PersonPart = {
  async invited(ctx: Context, { contactId, email, invitationId }: Invited) {
    await ctx.run(`update company_contacts set invitation_id = $3 where ${condition}`, [contactId, email, invitationId])
  },
  async cameIn(ctx: Context, { contactId, email, userId, invitationId }: CameIn) {
    await ctx.run(`update company_contacts set external_user_id = $3, invitation_id = $4 where ${condition}`, [
      contactId,
      email,
      userId,
      invitationId,
    ])
  },
}

export const contactInviteRoutes: Route[] = [
  defineRoute(inviteContact, async (ctx, { params, body }) => {
    const { id, email, firstName, lastName } = await contacts.get(ctx, params.id)
    if (!email) {
      const message = 'The contact has no e-mail address.'
      throw conflict(message, { fields: { email: [message] } })
    }
    return invitations.create(ctx, { ...body, email, firstName, lastName, companyContactId: id })
  }),
]
