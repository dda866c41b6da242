import { bigint, boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { usersTable } from './people-tables.ts'

/** Secret of a user's authenticator app, encrypted. It counts as a second factor once the user has confirmed it with a code. */
export const totpSecretsTable = plainTable('totp_secrets', {
  userId: userColumn()
    .primaryKey()
    .references(() => usersTable.id),
  secret: text().notNull(),
  confirmedDate: instantColumn(),
  /** Number of the last 30-second step with an accepted code, so that each code works once. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createDate: instantColumn().notNull().defaultNow(),
})

/** Recovery codes of a user. Only the hashes are stored, and a used code is deleted. */
export const recoveryCodesTable = plainTable(
  'recovery_codes',
  {
    id: identityColumn(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    codeHash: text().notNull(),
  },
  (t) => [uniqueIndex('recovery_codes_key').on(t.userId, t.codeHash)],
)

export const passkeysTable = plainTable(
  'passkeys',
  {
    id: identityColumn(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    name: text().notNull(),
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    /** Number of signatures; a lower one indicates a copied authenticator. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    isBackedUp: boolean().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    lastUsedDate: instantColumn(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
)

/** Sign-in steps in progress: second factor, passkey, redirect to the provider, and the code handed to the page. Each is used once. */
export const identityFlowsTable = plainTable(
  'identity_flows',
  {
    keyHash: text().primaryKey(),
    kind: text().notNull(),
    userId: userColumn().references(() => usersTable.id),
    data: jsonb().notNull().default({}),
    expiresDate: instantColumn().notNull(),
  },
  (t) => [index('identity_flows_expires').on(t.expiresDate)],
)

/** Accounts of users at an OpenID Connect provider. */
export const userIdentitiesTable = plainTable(
  'user_identities',
  {
    id: identityColumn(),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    lastSignInDate: instantColumn(),
  },
  (t) => [uniqueIndex('user_identities_subject').on(t.issuer, t.subject), uniqueIndex('user_identities_user').on(t.userId)],
)

/** Groups of the directory that provisions users (SCIM). */
export const scimGroupsTable = plainTable(
  'scim_groups',
  {
    id: identityColumn(),
    displayName: text().notNull(),
    externalId: text(),
    version: integer().notNull().default(1),
    createDate: instantColumn().notNull().defaultNow(),
    updateDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('scim_groups_name').on(t.displayName)],
)

export const scimMembersTable = plainTable(
  'scim_members',
  {
    groupId: bigint({ mode: 'number' })
      .notNull()
      .references(() => scimGroupsTable.id, { onDelete: 'cascade' }),
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
  },
  (t) => [uniqueIndex('scim_members_key').on(t.groupId, t.userId), index('scim_members_user').on(t.userId)],
)

/** Identifier of a user in the directory that provisions them. */
export const scimUsersTable = plainTable(
  'scim_users',
  {
    userId: userColumn()
      .primaryKey()
      .references(() => usersTable.id),
    externalId: text(),
    /** Deleted by the directory: the user is suspended, and the directory no longer sees them. */
    deletedDate: instantColumn(),
  },
  (t) => [index('scim_users_external').on(t.externalId)],
)

/** Security events: sign-ins, second factors, provider sign-ins, and rejected requests. Append-only; contains no secrets or bodies. */
export const securityLogTable = plainTable(
  'security_log',
  {
    id: identityColumn(),
    date: instantColumn().notNull().defaultNow(),
    userId: userColumn(),
    event: text().notNull(),
    result: text().notNull(),
    ip: text(),
    userAgent: text(),
    detail: text(),
  },
  (t) => [index('security_log_date').on(t.date), index('security_log_user').on(t.userId, t.date)],
)
