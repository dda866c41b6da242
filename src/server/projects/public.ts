export { checkResponsible, companySql, responsibleOfProject } from './companies-on-projects.ts'
export { findOpened, getOpened, listOpened, type Opened } from './external-project-list.ts'
export { leads } from './leads.ts'
export { amountSql, installationSql, templateAmountSql, templateUnitPriceSql, unitPriceSql } from './money.ts'
export type { ProjectPart } from './parts.ts'
export { presence } from './presence.ts'
export { decidedBudget } from './project-budget.ts'
export { contactsOfProject } from './project-contacts.ts'
export { listFiguresByStage, listLeadFunnel, listMyLeads, listMyProjects, listRecentActivity, sumOpenProjects } from './project-figures.ts'
export { loadProjectVariables as projectVariablesOf } from './project-variables.ts'
export { checkTempo, getProject, holdProject, openProject, projectSearchText, projects } from './projects.ts'
export { projectsTable } from './projects-table.ts'
export {
  belowProject,
  loadExternalUserIds as guestsOf,
  seeingFromOutside,
  seesFromOutside,
  seesProject,
  shownOutside,
  usersSeeingProject as seeing,
} from './scope.ts'
export { checkStage } from './stage-guards.ts'
export { isMyAffair, listUpcomingItems } from './upcoming.ts'
