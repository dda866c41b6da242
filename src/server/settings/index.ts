import type { Area } from '../area.ts'
import { appSettings } from './app-settings.ts'
import { makeBuiltInSettings } from './app-settings-table.ts'
import { assets } from './assets.ts'
import { enumerationRoutes } from './enumeration-calls.ts'
import { personalSettingsRoutes } from './personal-settings.ts'
import { savedViewRoutes, servedViews } from './saved-views.ts'
import { systemStatusRoutes } from './system-status.ts'

export const area: Area = {
  entities: [appSettings, assets, servedViews],
  routes: [...enumerationRoutes, ...personalSettingsRoutes, ...savedViewRoutes, ...systemStatusRoutes],
  initial: makeBuiltInSettings,
}
