import type { Area } from '../area.ts'
import { quickStartRoutes } from './quick-start.ts'
import { makeStarterCatalog, starterCatalogRoutes } from './starter-catalog.ts'

export const area: Area = {
  entities: [],
  routes: [...starterCatalogRoutes, ...quickStartRoutes],
  exports: { starterCatalog: makeStarterCatalog },
}
