import { EquipmentAvailability } from '../catalogue/enums.ts'
import { equipments } from '../catalogue/equipment.ts'
import { clientRanking } from '../companies/clients.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { contracts } from '../contracts/contracts.ts'
import { call, items, page, row, shape } from '../kit/call.ts'
import type { AnyCall, UserRef } from '../kit/description.ts'
import { boolean, choice, defaulted, instant, integer, json, money, optional, set, text } from '../kit/field.ts'
import { resourceOffers } from '../offers/resource-offers.ts'
import { shiftRequests } from '../offers/shift-requests.ts'
import type { Permission } from '../permissions.ts'
import { type ResourceOfferState, type ResourceShiftRequestState, UtilizationGrouping } from '../planning/enums.ts'
import { LeadStatus, ProjectStage, ProjectStatus, type TimelineItemType } from '../projects/enums.ts'
import { externalProjects } from '../projects/external-projects.ts'
import { leads } from '../projects/leads.ts'
import { projects } from '../projects/projects.ts'
import { downloadTasks, sharedReport } from '../reports/download-tasks.ts'

const path = (key: string) => `/dashboard/Widgets/${key}`
/** The firm as a whole is not everybody's affair. */
const firmWide = (...needs: Permission[]) => ({ all: [...needs, 'Dashboard.ViewAllWidgets'] as const })
const largeSum = (label: string) => money(label, { max: Number.MAX_SAFE_INTEGER })
const recent = {
  count: defaulted(integer('Count', { min: 1, max: 50 }), 8),
  mode: defaulted(integer('Mode', { min: 1, max: 3 }), 3),
}

export const myProjects = call({
  method: 'GET',
  path: path('myProjects'),
  permission: 'Projects.View',
  summary: 'List open projects I created or am part of',
  answer: page(row(projects)),
})
export const myLeads = call({
  method: 'GET',
  path: path('myLeads'),
  permission: 'Leads.View',
  summary: 'List leads I created or am the associate consultant on',
  answer: page(row(leads)),
})

/** Hours by month, `YYYY-MM`. */
type Hours = Record<string, number>
export interface PlannedHours {
  /** In approved contracts. */
  firm: Hours
  tentative: Hours
}
/** What I have in approved contracts of a project I see. */
interface HoursOfProject {
  id: number
  name: string
  hours: Hours
}
const months = json<string[]>('Months')
export const myHours = call({
  method: 'GET',
  path: path('myHours'),
  permission: 'MyBoard.View',
  summary: 'Get my planned hours and capacity for this month and the next two',
  answer: shape({
    months,
    capacity: json<Hours>('Capacity'),
    /** Nothing for whoever may not see the details of entries. */
    planned: json<PlannedHours | null>('Planned'),
    projects: json<HoursOfProject[]>('Projects'),
    isPartial: boolean('Labor types are hidden'),
  }),
})
/** A milestone, a meeting or a drawing of one of my projects, on its day. */
export interface UpcomingDate {
  kind: 'item' | 'drawing'
  id: number
  title: string
  date: string
  /** Of the timeline, where it stands there. */
  type: TimelineItemType | null
  project: { id: number; name: string }
}
export const upcomingDays = 30
export const upcomingDates = call({
  method: 'GET',
  path: path('upcomingDates'),
  permission: 'Projects.View',
  summary: 'List timeline items and drawings due in the next 30 days that are mine or in my open projects',
  answer: shape({ items: json<UpcomingDate[]>('Dates'), total: integer('Dates in all') }),
})
export const pendingApprovals = call({
  method: 'GET',
  path: path('pendingApprovals'),
  permission: firmWide('ProjectContracts.View', 'ProjectContracts.Approve'),
  summary: 'List contracts waiting for my approval, longest waiting first',
  answer: page(row(contracts)),
})
export const offersForMe = call({
  method: 'GET',
  path: path('offersForMe'),
  permission: 'ResourceOffers.View',
  summary: 'List offers waiting for my answer, longest waiting first',
  answer: page(row(resourceOffers)),
})
export const pendingOffers = call({
  method: 'GET',
  path: path('pendingOffers'),
  permission: firmWide('ResourceOffers.Manage', 'ResourceOffers.Approve'),
  summary: 'List offers waiting for management, longest waiting first',
  answer: page(row(resourceOffers)),
})
export const pendingShiftRequests = call({
  method: 'GET',
  path: path('pendingShiftRequests'),
  permission: firmWide('ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve'),
  summary: 'List shift requests waiting for management, longest waiting first',
  answer: page(row(shiftRequests)),
})
/** How many of my requests are in a state. */
interface RequestsInState<State extends number> {
  state: State
  count: number
}
export const myRequests = call({
  method: 'GET',
  path: path('myRequests'),
  permission: { any: ['ResourceOffers.View', 'ResourceShiftRequests.View'] },
  summary: 'Count my offers and shift requests by state',
  answer: shape({
    /** Nothing for whoever does not see offers, or shift requests. */
    offers: json<RequestsInState<ResourceOfferState>[] | null>('Offers'),
    shiftRequests: json<RequestsInState<ResourceShiftRequestState>[] | null>('Shift requests'),
  }),
})
/** What people of a team or labor type can work and are planned for; `people` are counted once in each team they are in. */
export interface UtilizationFigures extends PlannedHours {
  key: string
  name: string
  people: number
  capacity: Hours
}
export const utilization = call({
  method: 'GET',
  path: path('utilization'),
  // These are the sums of the workload: nobody learns here what they may not see there.
  permission: firmWide('BigBoard.ViewLaborHoursSummary', 'DNAUsers.View'),
  summary: 'Get hours against capacity for this month and the next two, by team or labor type',
  query: { groupBy: defaulted(choice('Group by', UtilizationGrouping), UtilizationGrouping.of.Team) },
  answer: shape({
    months,
    groups: json<UtilizationFigures[]>('Teams or labor types'),
    /** Everybody once. */
    all: json<UtilizationFigures>('Everybody'),
  }),
})
export const recentEquipment = call({
  method: 'GET',
  path: path('recentEquipment'),
  permission: 'Equipments.View',
  summary: 'List equipment recently created, changed or opened',
  query: recent,
  answer: items(row(equipments)),
})
export const recentManufacturers = call({
  method: 'GET',
  path: path('recentManufacturers'),
  permission: 'Manufacturers.View',
  summary: 'List manufacturers recently created, changed or opened',
  query: recent,
  answer: items(row(manufacturers)),
})
export const myDownloads = call({
  method: 'GET',
  path: path('myDownloads'),
  permission: 'DownloadCenter.View',
  summary: 'List my latest downloads',
  answer: page(row(downloadTasks)),
})

export interface StageFigures {
  stage: ProjectStage
  projectStatus: ProjectStatus
  count: number
  totalMsrpPrice: number
}
export const projectsByStage = call({
  method: 'GET',
  path: path('projectsByStage'),
  permission: firmWide('Projects.View'),
  summary: 'Count projects by stage and status with their totals',
  answer: items(
    shape({
      stage: choice('Stage', ProjectStage),
      projectStatus: choice('Status', ProjectStatus),
      count: integer('Projects'),
      totalMsrpPrice: largeSum('MSRP'),
    }),
  ),
})
export interface FunnelFigures {
  leadStatus: LeadStatus
  count: number
  /** Expected revenue, and the same weighed by its probability. */
  expectedRevenue: number
  weighedRevenue: number
}
export const leadFunnel = call({
  method: 'GET',
  path: path('leadFunnel'),
  permission: firmWide('Leads.View'),
  summary: 'Count leads by status with their potential revenue',
  answer: items(
    shape({
      leadStatus: choice('Status', LeadStatus),
      count: integer('Leads'),
      expectedRevenue: largeSum('Expected'),
      weighedRevenue: largeSum('Expected by probability'),
    }),
  ),
})
export const topClients = call({
  method: 'GET',
  path: path('clientRanking'),
  permission: firmWide('Clients.View'),
  summary: clientRanking.summary,
  query: { type: clientRanking.query.type, count: clientRanking.query.count },
  answer: clientRanking.answer,
})
export const catalogueHealth = call({
  method: 'GET',
  path: path('catalogueHealth'),
  permission: firmWide('Equipments.View'),
  summary: 'Get the catalog items that need attention',
  answer: shape({
    total: integer('Equipment'),
    requireReview: integer('Require review'),
    deprecated: integer('Deprecated'),
    withoutPrice: integer('Without price'),
    duplicates: integer('Groups of possible duplicates'),
  }),
})

/** A contract that may cost more than it brings. */
interface ContractAtRisk {
  id: number
  name: string
  number: string
  project: { id: number; name: string }
  revenue: number
  forecastCost: number
  burnPercent: number | null
  passesOn: string | null
}
export const contractsAtRisk = call({
  method: 'GET',
  path: path('contractsAtRisk'),
  permission: firmWide(
    'ProjectContracts.View',
    'ProjectContracts.ConstructionPhasesView',
    'ProjectContracts.ViewRevenueSums',
    'ProjectContracts.ViewCostSums',
  ),
  summary: 'List approved contracts of open projects at risk of costing more than they earn',
  answer: shape({ items: json<ContractAtRisk[]>('Contracts'), total: integer('Contracts at risk') }),
})

export interface RecentEntry {
  id: number
  title: string
  notes: string | null
  createDate: string
  createdBy: UserRef | null
  entity: string
  entityId: string
  entityName: string | null
  project: { id: number; name: string; stage: ProjectStage }
}
export const recentActivity = call({
  method: 'GET',
  path: path('recentActivity'),
  permission: firmWide('Projects.View'),
  summary: 'List the latest activity in my projects',
  answer: items(
    shape({
      id: integer('Id'),
      title: text('Title'),
      notes: optional(text('Notes')),
      createDate: instant('Date'),
      createdBy: json<RecentEntry['createdBy']>('By'),
      entity: text('Kind'),
      entityId: text('Id of the thing'),
      entityName: optional(text('Name of the thing')),
      project: json<RecentEntry['project']>('Project'),
    }),
  ),
})

export interface Widget {
  label: string
  call: AnyCall
}
/** What a dashboard of staff can show, in the order a new person finds it. Who may make the call sees the widget. */
export const widgets = {
  myProjects: { label: 'My projects', call: myProjects },
  myLeads: { label: 'My leads', call: myLeads },
  myHours: { label: 'My hours', call: myHours },
  upcomingDates: { label: 'Upcoming dates', call: upcomingDates },
  pendingApprovals: { label: 'Pending approvals', call: pendingApprovals },
  recentEquipment: { label: 'Recent equipment', call: recentEquipment },
  projectsByStage: { label: 'Projects by stage and status', call: projectsByStage },
  leadFunnel: { label: 'Lead funnel', call: leadFunnel },
  utilization: { label: 'Utilization', call: utilization },
  contractsAtRisk: { label: 'Contracts at risk', call: contractsAtRisk },
  recentActivity: { label: 'Recent activity', call: recentActivity },
  clientRanking: { label: 'Client ranking', call: topClients },
  recentManufacturers: { label: 'Recent manufacturers', call: recentManufacturers },
  catalogueHealth: { label: 'Catalog health', call: catalogueHealth },
  myDownloads: { label: 'My downloads', call: myDownloads },
  offersForMe: { label: 'Offers waiting for me', call: offersForMe },
  myRequests: { label: 'My requests', call: myRequests },
  pendingOffers: { label: 'Pending offers', call: pendingOffers },
  pendingShiftRequests: { label: 'Pending shift requests', call: pendingShiftRequests },
} satisfies Record<string, Widget>
export type WidgetKey = keyof typeof widgets

export const externalDownloads = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myDownloads',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'DownloadCenter.View'] },
  summary: 'List my latest downloads',
  answer: page(row(downloadTasks)),
})
/** The projects I was let in to, by name. */
export const externalMyProjects = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myProjects',
  permission: 'ExternalProjects.View',
  summary: 'List projects shared with me',
  answer: externalProjects.answer,
})
/** A report that was shared with somebody from outside, and where. */
export const externalReports = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/sharedReports',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'ExternalProjects.View'] },
  summary: 'List the reports last shared with me',
  answer: page(shape({ ...sharedReport, project: json<{ id: number; name: string }>('Project') })),
})
export const externalAvailability = call({
  method: 'GET',
  path: '/externalDashboard/Widgets/myEquipment',
  permission: { all: ['ExternalDashboard.ViewAllWidgets', 'ExternalEquipment.View'] },
  summary: 'Count the equipment of my manufacturers by availability',
  answer: items(shape({ availability: choice('Availability', EquipmentAvailability), count: integer('Equipment') })),
})
/** The simpler dashboard of people from outside. */
export const externalWidgets = {
  myProjects: { label: 'My projects', call: externalMyProjects },
  sharedReports: { label: 'Shared reports', call: externalReports },
  myEquipment: { label: 'My equipment by availability', call: externalAvailability },
  myDownloads: { label: 'My downloads', call: externalDownloads },
} satisfies Record<string, Widget>
export type ExternalWidgetKey = keyof typeof externalWidgets

/** What one person's dashboard shows, first to last, and what they have put away. */
const layoutShape = {
  widgets: json<string[]>('Widgets'),
  hidden: json<string[]>('Hidden'),
}
const key = text('Widget', { min: 1, max: 60 })
const layoutBody = { order: set('Order', key, { max: 50 }), hidden: defaulted(set('Hidden', key, { max: 50 }), []) }

function dashboardCalls<P extends string>(root: P, permission: 'internal' | 'signed in') {
  return {
    read: call({
      method: 'GET',
      path: `/${root}`,
      permission,
      summary: 'Get the widgets of my dashboard in my order',
      answer: shape(layoutShape),
    }),
    save: call({
      method: 'PUT',
      path: `/${root}/Layout`,
      permission,
      summary: 'Set the order and visibility of my dashboard widgets',
      body: layoutBody,
      answer: shape(layoutShape),
    }),
  }
}
export const dashboard = dashboardCalls('dashboard', 'internal')
export const externalDashboard = dashboardCalls('externalDashboard', 'signed in')
