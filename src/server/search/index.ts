import { spotlightRoutes } from './spotlight.ts'

export const entities = []
export const routes = spotlightRoutes
