import type { Area } from '../area.ts'
import { backupRoutes } from './backups.ts'
import { nightlyBackup, planBackup } from './nightly-backup.ts'

export const area: Area = {
  entities: [],
  routes: backupRoutes,
  jobs: [nightlyBackup],
  views: { nights_backed_up: 'select night, state, end_date as "endDate", error from backups' },
  initial: (ctx) => planBackup(ctx),
  inbox: [{ entity: 'backups', isThere: (id) => `exists (select from backups b where to_char(b.night, 'YYYYMMDD')::bigint = ${id})` }],
}
