import { sql } from 'drizzle-orm'
import { bigint, boolean, index, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { InboxMail } from '../../model/inbox/inbox.ts'
import { usersTable } from '../access/public.ts'
import { identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'

const owner = () =>
  userColumn()
    .notNull()
    .references(() => usersTable.id)

/** Inbox entries of users, deleted some time after they are done. */
export const notificationsTable = plainTable(
  'notifications',
  {
    id: identityColumn(),
    userId: owner(),
    /** Identifies the event: a user gets at most one entry per event. */
    eventKey: text().notNull(),
    kind: text().notNull(),
    reason: text().notNull(),
    entity: text().notNull(),
    entityId: bigint({ mode: 'number' }).notNull(),
    /** The user must see this project and have this permission, both on delivery and on reading. */
    projectId: bigint({ mode: 'number' }),
    needs: text(),
    title: text().notNull(),
    text: text().notNull(),
    link: text(),
    byId: userColumn(),
    createDate: instantColumn().notNull().defaultNow(),
    readDate: instantColumn(),
    doneDate: instantColumn(),
    snoozedUntil: instantColumn(),
    /** Due time of the bundled mail with this entry. */
    mailDate: instantColumn(),
  },
  (t) => [
    uniqueIndex('notifications_event').on(t.userId, t.eventKey),
    // A snoozed entry returns to the top at its snooze time.
    index('notifications_open').on(t.userId, sql`coalesce(snoozed_until, create_date)`, t.id).where(sql`done_date is null`),
    index('notifications_done').on(t.userId, t.doneDate, t.id).where(sql`done_date is not null`),
    index('notifications_requests').on(t.entity, t.entityId).where(sql`done_date is null`),
    index('notifications_mail').on(t.userId).where(sql`mail_date is not null`),
  ],
)

/** Explicit choices to watch or not. Without a row, the user's role on the subject decides. */
export const watchesTable = plainTable(
  'watches',
  { userId: owner(), entity: text().notNull(), entityId: bigint({ mode: 'number' }).notNull(), isOn: boolean().notNull() },
  (t) => [primaryKey({ columns: [t.entity, t.entityId, t.userId] })],
)

export const inboxSettingsTable = plainTable(
  'inbox_settings',
  { userId: owner(), mail: smallint().notNull().default(InboxMail.AtOnce) },
  (t) => [primaryKey({ columns: [t.userId] })],
)
