import { imageRoute } from '../kit/files.ts'
import type { Route } from '../kit/serve.ts'
import { clientRoutes, clients } from './clients.ts'
import { manufacturerRoutes, manufacturers } from './manufacturers.ts'
import { partnerRoutes, partners } from './partner.ts'
import { productFamilies, productFamilyRoutes } from './product-families.ts'

export const entities = [clients, manufacturers, productFamilies, ...partners]
export const routes: Route[] = [
  ...entities.flatMap((entity) => entity.routes),
  ...entities.filter(({ of }) => of.image).map(({ of }) => imageRoute(of)),
  ...clientRoutes,
  ...manufacturerRoutes,
  ...productFamilyRoutes,
  ...partnerRoutes,
]
