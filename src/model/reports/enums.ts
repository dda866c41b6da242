import { enumeration, type ValueOf } from '../kit/enumeration.ts'

/**
 * Reports with `hasPrices` include prices unless requested without. The permission of Area Groups BOM is spelled AreaGroupBOM; both
 * spellings are retained. Report categories end at 10, so rack elevations use download category 180.
 */
export const ReportType = enumeration('ReportType', {
  BOM: [1, 'BOM', { format: 'xlsx', permission: 'ProjectReports.BOM', hasPrices: true, downloadTaskCategory: 1 }],
  ExtendedBOM: [2, 'Extended BOM', { format: 'xlsx', permission: 'ProjectReports.ExtendedBOM', hasPrices: true, downloadTaskCategory: 2 }],
  PIF: [3, 'PIF', { format: 'xlsx', permission: 'ProjectReports.PIF', hasPrices: false, downloadTaskCategory: 3 }],
  OPC: [4, 'OPC', { format: 'xlsx', permission: 'ProjectReports.OPC', hasPrices: true, downloadTaskCategory: 4 }],
  SpaceList: [5, 'Space List', { format: 'xlsx', permission: 'ProjectReports.SpaceList', hasPrices: true, downloadTaskCategory: 5 }],
  BIN: [
    6,
    'BIN',
    {
      longLabel: 'Building infrastructure narrative',
      format: 'docx',
      permission: 'ProjectReports.BIN',
      hasPrices: false,
      downloadTaskCategory: 6,
    },
  ],
  DrawingSheetList: [
    7,
    'Drawing Sheet List',
    { format: 'xlsx', permission: 'ProjectReports.DrawingSheetList', hasPrices: false, downloadTaskCategory: 7 },
  ],
  AreaGroupsBOM: [
    8,
    'Area Groups BOM',
    { format: 'xlsx', permission: 'ProjectReports.AreaGroupBOM', hasPrices: true, downloadTaskCategory: 8 },
  ],
  ClientProposal: [
    9,
    'Client Proposal',
    { format: 'docx', permission: 'ProjectReports.ClientProposal', hasPrices: true, downloadTaskCategory: 9 },
  ],
  RevitFamilies: [
    10,
    'Revit Families',
    { format: 'xlsx', permission: 'ProjectReports.RevitFamilies', hasPrices: false, downloadTaskCategory: 10 },
  ],
  RackElevations: [
    11,
    'Rack Elevations',
    { format: 'xlsx', permission: 'ProjectReports.RackElevations', hasPrices: false, downloadTaskCategory: 180 },
  ],
})
export type ReportType = ValueOf<typeof ReportType>

export const ReportScope = enumeration('ReportScope', {
  AllSpaces: [1, 'All Spaces'],
  SelectedSpaces: [2, 'Selected Spaces'],
  SelectedLevels: [3, 'Selected Levels'],
})
export type ReportScope = ValueOf<typeof ReportScope>

export const ReportSheetOption = enumeration('ReportSheetOption', {
  SpaceListSheet: [0, 'Space List Sheet'],
  AreaGroupsListSheet: [1, 'Area Groups List Sheet'],
})
export type ReportSheetOption = ValueOf<typeof ReportSheetOption>

/** The specification also writes Inprogress; the label follows its full list. */
export const DownloadStatus = enumeration('DownloadStatus', {
  Pending: [0, 'Pending'],
  InProgress: [1, 'In progress'],
  Succeeded: [2, 'Succeeded'],
  Failed: [3, 'Failed'],
})
export type DownloadStatus = ValueOf<typeof DownloadStatus>

/** Category of a download: 1-10 reports, 100-180 lists, boards, and racks. The names are our own. */
export const DownloadTaskCategory = enumeration('DownloadTaskCategory', {
  BOM: [1, 'BOM'],
  ExtendedBOM: [2, 'Extended BOM'],
  PIF: [3, 'PIF'],
  OPC: [4, 'OPC'],
  SpaceList: [5, 'Space List'],
  BIN: [6, 'BIN'],
  DrawingSheetList: [7, 'Drawing Sheet List'],
  AreaGroupsBOM: [8, 'Area Groups BOM'],
  ClientProposal: [9, 'Client Proposal'],
  RevitFamilies: [10, 'Revit Families'],
  EquipmentList: [100, 'Equipment List'],
  EquipmentGroupsList: [101, 'Equipment Groups List'],
  EquipmentInventoryTable: [102, 'Equipment Inventory Table'],
  ManufacturerEquipmentWorkbook: [103, 'Manufacturer Equipment Workbook'],
  EquipmentCategoriesList: [104, 'Equipment Categories List'],
  ConnectorPhysicalTypesList: [105, 'Connector Physical Types List'],
  SignalTypesList: [106, 'Signal Types List'],
  StarterCatalog: [107, 'Starter Catalog'],
  LeadsList: [110, 'Leads List'],
  OpportunitiesList: [111, 'Opportunities List'],
  ActiveProjectsList: [112, 'Active Projects List'],
  ClosedProjectsList: [113, 'Closed Projects List'],
  ArchivedProjectsList: [114, 'Archived Projects List'],
  ProjectSpacesList: [115, 'Project Spaces List'],
  ProjectEquipmentList: [116, 'Project Equipment List'],
  ProjectActivityLogs: [117, 'Project Activity Logs'],
  ProjectContactsList: [118, 'Project Contacts List'],
  ClientsList: [120, 'Clients List'],
  ManufacturersList: [121, 'Manufacturers List'],
  RepresentativesList: [122, 'Representatives List'],
  SystemsIntegratorsList: [123, 'Systems Integrators List'],
  GeneralContractorsList: [124, 'General Contractors List'],
  SubContractorsList: [125, 'Sub-Contractors List'],
  ArchitectsList: [126, 'Architects List'],
  EngineeringFirmsList: [127, 'Engineering Firms List'],
  SpaceTemplatesList: [130, 'Space Templates List'],
  LayoutTemplatesList: [131, 'Layout Templates List'],
  LayoutViewsList: [132, 'Layout Views List'],
  NamingTemplatesList: [133, 'Naming Templates List'],
  ContractsList: [140, 'Contracts List'],
  DirectExpensesList: [141, 'Direct Expenses List'],
  ResourceOffersList: [142, 'Resource Offers List'],
  ResourceShiftRequestsList: [143, 'Resource Shift Requests List'],
  BidComparison: [144, 'Bid Comparison'],
  BidTabulation: [145, 'Bid Tabulation'],
  BidReceipt: [146, 'Bid Receipt'],
  BigBoard: [150, 'Big Board'],
  SmallBoard: [151, 'Small Board'],
  MyBoard: [152, 'My Board'],
  Workload: [153, 'Workload'],
  MonthlyPlans: [154, 'Monthly Plans'],
  InternalUsersList: [160, 'Internal Users List'],
  ExternalUsersList: [161, 'External Users List'],
  InvitationsList: [162, 'Invitations List'],
  AuditLog: [163, 'Audit Log'],
  WireCADIntegrationRequest: [170, 'WireCAD Integration Request'],
  RackElevations: [180, 'Rack Elevations'],
  SitePapers: [190, 'Site Papers'],
  PlanDevices: [191, 'Devices on Plans'],
  DrawingSheet: [192, 'Drawing Sheet'],
  DrawingSet: [193, 'Drawing Set'],
})
export type DownloadTaskCategory = ValueOf<typeof DownloadTaskCategory>

/** Renderer of a file, which determines its format. The names are our own. */
export const TemplateType = enumeration('TemplateType', {
  Xlsx: [0, 'Excel workbook', { extension: 'xlsx' }],
  Docx: [1, 'Word document', { extension: 'docx' }],
  Pdf: [2, 'PDF document', { extension: 'pdf' }],
  Csv: [3, 'CSV text', { extension: 'csv' }],
  Json: [4, 'JSON data', { extension: 'json' }],
  Zip: [5, 'ZIP archive', { extension: 'zip' }],
  Svg: [6, 'SVG drawing', { extension: 'svg' }],
  Png: [7, 'PNG image', { extension: 'png' }],
  Text: [8, 'Plain text or log', { extension: 'txt' }],
})
export type TemplateType = ValueOf<typeof TemplateType>
