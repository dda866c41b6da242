import { bigint, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'

export const webhooksTable = entityTable('webhooks', {
  address: text().notNull(),
  description: text(),
  events: text().array().notNull(),
  eventKeys: text().array().notNull(),
  isActive: boolean().notNull().default(true),
  /** The user who last saved it; payloads are read with this user's permissions. */
  ownerId: userColumn().notNull(),
  /** The secret. The column name is never used in a response. */
  signingKey: text().notNull(),
  /** Previous key. Signs together with the new one until it expires, so that the receiver can switch. */
  formerKey: text(),
  formerKeyUntil: instantColumn(),
  failuresInRow: integer().notNull().default(0),
  offReason: text(),
})

export const webhookDeliveriesTable = plainTable(
  'webhook_deliveries',
  {
    id: identityColumn(),
    webhookId: foreignKey(() => webhooksTable.id).notNull(),
    /** Audit log entry of the event; makes duplicate reads send only once. */
    auditId: bigint({ mode: 'number' }),
    /** Equal in every attempt, so that receivers can detect duplicates. */
    messageId: text().notNull(),
    event: text().notNull(),
    /** Exact body as sent. Cleared when another user takes over the webhook. */
    body: text(),
    state: smallint().notNull(),
    attempts: integer().notNull().default(0),
    createDate: instantColumn().notNull().defaultNow(),
    lastTryDate: instantColumn(),
    nextTryDate: instantColumn(),
    status: integer(),
    error: text(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_event').on(t.webhookId, t.auditId),
    uniqueIndex('webhook_deliveries_message').on(t.messageId),
    index('webhook_deliveries_list').on(t.webhookId, t.id),
    index('webhook_deliveries_date').on(t.createDate),
  ],
)
