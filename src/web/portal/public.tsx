export { Approvals } from './approvals.tsx'
export { SharedReport } from './project-parts.tsx'
