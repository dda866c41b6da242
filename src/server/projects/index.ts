import { imageRoute } from '../kit/files.ts'
import type { Route } from '../kit/serve.ts'
import { questionRoutes } from './project-questions.ts'
import { projectStepRoutes } from './project-steps.ts'
import { projects } from './projects.ts'

export const entities = [projects]
export const routes: Route[] = [...questionRoutes, ...projectStepRoutes, imageRoute(projects.of), ...projects.routes]
