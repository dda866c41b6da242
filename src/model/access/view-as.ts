import { call, nothing, shape } from '../kit/call.ts'
import { uuid } from '../kit/field.ts'
import { signedInShape } from './account-calls.ts'

const params = { id: uuid('User') }
/** Both are needed: to see the person, and to see what was opened to them. */
export const viewAsNeeds = ['ExternalUsers.View', 'ProjectExternalAccessList.View'] as const
const permission = { all: [...viewAsNeeds] }

export const viewAs = call({
  method: 'POST',
  path: '/externalUsers/:id/ViewAs',
  params,
  permission,
  summary: 'Look on as somebody from outside for an hour: a token that only reads, and only of projects both may see',
  answer: shape(signedInShape),
  status: 201,
})
export const leaveViewAs = call({
  method: 'DELETE',
  path: '/externalUsers/:id/ViewAs',
  params,
  permission,
  summary: 'End what I look on as this person',
  answer: nothing,
})
