import type { Route } from '../kit/serve.ts'
import { enumerationRoutes } from './enumeration-calls.ts'
import { personalSettingsRoutes } from './personal-settings.ts'

export const entities = []
export const routes: Route[] = [...enumerationRoutes, ...personalSettingsRoutes]
