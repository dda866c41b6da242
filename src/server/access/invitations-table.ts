import { sql } from 'drizzle-orm'
import { index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { InvitationState } from '../../model/access/enums.ts'
import { entityTable, foreignKey, idColumn, instantColumn, userColumn } from '../kit/sql/table.ts'
import { rolesTable } from './people-tables.ts'

const { Pending, Expired } = InvitationState

export const invitationsTable = entityTable(
  'invitations',
  {
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
    externalRoleId: foreignKey(() => rolesTable.id).notNull(),
    externalAccessGroupIds: idColumn().array().notNull().default([]),
    projectIds: idColumn().array().notNull().default([]),
    /** Id of a contact without a foreign key: companies depends on access, not the reverse. */
    companyContactId: idColumn(),
    message: text(),
    /** Stored in plain text instead of as a hash: users who may resend the invitation may also copy its link. */
    key: uuid().notNull(),
    /** Expiry follows from the date; the state Expired is stored only if a newer invitation replaced this one. */
    state: smallint().notNull().default(Pending),
    expiresDate: instantColumn().notNull(),
    sentDate: instantColumn(),
    sendCount: integer().notNull().default(0),
    acceptedDate: instantColumn(),
    acceptedUserId: userColumn(),
  },
  (t) => [
    uniqueIndex('invitations_key').on(t.key),
    uniqueIndex('unique_invitations_email').on(sql`lower(${t.email})`).where(sql`state = 1 and not is_deleted`),
    index('invitations_role').on(t.externalRoleId),
  ],
)

export const stateNow = (alias: string) =>
  `(case when ${alias}.state = ${Pending} and ${alias}.expires_date <= now() then ${Expired} else ${alias}.state end)`

export const invitationStates = `select i.id, ${stateNow('i')} as state from invitations i where not i.is_deleted`
