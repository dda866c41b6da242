import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { usersTable } from '../access/public.ts'
import { manufacturersTable, subContractorsTable } from '../companies/public.ts'
import { cents, decimal, entityTable, instant, key, nameKey, person, plainTable, pointer } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

const identity = () => key().primaryKey().generatedAlwaysAsIdentity()
const day = () => date({ mode: 'string' })
const percent = () => decimal({ places: 2 })

export const contractsTable = entityTable(
  'contracts',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    number: text().notNull(),
    name: text().notNull(),
    type: smallint().notNull(),
    origin: smallint().notNull(),
    status: smallint().notNull(),
    isLocked: boolean().notNull().default(false),
    isArchived: boolean().notNull().default(false),
    proposalType: smallint().notNull(),
    combinedProposalTypes: jsonb().notNull().default([]),
    manufacturerId: pointer(() => manufacturersTable.id),
    scope: text(),
    validUntilDate: day(),
    /** As somebody has set them; the days of the phases stand beside. */
    startDate: day(),
    endDate: day(),
    firstDate: day(),
    lastDate: day(),
    tempoUrl: text(),
    resourceOfferId: key(),
    shiftRequestId: key(),
    sentForApprovalById: person(),
    sentForApprovalDate: instant(),
    approvedById: person(),
    approvedDate: instant(),
    updateComment: text(),
    /** What `model/contracts/money.ts` says of phases, rates and expenses, written with each of their changes; hours in hundredths. */
    laborHours: cents().notNull().default(0),
    laborRevenue: cents().notNull().default(0),
    laborCost: cents().notNull().default(0),
    directExpensesRevenue: cents().notNull().default(0),
    directExpensesCost: cents().notNull().default(0),
  },
  (t) => [
    index('contracts_updated').on(t.updateDate, t.id),
    uniqueIndex('unique_contracts_number').on(sql`dna_key(${t.number})`),
    nameKey(t.name, t.projectId),
    index('contracts_project').on(t.projectId),
    index('contracts_status').on(t.status, t.isArchived).where(sql`not is_deleted`),
  ],
)

/** Eight rows a contract. */
export const contractLaborRatesTable = plainTable(
  'contract_labor_rates',
  {
    contractId: pointer(() => contractsTable.id).notNull(),
    laborType: smallint().notNull(),
    sellRate: cents().notNull(),
    costRate: cents().notNull(),
    gaFeePercent: percent().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.laborType] })],
)

export const constructionPhasesTable = plainTable(
  'construction_phases',
  {
    id: identity(),
    contractId: pointer(() => contractsTable.id).notNull(),
    parentPhaseId: key(),
    type: smallint().notNull(),
    name: text().notNull(),
    dateRangeType: smallint().notNull(),
    startDate: day().notNull(),
    endDate: day().notNull(),
    discipline: smallint(),
    order: integer().notNull(),
    feeType: smallint().notNull(),
    fee: cents(),
    percentComplete: percent(),
    rowVersion: integer().notNull().default(1),
  },
  (t) => [index('construction_phases_contract').on(t.contractId), index('construction_phases_dates').on(t.startDate, t.endDate)],
)

/** Hours of a person, or of a labor type nobody is named for yet. */
export const phaseRecordsTable = plainTable(
  'phase_records',
  {
    id: identity(),
    contractId: pointer(() => contractsTable.id).notNull(),
    phaseId: pointer(() => constructionPhasesTable.id).notNull(),
    type: smallint().notNull(),
    userId: person().references(() => usersTable.id),
    genericName: text(),
    laborType: smallint().notNull(),
    /** In hundredths. */
    hours: key().notNull(),
    /** Month and hours, where they are not spread by working days. */
    allocations: jsonb().notNull().default([]),
    sellRate: cents(),
    costRate: cents(),
    gaFeePercent: percent(),
    /** The record an amendment takes its hours from. */
    sourceRecordId: key(),
    note: text(),
    rowVersion: integer().notNull().default(1),
  },
  (t) => [
    index('phase_records_phase').on(t.phaseId),
    index('phase_records_contract').on(t.contractId),
    index('phase_records_user').on(t.userId),
    index('phase_records_source').on(t.sourceRecordId),
  ],
)

export const contractDocumentsTable = plainTable(
  'contract_documents',
  {
    id: identity(),
    contractId: pointer(() => contractsTable.id).notNull(),
    name: text().notNull(),
    description: text(),
    documentDate: day(),
    fileId: uuid().notNull(),
    rowVersion: integer().notNull().default(1),
    createDate: instant().notNull().defaultNow(),
    createdById: person(),
  },
  (t) => [index('contract_documents_contract').on(t.contractId)],
)

/** How the state of a contract came to be what it is. */
export const contractEventsTable = plainTable(
  'contract_events',
  {
    id: identity(),
    contractId: pointer(() => contractsTable.id).notNull(),
    action: text().notNull(),
    fromState: text(),
    toState: text().notNull(),
    userId: person(),
    date: instant().notNull().defaultNow(),
    comment: text(),
  },
  (t) => [index('contract_events_contract').on(t.contractId)],
)

export const directExpensesTable = entityTable(
  'direct_expenses',
  {
    contractId: pointer(() => contractsTable.id).notNull(),
    /** That of the contract, which never changes: lists look at it for who sees what. */
    projectId: pointer(() => projectsTable.id).notNull(),
    category: smallint().notNull(),
    description: text().notNull(),
    date: day().notNull(),
    revenue: cents().notNull().default(0),
    cost: cents().notNull().default(0),
    userId: person(),
    subContractorId: pointer(() => subContractorsTable.id),
    receiptFileId: uuid(),
    note: text(),
  },
  (t) => [index('direct_expenses_contract').on(t.contractId), index('direct_expenses_date').on(t.date)],
)

/** One row. */
export const dnaDefaultsTable = plainTable('dna_defaults', {
  id: integer().primaryKey(),
  projectAccessGroupIds: key().array().notNull().default([]),
  leadAccessGroupIds: key().array().notNull().default([]),
  resourceOffers: jsonb().notNull().default({}),
  shiftRequests: jsonb().notNull().default({}),
  rowVersion: integer().notNull().default(1),
})

export const dnaLaborRatesTable = plainTable('dna_labor_rates', {
  laborType: smallint().primaryKey(),
  sellRate: cents().notNull(),
  costRate: cents().notNull(),
  gaFeePercent: percent().notNull(),
})

/** What the work of one person sells for and costs. */
export const userLaborRatesTable = plainTable(
  'user_labor_rates',
  {
    userId: person()
      .notNull()
      .references(() => usersTable.id),
    laborType: smallint().notNull(),
    sellRate: cents(),
    costRate: cents(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.laborType] })],
)
