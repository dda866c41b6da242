import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, person, plainTable } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** Under which address somebody's calendar is read by programs. The address itself is not kept, only its hash. */
export const calendarAddressesTable = plainTable(
  'calendar_addresses',
  {
    userId: person()
      .primaryKey()
      .references(() => usersTable.id),
    keyHash: text().notNull(),
    createDate: instant().notNull().defaultNow(),
    lastReadDate: instant(),
  },
  (t) => [uniqueIndex('calendar_addresses_key').on(t.keyHash)],
)
