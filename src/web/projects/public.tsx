/** What pages of other areas about a project may use. */
export { isReadOnly, type Project, ProjectTab, projectCrumbs, useProject } from './project-head.tsx'
