export { ConnectionsLink } from './connections-link.tsx'
export { ProjectLinks } from './project-links.tsx'
