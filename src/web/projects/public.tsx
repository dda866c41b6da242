/** What pages of other areas about a project may use. */
export { isReadOnly, listOfStage, type Project, ProjectTab, projectCrumbs, useProject } from './project-head.tsx'
