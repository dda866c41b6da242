import { call, row } from '../kit/call.ts'
import { uuid } from '../kit/field.ts'
import { externalUsers, users } from './users.ts'

const params = { id: uuid('User') }

export const suspendUser = call({
  method: 'PUT',
  path: '/users/:id/Suspend',
  params,
  permission: 'DNAUsers.Suspend',
  summary: 'Suspend a user',
  answer: row(users),
})
export const unsuspendUser = call({
  method: 'PUT',
  path: '/users/:id/Unsuspend',
  params,
  permission: 'DNAUsers.Unsuspend',
  summary: 'Lift the suspension of a user',
  answer: row(users),
})
export const suspendExternalUser = call({
  method: 'PUT',
  path: '/externalUsers/:id/Suspend',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Suspend an external user',
  answer: row(externalUsers),
})
export const unsuspendExternalUser = call({
  method: 'PUT',
  path: '/externalUsers/:id/Unsuspend',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Lift the suspension of an external user',
  answer: row(externalUsers),
})
