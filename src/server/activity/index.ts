import type { Served } from '../kit/entity/served.ts'
import type { Route } from '../kit/request/routes.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { changeSets, rowsRoute } from './change-sets.ts'

export const entities: Served<any>[] = [changeSets]
export const routes: Route[] = [...auditLogRoutes, ...changeSets.routes, rowsRoute, ...undoRoutes]
