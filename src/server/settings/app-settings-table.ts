import { boolean, jsonb, text } from 'drizzle-orm/pg-core'
import { type BuiltInSetting, builtInSettings, findBuiltInSetting, type ValueOfSetting } from '../../model/settings/app-settings.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { entityTable, uniqueName } from '../kit/sql/table.ts'

export const appSettingsTable = entityTable(
  'app_settings',
  {
    key: text().notNull(),
    section: text().notNull(),
    valueType: text().notNull(),
    value: jsonb(),
    description: text(),
    isBuiltIn: boolean().notNull().default(false),
  },
  (t) => [uniqueName(t.key)],
)

export async function makeBuiltInSettings(ctx: Context): Promise<void> {
  const rows = Object.entries(builtInSettings).map(([key, { type, start, description }]) => ({
    key,
    section: key.split('.')[0],
    type,
    value: start,
    description,
  }))
  await ctx.run(
    `insert into app_settings (key, section, value_type, value, description, is_built_in)
     select key, section, type, nullif(value, 'null'), description, true
     from jsonb_to_recordset($1) as x(key text, section text, type text, value jsonb, description text)
     where not exists (select from app_settings a where not a.is_deleted and dna_key(a.key) = dna_key(x.key))`,
    [JSON.stringify(rows)],
  )
}

/** A secret that no key opens counts as missing. */
const openSecret = ({ services }: Context, value: unknown) => (typeof value === 'string' ? (services.sealer.open(value) ?? null) : null)

type Values<K extends BuiltInSetting> = { [One in K]: ValueOfSetting<One> }

export async function loadAppSetting<K extends BuiltInSetting>(ctx: Context, key: K): Promise<ValueOfSetting<K>> {
  return (await loadAppSettings(ctx, key))[key]
}
export async function loadAppSettings<K extends BuiltInSetting>(ctx: Context, ...keys: K[]): Promise<Values<K>> {
  const rows = await ctx.rows(
    { key: is.name<K>(), value: orNull(is.anything) },
    'select key, value from app_settings where is_built_in and not is_deleted and key = any($1)',
    [keys],
  )
  // Environment variables take precedence.
  const storedValues = new Map([
    ...rows.map(({ key, value }) => [key, findBuiltInSetting(key)?.type === 'secret' ? openSecret(ctx, value) : value] as const),
    ...Object.entries(ctx.services.settings.fromEnvironment),
  ])
  return Object.fromEntries(
    keys.map((key) => [key, storedValues.has(key) ? storedValues.get(key) : builtInSettings[key].start]),
  ) as Values<K>
}

/** SQL expression of a text setting, for statements without a context. */
export const settingText = (key: BuiltInSetting) =>
  `coalesce((select value #>> '{}' from app_settings where is_built_in and not is_deleted and key = '${key}'), '${builtInSettings[key].start}')`

/** SQL expression of a numeric setting, for statements without a context. */
export const numberSetting = (key: BuiltInSetting) =>
  `coalesce((select (value #>> '{}')::numeric from app_settings where is_built_in and not is_deleted and key = '${key}'), ${builtInSettings[key].start})`
