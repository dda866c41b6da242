import type { ValuesOf } from '../../model/kit/description.ts'
import { type personalSettingsShape, readPersonalSettings, savePersonalSettings } from '../../model/settings/personal-settings.ts'
import { keepPersonalSettings, personalSettingsOf } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'

type Settings = ValuesOf<typeof personalSettingsShape>

async function loadPersonal(ctx: Context): Promise<Settings> {
  const stored = await personalSettingsOf(ctx)
  return {
    autoCreateDefaultAreaGroupInSpace: stored.autoCreateDefaultAreaGroupInSpace ?? true,
    autoCollapseNavigationDrawerOnProjectOpen: stored.autoCollapseNavigationDrawerOnProjectOpen ?? false,
    maskSuspendedUsers: stored.maskSuspendedUsers ?? false,
  }
}

async function savePersonal(ctx: Context, sent: Partial<Settings>): Promise<Settings> {
  const before = await loadPersonal(ctx)
  // The UI hides this setting from them, so the value from the client is ignored.
  const maskSuspendedUsers = ctx.actor.held.has('PersonalSettings.ShowManagementSettings')
    ? (sent.maskSuspendedUsers ?? before.maskSuspendedUsers)
    : before.maskSuspendedUsers
  const after = { ...before, ...sent, maskSuspendedUsers }
  await keepPersonalSettings(ctx, after)
  await recordAudit(ctx, [
    { action: 'SettingChange', entity: 'personalSettings', entityId: ctx.actor.userId, entityName: null, before, after },
  ])
  return after
}

export const personalSettingsRoutes: Route[] = [
  defineRoute(readPersonalSettings, loadPersonal),
  defineRoute(savePersonalSettings, (ctx, { body }) => savePersonal(ctx, body)),
]
