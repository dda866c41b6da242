import { sql } from 'drizzle-orm'
import { index, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { usersTable } from '../access/public.ts'
import { contractsTable } from '../contracts/public.ts'
import { dayColumn, entityTable, foreignKey, idColumn, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

/** Hours worked on a day, stored in hundredths. */
export const actualHoursTable = entityTable(
  'actual_hours',
  {
    userId: userColumn()
      .references(() => usersTable.id)
      .notNull(),
    date: dayColumn().notNull(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    contractId: foreignKey(() => contractsTable.id),
    /** Phase of the contract. A phase with hours is not deleted. */
    phaseId: idColumn(),
    laborType: smallint().notNull(),
    hours: idColumn().notNull(),
    note: text(),
    source: smallint().notNull().default(1),
    externalId: text(),
  },
  (t) => [
    uniqueIndex('actual_hours_source').on(t.source, t.externalId).where(sql`external_id is not null and not is_deleted`),
    index('actual_hours_user').on(t.userId, t.date),
    index('actual_hours_contract').on(t.contractId, t.date),
    index('actual_hours_project').on(t.projectId, t.date),
  ],
)
