import type { Area } from '../area.ts'
import { alternateRoutes, alternates } from './alternates.ts'
import { applyRoutes } from './apply-alternates.ts'

export const area: Area = {
  entities: [alternates],
  routes: [...alternateRoutes, ...applyRoutes],
}
