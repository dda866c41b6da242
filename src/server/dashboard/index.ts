import * as of from '../../model/dashboard/widgets.ts'
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
  const all = [...(await listUpcomingItems(ctx, of.upcomingDays)), ...(await listUpcomingDrawings(ctx, of.upcomingDays))]
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
    defineRoute(of.dashboard.read, (ctx) => readLayout(ctx, of.widgets)),
    defineRoute(of.dashboard.save, (ctx, { body }) => saveLayout(ctx, of.widgets, body)),
    defineRoute(of.externalDashboard.read, (ctx) => readLayout(fromOutside(ctx), of.externalWidgets)),
    defineRoute(of.externalDashboard.save, (ctx, { body }) => saveLayout(fromOutside(ctx), of.externalWidgets, body)),

    // One call per widget, so that each loads and fails independently.
    defineRoute(of.myProjects, (ctx) => listMyProjects(ctx, projectsShown)),
    defineRoute(of.myLeads, (ctx) => listMyLeads(ctx, projectsShown)),
    defineRoute(of.myHours, readMyHours),
    defineRoute(of.upcomingDates, listUpcoming),
    defineRoute(of.pendingApprovals, (ctx) => listPendingApprovals(ctx, approvalsShown)),
    defineRoute(of.offersForMe, (ctx) => listOffersFor(ctx, approvalsShown)),
    defineRoute(of.pendingOffers, (ctx) => listPendingOffers(ctx, approvalsShown)),
    defineRoute(of.pendingShiftRequests, (ctx) => listPendingShifts(ctx, approvalsShown)),
    defineRoute(of.myRequests, countRequests),
    defineRoute(of.utilization, (ctx, { query }) => readUtilization(ctx, query.groupBy)),
    defineRoute(of.contractsAtRisk, (ctx) => listContractsAtRisk(ctx, approvalsShown)),
    defineRoute(of.leadFunnel, listLeadFunnel),
    defineRoute(of.topClients, (ctx, { query }) => rankedClients(ctx, { ...query, from: null, to: null })),
    defineRoute(of.recentEquipment, (ctx, { query }) => readRecent(equipments, ctx, query.count, query.mode)),
    defineRoute(of.recentManufacturers, (ctx, { query }) => readRecent(manufacturers, ctx, query.count, query.mode)),
    defineRoute(of.myDownloads, listMyDownloads),
    defineRoute(of.externalDownloads, listMyDownloads),
    defineRoute(of.externalMyProjects, (ctx) => listOpened(ctx, { search: null, page: 1, itemsPerPage: projectsShown })),
    defineRoute(of.externalReports, (ctx) => readShared(ctx, { page: 1, itemsPerPage: downloadsShown })),
    defineRoute(of.externalAvailability, countByAvailability),
    defineRoute(of.projectsByStage, listFiguresByStage),
    defineRoute(of.catalogueHealth, async (ctx) => {
      const { total, requireReview, deprecated, withoutPrice, duplicates } = await countCatalogHealth(ctx)
      return { total, requireReview, deprecated, withoutPrice, duplicates }
    }),
    defineRoute(of.recentActivity, (ctx) => listRecentActivity(ctx, entriesShown)),
  ],
}
