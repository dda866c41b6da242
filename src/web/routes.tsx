import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { AccessRule } from '../model/kit/description.ts'
import { LoginPage } from './access/login.tsx'
import { ErrorPage } from './error-page.tsx'
import { parseSearch, stringifySearch } from './kit/list/list-address.ts'
import { can } from './kit/request/can.ts'
import { session } from './kit/request/session.ts'
import { SimpleShell } from './shell/simple-shell.tsx'

interface Row {
  path: string
  page: ReturnType<typeof lazyRouteComponent>
  title: string
  /** Permission to open the page; the menu shows the entry to the same users. */
  permission: AccessRule
  layout: 'main' | 'simple'
}

/** Milliseconds after which loading a page's code is treated as failed. */
const chunkTimeout = 120_000
const inTime = <T,>(code: Promise<T>) =>
  Promise.race([
    code,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('This page could not be loaded.')), chunkTimeout)),
  ])
const lazy = <T extends Record<string, any>, K extends keyof T>(load: () => Promise<T>, name: K) =>
  lazyRouteComponent(() => inTime(load()), name)

/** All pages, one line each, grouped by area. Guard, document title, and menu derive from it. */
// biome-ignore format: one line per route
export const routes: Row[] = [
  { path: '/login', page: LoginPage, title: 'Sign in', permission: 'anyone', layout: 'simple' },
  { path: '/logout', page: lazy(() => import('./access/logout.tsx'), 'LogoutPage'), title: 'Signing out', permission: 'anyone', layout: 'simple' },
  { path: '/account/reset-password', page: lazy(() => import('./access/reset-password.tsx'), 'ResetPasswordPage'), title: 'Reset password', permission: 'anyone', layout: 'simple' },
  { path: '/invitations/accept/$id', page: lazy(() => import('./access/accept-invitation.tsx'), 'AcceptInvitationPage'), title: 'Accept an invitation', permission: 'anyone', layout: 'simple' },
  { path: '/account/second-factor', page: lazy(() => import('./access/sign-in-security.tsx'), 'SecondFactorSetupPage'), title: 'Set up a second factor', permission: 'signed in', layout: 'simple' },
  { path: '/account/security', page: lazy(() => import('./access/sign-in-security.tsx'), 'SignInSecurityPage'), title: 'Sign-in security', permission: 'signed in', layout: 'main' },
  { path: '/account/profile', page: lazy(() => import('./access/profile.tsx'), 'ProfilePage'), title: 'Profile', permission: 'signed in', layout: 'main' },
  { path: '/not-authorizd', page: lazy(() => import('./access/not-authorized.tsx'), 'NotAuthorizedPage'), title: 'Not authorized', permission: 'anyone', layout: 'main' },
  { path: '/not-found', page: lazy(() => import('./not-found.tsx'), 'NotFoundPage'), title: 'Not found', permission: 'anyone', layout: 'main' },
  { path: '/users', page: lazy(() => import('./access/users.tsx'), 'UsersPage'), title: 'Users', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/users/$id', page: lazy(() => import('./access/users.tsx'), 'UserPage'), title: 'User', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/roles', page: lazy(() => import('./access/roles.tsx'), 'RolesPage'), title: 'Roles', permission: 'Roles.View', layout: 'main' },
  { path: '/roles/$id', page: lazy(() => import('./access/roles.tsx'), 'RolePage'), title: 'Role', permission: 'Roles.View', layout: 'main' },
  { path: '/external-users', page: lazy(() => import('./access/external-users.tsx'), 'ExternalUsersPage'), title: 'External users', permission: 'ExternalUsers.View', layout: 'main' },
  { path: '/external-users/$id', page: lazy(() => import('./access/external-users.tsx'), 'ExternalUserPage'), title: 'External user', permission: 'ExternalUsers.View', layout: 'main' },
  { path: '/external-roles', page: lazy(() => import('./access/external-roles.tsx'), 'ExternalRolesPage'), title: 'External roles', permission: 'ExternalRoles.View', layout: 'main' },
  { path: '/external-roles/$id', page: lazy(() => import('./access/external-roles.tsx'), 'ExternalRolePage'), title: 'External role', permission: 'ExternalRoles.View', layout: 'main' },
  { path: '/access-groups', page: lazy(() => import('./access/access-groups.tsx'), 'AccessGroupsPage'), title: 'Access groups', permission: 'AccessGroups.View', layout: 'main' },
  { path: '/access-groups/$id', page: lazy(() => import('./access/access-groups.tsx'), 'AccessGroupPage'), title: 'Access group', permission: 'AccessGroups.View', layout: 'main' },
  { path: '/external-access-groups', page: lazy(() => import('./access/access-groups.tsx'), 'ExternalAccessGroupsPage'), title: 'External access groups', permission: 'ExternalAccessGroups.View', layout: 'main' },
  { path: '/external-access-groups/$id', page: lazy(() => import('./access/access-groups.tsx'), 'ExternalAccessGroupPage'), title: 'External access group', permission: 'ExternalAccessGroups.View', layout: 'main' },
  { path: '/invitations', page: lazy(() => import('./access/invitations.tsx'), 'InvitationsPage'), title: 'Invitations', permission: 'Invitations.View', layout: 'main' },
  { path: '/invitations/$id', page: lazy(() => import('./access/invitations.tsx'), 'InvitationPage'), title: 'Invitation', permission: 'Invitations.View', layout: 'main' },
  { path: '/teams', page: lazy(() => import('./access/teams.tsx'), 'TeamsPage'), title: 'Teams', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/teams/$id', page: lazy(() => import('./access/teams.tsx'), 'TeamPage'), title: 'Team', permission: 'DNAUsers.View', layout: 'main' },

  { path: '/inbox', page: lazy(() => import('./inbox/inbox-page.tsx'), 'InboxPage'), title: 'Inbox', permission: 'signed in', layout: 'main' },

  { path: '/security-log', page: lazy(() => import('./activity/security-log.tsx'), 'SecurityLogPage'), title: 'Security log', permission: 'AuditLog.View', layout: 'main' },
  { path: '/audit-logs', page: lazy(() => import('./activity/audit-logs.tsx'), 'AuditLogsPage'), title: 'Audit logs', permission: 'AuditLog.View', layout: 'main' },
  // Open to users who can make bulk changes or read the whole audit log; others have nothing to undo, so their menu omits the group.
  { path: '/change-sets', page: lazy(() => import('./activity/change-sets.tsx'), 'ChangeSetsPage'), title: 'Change sets', permission: { any: ['Equipments.Create', 'Equipments.Update', 'ProjectEquipment.Update', 'SpaceTemplates.Update', 'AuditLog.View'] }, layout: 'main' },
  { path: '/change-sets/$id', page: lazy(() => import('./activity/change-set-page.tsx'), 'ChangeSetPage'), title: 'Change set', permission: 'internal', layout: 'main' },

  { path: '/inventory', page: lazy(() => import('./catalog/inventory.tsx'), 'InventoryPage'), title: 'Equipment table', permission: 'Equipments.BulkUpdate', layout: 'main' },
  { path: '/catalogue-health', page: lazy(() => import('./catalog/catalog-health.tsx'), 'CatalogHealthPage'), title: 'Catalog health', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment', page: lazy(() => import('./catalog/equipment-list.tsx'), 'EquipmentListPage'), title: 'Equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id', page: lazy(() => import('./catalog/equipment-overview.tsx'), 'EquipmentPage'), title: 'Equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id/details', page: lazy(() => import('./catalog/equipment-page.tsx'), 'EquipmentDetailsPage'), title: 'Details of equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id/ports', page: lazy(() => import('./catalog/equipment-ports.tsx'), 'EquipmentPortsPage'), title: 'Ports of equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id/documents', page: lazy(() => import('./catalog/equipment-documents.tsx'), 'EquipmentDocumentsPage'), title: 'Documents of equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id/usage', page: lazy(() => import('./catalog/equipment-usage.tsx'), 'EquipmentUsagePage'), title: 'Usage of equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/$id/activity', page: lazy(() => import('./catalog/equipment-page.tsx'), 'EquipmentActivityPage'), title: 'Activity of equipment', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment/import', page: lazy(() => import('./catalog/equipment-import.tsx'), 'EquipmentImportPage'), title: 'Import equipment', permission: { all: ['Equipments.Create', 'Equipments.Update'] }, layout: 'main' },
  { path: '/external-equipments', page: lazy(() => import('./catalog/external-equipment.tsx'), 'ExternalEquipmentsPage'), title: 'My equipment', permission: 'ExternalEquipment.View', layout: 'main' },
  { path: '/external-equipments/$id', page: lazy(() => import('./catalog/external-equipment.tsx'), 'ExternalEquipmentPage'), title: 'Equipment', permission: 'ExternalEquipment.View', layout: 'main' },
  { path: '/equip-groups', page: lazy(() => import('./catalog/equipment-groups.tsx'), 'EquipmentGroupsPage'), title: 'Equipment groups', permission: 'Equipments.View', layout: 'main' },
  { path: '/equipment-categories', page: lazy(() => import('./catalog/categories.tsx'), 'CategoriesPage'), title: 'Equipment categories', permission: 'EquipmentCategories.View', layout: 'main' },
  { path: '/equipment-categories/$id', page: lazy(() => import('./catalog/categories.tsx'), 'CategoryPage'), title: 'Equipment category', permission: 'EquipmentCategories.View', layout: 'main' },
  { path: '/restore-equipment', page: lazy(() => import('./catalog/equipment-list.tsx'), 'RestoreEquipmentPage'), title: 'Restore equipment', permission: 'Equipments.Restore', layout: 'main' },
  { path: '/connector-physical-types', page: lazy(() => import('./catalog/connector-physical-types.tsx'), 'ConnectorPhysicalTypesPage'), title: 'Connector physical types', permission: 'ConnectorPhysicalTypes.View', layout: 'main' },
  { path: '/connector-physical-types/$id', page: lazy(() => import('./catalog/connector-physical-types.tsx'), 'ConnectorPhysicalTypePage'), title: 'Connector physical type', permission: 'ConnectorPhysicalTypes.View', layout: 'main' },
  { path: '/signal-types', page: lazy(() => import('./catalog/signal-types.tsx'), 'SignalTypesPage'), title: 'Signal types', permission: 'SignalTypes.View', layout: 'main' },
  { path: '/signal-types/$id', page: lazy(() => import('./catalog/signal-types.tsx'), 'SignalTypePage'), title: 'Signal type', permission: 'SignalTypes.View', layout: 'main' },

  { path: '/clients', page: lazy(() => import('./companies/clients.tsx'), 'ClientsPage'), title: 'Clients', permission: 'Clients.View', layout: 'main' },
  { path: '/clients/$id', page: lazy(() => import('./companies/clients.tsx'), 'ClientPage'), title: 'Client', permission: 'Clients.View', layout: 'main' },
  { path: '/restore-clients', page: lazy(() => import('./companies/clients.tsx'), 'RestoreClientsPage'), title: 'Restore clients', permission: 'Clients.Restore', layout: 'main' },
  { path: '/manufacturers', page: lazy(() => import('./companies/manufacturers.tsx'), 'ManufacturersPage'), title: 'Manufacturers', permission: 'Manufacturers.View', layout: 'main' },
  { path: '/manufacturers/$id', page: lazy(() => import('./companies/manufacturers.tsx'), 'ManufacturerPage'), title: 'Manufacturer', permission: 'Manufacturers.View', layout: 'main' },
  { path: '/manufacturers/$id/product-families', page: lazy(() => import('./companies/product-families.tsx'), 'ProductFamiliesPage'), title: 'Product families', permission: 'Manufacturers.View', layout: 'main' },
  { path: '/representatives', page: lazy(() => import('./companies/partner.tsx'), 'RepresentativesPage'), title: 'Representatives', permission: 'Representatives.View', layout: 'main' },
  { path: '/representatives/$id', page: lazy(() => import('./companies/partner.tsx'), 'RepresentativePage'), title: 'Representative', permission: 'Representatives.View', layout: 'main' },
  { path: '/systems-integrators', page: lazy(() => import('./companies/partner.tsx'), 'SystemsIntegratorsPage'), title: 'Systems integrators', permission: 'SystemsIntegrators.View', layout: 'main' },
  { path: '/systems-integrators/$id', page: lazy(() => import('./companies/partner.tsx'), 'SystemsIntegratorPage'), title: 'Systems integrator', permission: 'SystemsIntegrators.View', layout: 'main' },
  { path: '/general-contractors', page: lazy(() => import('./companies/partner.tsx'), 'GeneralContractorsPage'), title: 'General contractors', permission: 'GeneralContractors.View', layout: 'main' },
  { path: '/general-contractors/$id', page: lazy(() => import('./companies/partner.tsx'), 'GeneralContractorPage'), title: 'General contractor', permission: 'GeneralContractors.View', layout: 'main' },
  { path: '/sub-contractors', page: lazy(() => import('./companies/partner.tsx'), 'SubContractorsPage'), title: 'Sub-contractors', permission: 'SubContractors.View', layout: 'main' },
  { path: '/sub-contractors/$id', page: lazy(() => import('./companies/partner.tsx'), 'SubContractorPage'), title: 'Sub-contractor', permission: 'SubContractors.View', layout: 'main' },
  { path: '/architects', page: lazy(() => import('./companies/partner.tsx'), 'ArchitectsPage'), title: 'Architects', permission: 'Architects.View', layout: 'main' },
  { path: '/architects/$id', page: lazy(() => import('./companies/partner.tsx'), 'ArchitectPage'), title: 'Architect', permission: 'Architects.View', layout: 'main' },
  { path: '/engineering-firms', page: lazy(() => import('./companies/partner.tsx'), 'EngineeringFirmsPage'), title: 'Engineering firms', permission: 'EngineeringFirms.View', layout: 'main' },
  { path: '/engineering-firms/$id', page: lazy(() => import('./companies/partner.tsx'), 'EngineeringFirmPage'), title: 'Engineering firm', permission: 'EngineeringFirms.View', layout: 'main' },

  { path: '/manage-contracts', page: lazy(() => import('./contracts/contract-list.tsx'), 'ManageContractsPage'), title: 'Contracts of all projects', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id', page: lazy(() => import('./contracts/phases.tsx'), 'ContractPhasesPage'), title: 'Contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/fee-health', page: lazy(() => import('./contracts/contract-fees.tsx'), 'ContractFeesPage'), title: 'Fee health', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/details', page: lazy(() => import('./contracts/contract-details.tsx'), 'ContractDetailsPage'), title: 'Details of a contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/labor-rates', page: lazy(() => import('./contracts/contract-rates.tsx'), 'ContractRatesPage'), title: 'Labor rates of a contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/direct-expenses', page: lazy(() => import('./contracts/expenses.tsx'), 'ContractExpensesPage'), title: 'Direct expenses of a contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/documents', page: lazy(() => import('./contracts/documents.tsx'), 'ContractDocumentsPage'), title: 'Documents of a contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/manage-contracts/$id/history', page: lazy(() => import('./contracts/contract-details.tsx'), 'ContractHistoryPage'), title: 'History of a contract', permission: 'ProjectContracts.Manage', layout: 'main' },
  { path: '/projects/$id/contracts', page: lazy(() => import('./contracts/contract-list.tsx'), 'ProjectContractsPage'), title: 'Contracts of a project', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId', page: lazy(() => import('./contracts/phases.tsx'), 'ContractPhasesPage'), title: 'Contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/fee-health', page: lazy(() => import('./contracts/contract-fees.tsx'), 'ContractFeesPage'), title: 'Fee health', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/details', page: lazy(() => import('./contracts/contract-details.tsx'), 'ContractDetailsPage'), title: 'Details of a contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/labor-rates', page: lazy(() => import('./contracts/contract-rates.tsx'), 'ContractRatesPage'), title: 'Labor rates of a contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/direct-expenses', page: lazy(() => import('./contracts/expenses.tsx'), 'ContractExpensesPage'), title: 'Direct expenses of a contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/documents', page: lazy(() => import('./contracts/documents.tsx'), 'ContractDocumentsPage'), title: 'Documents of a contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/projects/$id/contracts/$contractId/history', page: lazy(() => import('./contracts/contract-details.tsx'), 'ContractHistoryPage'), title: 'History of a contract', permission: 'ProjectContracts.View', layout: 'main' },
  { path: '/manage-direct-expenses', page: lazy(() => import('./contracts/expenses.tsx'), 'ManageDirectExpensesPage'), title: 'Direct expenses', permission: 'ProjectContracts.ManageDirectExpenses', layout: 'main' },
  { path: '/dna-defaults', page: lazy(() => import('./contracts/dna-defaults.tsx'), 'DnaDefaultsPage'), title: 'DNA defaults', permission: 'DNADefaults.View', layout: 'main' },

  { path: '/leads', page: lazy(() => import('./projects/lead-list.tsx'), 'LeadsPage'), title: 'Leads', permission: 'Leads.View', layout: 'main' },
  { path: '/leads/$id', page: lazy(() => import('./projects/lead-page.tsx'), 'LeadPage'), title: 'Lead', permission: 'Leads.View', layout: 'main' },
  { path: '/opportunities', page: lazy(() => import('./projects/project-list.tsx'), 'OpportunitiesPage'), title: 'Opportunities', permission: 'Projects.View', layout: 'main' },
  { path: '/active-projects', page: lazy(() => import('./projects/project-list.tsx'), 'ActiveProjectsPage'), title: 'Active projects', permission: 'Projects.View', layout: 'main' },
  { path: '/closed-projects', page: lazy(() => import('./projects/project-list.tsx'), 'ClosedProjectsPage'), title: 'Closed projects', permission: 'Projects.View', layout: 'main' },
  { path: '/archived-projects', page: lazy(() => import('./projects/project-list.tsx'), 'ArchivedProjectsPage'), title: 'Archived projects', permission: 'Projects.View', layout: 'main' },
  { path: '/restore-projects', page: lazy(() => import('./projects/project-list.tsx'), 'RestoreProjectsPage'), title: 'Restore projects', permission: 'Projects.Restore', layout: 'main' },
  { path: '/projects/quick-start', page: lazy(() => import('./starter/quick-start-page.tsx'), 'QuickStartPage'), title: 'Quick start', permission: { all: ['Projects.View', 'Projects.Create', 'Projects.Update'] }, layout: 'main' },
  { path: '/projects/create', page: lazy(() => import('./projects/project-page.tsx'), 'ProjectCreatePage'), title: 'New project', permission: 'Projects.Create', layout: 'main' },
  { path: '/projects/$id', page: lazy(() => import('./projects/project-overview.tsx'), 'ProjectPage'), title: 'Project', permission: 'Projects.View', layout: 'main' },
  { path: '/view-project/$id', page: lazy(() => import('./projects/view-project.tsx'), 'ViewProjectPage'), title: 'Project', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/details', page: lazy(() => import('./projects/project-page.tsx'), 'ProjectDetailsPage'), title: 'Details of a project', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/live-overview', page: lazy(() => import('./projects/project-live.tsx'), 'LiveOverviewPage'), title: 'Live overview', permission: 'ProjectLiveOverview.View', layout: 'main' },
  { path: '/projects/$id/notes', page: lazy(() => import('./projects/project-notes.tsx'), 'ProjectNotesPage'), title: 'Notes of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site', page: lazy(() => import('./site/site-page.tsx'), 'SitePage'), title: 'Site of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site/observations', page: lazy(() => import('./site/observation-list.tsx'), 'ObservationsPage'), title: 'Punch list of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site/submittals', page: lazy(() => import('./site/submittal-list.tsx'), 'SubmittalsPage'), title: 'Submittals of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site/rfis', page: lazy(() => import('./site/rfi-list.tsx'), 'RfisPage'), title: 'RFIs of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site/visits', page: lazy(() => import('./site/visit-list.tsx'), 'SiteVisitsPage'), title: 'Site visits of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/site/verification', page: lazy(() => import('./site/verification-page.tsx'), 'VerificationPage'), title: 'Verification of a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/comments', page: lazy(() => import('./portal/project-comments.tsx'), 'ProjectCommentsPage'), title: 'Comments on a project', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/contacts', page: lazy(() => import('./projects/project-contacts.tsx'), 'ProjectContactsPage'), title: 'Contacts of a project', permission: 'ProjectContacts.View', layout: 'main' },
  { path: '/projects/$id/budget', page: lazy(() => import('./projects/project-budget.tsx'), 'ProjectBudgetPage'), title: 'Budget of a project', permission: 'ProjectBudget.View', layout: 'main' },
  { path: '/projects/$id/alternates', page: lazy(() => import('./papers/alternates-page.tsx'), 'AlternatesPage'), title: 'Alternates of a project', permission: 'ProjectBudget.View', layout: 'main' },
  { path: '/projects/$id/bids', page: lazy(() => import('./bids/bid-list.tsx'), 'BidsPage'), title: 'Bids of a project', permission: 'ProjectBudget.View', layout: 'main' },
  { path: '/projects/$id/bids/$packageId', page: lazy(() => import('./bids/bid-package-page.tsx'), 'BidPackagePage'), title: 'Bid package', permission: 'ProjectBudget.View', layout: 'main' },
  { path: '/projects/$id/bids/$packageId/comparison', page: lazy(() => import('./bids/bid-comparison.tsx'), 'BidComparisonPage'), title: 'Comparison of bids', permission: 'ProjectBudget.View', layout: 'main' },
  { path: '/projects/$id/variables', page: lazy(() => import('./projects/project-variables.tsx'), 'ProjectVariablesPage'), title: 'Variables of a project', permission: 'ProjectVariables.View', layout: 'main' },
  { path: '/projects/$id/timeline', page: lazy(() => import('./projects/project-timeline.tsx'), 'ProjectTimelinePage'), title: 'Timeline of a project', permission: 'ProjectTimeline.View', layout: 'main' },
  { path: '/projects/$id/equipment', page: lazy(() => import('./projects/project-equipment.tsx'), 'ProjectEquipmentPage'), title: 'Equipment of a project', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/access-list', page: lazy(() => import('./projects/project-access.tsx'), 'ProjectAccessPage'), title: 'Access list of a project', permission: 'ProjectAccessList.View', layout: 'main' },
  { path: '/external-projects', page: lazy(() => import('./projects/external-projects.tsx'), 'ExternalProjectsPage'), title: 'My projects', permission: 'ExternalProjects.View', layout: 'main' },
  { path: '/external-projects/$id', page: lazy(() => import('./portal/external-project.tsx'), 'ExternalProjectPage'), title: 'Project', permission: 'ExternalProjects.View', layout: 'main' },
  { path: '/external-bids', page: lazy(() => import('./bids/external-bids.tsx'), 'ExternalBidsPage'), title: 'My bids', permission: 'ExternalProjects.View', layout: 'main' },
  { path: '/external-bids/$id', page: lazy(() => import('./bids/external-bid.tsx'), 'ExternalBidPage'), title: 'Bid', permission: 'ExternalProjects.View', layout: 'main' },
  { path: '/projects/$id/external-access-list', page: lazy(() => import('./projects/project-access.tsx'), 'ProjectExternalAccessPage'), title: 'External access list of a project', permission: 'ProjectExternalAccessList.View', layout: 'main' },
  { path: '/projects/$id/activity-logs', page: lazy(() => import('./projects/project-activity.tsx'), 'ProjectActivityPage'), title: 'Activity of a project', permission: 'ProjectActivityLogs.View', layout: 'main' },
  { path: '/projects/$id/revisions', page: lazy(() => import('./reports/revisions.tsx'), 'RevisionsPage'), title: 'Revisions', permission: 'ProjectReports.View', layout: 'main' },
  { path: '/projects/$id/revisions/compare', page: lazy(() => import('./reports/revision-compare.tsx'), 'RevisionComparePage'), title: 'Compare revisions', permission: 'ProjectReports.View', layout: 'main' },
  { path: '/projects/$id/reports', page: lazy(() => import('./reports/project-reports.tsx'), 'ProjectReportsPage'), title: 'Reports', permission: 'ProjectReports.View', layout: 'main' },

  { path: '/space-templates', page: lazy(() => import('./templates/space-template-list.tsx'), 'SpaceTemplatesPage'), title: 'Space templates', permission: 'SpaceTemplates.View', layout: 'main' },
  { path: '/space-templates/$id', page: lazy(() => import('./templates/space-template-page.tsx'), 'SpaceTemplatePage'), title: 'Space template', permission: 'SpaceTemplates.View', layout: 'main' },
  { path: '/space-templates/$id/spaces', page: lazy(() => import('./templates/space-template-page.tsx'), 'SpaceTemplateSpacesPage'), title: 'Spaces of a template', permission: 'SpaceTemplates.View', layout: 'main' },
  { path: '/space-templates/$id/details', page: lazy(() => import('./templates/space-template-page.tsx'), 'SpaceTemplateDetailsPage'), title: 'Space template', permission: 'SpaceTemplates.View', layout: 'main' },
  { path: '/space-templates/$id/activity', page: lazy(() => import('./templates/space-template-page.tsx'), 'SpaceTemplateActivityPage'), title: 'Activity of a space template', permission: 'SpaceTemplates.View', layout: 'main' },
  { path: '/verification-templates', page: lazy(() => import('./templates/verification-templates.tsx'), 'VerificationTemplatesPage'), title: 'Verification templates', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/naming-templates', page: lazy(() => import('./templates/naming-templates.tsx'), 'NamingTemplatesPage'), title: 'Naming templates', permission: 'NamingTemplates.View', layout: 'main' },
  { path: '/naming-templates/$id', page: lazy(() => import('./templates/naming-templates.tsx'), 'NamingTemplatePage'), title: 'Naming template', permission: 'NamingTemplates.View', layout: 'main' },
  { path: '/layout-templates', page: lazy(() => import('./templates/layout-templates.tsx'), 'LayoutTemplatesPage'), title: 'Layout templates', permission: 'LayoutTemplates.View', layout: 'main' },
  { path: '/layout-templates/$id', page: lazy(() => import('./templates/layout-templates.tsx'), 'LayoutTemplatePage'), title: 'Layout template', permission: 'LayoutTemplates.View', layout: 'main' },
  { path: '/layout-views', page: lazy(() => import('./templates/layout-views.tsx'), 'LayoutViewsPage'), title: 'Layout views', permission: 'LayoutViews.View', layout: 'main' },
  { path: '/layout-views/$id', page: lazy(() => import('./templates/layout-views.tsx'), 'LayoutViewPage'), title: 'Layout view', permission: 'LayoutViews.View', layout: 'main' },
  { path: '/restore-space-templates', page: lazy(() => import('./templates/space-template-list.tsx'), 'RestoreSpaceTemplatesPage'), title: 'Restore space templates', permission: 'SpaceTemplates.Restore', layout: 'main' },

  { path: '/projects/$id/drawing-documents', page: lazy(() => import('./drawings/drawing-documents.tsx'), 'DrawingDocumentsPage'), title: 'Drawing documents', permission: 'DrawingDocuments.View', layout: 'main' },
  { path: '/projects/$id/plans', page: lazy(() => import('./plans/plan-list.tsx'), 'PlansPage'), title: 'Plans of a project', permission: 'DrawingDocuments.View', layout: 'main' },
  { path: '/projects/$id/plans/$planId', page: lazy(() => import('./plans/plan-page.tsx'), 'PlanPage'), title: 'Plan', permission: 'DrawingDocuments.View', layout: 'main' },
  { path: '/projects/$id/spaces', page: lazy(() => import('./spaces/space-list.tsx'), 'SpacesPage'), title: 'Spaces', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId', page: lazy(() => import('./spaces/space-page.tsx'), 'SpacePage'), title: 'Space', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/signal-flow', page: lazy(() => import('./spaces/signal-flow.tsx'), 'SignalFlowPage'), title: 'Signal flow of a space', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/master-quote', page: lazy(() => import('./spaces/master-quote.tsx'), 'MasterQuotePage'), title: 'Master quote', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/details', page: lazy(() => import('./spaces/space-page.tsx'), 'SpaceDetailsPage'), title: 'Space', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/comments', page: lazy(() => import('./portal/space-comments.tsx'), 'SpaceCommentsPage'), title: 'Comments on a space', permission: 'ProjectNotes.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/activity', page: lazy(() => import('./spaces/space-activity.tsx'), 'SpaceActivityPage'), title: 'Activity of a space', permission: 'ProjectActivityLogs.View', layout: 'main' },
  { path: '/projects/$id/racks', page: lazy(() => import('./spaces/racks.tsx'), 'RacksPage'), title: 'Racks of a project', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/spaces/$spaceId/circuits', page: lazy(() => import('./spaces/circuits.tsx'), 'CircuitsPage'), title: 'Circuits', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/cables', page: lazy(() => import('./spaces/cables.tsx'), 'CablesPage'), title: 'Cables of a project', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/cables/labels', page: lazy(() => import('./spaces/cable-labels.tsx'), 'CableLabelsPage'), title: 'Cable labels', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/conduits', page: lazy(() => import('./spaces/conduits.tsx'), 'ConduitsPage'), title: 'Conduits of a project', permission: 'ProjectEquipment.View', layout: 'main' },
  { path: '/projects/$id/buildings', page: lazy(() => import('./spaces/building-list.tsx'), 'BuildingsPage'), title: 'Buildings', permission: 'Projects.View', layout: 'main' },
  { path: '/projects/$id/buildings/$buildId', page: lazy(() => import('./spaces/building-page.tsx'), 'BuildingPage'), title: 'Building', permission: 'Projects.View', layout: 'main' },
  { path: '/restore-spaces', page: lazy(() => import('./spaces/space-list.tsx'), 'RestoreSpacesPage'), title: 'Restore spaces', permission: 'SpaceTemplates.Restore', layout: 'main' },

  { path: '/projects/$id/design-check', page: lazy(() => import('./checks/design-check.tsx'), 'DesignCheckPage'), title: 'Design check', permission: 'ProjectEquipment.View', layout: 'main' },

  { path: '/offers', page: lazy(() => import('./offers/offer-list.tsx'), 'OffersPage'), title: 'My offers', permission: 'ResourceOffers.View', layout: 'main' },
  { path: '/offers/$id', page: lazy(() => import('./offers/offer-page.tsx'), 'OfferPage'), title: 'Offer', permission: 'ResourceOffers.View', layout: 'main' },
  { path: '/manage-offers', page: lazy(() => import('./offers/offer-list.tsx'), 'ManageOffersPage'), title: 'Offers', permission: 'ResourceOffers.Manage', layout: 'main' },
  { path: '/manage-offers/$id', page: lazy(() => import('./offers/offer-page.tsx'), 'OfferPage'), title: 'Offer', permission: 'ResourceOffers.Manage', layout: 'main' },
  { path: '/shift-requests', page: lazy(() => import('./offers/shift-list.tsx'), 'ShiftRequestsPage'), title: 'My shift requests', permission: 'ResourceShiftRequests.View', layout: 'main' },
  { path: '/shift-requests/$id', page: lazy(() => import('./offers/shift-page.tsx'), 'ShiftRequestPage'), title: 'Shift request', permission: 'ResourceShiftRequests.View', layout: 'main' },
  { path: '/manage-shift-requests', page: lazy(() => import('./offers/shift-list.tsx'), 'ManageShiftRequestsPage'), title: 'Shift requests', permission: 'ResourceShiftRequests.Manage', layout: 'main' },
  { path: '/manage-shift-requests/$id', page: lazy(() => import('./offers/shift-page.tsx'), 'ShiftRequestPage'), title: 'Shift request', permission: 'ResourceShiftRequests.Manage', layout: 'main' },

  { path: '/integrations/wire-cad', page: lazy(() => import('./wire-cad/cad-request-list.tsx'), 'CadRequestsPage'), title: 'WireCAD', permission: 'WireCadIntegrationRequests.View', layout: 'main' },
  { path: '/integrations/wire-cad/$id', page: lazy(() => import('./wire-cad/cad-request-page.tsx'), 'CadRequestPage'), title: 'WireCAD request', permission: 'WireCadIntegrationRequests.View', layout: 'main' },

  { path: '/users/$id/working-time', page: lazy(() => import('./planning/person-working-time.tsx'), 'PersonWorkingTimePage'), title: 'Working time', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/holiday-calendars', page: lazy(() => import('./planning/holiday-calendars.tsx'), 'HolidayCalendarsPage'), title: 'Holiday calendars', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/holiday-calendars/$id', page: lazy(() => import('./planning/holiday-calendars.tsx'), 'HolidayCalendarPage'), title: 'Holiday calendar', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/big-board', page: lazy(() => import('./planning/big-board.tsx'), 'BigBoardPage'), title: 'Big board', permission: 'BigBoard.View', layout: 'main' },
  { path: '/workload', page: lazy(() => import('./planning/workload.tsx'), 'WorkloadPage'), title: 'Workload', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/workload/$id', page: lazy(() => import('./planning/person-workload.tsx'), 'PersonWorkloadPage'), title: 'Workload of a person', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/monthly-plans', page: lazy(() => import('./planning/monthly-plans.tsx'), 'MonthlyPlansPage'), title: 'Monthly plans', permission: 'DNAUsers.View', layout: 'main' },
  { path: '/my-board', page: lazy(() => import('./planning/my-board.tsx'), 'MyBoardPage'), title: 'My board', permission: 'MyBoard.View', layout: 'main' },
  { path: '/my-board/hours', page: lazy(() => import('./hours/my-hours.tsx'), 'MyHoursPage'), title: 'My hours', permission: 'MyBoard.View', layout: 'main' },
  { path: '/projects/$id/scenarios/$scenarioId', page: lazy(() => import('./planning/scenario.tsx'), 'ScenarioPage'), title: 'Scenario', permission: { all: ['SmallBoard.View', 'SmallBoard.ViewEntryDetails'] }, layout: 'main' },
  { path: '/projects/$id/small-board', page: lazy(() => import('./planning/small-board.tsx'), 'SmallBoardPage'), title: 'Small board', permission: 'SmallBoard.View', layout: 'main' },

  { path: '/download-center', page: lazy(() => import('./reports/download-center.tsx'), 'DownloadCenterPage'), title: 'Download center', permission: 'DownloadCenter.View', layout: 'main' },
  { path: '/manage-download-center', page: lazy(() => import('./reports/manage-download-center.tsx'), 'ManageDownloadCenterPage'), title: 'Everyone’s downloads', permission: 'DownloadCenter.Manage', layout: 'main' },

  { path: '/app-settings', page: lazy(() => import('./settings/app-settings.tsx'), 'AppSettingsPage'), title: 'Settings', permission: 'AppSettings.View', layout: 'main' },
  { path: '/identity-settings', page: lazy(() => import('./settings/identity-settings.tsx'), 'IdentitySettingsPage'), title: 'Sign-in settings', permission: 'AppSettings.View', layout: 'main' },
  { path: '/integrations/settings', page: lazy(() => import('./settings/integration-settings.tsx'), 'IntegrationSettingsPage'), title: 'Settings of integrations', permission: 'AppSettings.View', layout: 'main' },
  { path: '/assets', page: lazy(() => import('./settings/assets.tsx'), 'AssetsPage'), title: 'Shared assets', permission: 'signed in', layout: 'main' },
  { path: '/system-status', page: lazy(() => import('./settings/system-status.tsx'), 'SystemStatusPage'), title: 'System status', permission: 'AppSettings.View', layout: 'main' },
  { path: '/api-docs/examples', page: lazy(() => import('./settings/api-examples.tsx'), 'ApiExamplesPage'), title: 'API examples', permission: 'signed in', layout: 'main' },
  { path: '/api-docs', page: lazy(() => import('./settings/api-docs.tsx'), 'ApiDocsPage'), title: 'API', permission: 'signed in', layout: 'main' },

  { path: '/webhooks', page: lazy(() => import('./programs/webhooks.tsx'), 'WebhooksPage'), title: 'Webhooks', permission: 'AppSettings.View', layout: 'main' },
  { path: '/webhooks/$id', page: lazy(() => import('./programs/webhooks.tsx'), 'WebhookPage'), title: 'Webhook', permission: 'AppSettings.View', layout: 'main' },
  { path: '/integrations/jira', page: lazy(() => import('./integrations/link-lists.tsx'), 'JiraPage'), title: 'Jira', permission: 'JiraIntegration.View', layout: 'main' },
  { path: '/integrations/ms-teams', page: lazy(() => import('./integrations/link-lists.tsx'), 'MsTeamsPage'), title: 'Microsoft Teams', permission: 'MSTeamsIntegration.View', layout: 'main' },

  { path: '/help', page: lazy(() => import('./help/help-pages.tsx'), 'HelpPage'), title: 'Help', permission: 'signed in', layout: 'main' },
  { path: '/help/$sheet', page: lazy(() => import('./help/help-pages.tsx'), 'HelpSheetPage'), title: 'Help', permission: 'signed in', layout: 'main' },

  { path: '/dashboard', page: lazy(() => import('./dashboard/dashboard.tsx'), 'DashboardPage'), title: 'Dashboard', permission: 'signed in', layout: 'main' },
]

const notFound: Row = { ...routes.find(({ path }) => path === '/not-found')!, path: '/$' }

/** Redirects. The specification spells the not-authorized page without its "e". */
const elsewhere = [
  { path: '/', to: '/dashboard' },
  { path: '/not-authorized', to: '/not-authorizd' },
]

/** The main layout loads separately, so that the sign-in page, which is part of the first script, needs neither menus nor the toolbar. */
const layouts = {
  main: lazy(() => import('./shell/shell.tsx'), 'MainShell'),
  simple: SimpleShell,
}

function guard(permission: AccessRule) {
  return ({ location }: { location: { href: string; pathname: string } }) => {
    if (can(permission)) return
    if (!session().user) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
    throw redirect({ to: '/not-authorizd', search: { redirected: location.pathname }, replace: true })
  }
}

export function makeRouter(Root: ComponentType<{ children: ReactNode }>) {
  const root = createRootRouteWithContext()({
    component: () => (
      <Root>
        <Outlet />
      </Root>
    ),
  })
  const layoutRoute = (layout: Row['layout']) => {
    const parent = createRoute({
      getParentRoute: () => root,
      id: layout,
      component: layouts[layout],
    })
    return parent.addChildren(
      [...routes, notFound]
        .filter((row) => row.layout === layout)
        .map(({ path, page, title, permission }) =>
          createRoute({
            getParentRoute: () => parent,
            path,
            component: page,
            staticData: { title, permission },
            beforeLoad: guard(permission),
          }),
        ),
    )
  }
  const redirects = elsewhere.map(({ path, to }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to, search, replace: true })
      },
    }),
  )
  return createRouter({
    routeTree: root.addChildren([layoutRoute('main'), layoutRoute('simple'), ...redirects]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
  })
}
