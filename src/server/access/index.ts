import type { Route } from '../kit/serve.ts'
import { account } from './account.ts'
import { externalRoles, roles } from './roles.ts'
import { userRoutes, users } from './users.ts'

export const entities = [roles, externalRoles, users]
export const routes: Route[] = [...account, ...userRoutes, ...entities.flatMap((entity) => entity.routes)]
