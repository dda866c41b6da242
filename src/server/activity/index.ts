import type { Area } from '../area.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { changeSets, rowsRoute } from './change-sets.ts'

export const area: Area = { entities: [changeSets], routes: [...auditLogRoutes, rowsRoute, ...undoRoutes] }
