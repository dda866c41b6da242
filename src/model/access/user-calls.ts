import { call, nothing, row } from '../kit/call.ts'
import { reference, uuid } from '../kit/field.ts'
import { externalRoles, roles } from './roles.ts'
import { externalUsers, users } from './users.ts'

const params = { id: uuid('User') }

export const suspendUser = call({
  method: 'PUT',
  path: '/users/:id/Suspend',
  params,
  permission: 'DNAUsers.Suspend',
  summary: 'Suspend a user',
  response: row(users),
})
export const unsuspendUser = call({
  method: 'PUT',
  path: '/users/:id/Unsuspend',
  params,
  permission: 'DNAUsers.Unsuspend',
  summary: 'Lift the suspension of a user',
  response: row(users),
})
export const changeUserRole = call({
  method: 'PUT',
  path: '/users/:id/Role',
  params,
  permission: { all: ['DNAUsers.Update', 'Roles.View'] },
  summary: 'Change the role of a user',
  body: { roleId: reference('Role', () => roles) },
  response: row(users),
})
export const suspendExternalUser = call({
  method: 'PUT',
  path: '/externalUsers/:id/Suspend',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Suspend an external user',
  response: row(externalUsers),
})
export const unsuspendExternalUser = call({
  method: 'PUT',
  path: '/externalUsers/:id/Unsuspend',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Lift the suspension of an external user',
  response: row(externalUsers),
})
export const changeExternalUserRole = call({
  method: 'PUT',
  path: '/externalUsers/:id/Role',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Change the role of an external user',
  body: { roleId: reference('Role', () => externalRoles) },
  response: row(externalUsers),
})

export const resetSecondFactors = call({
  method: 'DELETE',
  path: '/users/:id/SecondFactors',
  params,
  permission: 'DNAUsers.Update',
  summary: 'Remove all second factors of a user, who is informed by e-mail',
  response: nothing,
})
export const resetExternalSecondFactors = call({
  method: 'DELETE',
  path: '/externalUsers/:id/SecondFactors',
  params,
  permission: 'ExternalUsers.Update',
  summary: 'Remove all second factors of an external user, who is informed by e-mail',
  response: nothing,
})
