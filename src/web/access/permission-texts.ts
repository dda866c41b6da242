import type { Area } from '../../model/permissions.ts'

/** Group and label of each area, in the order of the role editor. */
export const areaWords: Record<Area, readonly [group: string, label: string]> = {
  Dashboard: ['General', 'Dashboard'],
  ExternalDashboard: ['General', 'Dashboard of external users'],
  DownloadCenter: ['General', 'Download center'],
  PersonalSettings: ['General', 'Personal settings'],
  Leads: ['Projects', 'Leads'],
  Projects: ['Projects', 'Projects, buildings and spaces'],
  ProjectEquipment: ['Projects', 'Project equipment'],
  ProjectLiveOverview: ['Projects', 'Live overview'],
  ProjectNotes: ['Projects', 'Project notes'],
  DrawingDocuments: ['Projects', 'Drawing documents'],
  ProjectReports: ['Projects', 'Reports'],
  ProjectContacts: ['Projects', 'Project contacts'],
  ProjectBudget: ['Projects', 'Budget'],
  ProjectVariables: ['Projects', 'Project variables'],
  ProjectTimeline: ['Projects', 'Timeline'],
  ProjectAccessList: ['Projects', 'Access list of projects'],
  LeadAccessList: ['Projects', 'Access list of leads'],
  ProjectExternalAccessList: ['Projects', 'External access list'],
  ProjectActivityLogs: ['Projects', 'Activity logs of projects'],
  ProjectContracts: ['Contracts', 'Contracts'],
  BigBoard: ['Resource tracker', 'Big board'],
  SmallBoard: ['Resource tracker', 'Small board'],
  MyBoard: ['Resource tracker', 'My board'],
  ResourceOffers: ['Resource tracker', 'Offers'],
  ResourceShiftRequests: ['Resource tracker', 'Shift requests'],
  SpaceTemplates: ['Templates', 'Space templates'],
  NamingTemplates: ['Templates', 'Naming templates'],
  LayoutTemplates: ['Templates', 'Layout templates'],
  LayoutViews: ['Templates', 'Layout views'],
  Equipments: ['Equipment', 'Equipment and groups'],
  EquipmentCategories: ['Equipment', 'Categories'],
  ConnectorPhysicalTypes: ['Equipment', 'Connector types'],
  SignalTypes: ['Equipment', 'Signal types'],
  Clients: ['Companies', 'Clients'],
  Manufacturers: ['Companies', 'Manufacturers'],
  Representatives: ['Companies', 'Representatives'],
  SystemsIntegrators: ['Companies', 'Systems integrators'],
  GeneralContractors: ['Companies', 'General contractors'],
  SubContractors: ['Companies', 'Sub-contractors'],
  Architects: ['Companies', 'Architects'],
  EngineeringFirms: ['Companies', 'Engineering firms'],
  CompanyContacts: ['Companies', 'Company contacts'],
  DNAUsers: ['Internal users', 'Users, teams and workload'],
  Roles: ['Internal users', 'Roles'],
  AccessGroups: ['Internal users', 'Access groups'],
  ExternalUsers: ['External users', 'External users'],
  ExternalRoles: ['External users', 'External roles'],
  ExternalAccessGroups: ['External users', 'External access groups'],
  Invitations: ['External users', 'Invitations'],
  ExternalProjects: ['External users', 'Projects of external users'],
  ExternalEquipment: ['External users', 'Equipment of external users'],
  DNADefaults: ['Settings', 'DNA defaults'],
  AppSettings: ['Settings', 'App settings and shared assets'],
  AuditLog: ['Settings', 'Audit logs'],
  JiraIntegration: ['Integrations', 'Jira'],
  MSTeamsIntegration: ['Integrations', 'Microsoft Teams'],
  WireCadIntegrationRequests: ['Integrations', 'WireCAD requests'],
}

/** Labels that cannot be derived by splitting at capital letters. */
const special: Record<string, string> = {
  AreaGroupBOM: 'Area groups BOM',
  CreateJiraProject: 'Create Jira project',
  CreateMsTeam: 'Create Microsoft team',
  ExtendedBOM: 'Extended BOM',
  ViewAndUpdateLaborRatesGAFees: 'View and update G&A fees',
  ViewAndUpdateDirectExpensesCost: 'View and update cost of direct expenses',
  ViewLaborTypeBIMSpecialists: 'View labor type BIM specialists',
  ViewLaborTypeSCD: 'View labor type SCD',
  RevitFamilies: 'Revit families',
}

/** `ViewLaborHoursSummary` → `View labor hours summary`. */
export function actionWords(action: string): string {
  if (special[action]) return special[action]
  const actionText = action.replace(/([a-z])([A-Z])/g, '$1 $2')
  return actionText === actionText.toUpperCase() ? actionText : actionText[0] + actionText.slice(1).toLowerCase()
}
