import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** Secret calendar URLs. Only the hash of a URL is stored. */
export const calendarAddressesTable = plainTable(
  'calendar_addresses',
  {
    userId: userColumn()
      .primaryKey()
      .references(() => usersTable.id),
    keyHash: text().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    lastReadDate: instantColumn(),
  },
  (t) => [uniqueIndex('calendar_addresses_key').on(t.keyHash)],
)
