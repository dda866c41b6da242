import { boolean, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, plainTable, uniqueName, userColumn } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

export const accessGroupsTable = entityTable(
  'access_groups',
  { name: text().notNull(), description: text(), isExternal: boolean().notNull().default(false) },
  (t) => [uniqueName(t.name, t.isExternal)],
)

export const accessGroupMembersTable = plainTable(
  'access_group_members',
  {
    accessGroupId: foreignKey(() => accessGroupsTable.id).notNull(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
  },
  (t) => [primaryKey({ columns: [t.accessGroupId, t.userId] }), index('access_group_members_user').on(t.userId)],
)
