import { boolean, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { entityTable, nameKey, person, plainTable, pointer } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** People who are named together in access lists: staff, or external users. */
export const accessGroupsTable = entityTable(
  'access_groups',
  { name: text().notNull(), description: text(), isExternal: boolean().notNull().default(false) },
  (t) => [nameKey(t.name, t.isExternal)],
)

export const accessGroupMembersTable = plainTable(
  'access_group_members',
  {
    accessGroupId: pointer(() => accessGroupsTable.id).notNull(),
    userId: person()
      .notNull()
      .references(() => usersTable.id),
  },
  (t) => [primaryKey({ columns: [t.accessGroupId, t.userId] }), index('access_group_members_user').on(t.userId)],
)
