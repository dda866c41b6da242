/** What pages of other areas about a project may use. */

export { Here, useViewers } from './presence.tsx'
export { isReadOnly, listOfStage, type Project, ProjectTab, projectCrumbs, useProject } from './project-head.tsx'
