import type { Route } from '../kit/request/routes.ts'
import { areaGroupRoutes, areaGroups } from './area-groups.ts'
import { buildingRoutes, buildings } from './buildings.ts'
import { levelRoutes, levels } from './levels.ts'
import { lineAmounts } from './line-amounts.ts'
import { bulkRoutes } from './line-bulk.ts'
import { lineRoutes } from './line-calls.ts'
import { moveRoutes } from './line-moves.ts'
import { masterQuoteRoutes } from './master-quotes.ts'
import { budgetRoutes } from './space-budgets.ts'
import { spaceRoutes } from './space-calls.ts'
import { equipmentRoutes, spaceEquipment } from './space-equipment.ts'
import { spaces } from './spaces.ts'
import { complexityRoutes } from './suggested-complexity.ts'
import { sumsSql } from './sums.ts'
import { templateRoutes } from './template-calls.ts'
import { useRoutes } from './uses.ts'

export const entities = [buildings, levels, spaces, areaGroups, spaceEquipment]
export const routes: Route[] = [
  ...buildingRoutes,
  ...levelRoutes,
  ...areaGroupRoutes,
  ...lineRoutes,
  ...bulkRoutes,
  ...equipmentRoutes,
  ...masterQuoteRoutes,
  ...moveRoutes,
  ...budgetRoutes,
  ...complexityRoutes,
  ...templateRoutes,
  ...spaceRoutes,
  ...useRoutes,
]
export const views = { line_amounts: lineAmounts }
/** Functions and triggers in the database. */
export const program = sumsSql
