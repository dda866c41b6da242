import type { Area } from '../area.ts'
import { connectionRoutes, connections } from './connections.ts'
import { linkRoutes } from './link-routes.ts'
import { linkJobs } from './link-work.ts'
import { linkedToJira, linkedToMsTeams } from './linked-projects.ts'
import { loadLinks } from './links.ts'
import { mailConnection } from './mail.ts'

const jiraProjectsOfOurs = `select l.project_id, l.external_id, l.external_key from project_links l where l.system = 2 and l.external_id is not null`

export const area: Area = {
  entities: [linkedToJira, linkedToMsTeams],
  routes: [...linkRoutes, ...connectionRoutes],
  jobs: linkJobs,
  views: { jira_projects_of_ours: jiraProjectsOfOurs },
  connections: [...connections, mailConnection],
  projectPart: { links: async (ctx, projectId) => ({ links: await loadLinks(ctx, projectId) }) },
}
