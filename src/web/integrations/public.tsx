/** What pages of other areas show of products of others. */
export { ProjectLinks } from './project-links.tsx'
