import type { Need } from '../model/kit/description.ts'

/**
 * Pages that are agreed and not built: who may not come here is told so, everybody else that there is no such page yet.
 * No menu and no link leads here. A page that is built stands in `routes` and no longer here.
 */
// biome-ignore format: one line per route
export const plannedRoutes: { path: string; title: string; permission: Need }[] = [
  { path: '/integrations/wire-cad', title: 'WireCAD', permission: 'WireCadIntegrationRequests.View' },
  { path: '/integrations/jira', title: 'Jira', permission: 'JiraIntegration.View' },
  { path: '/integrations/ms-teams', title: 'Microsoft Teams', permission: 'MSTeamsIntegration.View' },
]
