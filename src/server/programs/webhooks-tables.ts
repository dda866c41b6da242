import { bigint, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'

export const webhooksTable = entityTable('webhooks', {
  address: text().notNull(),
  description: text(),
  events: text().array().notNull(),
  /** The same as the entries of the audit log say them, for the trigger that looks for them there. */
  eventKeys: text().array().notNull(),
  isActive: boolean().notNull().default(true),
  /** With whose rights it is read what is sent: whoever saved it last. */
  ownerId: userColumn().notNull(),
  /** The secret; no answer is named so, and none has it. */
  signingKey: text().notNull(),
  /** Signs too until its day, so that a receiver can change to the new one at leisure. */
  formerKey: text(),
  formerKeyUntil: instantColumn(),
  /** Deliveries given up one after the other. */
  failuresInRow: integer().notNull().default(0),
  /** Why it was switched off by itself. */
  offReason: text(),
})

/** What was sent, or is to be sent, to a webhook. */
export const webhookDeliveriesTable = plainTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: foreignKey(() => webhooksTable.id).notNull(),
    /** The entry of the audit log it came from: what is read twice is sent once. */
    auditId: bigint({ mode: 'number' }),
    /** The same for every try; receivers know by it what they have had already. */
    messageId: text().notNull(),
    event: text().notNull(),
    /** Letter by letter as it is sent. Taken away when another person takes the webhook over. */
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
