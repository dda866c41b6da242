import type { Need } from '../model/kit/description.ts'

/**
 * Pages that are agreed and not built: who may not come here is told so, everybody else that there is no such page yet.
 * No menu and no link leads here. A page that is built stands in `routes` and no longer here.
 */
// biome-ignore format: one line per route
export const plannedRoutes: { path: string; title: string; permission: Need }[] = [
  { path: '/projects/$id/drawing-documents', title: 'Drawing documents', permission: 'DrawingDocuments.View' },
  { path: '/offers', title: 'My offers', permission: 'ResourceOffers.View' },
  { path: '/offers/$id', title: 'Offer', permission: 'ResourceOffers.View' },
  { path: '/manage-offers', title: 'Offers', permission: 'ResourceOffers.Manage' },
  { path: '/manage-offers/$id', title: 'Offer', permission: 'ResourceOffers.Manage' },
  { path: '/shift-requests', title: 'My shift requests', permission: 'ResourceShiftRequests.View' },
  { path: '/shift-requests/$id', title: 'Shift request', permission: 'ResourceShiftRequests.View' },
  { path: '/manage-shift-requests', title: 'Shift requests', permission: 'ResourceShiftRequests.Manage' },
  { path: '/manage-shift-requests/$id', title: 'Shift request', permission: 'ResourceShiftRequests.Manage' },
  { path: '/integrations/wire-cad', title: 'WireCAD', permission: 'WireCadIntegrationRequests.View' },
  { path: '/integrations/jira', title: 'Jira', permission: 'JiraIntegration.View' },
  { path: '/integrations/ms-teams', title: 'Microsoft Teams', permission: 'MSTeamsIntegration.View' },
]
