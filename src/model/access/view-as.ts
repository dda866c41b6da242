import { call, nothing, shape } from '../kit/call.ts'
import { uuid } from '../kit/field.ts'
import { signedInShape } from './account-calls.ts'

const params = { id: uuid('User') }
/** Requires both: viewing the user, and viewing the access granted to them. */
export const viewAsNeeds = ['ExternalUsers.View', 'ProjectExternalAccessList.View'] as const
const permission = { all: [...viewAsNeeds] }

export const viewAs = call({
  method: 'POST',
  path: '/externalUsers/:id/ViewAs',
  params,
  permission,
  summary: 'View as an external user: get a one-hour, read-only token for projects you both have access to',
  response: shape(signedInShape),
  shownOnce: ['token'],
  status: 201,
})
export const leaveViewAs = call({
  method: 'DELETE',
  path: '/externalUsers/:id/ViewAs',
  params,
  permission,
  summary: 'Stop viewing as an external user',
  response: nothing,
})
