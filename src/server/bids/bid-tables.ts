import { boolean, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centsColumn, entityTable, foreignKey, idColumn, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { revisionsTable } from '../reports/public.ts'

export const bidPackagesTable = entityTable(
  'bid_packages',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    number: text().notNull(),
    name: text().notNull(),
    instructions: text(),
    revisionId: foreignKey(() => revisionsTable.id).notNull(),
    scope: jsonb(),
    dueAt: instantColumn().notNull(),
    validityDays: integer().notNull().default(60),
    /** The stored state; a package that is out is closed once its deadline has passed, stored or not. */
    state: smallint().notNull().default(1),
    files: jsonb().notNull().default([]),
    costLines: jsonb().notNull().default([]),
    alternates: jsonb().notNull().default([]),
    allowances: jsonb().notNull().default([]),
    unitPrices: jsonb().notNull().default([]),
    requiredTerms: jsonb().notNull().default([]),
    checklist: jsonb().notNull().default([]),
    issuedAt: instantColumn(),
    /** Set by the close; null while bids are sealed. */
    closedAt: instantColumn(),
    awardedInvitationId: idColumn(),
    awardRationale: text(),
    /** Reason of the last reopening or of the cancellation. */
    stateReason: text(),
  },
  (t) => [uniqueIndex('unique_bid_packages_number').on(t.projectId, t.number), index('bid_packages_due').on(t.dueAt)],
)

export const bidInvitationsTable = plainTable(
  'bid_invitations',
  {
    id: identityColumn(),
    packageId: foreignKey(() => bidPackagesTable.id).notNull(),
    companyType: smallint().notNull(),
    companyId: idColumn().notNull(),
    /** Name of the company when it was invited. */
    companyName: text().notNull(),
    state: smallint().notNull().default(1),
    sentAt: instantColumn(),
    viewedAt: instantColumn(),
    declinedReason: text(),
    createDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('unique_bid_invitations_company').on(t.packageId, t.companyType, t.companyId)],
)

/** People of a bidder. A person without an account gets one by accepting an invitation to the product with this address. */
export const bidPeopleTable = plainTable(
  'bid_people',
  {
    id: identityColumn(),
    invitationId: foreignKey(() => bidInvitationsTable.id).notNull(),
    email: text().notNull(),
    userId: userColumn(),
  },
  (t) => [uniqueIndex('unique_bid_people_email').on(t.invitationId, t.email), index('bid_people_user').on(t.userId)],
)

export const bidAddendaTable = plainTable(
  'bid_addenda',
  {
    id: identityColumn(),
    packageId: foreignKey(() => bidPackagesTable.id).notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    text: text(),
    files: jsonb().notNull().default([]),
    dueAt: instantColumn(),
    revisionId: idColumn(),
    issuedAt: instantColumn().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('unique_bid_addenda_number').on(t.packageId, t.number)],
)

export const bidQuestionsTable = plainTable(
  'bid_questions',
  {
    id: identityColumn(),
    packageId: foreignKey(() => bidPackagesTable.id).notNull(),
    invitationId: foreignKey(() => bidInvitationsTable.id).notNull(),
    text: text().notNull(),
    askedAt: instantColumn().notNull().defaultNow(),
    askedById: userColumn(),
    answer: text(),
    answeredAt: instantColumn(),
    isPublished: boolean().notNull().default(false),
  },
  (t) => [index('bid_questions_package').on(t.packageId)],
)

// Contents of bids are in tables of their own, which no audit log, change set, search, or export reads: they are sealed.

/** Prices that are being entered. One row per invitation, shared by the people of the firm. */
export const bidDraftsTable = plainTable('bid_drafts', {
  invitationId: foreignKey(() => bidInvitationsTable.id).primaryKey(),
  content: jsonb().notNull(),
  /** Revision that the lines were priced in. */
  revisionId: idColumn().notNull(),
  rowVersion: integer().notNull().default(1),
  updateDate: instantColumn().notNull().defaultNow(),
})

/** Submitted bids. Immutable except for the withdrawal. */
export const bidVersionsTable = plainTable(
  'bid_versions',
  {
    id: identityColumn(),
    invitationId: foreignKey(() => bidInvitationsTable.id).notNull(),
    version: integer().notNull(),
    content: jsonb().notNull(),
    totals: jsonb().notNull(),
    revisionId: idColumn().notNull(),
    fingerprint: text().notNull(),
    submittedAt: instantColumn().notNull().defaultNow(),
    submittedById: userColumn(),
    signedBy: text().notNull(),
    isWithdrawn: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex('unique_bid_versions_version').on(t.invitationId, t.version)],
)

export const bidFilesTable = plainTable(
  'bid_files',
  { fileId: uuid().primaryKey(), invitationId: foreignKey(() => bidInvitationsTable.id).notNull(), name: text().notNull() },
  (t) => [index('bid_files_invitation').on(t.invitationId)],
)

export const bidAdjustmentsTable = plainTable(
  'bid_adjustments',
  {
    id: identityColumn(),
    invitationId: foreignKey(() => bidInvitationsTable.id).notNull(),
    rowKey: text().notNull(),
    amount: centsColumn().notNull(),
    reason: text().notNull(),
    date: instantColumn().notNull().defaultNow(),
    byId: userColumn(),
  },
  (t) => [uniqueIndex('unique_bid_adjustments_row').on(t.invitationId, t.rowKey)],
)

export const bidSubstitutesTable = plainTable(
  'bid_substitutes',
  {
    id: identityColumn(),
    invitationId: foreignKey(() => bidInvitationsTable.id).notNull(),
    lineKey: text().notNull(),
    decision: smallint().notNull(),
    comment: text(),
  },
  (t) => [uniqueIndex('unique_bid_substitutes_line').on(t.invitationId, t.lineKey)],
)

/** Prices of the award, beside MSRP and budget. */
export const contractedPricesTable = plainTable(
  'contracted_prices',
  {
    id: identityColumn(),
    packageId: foreignKey(() => bidPackagesTable.id).notNull(),
    lineKey: text().notNull(),
    unitPrice: centsColumn().notNull(),
  },
  (t) => [uniqueIndex('unique_contracted_prices_line').on(t.packageId, t.lineKey)],
)
