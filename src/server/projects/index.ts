import { imageRoute } from '../kit/files/files.ts'
import type { Route } from '../kit/request/routes.ts'
import { accessGroupRoutes } from './access-groups.ts'
import { accessRoutes } from './access-lists.ts'
import { leadStepRoutes } from './lead-steps.ts'
import { leads } from './leads.ts'
import { overviewRoutes } from './live-overview.ts'
import { leadNotes, projectNotes } from './notes.ts'
import { budgetRoutes } from './project-budget.ts'
import { companyRoutes } from './project-companies.ts'
import { contactRoutes } from './project-contacts.ts'
import { questionRoutes } from './project-questions.ts'
import { projectStepRoutes } from './project-steps.ts'
import { variableRoutes } from './project-variables.ts'
import { projectSearchSql, projects } from './projects.ts'
import { sumsSql } from './sums.ts'
import { timelineItems } from './timeline.ts'

const pages = [projects, leads]
const tabs = [projectNotes, leadNotes, timelineItems]
export const entities = [...pages, ...tabs]
export const routes: Route[] = [
  ...questionRoutes,
  ...projectStepRoutes,
  ...leadStepRoutes,
  ...accessRoutes,
  ...accessGroupRoutes,
  ...companyRoutes,
  ...contactRoutes,
  ...variableRoutes,
  ...budgetRoutes,
  ...overviewRoutes,
  ...pages.flatMap((entity) => [imageRoute(entity.of), ...entity.routes]),
  ...tabs.flatMap((entity) => entity.routes),
]
/** Functions in the database. */
export const program = [...sumsSql, ...projectSearchSql]
