import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { internalPermissions } from '../../model/permissions.ts'
import {
  appSettings as appSettingsModel,
  findBuiltInSetting,
  isOfService,
  removeSetting,
  saveSetting,
  secretsSentTo,
  settingProblem,
} from '../../model/settings/app-settings.ts'
import { SettingValueType } from '../../model/settings/enums.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { appSettingsTable } from './app-settings-table.ts'

const { Secret } = SettingValueType

const appSettings = serve({
  resource: appSettingsModel,
  table: appSettingsTable,
  computed: {
    // Secrets are never selected, neither for responses nor for logs.
    value: `case when t.value_type = '${Secret}' then null else t.value end`,
    hasValue: '(t.value is not null)',
    // Environment values are known only to this process; `ofEnvironment` adds them.
    isFromEnvironment: '(t.key is null)',
  },

  async beforeWrite(ctx, values, before) {
    const key = values.key ?? before?.key ?? ''
    const type = values.valueType ?? before?.valueType ?? SettingValueType.Text
    const problems: Record<string, string[]> = {}
    // Changing the type would make a secret readable.
    if (before && type !== before.valueType) problems.valueType = ['The type of a setting cannot change.']
    if (before?.isBuiltIn && key !== before.key) problems.key = ['The key of a built-in setting cannot change.']
    if (!before?.isBuiltIn && findBuiltInSetting(key)) problems.key = ['This key belongs to a built-in setting.']
    const problem = values.value !== undefined ? settingProblem(key, type, values.value) : undefined
    if (problem) problems.value = [problem]
    else if (values.value !== before?.value && (await namesHiddenFile(ctx, key, values.value))) problems.value = ['File not found.']
    if (Object.keys(problems).length > 0) throw badRequest(problems)
    if (isSensitive(key)) await ctx.services.checkStepUp(ctx)
    if ((isWhereMailsGo(key) || key.startsWith('identity.')) && values.value != null && values.value !== before?.value) checkHoldsAll(ctx)
    const isSecret = type === Secret && typeof values.value === 'string'
    return { section: key.split('.')[0], ...(isSecret && { value: ctx.services.sealer.seal(String(values.value)) }) }
  },

  detail: async (ctx, row) => ofEnvironment(ctx, row),
})

/** Prevents access to a hidden file by referencing it in a setting. */
const namesHiddenFile = async (ctx: Context, key: string, value: unknown) =>
  key.endsWith('FileId') && isUuid(value) && ctx.services.isFileHidden(ctx, value)
const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** Settings that decide who can sign in, or who receives the links that set passwords. */
const isSensitive = (key: string) => /^(mail|identity|security)\./.test(key)
const isWhereMailsGo = (key: string) => key === 'mail.host' || key === 'mail.port'

/**
 * Only users with every permission may change the mail server: it receives password-reset links, so changing it could escalate privileges.
 */
function checkHoldsAll({ actor }: Context) {
  const missing = internalPermissions.filter((name) => !actor.held.has(name))
  if (missing.length > 0) throw forbidden(missing.join(', '))
}

type Setting = Pick<RowOf<typeof appSettingsModel>, 'key' | 'valueType' | 'isBuiltIn'>

/** Overrides from environment variables; for a secret only its presence is returned. */
function ofEnvironment({ services }: Context, { key, valueType, isBuiltIn }: Setting): Partial<RowOf<typeof appSettingsModel>> {
  const value = isBuiltIn ? services.settings.fromEnvironment[key] : undefined
  if (value === undefined) return {}
  return { isFromEnvironment: true, value: valueType === Secret ? null : value, hasValue: value !== null }
}

async function getSetting(ctx: Context, settingKey: string) {
  const id = /^\d{1,15}$/.test(settingKey)
    ? settingKey
    : (
        await ctx.rows({ id: is.number }, 'select id from app_settings where dna_key(key) = dna_key($1) and not is_deleted', [settingKey])
      )[0]?.id
  if (id === undefined) throw notFound(appSettingsModel.names.one)
  const row = await appSettings.get(ctx, id)
  return { ...row, ...ofEnvironment(ctx, row) }
}

async function saveAppSetting(ctx: Context, settingKey: string, body: HandlerRequest<typeof saveSetting>['body']) {
  const row = await getSetting(ctx, settingKey)
  const { rowVersion, key = row.key, valueType = row.valueType, value, description } = body
  checkOwn(row)
  const isSecret = row.valueType === Secret
  const values: WriteValues<typeof appSettingsModel> = { key, valueType }
  // A missing value keeps a secret; an empty one deletes it.
  if (value !== undefined && !(isSecret && value === null)) values.value = value === '' ? null : value
  if (description !== undefined && !row.isBuiltIn) values.description = description || null
  const saved = await appSettings.update(ctx, row.id, values, {
    rowVersion,
    action: row.isBuiltIn || isSecret ? 'SettingChange' : 'Update',
  })
  // A first address has received no secret.
  if (saved.value !== row.value && (row.value !== null || isOfService(row.key))) await forgetSecrets(ctx, row.key)
  return saved
}

function checkOwn({ isFromEnvironment }: Pick<RowOf<typeof appSettingsModel>, 'isFromEnvironment'>) {
  if (isFromEnvironment) throw conflict('This setting is set on the server. It cannot be changed here.')
}

/** A secret belongs to one server: changing the server's address deletes it, so that it is not sent elsewhere. */
async function forgetSecrets(ctx: Context, key: string) {
  for (const secret of secretsSentTo(key)) {
    const row = await getSetting(ctx, secret)
    if (row.hasValue && !row.isFromEnvironment)
      await appSettings.update(ctx, row.id, { key: row.key, valueType: row.valueType, value: null }, { action: 'SettingChange' })
  }
}

async function removeAppSetting(ctx: Context, settingKey: string) {
  const row = await getSetting(ctx, settingKey)
  if (!row.isBuiltIn) return appSettings.remove(ctx, row.id)
  const start = findBuiltInSetting(row.key)
  if (!start) throw conflict('This setting belongs to another version of the product.')
  checkOwn(row)
  await appSettings.update(ctx, row.id, { key: row.key, valueType: row.valueType, value: start.start }, { action: 'SettingChange' })
  if (row.value !== start.start) await forgetSecrets(ctx, row.key)
}

async function listShownSettings(ctx: Context, query: ListQuery<typeof appSettings.resource>, isWhole: boolean) {
  const page = await appSettings.list(ctx, query, { isWhole })
  return { ...page, items: page.items.map((row) => ({ ...row, ...ofEnvironment(ctx, row) })) }
}

const servedSettings = withOverrides(appSettings, {
  list: { instead: (ctx, { query }) => listShownSettings(ctx, query, false) },
  query: { instead: (ctx, { query }) => listShownSettings(ctx, query, true) },
  update: defineRoute(saveSetting, (ctx, { params, body }) => saveAppSetting(ctx, params.id, body)),
  remove: defineRoute(removeSetting, (ctx, { params }) => removeAppSetting(ctx, params.id)),
})

export { servedSettings as appSettings }
