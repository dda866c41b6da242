import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, identityColumn, instantColumn, plainTable, uniqueName, userColumn, uuidTable } from '../kit/sql/table.ts'

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
    /** Incremented when the role or its permissions change; sessions with a lower version are invalid. */
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

/** A signed-in session. Only the hash of its token is stored. */
export const sessionsTable = plainTable(
  'sessions',
  {
    id: identityColumn(),
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
    /** Internal user who views the app as this user; such a session is read-only. */
    viewerId: userColumn().references(() => usersTable.id),
    /** Sign-in method: password, passkey, or oidc. Null for sessions of earlier versions. */
    method: text(),
    /** Last proof of identity within the session. */
    stepUpDate: instantColumn(),
    /** Session at the identity provider, for sign-out there and from there. The ID token is encrypted. */
    oidcIssuer: text(),
    oidcSubject: text(),
    oidcSid: text(),
    oidcIdToken: text(),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_user').on(t.userId),
    index('sessions_oidc').on(t.oidcIssuer, t.oidcSubject).where(sql`oidc_subject is not null`),
  ],
)

export const signInBrakesTable = plainTable('sign_in_brakes', {
  subject: text().primaryKey(),
  failures: integer().notNull(),
  since: instantColumn().notNull().defaultNow(),
})

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
