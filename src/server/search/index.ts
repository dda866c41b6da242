import type { Area } from '../area.ts'
import { spotlightRoutes } from './spotlight.ts'

export const area: Area = { entities: [], routes: spotlightRoutes }
