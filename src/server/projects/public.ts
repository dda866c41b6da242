/** What other areas may use of projects. */
export { leads } from './leads.ts'
export { type ProjectPart, takePartInProjects } from './parts.ts'
export { listFiguresByStage, listMyProjects, listRecentActivity } from './project-figures.ts'
export { getProject, openProject, projects } from './projects.ts'
export { projectsTable } from './projects-table.ts'
export { belowProject, seeing, seesProject } from './scope.ts'
