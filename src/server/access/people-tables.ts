import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, instantColumn, plainTable, uniqueName, userColumn, uuidTable } from '../kit/sql/table.ts'

export const rolesTable = entityTable(
  'roles',
  {
    name: text().notNull(),
    description: text(),
    isExternal: boolean().notNull().default(false),
    isBuiltIn: boolean().notNull().default(false),
    permissions: text().array().notNull(),
  },
  (t) => [uniqueName(t.name, t.isExternal)],
)

/** Staff and external users in one table. */
export const usersTable = uuidTable(
  'users',
  {
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    avatarUrl: text(),
    phone: text(),
    jobTitle: text(),
    isSuspended: boolean().notNull().default(false),
    isExternalUser: boolean().notNull().default(false),
    roleId: foreignKey(() => rolesTable.id).notNull(),
    defaultLaborType: smallint(),
    jiraAccountId: text(),
    passwordHash: text(),
    /** Rises when the role or its names change; sessions made under a lower one are over. */
    permissionsVersion: integer().notNull().default(1),
    lastSignInDate: instantColumn(),
    personalSettings: jsonb().notNull().default({}),
  },
  (t) => [
    uniqueIndex('unique_users_email').on(sql`lower(${t.email})`).where(sql`not is_deleted`),
    uniqueIndex('unique_users_jira_account_id').on(sql`lower(${t.jiraAccountId})`).where(sql`not is_deleted`),
    index('users_role').on(t.roleId),
  ],
)

/** Somebody signed in somewhere. The token itself is not kept, only its hash. */
export const sessionsTable = plainTable(
  'sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: text().notNull(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    createDate: instantColumn().notNull().defaultNow(),
    lastSeenDate: instantColumn().notNull().defaultNow(),
    expiresDate: instantColumn().notNull(),
    userAgent: text(),
    ip: text(),
    permissionsVersion: integer().notNull(),
    /** Who of the firm looks on as the person it is of: such a session only reads. */
    viewerId: userColumn().references(() => usersTable.id),
  },
  (t) => [uniqueIndex('sessions_token').on(t.tokenHash), index('sessions_user').on(t.userId)],
)

/** Failed sign-ins per address and per mail address, shared by all nodes. */
export const signInBrakesTable = plainTable('sign_in_brakes', {
  subject: text().primaryKey(),
  failures: integer().notNull(),
  since: instantColumn().notNull().defaultNow(),
})

/** One-time keys of "set your password" links, hashed. */
export const passwordKeysTable = plainTable(
  'password_keys',
  {
    keyHash: text().primaryKey(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    expiresDate: instantColumn().notNull(),
  },
  (t) => [index('password_keys_user').on(t.userId)],
)
