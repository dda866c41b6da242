import { bigint, date, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** Keys of programs, each on behalf of a person. The token itself is not kept, only its hash. */
export const apiTokensTable = plainTable(
  'api_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: text().notNull(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    name: text().notNull(),
    permissions: text().array().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    /** The last day it can be used. */
    expiresDate: date({ mode: 'string' }).notNull(),
    lastUsedDate: instantColumn(),
  },
  (t) => [uniqueIndex('api_tokens_token').on(t.tokenHash), index('api_tokens_user').on(t.userId)],
)
