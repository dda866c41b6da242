import { index, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { centsColumn, entityTable, foreignKey, idColumn, instantColumn, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const resourceOffersTable = entityTable(
  'resource_offers',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    sourceUserId: userColumn().notNull(),
    targetUserId: userColumn().notNull(),
    lines: jsonb().notNull(),
    note: text(),
    state: smallint().notNull(),
    /** Totals of the lines in hundredths, and their range; lists read and sort by them. */
    hours: centsColumn().notNull(),
    firstMonth: text().notNull(),
    lastMonth: text().notNull(),
    submittedDate: instantColumn(),
    targetDecisionDate: instantColumn(),
    decidedById: userColumn(),
    decidedDate: instantColumn(),
    declineReason: text(),
    rejectReason: text(),
    contractId: idColumn(),
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
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    requesterUserId: userColumn().notNull(),
    reason: text(),
    lines: jsonb().notNull(),
    state: smallint().notNull(),
    /** Totals of the lines in hundredths, and their ranges; lists read and sort by them. */
    hours: centsColumn().notNull(),
    fromMonths: text().notNull(),
    toMonths: text().notNull(),
    laborTypes: smallint().array().notNull(),
    submittedDate: instantColumn(),
    decidedById: userColumn(),
    decidedDate: instantColumn(),
    rejectReason: text(),
    contractId: idColumn(),
  },
  (t) => [
    index('resource_shift_requests_updated').on(t.updateDate, t.id),
    index('resource_shift_requests_project').on(t.projectId),
    index('resource_shift_requests_requester').on(t.requesterUserId),
    index('resource_shift_requests_state').on(t.state),
  ],
)
