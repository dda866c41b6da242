/** What pages of other areas show of the portal. */
export { Approvals } from './approvals.tsx'
export { SharedReport } from './project-parts.tsx'
