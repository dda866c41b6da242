import type { Area } from '../area.ts'
import { accessGroupRoutes } from './access-groups.ts'
import { accessRoutes } from './access-lists.ts'
import { guestProjectRoutes } from './external-project-list.ts'
import { guestsOnLists } from './external-users-on-lists.ts'
import { leadStepRoutes } from './lead-steps.ts'
import { leads } from './leads.ts'
import { overviewRoutes } from './live-overview.ts'
import { externalEntries, livingProjects } from './living-projects.ts'
import { servedLeadNotes, servedProjectNotes } from './notes.ts'
import { ownPart } from './own-part.ts'
import { budgetCategories, budgetRoutes } from './project-budget.ts'
import { companyRoutes } from './project-companies.ts'
import { contactRoutes } from './project-contacts.ts'
import { projectSubjects } from './project-news.ts'
import { questionRoutes } from './project-questions.ts'
import { projectStepRoutes } from './project-steps.ts'
import { opensVariablePicture, variableRoutes } from './project-variables.ts'
import { projectSearchSql, projects, servedProjects } from './projects.ts'
import { restrictedSql } from './restricted.ts'
import { sumsSql } from './sums.ts'
import { servedTimeline } from './timeline.ts'

export const area: Area = {
  entities: [servedProjects, leads, servedProjectNotes, servedLeadNotes, servedTimeline],
  routes: [
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
    ...guestProjectRoutes,
  ],
  views: { living_projects: livingProjects, external_entries: externalEntries, budget_categories: budgetCategories },
  program: [...restrictedSql, ...sumsSql, ...projectSearchSql],
  projectPart: ownPart,
  inbox: projectSubjects,
  personPart: guestsOnLists,
  opensFile: opensVariablePicture,
  search: {
    projects: { resource: projects, keys: ['name', 'number', 'client'], known: ['name', 'number'] },
    leads: { resource: leads, keys: ['name', 'client'], known: ['name'] },
  },
}
