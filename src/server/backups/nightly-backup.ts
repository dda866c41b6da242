import { NotificationReason } from '../../model/inbox/inbox.ts'
import { duesAround, nightDate } from '../../model/settings/backup-nights.ts'
import { BackupState } from '../../model/settings/backups.ts'
import { nextJob } from '../kit/jobs/jobs.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { backupsTable } from './backups-tables.ts'

/** Seconds before the first backup, to leave the start undisturbed. */
const firstSeconds = 60

/** Time of the next backup: soon if the last due one is missing. Null without a configured destination. */
async function nextDue(ctx: Context): Promise<Date | null> {
  const { backup } = ctx.services.settings
  if (!backup) return null
  const { last, next } = duesAround(new Date(), backup.time)
  const [existing] = await ctx.rows(
    { night: is.text },
    'select night::text as night from backups where night >= $1 and state = $2 limit 1',
    [nightDate(last), BackupState.Proved],
  )
  return existing ? next : new Date(Date.now() + firstSeconds * 1000)
}

/** Schedules one pending job. The table lock prevents two nodes that start together from both scheduling it. */
export async function planBackup(ctx: Context, due?: Date): Promise<void> {
  const next = due ?? (await nextDue(ctx))
  if (!next) return
  await ctx.run('lock table backups in share row exclusive mode')
  if (await nextJob(ctx, nightlyBackup.name)) return
  // A second late: a run that starts early would count for the previous night.
  await ctx.enqueue(nightlyBackup, {}, Math.max(0, Math.ceil((next.getTime() - Date.now()) / 1000)) + 1)
}

const beginBackup = (ctx: Context, night: string) =>
  ctx.insert(
    backupsTable,
    { night, state: BackupState.Running, startDate: sql`now()`, endDate: null, error: null },
    { onConflict: { keys: ['night'] } },
  )

const presentNight = (time: string) => nightDate(duesAround(new Date(), time).last)

/** Backs up and schedules the next night, regardless of the result. */
export const nightlyBackup: Job<Record<never, never>> = {
  name: 'nightlyBackup',
  attempts: 3,
  async run({ work, log }, { signal }) {
    const { settings, makeBackup } = await work(async (ctx) => ctx.services)
    if (!settings.backup) return
    const night = presentNight(settings.backup.time)
    await work((ctx) => beginBackup(ctx, night))
    const made = await makeBackup(night, signal)
    log.info({ night, ...made }, 'a backup was made and verified')
    await work(async (ctx) => {
      const { file, size, rows, files } = made
      const result = { state: BackupState.Proved, endDate: sql`now()`, file, size, rows, files, error: null }
      await ctx.update(backupsTable, { night }, result)
      await planBackup(ctx)
    })
  },
  async givenUp({ work }, _input, error) {
    await work(async (ctx) => {
      const { backup } = ctx.services.settings
      if (!backup) return
      const night = presentNight(backup.time)
      const result = { state: BackupState.Failed, endDate: sql`now()`, error: error.slice(0, 500) }
      await ctx.update(backupsTable, { night }, result)
      await notifyAdministrators(ctx, night, error)
      await planBackup(ctx, duesAround(new Date(), backup.time).next)
    })
  },
}

async function notifyAdministrators(ctx: Context, night: string, error: string): Promise<void> {
  const people = await ctx.rows({ id: is.uuid }, `select id from people where 'AppSettings.Update' = any(permissions) and not is_deleted`)
  await ctx.services.notify(ctx, {
    key: `backup ${night}`,
    kind: 'backup',
    entity: 'backups',
    entityId: nightNumber(night),
    projectId: null,
    needs: 'AppSettings.View',
    title: `The backup of ${night} failed`,
    text: error,
    link: '/system-status',
    to: [{ reason: NotificationReason.Assigned, userIds: people.map(({ id }) => id) }],
    isByItself: true,
  })
}

/** `2026-11-23` as a number, the id of the inbox entry's subject. */
const nightNumber = (night: string) => Number(night.replaceAll('-', ''))
