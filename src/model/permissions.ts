import { typedKeys } from './kit/keys.ts'

const life = ['Create', 'View', 'Update', 'Delete'] as const
const viewAndUpdate = ['View', 'Update'] as const

const board = [
  'View',
  'ViewEntryDetails',
  'ViewLaborHoursSummary',
  'ViewLaborRevenueSummary',
  'ViewLaborCostSummary',
  'ViewDirectExpensesSummary',
  'ViewDirectExpensesCostSummary',
  'ViewDirectExpensesRevenueSummary',
  'ViewNetSummary',
  'ViewNetSummaryTotalCost',
  'ViewNetSummaryTotalRevenue',
  'ViewNetSummaryNetProfit',
  'ViewLaborTypeAssociateConsultants',
  'ViewLaborTypeSeniorConsultants',
  'ViewLaborTypeConsultants',
  'ViewLaborTypeVirtualIntegrators',
  'ViewLaborTypeBIMSpecialists',
  'ViewLaborTypeManagement',
  'ViewLaborTypeTechnical',
  'ViewLaborTypeSCD',
] as const

/** All permissions a role can have, named `Area.Action`. Names outside this list are invalid. */
export const permissionCatalog = {
  Dashboard: ['ViewAllWidgets'],
  ExternalDashboard: ['ViewAllWidgets'],
  DNAUsers: ['Create', 'View', 'Update', 'Suspend', 'Unsuspend', 'ViewDefaultLaborRates', 'UpdateDefaultLaborRates'],
  ExternalUsers: life,
  Invitations: life,
  CompanyContacts: ['Create', 'View', 'Update', 'Invite', 'Delete'],
  Clients: [...life, 'Restore'],
  Manufacturers: life,
  Representatives: life,
  SystemsIntegrators: life,
  GeneralContractors: life,
  SubContractors: life,
  Architects: life,
  EngineeringFirms: life,
  AppSettings: life,
  AuditLog: ['View'],
  Projects: [...life, 'UpdateProjectNumber', 'CreateJiraProject', 'CreateMsTeam', 'Restore'],
  SpaceTemplates: [...life, 'Restore'],
  Equipments: [...life, 'BulkUpdate', 'Restore'],
  EquipmentCategories: life,
  ProjectReports: [
    'View',
    'ViewHistory',
    'BOM',
    'ExtendedBOM',
    'AreaGroupBOM',
    'PIF',
    'OPC',
    'BIN',
    'RevitFamilies',
    'ClientProposal',
    'DrawingSheetList',
    'SpaceList',
    'RackElevations',
  ],
  ProjectLiveOverview: ['View'],
  Roles: life,
  ExternalRoles: life,
  AccessGroups: life,
  ExternalAccessGroups: life,
  ProjectAccessList: life,
  LeadAccessList: life,
  ProjectExternalAccessList: life,
  DrawingDocuments: life,
  LayoutTemplates: life,
  LayoutViews: life,
  NamingTemplates: life,
  ProjectNotes: life,
  ConnectorPhysicalTypes: life,
  SignalTypes: life,
  Leads: [...life, 'Archive', 'Unarchive'],
  ProjectVariables: viewAndUpdate,
  ProjectEquipment: viewAndUpdate,
  ProjectBudget: viewAndUpdate,
  ProjectTimeline: viewAndUpdate,
  ProjectContacts: viewAndUpdate,
  ProjectActivityLogs: ['View'],
  ExternalProjects: ['View'],
  ExternalEquipment: ['View'],
  JiraIntegration: ['View'],
  MSTeamsIntegration: ['View'],
  BigBoard: board,
  SmallBoard: board,
  MyBoard: board,
  DNADefaults: [
    'View',
    'ViewLaborRates',
    'UpdateLaborRates',
    'ViewAccessGroups',
    'UpdateAccessGroups',
    'ViewResourceOffers',
    'UpdateResourceOffers',
    'ViewShiftRequests',
    'UpdateShiftRequests',
  ],
  PersonalSettings: ['View', 'Update', 'ShowManagementSettings'],
  ProjectContracts: [
    ...life,
    'Approve',
    'Unapprove',
    'Lock',
    'Unlock',
    'SendForApproval',
    'SendForUpdate',
    'Manage',
    'Archive',
    'Unarchive',
    'ConstructionPhasesView',
    'ConstructionPhasesCreate',
    'ConstructionPhasesUpdate',
    'ConstructionPhasesDelete',
    'DocumentsView',
    'DocumentsUpload',
    'DocumentsUpdateDetails',
    'DocumentsDownload',
    'DocumentsDelete',
    'ViewLaborSellRates',
    'UpdateLaborSellRates',
    'ViewLaborCostRates',
    'UpdateLaborCostRates',
    'ViewAndUpdateLaborRatesGAFees',
    'ViewAndUpdateDirectExpensesCost',
    'ViewRevenueSums',
    'ViewCostSums',
    'ManageDirectExpenses',
  ],
  ResourceOffers: [...life, 'Accept', 'Decline', 'Manage', 'CreateForOthers', 'Approve', 'Reject'],
  ResourceShiftRequests: [...life, 'Manage', 'CreateForOthers', 'Approve', 'Reject'],
  WireCadIntegrationRequests: ['View', 'Create', 'Update', 'Delete', 'Approve', 'Reject'],
  DownloadCenter: ['View', 'Manage'],
} as const

type Catalog = typeof permissionCatalog
export type Area = keyof Catalog
export type Permission = { [A in Area]: `${A}.${Catalog[A][number]}` }[Area]
type Audience = 'internal' | 'external' | 'both'

export const areas = typedKeys(permissionCatalog)

export const permissionNames: readonly Permission[] = areas.flatMap((area) =>
  permissionCatalog[area].map((action) => `${area}.${action}` as Permission),
)

const known = new Set<unknown>(permissionNames)

export function isPermission(name: unknown): name is Permission {
  return known.has(name)
}

export function permissionArea(permission: Permission): Area {
  return permission.slice(0, permission.indexOf('.')) as Area
}

const audiences: Partial<Record<Area, Audience>> = {
  ExternalDashboard: 'external',
  ExternalProjects: 'external',
  ExternalEquipment: 'external',
  PersonalSettings: 'both',
  DownloadCenter: 'both',
}

/** Returns which roles may have permissions of this area: internal, external, or both. */
export function areaAudience(area: Area): Audience {
  return audiences[area] ?? 'internal'
}

export const internalPermissions = permissionNames.filter((name) => areaAudience(permissionArea(name)) !== 'external')

/**
 * Internal counterparts of external permissions. Only external users can have the external ones, so a user who grants one must have its
 * counterpart.
 */
const fromInside = new Map<string, string>([
  ['ExternalDashboard.ViewAllWidgets', 'Dashboard.ViewAllWidgets'],
  ['ExternalProjects.View', 'Projects.View'],
  ['ExternalEquipment.View', 'Equipments.View'],
])

/** Returns the permission a user must have to grant this one. */
export const neededToGive = (name: string) => fromInside.get(name) ?? name

const sharedWithExternal: readonly Permission[] = ['PersonalSettings.View', 'PersonalSettings.Update', 'DownloadCenter.View']

/** Permissions an external role may have. In shared areas, management permissions are excluded. */
export const externalPermissions = permissionNames.filter(
  (name) => areaAudience(permissionArea(name)) === 'external' || sharedWithExternal.includes(name),
)
