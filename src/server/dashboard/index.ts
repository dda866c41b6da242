import * as widgetCalls from '../../model/dashboard/widgets.ts'
import type { Area } from '../area.ts'
import { countByAvailability, countCatalogHealth, equipments } from '../catalog/public.ts'
import { manufacturers } from '../companies/public.ts'
import { listPendingApprovals } from '../contracts/public.ts'
import { listUpcomingDrawings } from '../drawings/public.ts'
import { listContractsAtRisk } from '../hours/public.ts'
import type { Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { readRecent } from '../kit/resource/activities.ts'
import { countRequests, listOffersFor, listPendingOffers, listPendingShifts } from '../offers/public.ts'
import { readMyHours, readUtilization } from '../planning/public.ts'
import {
  listFiguresByStage,
  listLeadFunnel,
  listMyLeads,
  listMyProjects,
  listOpened,
  listRecentActivity,
  listUpcomingItems,
} from '../projects/public.ts'
import { downloadTasks, readShared } from '../reports/public.ts'
import { rankedClients } from '../spaces/public.ts'
import { readLayout, saveLayout } from './layout.ts'

const projectsShown = 8
const approvalsShown = 8
const datesShown = 8
const downloadsShown = 5
const entriesShown = 20

const listMyDownloads = (ctx: Context) => downloadTasks.list(ctx, { itemsPerPage: downloadsShown })

async function listUpcoming(ctx: Context) {
  const all = [...(await listUpcomingItems(ctx, widgetCalls.upcomingDays)), ...(await listUpcomingDrawings(ctx, widgetCalls.upcomingDays))]
  const items = all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).slice(0, datesShown)
  return { items, total: all.length }
}

function fromOutside(ctx: Context): Context {
  if (!ctx.actor.isExternal) throw forbidden()
  return ctx
}

export const area: Area = {
  entities: [],
  routes: [
    defineRoute(widgetCalls.dashboard.read, (ctx) => readLayout(ctx, widgetCalls.widgets)),
    defineRoute(widgetCalls.dashboard.save, (ctx, { body }) => saveLayout(ctx, widgetCalls.widgets, body)),
    defineRoute(widgetCalls.externalDashboard.read, (ctx) => readLayout(fromOutside(ctx), widgetCalls.externalWidgets)),
    defineRoute(widgetCalls.externalDashboard.save, (ctx, { body }) => saveLayout(fromOutside(ctx), widgetCalls.externalWidgets, body)),

    // One call per widget, so that each loads and fails independently.
    defineRoute(widgetCalls.myProjects, (ctx) => listMyProjects(ctx, projectsShown)),
    defineRoute(widgetCalls.myLeads, (ctx) => listMyLeads(ctx, projectsShown)),
    defineRoute(widgetCalls.myHours, readMyHours),
    defineRoute(widgetCalls.upcomingDates, listUpcoming),
    defineRoute(widgetCalls.pendingApprovals, (ctx) => listPendingApprovals(ctx, approvalsShown)),
    defineRoute(widgetCalls.offersForMe, (ctx) => listOffersFor(ctx, approvalsShown)),
    defineRoute(widgetCalls.pendingOffers, (ctx) => listPendingOffers(ctx, approvalsShown)),
    defineRoute(widgetCalls.pendingShiftRequests, (ctx) => listPendingShifts(ctx, approvalsShown)),
    defineRoute(widgetCalls.myRequests, countRequests),
    defineRoute(widgetCalls.utilization, (ctx, { query }) => readUtilization(ctx, query.groupBy)),
    defineRoute(widgetCalls.contractsAtRisk, (ctx) => listContractsAtRisk(ctx, approvalsShown)),
    defineRoute(widgetCalls.leadFunnel, listLeadFunnel),
    defineRoute(widgetCalls.topClients, (ctx, { query }) => rankedClients(ctx, { ...query, from: null, to: null })),
    defineRoute(widgetCalls.recentEquipment, (ctx, { query }) => readRecent(equipments, ctx, query.count, query.mode)),
    defineRoute(widgetCalls.recentManufacturers, (ctx, { query }) => readRecent(manufacturers, ctx, query.count, query.mode)),
    defineRoute(widgetCalls.myDownloads, listMyDownloads),
    defineRoute(widgetCalls.externalDownloads, listMyDownloads),
    defineRoute(widgetCalls.externalMyProjects, (ctx) => listOpened(ctx, { search: null, page: 1, itemsPerPage: projectsShown })),
    defineRoute(widgetCalls.externalReports, (ctx) => readShared(ctx, { page: 1, itemsPerPage: downloadsShown })),
    defineRoute(widgetCalls.externalAvailability, countByAvailability),
    defineRoute(widgetCalls.projectsByStage, listFiguresByStage),
    defineRoute(widgetCalls.catalogueHealth, async (ctx) => {
      const { total, requireReview, deprecated, withoutPrice, duplicates } = await countCatalogHealth(ctx)
      return { total, requireReview, deprecated, withoutPrice, duplicates }
    }),
    defineRoute(widgetCalls.recentActivity, (ctx) => listRecentActivity(ctx, entriesShown)),
  ],
}
