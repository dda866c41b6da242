import { externalRoles as of } from '../../model/access/roles.ts'
import { externalPermissions } from '../../model/permissions.ts'
import { RoleForm, RoleList } from './role-form.tsx'

const people = { path: '/external-users', filter: 'externalRoleIds', permission: 'ExternalUsers.View' } as const

export const ExternalRolesPage = () => <RoleList of={of} people={people} />
export const ExternalRolePage = () => <RoleForm of={of} people={people} allowed={externalPermissions} />
