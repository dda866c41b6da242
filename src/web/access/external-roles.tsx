import { externalRoles } from '../../model/access/roles.ts'
import type { externalUsers } from '../../model/access/users.ts'
import { externalPermissions } from '../../model/permissions.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { RoleForm, RoleList } from './role-form.tsx'

const roleFilterSearch = (id: number) => filterSearch<typeof externalUsers>({ externalRoleIds: [id] })
const people = { path: '/external-users', holding: roleFilterSearch, permission: 'ExternalUsers.View' } as const

export const ExternalRolesPage = () => <RoleList roles={externalRoles} people={people} />
export const ExternalRolePage = () => <RoleForm roles={externalRoles} people={people} allowed={externalPermissions} />
