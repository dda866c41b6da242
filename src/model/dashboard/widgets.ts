import { EquipmentAvailability } from '../catalog/enums.ts'
import { equipments } from '../catalog/equipment.ts'
import { clientRanking } from '../companies/clients.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { contracts } from '../contracts/contracts.ts'
import { call, items, mergePatch, page, row, shape } from '../kit/call.ts'
import type { AnyCall, ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, hours, id, instant, integer, money, optional, percent, set, text } from '../kit/field.ts'
import {
  arrayField,
  literalField,
  namedRef,
  namedShape,
  numberedShape,
  object,
  objects,
  personField,
  recordField,
} from '../kit/response-fields.ts'
import { resourceOffers } from '../offers/resource-offers.ts'
import { shiftRequests } from '../offers/shift-requests.ts'
import type { Permission } from '../permissions.ts'
import { ResourceOfferState, ResourceShiftRequestState, UtilizationGrouping } from '../planning/enums.ts'
import { LeadStatus, ProjectStage, ProjectStatus, TimelineItemType } from '../projects/enums.ts'
import { externalProjects } from '../projects/external-projects.ts'
import { leads } from '../projects/leads.ts'
import { projects } from '../projects/projects.ts'
import { downloadTasks, sharedReport } from '../reports/download-tasks.ts'

const widgetPath = (key: string) => `/dashboard/Widgets/${key}`
/** Figures of the whole firm require an additional permission. */
const firmWide = (...needs: Permission[]) => ({ all: [...needs, 'Dashboard.ViewAllWidgets'] as const })
const largeSum = (label: string) => money(label, { max: Number.MAX_SAFE_INTEGER })
const recent = {
  count: defaulted(integer('Count', { min: 1, max: 50 }), 8),
  mode: defaulted(integer('Mode', { min: 1, max: 3 }), 3),
}

export const myProjects = call({
  method: 'GET',
  path: widgetPath('myProjects'),
  permission: 'Projects.View',
  summary: 'List open projects I created or am part of',
  response: page(row(projects)),
})
export const myLeads = call({
  method: 'GET',
  path: widgetPath('myLeads'),
  permission: 'Leads.View',
  summary: 'List leads I created or am the associate consultant on',
  response: page(row(leads)),
})

/** Hours by month, `YYYY-MM`. */
const monthly = (label: string) => recordField(label, hours('Hours'))
const plannedShape = {
  firm: monthly('Firm'),
  tentative: monthly('Tentative'),
}
export type PlannedHours = ValuesOf<typeof plannedShape>
const months = arrayField('Months', text('Month'))
export const myHours = call({
  method: 'GET',
  path: widgetPath('myHours'),
  permission: 'MyBoard.View',
  summary: 'Get my planned hours and capacity for this month and the next two',
  response: shape({
    months,
    capacity: monthly('Capacity'),
    /** Null without permission to view record details. */
    planned: optional(object('Planned', plannedShape)),
    projects: objects('Projects', { ...namedShape, hours: monthly('Hours') }),
    isPartial: boolean('Labor types are hidden'),
  }),
})
const upcomingShape = {
  kind: literalField('Kind', 'item', 'drawing'),
  id: id(),
  title: text('Title'),
  date: date('Date'),
  type: optional(choice('Type', TimelineItemType)),
  project: namedRef('Project'),
}
export type UpcomingDate = ValuesOf<typeof upcomingShape>
export const upcomingDays = 30
export const upcomingDates = call({
  method: 'GET',
  path: widgetPath('upcomingDates'),
  permission: 'Projects.View',
  summary: 'List timeline items and drawings due in the next 30 days that are mine or in my open projects',
  response: shape({ items: objects('Dates', upcomingShape), total: integer('Total dates') }),
})
export const pendingApprovals = call({
  method: 'GET',
  path: widgetPath('pendingApprovals'),
  permission: firmWide('ProjectContracts.View', 'ProjectContracts.Approve'),
  summary: 'List contracts waiting for my approval, longest waiting first',
  response: page(row(contracts)),
})
export const offersForMe = call({
  method: 'GET',
  path: widgetPath('offersForMe'),
  permission: 'ResourceOffers.View',
  summary: 'List offers waiting for my answer, longest waiting first',
  response: page(row(resourceOffers)),
})
export const pendingOffers = call({
  method: 'GET',
  path: widgetPath('pendingOffers'),
  permission: firmWide('ResourceOffers.Manage', 'ResourceOffers.Approve'),
  summary: 'List offers waiting for management, longest waiting first',
  response: page(row(resourceOffers)),
})
export const pendingShiftRequests = call({
  method: 'GET',
  path: widgetPath('pendingShiftRequests'),
  permission: firmWide('ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve'),
  summary: 'List shift requests waiting for management, longest waiting first',
  response: page(row(shiftRequests)),
})
export const myRequests = call({
  method: 'GET',
  path: widgetPath('myRequests'),
  permission: { any: ['ResourceOffers.View', 'ResourceShiftRequests.View'] },
  summary: 'Count my offers and shift requests by state',
  response: shape({
    /** Absent without permission to view offers or shift requests. */
    offers: optional(objects('Offers', { state: choice('State', ResourceOfferState), count: integer('Offers') })),
    shiftRequests: optional(
      objects('Shift requests', { state: choice('State', ResourceShiftRequestState), count: integer('Shift requests') }),
    ),
  }),
})
/** Capacity and planned hours of a team or labor type. A user counts once in each of their teams. */
const utilizationShape = {
  key: text('Key'),
  name: text('Name'),
  people: integer('People'),
  capacity: monthly('Capacity'),
  ...plannedShape,
}
export type UtilizationFigures = ValuesOf<typeof utilizationShape>
export const utilization = call({
  method: 'GET',
  path: widgetPath('utilization'),
  // These are the workload's totals, so they require the same permissions as the workload.
  permission: firmWide('BigBoard.ViewLaborHoursSummary', 'DNAUsers.View'),
  summary: 'Get hours against capacity for this month and the next two, by team or labor type',
  query: { groupBy: defaulted(choice('Group by', UtilizationGrouping), UtilizationGrouping.Team) },
  response: shape({
    months,
    groups: objects('Teams or labor types', utilizationShape),
    all: object('Everybody', utilizationShape),
  }),
})
export const recentEquipment = call({
  method: 'GET',
  path: widgetPath('recentEquipment'),
  permission: 'Equipments.View',
  summary: 'List equipment recently created, changed or opened',
  query: recent,
  response: items(row(equipments)),
})
export const recentManufacturers = call({
  method: 'GET',
  path: widgetPath('recentManufacturers'),
  permission: 'Manufacturers.View',
  summary: 'List manufacturers recently created, changed or opened',
  query: recent,
  response: items(row(manufacturers)),
})
export const myDownloads = call({
  method: 'GET',
  path: widgetPath('myDownloads'),
  permission: 'DownloadCenter.View',
  summary: 'List my latest downloads',
  response: page(row(downloadTasks)),
})

const stageShape = {
  stage: choice('Stage', ProjectStage),
  projectStatus: choice('Status', ProjectStatus),
  count: integer('Projects'),
  totalMsrpPrice: largeSum('MSRP'),
}
export type StageFigures = ValuesOf<typeof stageShape>
export const projectsByStage = call({
  method: 'GET',
  path: widgetPath('projectsByStage'),
  permission: firmWide('Projects.View'),
  summary: 'Count projects by stage and status with their totals',
  response: items(shape(stageShape)),
})
const funnelShape = {
  leadStatus: choice('Status', LeadStatus),
  count: integer('Leads'),
  /** Expected revenue, and the same weighted by probability. */
  expectedRevenue: largeSum('Expected'),
  weighedRevenue: largeSum('Expected by probability'),
}
export type FunnelFigures = ValuesOf<typeof funnelShape>
export const leadFunnel = call({
  method: 'GET',
  path: widgetPath('leadFunnel'),
  permission: firmWide('Leads.View'),
  summary: 'Count leads by status with their potential revenue',
  response: items(shape(funnelShape)),
})
export const topClients = call({
  method: 'GET',
  path: widgetPath('clientRanking'),
  permission: firmWide('Clients.View'),
  summary: clientRanking.summary,
  query: { type: clientRanking.query.type, count: clientRanking.query.count },
  response: clientRanking.response,
})
export const catalogueHealth = call({
  method: 'GET',
  path: widgetPath('catalogueHealth'),
  permission: firmWide('Equipments.View'),
  summary: 'Get the catalog items that need attention',
  response: shape({
    total: integer('Equipment'),
    requireReview: integer('Require review'),
    deprecated: integer('Deprecated'),
    withoutPrice: integer('Without price'),
    duplicates: integer('Groups of possible duplicates'),
  }),
})

const riskShape = {
  ...numberedShape,
  project: namedRef('Project'),
  revenue: money('Revenue'),
  forecastCost: money('Forecast cost'),
  burnPercent: optional(percent('Burn')),
  passesOn: optional(date('Cost passes revenue on')),
}
export const contractsAtRisk = call({
  method: 'GET',
  path: widgetPath('contractsAtRisk'),
  permission: firmWide(
    'ProjectContracts.View',
    'ProjectContracts.ConstructionPhasesView',
    'ProjectContracts.ViewRevenueSums',
    'ProjectContracts.ViewCostSums',
  ),
  summary: 'List approved contracts of open projects at risk of costing more than they earn',
  response: shape({ items: objects('Contracts', riskShape), total: integer('Contracts at risk') }),
})

const entryShape = {
  id: id(),
  title: text('Title'),
  notes: optional(text('Notes')),
  createDate: instant('Date'),
  createdBy: optional(personField('By')),
  entity: text('Kind'),
  entityId: text('Id of the record'),
  entityName: optional(text('Name of the record')),
  project: object('Project', { ...namedShape, stage: choice('Stage', ProjectStage) }),
}
export type RecentEntry = ValuesOf<typeof entryShape>
export const recentActivity = call({
  method: 'GET',
  path: widgetPath('recentActivity'),
  permission: firmWide('Projects.View'),
  summary: 'List the latest activity in my projects',
  response: items(shape(entryShape)),
})

export interface Widget {
  label: string
  call: AnyCall
}
/**
 * Widgets of the internal dashboard in default order: figures of the firm, decisions, then what belongs to the user. A widget is visible to
 * users who may make its call.
 */
export const widgets = {
  projectsByStage: { label: 'Projects by stage and status', call: projectsByStage },
  utilization: { label: 'Utilization', call: utilization },
  contractsAtRisk: { label: 'Contracts at risk', call: contractsAtRisk },
  pendingApprovals: { label: 'Pending approvals', call: pendingApprovals },
  offersForMe: { label: 'Offers waiting for me', call: offersForMe },
  pendingOffers: { label: 'Pending offers', call: pendingOffers },
  pendingShiftRequests: { label: 'Pending shift requests', call: pendingShiftRequests },
  myProjects: { label: 'My projects', call: myProjects },
  myHours: { label: 'My hours', call: myHours },
  upcomingDates: { label: 'Upcoming dates', call: upcomingDates },
  myLeads: { label: 'My leads', call: myLeads },
  leadFunnel: { label: 'Lead funnel', call: leadFunnel },
  recentActivity: { label: 'Recent activity', call: recentActivity },
  clientRanking: { label: 'Client ranking', call: topClients },
  recentEquipment: { label: 'Recent equipment', call: recentEquipment },
  recentManufacturers: { label: 'Recent manufacturers', call: recentManufacturers },
  catalogueHealth: { label: 'Catalog health', call: catalogueHealth },
  myDownloads: { label: 'My downloads', call: myDownloads },
  myRequests: { label: 'My requests', call: myRequests },
} satisfies Record<string, Widget>
export type WidgetKey = keyof typeof widgets

export const externalDownloads = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myDownloads',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'DownloadCenter.View'] },
  summary: 'List my latest downloads',
  response: page(row(downloadTasks)),
})
export const externalMyProjects = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myProjects',
  permission: 'ExternalProjects.View',
  summary: 'List projects shared with me',
  response: externalProjects.response,
})
export const externalReports = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/sharedReports',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'ExternalProjects.View'] },
  summary: 'List the reports last shared with me',
  response: page(shape({ ...sharedReport, project: namedRef('Project') })),
})
export const externalAvailability = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myEquipment',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'ExternalEquipment.View'] },
  summary: 'Count the equipment of my manufacturers by availability',
  response: items(shape({ availability: choice('Availability', EquipmentAvailability), count: integer('Equipment') })),
})
export const externalWidgets = {
  myProjects: { label: 'My projects', call: externalMyProjects },
  sharedReports: { label: 'Shared reports', call: externalReports },
  myEquipment: { label: 'My equipment by availability', call: externalAvailability },
  myDownloads: { label: 'My downloads', call: externalDownloads },
} satisfies Record<string, Widget>
export type ExternalWidgetKey = keyof typeof externalWidgets

const key = text('Widget', { min: 1, max: 60 })
const layoutShape = { widgets: arrayField('Widgets', key), hidden: arrayField('Hidden', key) }
const layoutBody = { order: set('Order', key, { max: 50 }), hidden: defaulted(set('Hidden', key, { max: 50 }), []) }

function dashboardCalls<P extends string>(root: P, permission: 'internal' | 'signed in') {
  return {
    read: call({
      method: 'GET',
      path: `/${root}`,
      permission,
      summary: 'Get the widgets of my dashboard in my order',
      response: shape(layoutShape),
    }),
    save: mergePatch({
      path: `/${root}/Layout`,
      permission,
      summary: 'Set the order and visibility of my dashboard widgets',
      body: layoutBody,
      response: shape(layoutShape),
    }),
  }
}
export const dashboard = dashboardCalls('dashboard', 'internal')
export const externalDashboard = dashboardCalls('externalDashboard', 'signed in')
