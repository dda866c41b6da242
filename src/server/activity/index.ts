import type { Area } from '../area.ts'
import { auditExportRoute, makeAuditLog } from './audit-export.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { undoRoutes } from './change-set-undo.ts'
import { rowsRoute, servedChangeSets } from './change-sets.ts'
import { makeSecurityLog, securityLogRoutes } from './security-log.ts'

export const area: Area = {
  entities: [servedChangeSets],
  routes: [...auditLogRoutes, auditExportRoute, ...securityLogRoutes, rowsRoute, ...undoRoutes],
  exports: { auditLog: makeAuditLog, securityLog: makeSecurityLog },
}
