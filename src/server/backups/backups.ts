import { BackupState, makeBackupNow, readBackups, toldNights } from '../../model/settings/backups.ts'
import { nextJob, runJobNow } from '../kit/jobs/jobs.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { columnList, is, orNull } from '../kit/sql/row-types.ts'
import { nightlyBackup, planBackup } from './nightly-backup.ts'

const nightShape = {
  night: is.date,
  state: is.choice(BackupState),
  startDate: is.instant,
  endDate: orNull(is.instant),
  file: orNull(is.text),
  size: orNull(is.number),
  rows: orNull(is.number),
  files: orNull(is.number),
  error: orNull(is.text),
}

async function backupsMade(ctx: Context) {
  const nights = await ctx.rows(nightShape, `select ${columnList(nightShape, 'b')} from backups b order by b.night desc limit $1`, [
    toldNights,
  ])
  const next = await nextJob(ctx, nightlyBackup.name)
  return { isPlanned: ctx.services.settings.backup !== null, nextDate: next?.runAfter ?? null, nights }
}

async function makeNow(ctx: Context): Promise<void> {
  if (!ctx.services.settings.backup) throw conflict('No backup location is set on this server.')
  await planBackup(ctx)
  await runJobNow(ctx, nightlyBackup.name)
}

export const backupRoutes = [defineRoute(readBackups, backupsMade), defineRoute(makeBackupNow, makeNow)]
