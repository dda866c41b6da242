import { roles as of } from '../../model/access/roles.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { RoleForm, RoleList } from './role-form.tsx'

const people = { path: '/users', filter: 'roleIds', permission: 'DNAUsers.View' } as const

export const RolesPage = () => <RoleList of={of} people={people} />
export const RolePage = () => <RoleForm of={of} people={people} allowed={internalPermissions} />
