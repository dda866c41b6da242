import { imageRoute } from '../kit/files/files.ts'
import type { Route } from '../kit/request/routes.ts'
import { appSettings } from './app-settings.ts'
import { assets } from './assets.ts'
import { enumerationRoutes } from './enumeration-calls.ts'
import { personalSettingsRoutes } from './personal-settings.ts'
import { savedViewRoutes, savedViews } from './saved-views.ts'

export const entities = [appSettings, assets, savedViews]
export const routes: Route[] = [
  ...enumerationRoutes,
  ...personalSettingsRoutes,
  ...savedViewRoutes,
  imageRoute(assets.of),
  ...appSettings.routes,
  ...assets.routes,
]
