import { imageRoute } from '../kit/files.ts'
import type { Route } from '../kit/serve.ts'
import { questionRoutes } from './project-questions.ts'
import { projectStepRoutes } from './project-steps.ts'
import { projects } from './projects.ts'
import { sumsSql } from './sums.ts'

export const entities = [projects]
export const routes: Route[] = [...questionRoutes, ...projectStepRoutes, imageRoute(projects.of), ...projects.routes]
/** Functions in the database. */
export const program = sumsSql
