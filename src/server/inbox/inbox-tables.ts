import { sql } from 'drizzle-orm'
import { bigint, boolean, index, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { InboxMail } from '../../model/inbox/inbox.ts'
import { usersTable } from '../access/public.ts'
import { instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'

const owner = () =>
  userColumn()
    .notNull()
    .references(() => usersTable.id)

/** What somebody was told, kept until they are done with it. */
export const notificationsTable = plainTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: owner(),
    /** Names the event: it gives a person one entry at most. */
    eventKey: text().notNull(),
    kind: text().notNull(),
    reason: text().notNull(),
    entity: text().notNull(),
    entityId: bigint({ mode: 'number' }).notNull(),
    /** Only who sees this project and holds this permission is told, also when it is read. */
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
    /** When it is due in a mail that tells of several. */
    mailDate: instantColumn(),
  },
  (t) => [
    uniqueIndex('notifications_event').on(t.userId, t.eventKey),
    // An entry that was put off comes back on top, at the moment it was put off to.
    index('notifications_open').on(t.userId, sql`coalesce(snoozed_until, create_date)`, t.id).where(sql`done_date is null`),
    index('notifications_done').on(t.userId, t.doneDate, t.id).where(sql`done_date is not null`),
    index('notifications_requests').on(t.entity, t.entityId).where(sql`done_date is null`),
    index('notifications_mail').on(t.userId).where(sql`mail_date is not null`),
  ],
)

/** What somebody has said about hearing of a thing; who has said nothing hears of it by what they are to it. */
export const watchesTable = plainTable(
  'watches',
  { userId: owner(), entity: text().notNull(), entityId: bigint({ mode: 'number' }).notNull(), isOn: boolean().notNull() },
  (t) => [primaryKey({ columns: [t.entity, t.entityId, t.userId] })],
)

/** Which mails somebody wants. */
export const inboxSettingsTable = plainTable(
  'inbox_settings',
  { userId: owner(), mail: smallint().notNull().default(InboxMail.AtOnce) },
  (t) => [primaryKey({ columns: [t.userId] })],
)
