import {
  endingWords,
  integratedService,
  isServiceKey,
  missingWords,
  type ServiceStatus,
  services,
} from '../../model/integrations/services.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatDate, formatInstant } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { BackupState, formatDiskSize } from '../../model/settings/backups.ts'
import { PartState, readSystemStatus } from '../../model/settings/system-status.ts'
import { readStatus } from '../integrations/public.ts'
import { lastRecordedAt } from '../kit/entity/audit.ts'
import { countFiles } from '../kit/files/files.ts'
import { countJobs } from '../kit/jobs/jobs.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { isStoreReachable } from '../tools/file-store.ts'
import { version } from '../version.ts'
import { loadAppSettings } from './app-settings-table.ts'

type Part = ResponseOf<typeof readSystemStatus>['parts'][number]
const { Good, Attention, None } = PartState

async function database(ctx: Context): Promise<Part> {
  const rows = await ctx.rows(
    { version: is.text, bytes: is.number },
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  )
  const { version, bytes } = onlyRow(rows)
  const locationText = ctx.services.settings.databaseUrl ? 'its own server' : 'bundled with the product'
  return { name: 'Database', state: Good, text: `PostgreSQL ${version.split(' ')[0]}, ${locationText}, ${formatDiskSize(bytes)}` }
}

async function mailPart(ctx: Context): Promise<Part> {
  const { 'mail.host': host } = await loadAppSettings(ctx, 'mail.host')
  const { due, failed } = await countJobs(ctx, 'mail')
  if (host === null)
    return { name: 'Mail', state: None, text: 'No mail server: e-mails are kept as files in the outbox folder of the server' }
  const { mail: status } = await readStatus(ctx)
  if (status.lastError !== null && (status.lastOk === null || (status.lastErrorDate ?? '') > status.lastOk))
    return { name: 'Mail', state: Attention, text: `The last attempt failed on ${instantText(status.lastErrorDate)}: ${status.lastError}` }
  if (failed > 0) return { name: 'Mail', state: Attention, text: `${formatCount(failed, 'e-mail')} could not be sent and will be retried` }
  return { name: 'Mail', state: Good, text: `Sent through ${host}${due > 0 ? `, ${due} waiting` : ''}` }
}

async function files(ctx: Context): Promise<Part> {
  const { count, bytes } = await countFiles(ctx)
  const there = ctx.services.settings.s3 ? `in the bucket ${ctx.services.settings.s3.bucket}` : 'in the data folder'
  const isThere = await isStoreReachable(ctx.services.files)
  if (!isThere) return { name: 'Files', state: Attention, text: `The file storage cannot be reached (${there})` }
  return { name: 'Files', state: Good, text: `${formatCount(count, 'file')} ${there}, ${formatDiskSize(bytes)}` }
}

async function jobs(ctx: Context): Promise<Part> {
  const { due, later, running, failed, late } = await countJobs(ctx)
  const statusText = [
    `${formatCount(due, 'job')} waiting`,
    `${running} running`,
    ...(later > 0 ? [`${later} scheduled for later`] : []),
    ...(failed > 0 ? [`${failed} to be retried`] : []),
  ].join(', ')
  if (late > 0)
    return { name: 'Jobs', state: Attention, text: `${statusText}. Some have waited for more than 10 minutes: is a worker running?` }
  return { name: 'Jobs', state: Good, text: statusText }
}

const instantText = (instant: string | null) => `${formatInstant(instant, 'UTC')} UTC`

function servicePart(name: string, status: ServiceStatus, isBegun: boolean): Part {
  const { configured, missing, lastOk, lastError, lastErrorDate } = status
  if (!configured) return { name, state: isBegun ? Attention : None, text: `Missing: ${missingWords(missing)}.` }
  const ends = endingWords(name, status)
  if (lastErrorDate !== null && (lastOk === null || lastErrorDate > lastOk))
    return {
      name,
      state: Attention,
      text: [`The last attempt failed on ${instantText(lastErrorDate)}: ${lastError}`, ends].filter(Boolean).join(' '),
    }
  const works = lastOk === null ? 'Set up, not used yet.' : `Set up, last success on ${instantText(lastOk)}.`
  return { name, state: ends ? Attention : Good, text: [works, ends].filter(Boolean).join(' ') }
}

/** Mail has a separate line. */
const others = Object.keys(services)
  .filter(isServiceKey)
  .filter((key) => key !== 'mail')

async function integrations(ctx: Context): Promise<Part[]> {
  const status = await readStatus(ctx)
  return others.map((key) =>
    servicePart(integratedService(key).name, status[key], status[key].missing.length < integratedService(key).required.length),
  )
}

const longestWithoutBackup = 7
const nightShape = { night: is.date, state: is.choice(BackupState), endDate: orNull(is.instant), error: orNull(is.text) }

async function backups(ctx: Context): Promise<Part> {
  const name = 'Backups'
  const byHand = await lastRecordedAt(ctx, 'backups')
  const nights = await ctx.rows(nightShape, `select night, state, "endDate", error from nights_backed_up order by night desc limit 60`)
  const proved = nights.find(({ state }) => state === BackupState.Proved)
  const [latest] = nights
  const isPlanned = ctx.services.settings.backup !== null
  const parts = [
    isPlanned ? undefined : 'There are no nightly backups: no backup location is set on this server.',
    proved && `The last verified backup is from ${formatDate(proved.night)}.`,
    byHand && `The last manual backup ran on ${instantText(byHand)}.`,
    latest?.state === BackupState.Failed ? `The backup of ${formatDate(latest.night)} failed: ${latest.error}` : undefined,
  ].filter(Boolean)
  const ends = [proved?.endDate, byHand].flatMap((date) => (date ? [Date.parse(date)] : []))
  if (ends.length === 0 && !latest) return { name, state: isPlanned ? Good : None, text: parts[0] ?? 'The first backup is due tonight.' }
  const isOld = Math.max(0, ...ends) < Date.now() - longestWithoutBackup * 86_400_000
  if (isOld) parts.push(`There is no backup from the last ${longestWithoutBackup} days.`)
  return { name, state: isOld || latest?.state === BackupState.Failed ? Attention : Good, text: parts.join(' ') }
}

function replicas({ services }: Context): Part[] {
  const all = services.replicas()
  if (all.length === 0) return []
  const text = all.map(({ name, state }) => `${name} ${replicaWords[state]}`).join(', ')
  return [{ name: 'Read replicas', state: all.every(({ state }) => state === 'up') ? Good : Attention, text }]
}
const replicaWords = { up: 'is up', late: 'lags behind', silent: 'is not responding', away: 'is away' }

/** Every node holds one LISTEN connection. Reads from the primary, because a replica does not know these connections. */
const loadNodes = ({ services }: Context) =>
  services.isolated((ctx) =>
    ctx.rows(
      { address: orNull(is.text), startDate: orNull(is.instant) },
      `select host(client_addr) as address, backend_start::timestamptz(3) as "startDate" from pg_stat_activity
     where application_name = 'dna bus' and datname = current_database() order by backend_start`,
    ),
  )

export const systemStatusRoutes: Route[] = [
  defineRoute(readSystemStatus, async (ctx) => ({
    version,
    uptimeSeconds: Math.round(process.uptime()),
    parts: [
      await database(ctx),
      ...replicas(ctx),
      await mailPart(ctx),
      await files(ctx),
      await jobs(ctx),
      await backups(ctx),
      ...(await integrations(ctx)),
    ],
    nodes: await loadNodes(ctx),
  })),
]
