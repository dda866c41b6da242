import type { Area } from '../area.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { rowsRoute, servedChangeSets } from './change-sets.ts'

export const area: Area = { entities: [servedChangeSets], routes: [...auditLogRoutes, rowsRoute, ...undoRoutes] }
