import { bigint, date, integer, smallint, text } from 'drizzle-orm/pg-core'
import { instantColumn, plainTable } from '../kit/sql/table.ts'

/** What came of the backup of each night; its content lies where BACKUP_DIR or BACKUP_BUCKET says. */
export const backupsTable = plainTable('backups', {
  night: date({ mode: 'string' }).primaryKey(),
  state: smallint().notNull(),
  startDate: instantColumn().notNull(),
  endDate: instantColumn(),
  /** Its name in the folder or bucket; only of one that was proved. */
  file: text(),
  size: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  files: integer(),
  error: text(),
})
