import type { Served } from '../kit/entity/served.ts'
import { imageRoute } from '../kit/files/files.ts'
import type { Route } from '../kit/request/routes.ts'
import { namingRoutes, namingTemplates } from './naming-templates.ts'
import { spaceTemplates, templateAreaGroups, templateEquipment } from './space-templates.ts'
import { copyRoutes } from './template-copies.ts'
import { partRoutes } from './template-parts.ts'
import { templateSumsSql } from './template-sums.ts'

export const entities: Served<any>[] = [spaceTemplates, templateAreaGroups, templateEquipment, namingTemplates]
export const routes: Route[] = [...partRoutes, ...copyRoutes, imageRoute(spaceTemplates.of), ...spaceTemplates.routes, ...namingRoutes]
/** Functions and triggers in the database. */
export const program = templateSumsSql
