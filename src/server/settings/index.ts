import type { Route } from '../kit/serve.ts'
import { enumerationRoutes } from './enumeration-calls.ts'
import { personalSettingsRoutes } from './personal-settings.ts'
import { savedViewRoutes, savedViews } from './saved-views.ts'

export const entities = [savedViews]
export const routes: Route[] = [...enumerationRoutes, ...personalSettingsRoutes, ...savedViewRoutes]
