import { keysOf } from './kit/keys.ts'

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

/** Everything a role can allow. A permission is the name `Area.Action`; nothing outside this list exists. */
export const permissionCatalogue = {
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

type Catalogue = typeof permissionCatalogue
export type Area = keyof Catalogue
export type Permission = { [A in Area]: `${A}.${Catalogue[A][number]}` }[Area]
type Audience = 'internal' | 'external' | 'both'

export const areas = keysOf(permissionCatalogue)

export const permissionNames: readonly Permission[] = areas.flatMap((area) =>
  permissionCatalogue[area].map((action) => `${area}.${action}` as Permission),
)

const known = new Set<unknown>(permissionNames)

export function isPermission(name: unknown): name is Permission {
  return known.has(name)
}

export function areaOf(permission: Permission): Area {
  return permission.slice(0, permission.indexOf('.')) as Area
}

const audiences: Partial<Record<Area, Audience>> = {
  ExternalDashboard: 'external',
  ExternalProjects: 'external',
  ExternalEquipment: 'external',
  PersonalSettings: 'both',
  DownloadCenter: 'both',
}

/** Whose roles may hold names of the area: staff, people of other companies, or both. */
export function audienceOf(area: Area): Audience {
  return audiences[area] ?? 'internal'
}

/** What a role of staff may hold. */
export const internalPermissions = permissionNames.filter((name) => audienceOf(areaOf(name)) !== 'external')

/** What opens the same from inside: only people outside can hold these, so whoever gives them holds the other. */
const fromInside = new Map<string, string>([
  ['ExternalDashboard.ViewAllWidgets', 'Dashboard.ViewAllWidgets'],
  ['ExternalProjects.View', 'Projects.View'],
  ['ExternalEquipment.View', 'Equipments.View'],
])

/** The name one must hold to give this one to somebody. */
export const neededToGive = (name: string) => fromInside.get(name) ?? name

const sharedWithExternal: readonly Permission[] = ['PersonalSettings.View', 'PersonalSettings.Update', 'DownloadCenter.View']

/** What a role of people of other companies may hold; of the shared areas only the part without management. */
export const externalPermissions = permissionNames.filter(
  (name) => audienceOf(areaOf(name)) === 'external' || sharedWithExternal.includes(name),
)
