import type { Route, Served } from '../kit/serve.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { changeSets, rowsRoute } from './change-sets.ts'

export const entities: Served<any>[] = [changeSets]
export const routes: Route[] = [...auditLogRoutes, ...changeSets.routes, rowsRoute, ...undoRoutes]
