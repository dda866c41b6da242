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
    /** A contact; companies know access, not the other way round. */
    companyContactId: idColumn(),
    message: text(),
    /** As it is and not as a hash: whoever may send it again may also copy the link. */
    key: uuid().notNull(),
    /** Expired is known by the date, and kept only for one that another took the place of. */
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

/** The state at this moment. */
export const stateNow = (alias: string) =>
  `(case when ${alias}.state = ${Pending} and ${alias}.expires_date <= now() then ${Expired} else ${alias}.state end)`

/** What others ask of an invitation: whether it can be accepted. */
export const invitationStates = `select i.id, ${stateNow('i')} as state from invitations i where not i.is_deleted`
