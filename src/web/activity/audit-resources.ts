import { accessGroups, externalAccessGroups } from '../../model/access/access-groups.ts'
import { invitations } from '../../model/access/invitations.ts'
import { externalRoles, roles } from '../../model/access/roles.ts'
import { teams } from '../../model/access/teams.ts'
import { externalUsers, users } from '../../model/access/users.ts'
import { invitationFields } from '../../model/bids/bid-calls.ts'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import { categories } from '../../model/catalog/categories.ts'
import { connectorPhysicalTypes } from '../../model/catalog/connector-physical-types.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { equipmentGroups } from '../../model/catalog/equipment-groups.ts'
import { signalTypes } from '../../model/catalog/signal-types.ts'
import { clients } from '../../model/companies/clients.ts'
import { contacts } from '../../model/companies/contacts.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import {
  architects,
  engineeringFirms,
  generalContractors,
  representatives,
  subContractors,
  systemsIntegrators,
} from '../../model/companies/partner.ts'
import { productFamilies } from '../../model/companies/product-families.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { directExpenses } from '../../model/contracts/direct-expenses.ts'
import { drawingDocuments } from '../../model/drawings/drawing-documents.ts'
import { actualHours } from '../../model/hours/actual-hours.ts'
import { jiraProjects, msTeamsProjects } from '../../model/integrations/linked-projects.ts'
import type { Resource } from '../../model/kit/description.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import { alternates } from '../../model/papers/alternates.ts'
import { absences } from '../../model/planning/absences.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { monthlyPlans } from '../../model/planning/monthly-plans.ts'
import { scenarios } from '../../model/planning/scenarios.ts'
import { planPlacements } from '../../model/plans/plan-placements.ts'
import { plans } from '../../model/plans/plans.ts'
import { webhooks } from '../../model/programs/webhooks.ts'
import { leads } from '../../model/projects/leads.ts'
import { leadNotes, projectNotes } from '../../model/projects/project-notes.ts'
import { projects } from '../../model/projects/projects.ts'
import { timelineItems } from '../../model/projects/timeline.ts'
import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { appSettings } from '../../model/settings/app-settings.ts'
import { assets } from '../../model/settings/assets.ts'
import { savedViews } from '../../model/settings/saved-views.ts'
import { observations } from '../../model/site/observations.ts'
import { rfis } from '../../model/site/rfis.ts'
import { siteVisits } from '../../model/site/site-visits.ts'
import { submittals } from '../../model/site/submittals.ts'
import { areaGroups } from '../../model/spaces/area-groups.ts'
import { buildings } from '../../model/spaces/buildings.ts'
import { circuits } from '../../model/spaces/circuits.ts'
import { conduits } from '../../model/spaces/conduits.ts'
import { connections } from '../../model/spaces/connections.ts'
import { levels } from '../../model/spaces/levels.ts'
import { racks } from '../../model/spaces/racks.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { units } from '../../model/spaces/units.ts'
import { layoutTemplates } from '../../model/templates/layout-templates.ts'
import { layoutViews } from '../../model/templates/layout-views.ts'
import { namingTemplates } from '../../model/templates/naming-templates.ts'
import { spaceTemplates, templateAreaGroups, templateEquipment } from '../../model/templates/space-templates.ts'
import { verificationTemplates } from '../../model/templates/verification-templates.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'

type NamedFields = Pick<Resource, 'fields' | 'computed'>

const changeable: readonly Resource[] = [
  absences,
  accessGroups,
  actualHours,
  alternates,
  appSettings,
  architects,
  areaGroups,
  assets,
  bidPackages,
  buildings,
  cadRequests,
  categories,
  circuits,
  clients,
  conduits,
  connections,
  connectorPhysicalTypes,
  contacts,
  contracts,
  directExpenses,
  downloadTasks,
  drawingDocuments,
  engineeringFirms,
  equipmentGroups,
  equipments,
  externalAccessGroups,
  externalRoles,
  externalUsers,
  generalContractors,
  holidayCalendars,
  invitations,
  jiraProjects,
  layoutTemplates,
  layoutViews,
  leadNotes,
  leads,
  levels,
  manufacturers,
  monthlyPlans,
  msTeamsProjects,
  namingTemplates,
  observations,
  planPlacements,
  plans,
  productFamilies,
  projectNotes,
  projects,
  racks,
  representatives,
  resourceOffers,
  revisions,
  rfis,
  roles,
  savedViews,
  scenarios,
  shiftRequests,
  signalTypes,
  siteVisits,
  spaceEquipment,
  spaceTemplates,
  spaces,
  subContractors,
  submittals,
  systemsIntegrators,
  teams,
  templateAreaGroups,
  templateEquipment,
  timelineItems,
  units,
  users,
  verificationTemplates,
  webhooks,
]

/** Resources by kind of log entry: their fields name and format its values. Loaded with the first entry that is opened. */
export const auditResources: Readonly<Record<string, NamedFields>> = {
  ...Object.fromEntries(changeable.map((resource) => [resource.entity, resource])),
  bidInvitations: { fields: invitationFields, computed: {} },
}
