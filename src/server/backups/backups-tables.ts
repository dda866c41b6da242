import { bigint, integer, smallint, text } from 'drizzle-orm/pg-core'
import { dayColumn, instantColumn, plainTable } from '../kit/sql/table.ts'

/** Result of each night's backup; its content is stored in BACKUP_DIR or BACKUP_BUCKET. */
export const backupsTable = plainTable('backups', {
  night: dayColumn().primaryKey(),
  state: smallint().notNull(),
  startDate: instantColumn().notNull(),
  endDate: instantColumn(),
  /** File name in the folder or bucket; set only for a verified backup. */
  file: text(),
  size: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  files: integer(),
  error: text(),
})
