/** What pages of other areas show of products of others. */
export { ConnectionsLink } from './connections-link.tsx'
export { ProjectLinks } from './project-links.tsx'
