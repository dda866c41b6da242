import { spotlightIndexes, spotlightRoutes } from './spotlight.ts'

export const entities = []
export const routes = spotlightRoutes
export const program = spotlightIndexes
