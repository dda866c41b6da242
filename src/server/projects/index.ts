import { imageRoute } from '../kit/files.ts'
import type { Route } from '../kit/serve.ts'
import { accessGroupRoutes } from './access-groups.ts'
import { accessRoutes } from './access-lists.ts'
import { leadStepRoutes } from './lead-steps.ts'
import { leads } from './leads.ts'
import { companyRoutes } from './project-companies.ts'
import { questionRoutes } from './project-questions.ts'
import { projectStepRoutes } from './project-steps.ts'
import { projectSearchSql, projects } from './projects.ts'
import { sumsSql } from './sums.ts'

export const entities = [projects, leads]
export const routes: Route[] = [
  ...questionRoutes,
  ...projectStepRoutes,
  ...leadStepRoutes,
  ...accessRoutes,
  ...accessGroupRoutes,
  ...companyRoutes,
  ...entities.flatMap((entity) => [imageRoute(entity.of), ...entity.routes]),
]
/** Functions in the database. */
export const program = [...sumsSql, ...projectSearchSql]
