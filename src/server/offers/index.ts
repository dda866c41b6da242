import { readMatches } from '../../model/offers/matches.ts'
import type { Area } from '../area.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { findMatches } from './matches.ts'
import { requestSubjects } from './news.ts'
import { offerStepRoutes, withdrawFrom } from './offer-steps.ts'
import { personStatsRoutes } from './person-stats.ts'
import { projectPart } from './project-part.ts'
import { managedOffers, ownOfferRoutes, servedOffers } from './resource-offers.ts'
import { managedShiftRequests, ownShiftRoutes, servedShiftRequests } from './shift-requests.ts'
import { shiftStepRoutes } from './shift-steps.ts'

export const area: Area = {
  entities: [servedOffers, managedOffers, servedShiftRequests, managedShiftRequests],
  routes: [
    ...ownOfferRoutes,
    ...offerStepRoutes,
    ...ownShiftRoutes,
    ...shiftStepRoutes,
    ...personStatsRoutes,
    defineRoute(readMatches, (ctx, { query }) => findMatches(ctx, query)),
  ],
  projectPart,
  inbox: requestSubjects,
  personPart: { suspended: withdrawFrom },
  search: {
    offers: { resource: managedOffers, keys: ['name', 'state'], known: ['name'] },
    shiftRequests: { resource: managedShiftRequests, keys: ['name', 'state'], known: ['name'] },
  },
}
