import { call, nothing, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, date, instant, integer, list, optional, text } from '../kit/field.ts'

/** A backup is valid only after it was restored into a temporary database and compared with its source. */
export const BackupState = enumeration('BackupState', {
  Running: [1, 'Running'],
  Proved: [2, 'Proved'],
  Failed: [3, 'Failed'],
})
export type BackupState = ValueOf<typeof BackupState>

export const toldNights = 60

export const readBackups = call({
  method: 'GET',
  path: '/backups',
  permission: 'AppSettings.View',
  summary: 'List the latest nightly backups, newest first, and when the next is due',
  response: shape({
    /** True if a backup destination is configured. */
    isPlanned: boolean('Planned'),
    nextDate: optional(instant('Next')),
    nights: list(
      'Nights',
      {
        night: date('Night'),
        state: choice('State', BackupState),
        startDate: instant('Started'),
        endDate: optional(instant('Ended')),
        file: optional(text('File')),
        /** Bytes. */
        size: optional(integer('Size')),
        rows: optional(integer('Rows')),
        files: optional(integer('Files')),
        error: optional(text('Error')),
      },
      { max: toldNights },
    ),
  }),
})

export const makeBackupNow = call({
  method: 'POST',
  path: '/backups',
  permission: 'AppSettings.Update',
  summary: 'Run the next nightly backup now',
  response: nothing,
  status: 202,
})

/** Size on disk in decimal units: `12.5 MB`, `1.2 GB`. */
export const formatDiskSize = (bytes: number) =>
  `${(bytes / (bytes < 1e9 ? 1e6 : 1e9)).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${bytes < 1e9 ? 'MB' : 'GB'}`
