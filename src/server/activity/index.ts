import type { Area } from '../area.ts'
import { auditExportRoute, makeAuditLog } from './audit-export.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { rowsRoute, servedChangeSets } from './change-sets.ts'

export const area: Area = {
  entities: [servedChangeSets],
  routes: [...auditLogRoutes, auditExportRoute, rowsRoute, ...undoRoutes],
  exports: { auditLog: makeAuditLog },
}
