import { roles } from '../../model/access/roles.ts'
import type { users } from '../../model/access/users.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { RoleForm, RoleList } from './role-form.tsx'

const roleFilterSearch = (id: number) => filterSearch<typeof users>({ roleIds: [id] })
const people = { path: '/users', holding: roleFilterSearch, permission: 'DNAUsers.View' } as const

export const RolesPage = () => <RoleList roles={roles} people={people} />
export const RolePage = () => <RoleForm roles={roles} people={people} allowed={internalPermissions} />
