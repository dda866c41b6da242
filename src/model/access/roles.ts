import { call, value } from '../kit/call.ts'
import { boolean, integer, name, optional, set, text, withResponseFields } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, object, recordField, shownOnce } from '../kit/response-fields.ts'
import { isPermission, type Permission } from '../permissions.ts'
import { accountShape } from './account-calls.ts'

/** Accepts a permission as its name or as `{name}`, the form used in a signed-in user's account. */
const permission = {
  ...text('Permission', { max: 100 }),
  check(value: unknown, report: (message: string) => void) {
    const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value
    if (!isPermission(name)) report(`There is no permission "${String(name).slice(0, 60)}".`)
    return name as Permission
  },
}

const roleFields = {
  name: name('Name', { max: 100 }),
  description: optional(text('Description')),
  permissions: withResponseFields(set('Permissions', permission), { name: permission }),
}
const computed = {
  isBuiltIn: boolean('Built in'),
  usersCount: integer('Users'),
  permissionsCount: integer('Permissions'),
  token: shownOnce('Token'),
  user: object('User', accountShape),
}
const list = {
  columns: ['name', 'description', 'usersCount', 'permissionsCount', 'isBuiltIn'],
  optionalColumns: ['createDate', 'updateDate', 'createdBy', 'updatedBy'],
  search: ['name', 'description'],
  sort: ['name'],
} as const

/** A named set of permissions for internal users. Each has exactly one role. */
export const roles = resource({
  path: 'roles',
  route: '/roles',
  names: { one: 'Role', many: 'Roles' },
  permission: 'Roles',
  isPickableByStaff: true,
  fields: roleFields,
  computed,
  list,
  shownOnce: ['token'],
  logs: true,
})

export const externalRoles = resource({
  path: 'externalRoles',
  route: '/external-roles',
  names: { one: 'External role', many: 'External roles' },
  permission: 'ExternalRoles',
  isPickableByStaff: true,
  fields: roleFields,
  computed,
  list,
  shownOnce: ['token'],
})

export const readPermissions = call({
  method: 'GET',
  path: '/roles/Permissions',
  permission: 'internal',
  summary: 'List all permissions by area',
  response: value(recordField('Areas', arrayField('Permissions', text('Permission')))),
})
