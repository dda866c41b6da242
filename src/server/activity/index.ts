import type { Route } from '../kit/serve.ts'
import { auditLogRoutes } from './audit-logs.ts'

export const entities = []
export const routes: Route[] = auditLogRoutes
