import { index, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { cents, entityTable, instant, key, person, pointer } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const resourceOffersTable = entityTable(
  'resource_offers',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    name: text().notNull(),
    sourceUserId: person().notNull(),
    targetUserId: person().notNull(),
    lines: jsonb().notNull(),
    note: text(),
    state: smallint().notNull(),
    /** What the lines come to, in hundredths, and when; lists read and sort them. */
    hours: cents().notNull(),
    firstMonth: text().notNull(),
    lastMonth: text().notNull(),
    submittedDate: instant(),
    targetDecisionDate: instant(),
    decidedById: person(),
    decidedDate: instant(),
    declineReason: text(),
    rejectReason: text(),
    contractId: key(),
  },
  (t) => [
    index('resource_offers_updated').on(t.updateDate, t.id),
    index('resource_offers_project').on(t.projectId),
    index('resource_offers_source').on(t.sourceUserId),
    index('resource_offers_target').on(t.targetUserId),
    index('resource_offers_state').on(t.state),
  ],
)

export const shiftRequestsTable = entityTable(
  'resource_shift_requests',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    name: text().notNull(),
    requesterUserId: person().notNull(),
    reason: text(),
    lines: jsonb().notNull(),
    state: smallint().notNull(),
    /** What the lines come to, in hundredths, and from when to when; lists read and sort them. */
    hours: cents().notNull(),
    fromMonths: text().notNull(),
    toMonths: text().notNull(),
    /** Of the records, for the filter. */
    laborTypes: smallint().array().notNull(),
    submittedDate: instant(),
    decidedById: person(),
    decidedDate: instant(),
    rejectReason: text(),
    contractId: key(),
  },
  (t) => [
    index('resource_shift_requests_updated').on(t.updateDate, t.id),
    index('resource_shift_requests_project').on(t.projectId),
    index('resource_shift_requests_requester').on(t.requesterUserId),
    index('resource_shift_requests_state').on(t.state),
  ],
)
