import type { Area } from '../area.ts'
import { offerStepRoutes, withdrawFrom } from './offer-steps.ts'
import { projectPart } from './project-part.ts'
import { managedOffers, ownOfferRoutes, servedOffers } from './resource-offers.ts'

export const area: Area = {
  entities: [servedOffers, managedOffers],
  routes: [...ownOfferRoutes, ...offerStepRoutes],
  projectPart,
  personPart: { suspended: withdrawFrom },
  search: { offers: { of: managedOffers, keys: ['name', 'state'], known: ['name'] } },
}
