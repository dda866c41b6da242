export { HowItAddsUp } from './how-it-adds-up.tsx'
export { Here, useViewers } from './presence.tsx'
export { isReadOnlyProject as isReadOnly, listOfStage, type Project, ProjectTab, projectCrumbs, useProject } from './project-head.tsx'
