import type { Route } from '../kit/request/routes.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'
import { account } from './account.ts'
import { externalUserRoutes, externalUsers } from './external-users.ts'
import { externalRoles, permissionRoutes, roles } from './roles.ts'
import { teams } from './teams.ts'
import { userRoutes, users } from './users.ts'

export const entities = [roles, externalRoles, users, externalUsers, accessGroups, externalAccessGroups, teams]
export const routes: Route[] = [
  ...account,
  ...permissionRoutes,
  ...userRoutes,
  ...externalUserRoutes,
  ...entities.flatMap((entity) => entity.routes),
]
