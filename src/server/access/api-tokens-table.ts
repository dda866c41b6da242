import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dayColumn, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** API tokens, each on behalf of a user. Only the hash of a token is stored. */
export const apiTokensTable = plainTable(
  'api_tokens',
  {
    id: identityColumn(),
    tokenHash: text().notNull(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    name: text().notNull(),
    permissions: text().array().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    expiresDate: dayColumn().notNull(),
    lastUsedDate: instantColumn(),
  },
  (t) => [uniqueIndex('api_tokens_token').on(t.tokenHash), index('api_tokens_user').on(t.userId)],
)
