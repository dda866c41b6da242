import { integratedService, type ServiceKey, type ServiceStatus } from '../../model/integrations/services.ts'
import { daysBetween } from '../../model/kit/dates.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { HttpError, notConfigured, upstream } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { settingsOf } from '../settings/public.ts'
import { serviceStatesTable } from './links-table.ts'
import { redactSecrets } from './making.ts'

async function missingSettings(ctx: Context, key: ServiceKey): Promise<string[]> {
  const { required } = integratedService(key)
  const values = await settingsOf(ctx, ...required)
  return required.filter((name) => values[name] === null || values[name] === '')
}

/** Throws if the service is not configured, before any request is sent or job queued. */
export async function checkConfigured(ctx: Context, key: ServiceKey): Promise<void> {
  const missing = await missingSettings(ctx, key)
  if (missing.length > 0) throw notConfigured(integratedService(key).name, missing)
}

function errorParts({ body }: HttpError): { message: string; detail: string } {
  const readSetting = (name: string): string => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return { message: readSetting('message'), detail: readSetting('detail') }
}

export function errorMessage(error: unknown, secrets: readonly string[]): string {
  if (!(error instanceof HttpError)) return 'This did not work. Please try again.'
  const { message, detail } = errorParts(error)
  return redactSecrets(detail && !/^(Timeout|Size|No |Not )/.test(detail) ? `${message} (${detail})` : message, secrets)
}

async function recordServiceState(services: Services, key: ServiceKey, error: string | null): Promise<void> {
  await services
    .isolated((ctx) =>
      error === null
        ? ctx.run(
            `insert into service_states as s (service, last_ok) values ($1, now()) on conflict (service) do update set last_ok = now()
             where s.last_ok is null or s.last_ok < now() - interval '1 minute' or s.last_error_date > s.last_ok`,
            [key],
          )
        : ctx.insert(
            serviceStatesTable,
            { service: key, lastError: error, lastErrorDate: sql`now()` },
            { onConflict: { keys: ['service'] } },
          ),
    )
    // Recording the state is best effort and must not fail the request.
    .catch(() => undefined)
}

export async function callService<T>(
  services: Services,
  key: ServiceKey,
  secrets: readonly string[],
  request: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await request()
    await recordServiceState(services, key, null)
    return answer
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 502) throw error
    await recordServiceState(services, key, errorMessage(error, secrets))
    const { message, detail } = errorParts(error)
    throw upstream(redactSecrets(message, secrets), redactSecrets(detail, secrets))
  }
}

const stateRow = { service: is.text, lastOk: orNull(is.instant), lastError: orNull(is.text), lastErrorDate: orNull(is.instant) }

export async function readStatus(ctx: Context) {
  const rows = await ctx.rows(stateRow, `select service, last_ok, last_error, last_error_date from service_states`)
  const today = todayUtc()
  const statusOf = async (key: ServiceKey): Promise<ServiceStatus> => {
    const { expires: setting } = integratedService(key)
    const missing = await missingSettings(ctx, key)
    const expires = setting ? (await settingsOf(ctx, setting))[setting] : null
    const state = rows.find(({ service }) => service === key)
    return {
      configured: missing.length === 0,
      missing,
      lastOk: state?.lastOk ?? null,
      lastError: state?.lastError ?? null,
      lastErrorDate: state?.lastErrorDate ?? null,
      expires,
      expiresInDays: expires === null ? null : daysBetween(today, expires),
    }
  }
  return {
    jira: await statusOf('jira'),
    msTeams: await statusOf('msTeams'),
    tempo: await statusOf('tempo'),
    hubspot: await statusOf('hubspot'),
    wireCad: await statusOf('wireCad'),
    mail: await statusOf('mail'),
  }
}
