import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { usersTable } from '../access/public.ts'
import { manufacturersTable, subContractorsTable } from '../companies/public.ts'
import {
  centsColumn,
  decimalColumn,
  entityTable,
  foreignKey,
  idColumn,
  instantColumn,
  plainTable,
  uniqueName,
  userColumn,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

const identity = () => idColumn().primaryKey().generatedAlwaysAsIdentity()
const day = () => date({ mode: 'string' })
const percent = () => decimalColumn({ places: 2 })

export const contractsTable = entityTable(
  'contracts',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    number: text().notNull(),
    name: text().notNull(),
    type: smallint().notNull(),
    origin: smallint().notNull(),
    status: smallint().notNull(),
    isLocked: boolean().notNull().default(false),
    isArchived: boolean().notNull().default(false),
    proposalType: smallint().notNull(),
    combinedProposalTypes: jsonb().notNull().default([]),
    manufacturerId: foreignKey(() => manufacturersTable.id),
    scope: text(),
    validUntilDate: day(),
    /** As somebody has set them; the days of the phases stand beside. */
    startDate: day(),
    endDate: day(),
    firstDate: day(),
    lastDate: day(),
    tempoUrl: text(),
    resourceOfferId: idColumn(),
    shiftRequestId: idColumn(),
    sentForApprovalById: userColumn(),
    sentForApprovalDate: instantColumn(),
    approvedById: userColumn(),
    approvedDate: instantColumn(),
    updateComment: text(),
    /** What `model/contracts/money.ts` says of phases, rates and expenses, written with each of their changes; hours in hundredths. */
    laborHours: centsColumn().notNull().default(0),
    laborRevenue: centsColumn().notNull().default(0),
    laborCost: centsColumn().notNull().default(0),
    directExpensesRevenue: centsColumn().notNull().default(0),
    directExpensesCost: centsColumn().notNull().default(0),
  },
  (t) => [
    index('contracts_updated').on(t.updateDate, t.id),
    uniqueIndex('unique_contracts_number').on(sql`dna_key(${t.number})`),
    uniqueName(t.name, t.projectId),
    index('contracts_project').on(t.projectId),
    index('contracts_status').on(t.status, t.isArchived).where(sql`not is_deleted`),
  ],
)

/** Eight rows a contract. */
export const contractLaborRatesTable = plainTable(
  'contract_labor_rates',
  {
    contractId: foreignKey(() => contractsTable.id).notNull(),
    laborType: smallint().notNull(),
    sellRate: centsColumn().notNull(),
    costRate: centsColumn().notNull(),
    gaFeePercent: percent().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.laborType] })],
)

export const constructionPhasesTable = plainTable(
  'construction_phases',
  {
    id: identity(),
    contractId: foreignKey(() => contractsTable.id).notNull(),
    parentPhaseId: idColumn(),
    type: smallint().notNull(),
    name: text().notNull(),
    dateRangeType: smallint().notNull(),
    startDate: day().notNull(),
    endDate: day().notNull(),
    discipline: smallint(),
    order: integer().notNull(),
    feeType: smallint().notNull(),
    fee: centsColumn(),
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
    contractId: foreignKey(() => contractsTable.id).notNull(),
    phaseId: foreignKey(() => constructionPhasesTable.id).notNull(),
    type: smallint().notNull(),
    userId: userColumn().references(() => usersTable.id),
    genericName: text(),
    laborType: smallint().notNull(),
    /** In hundredths. */
    hours: idColumn().notNull(),
    /** Month and hours, where they are not spread by working days. */
    allocations: jsonb().notNull().default([]),
    sellRate: centsColumn(),
    costRate: centsColumn(),
    gaFeePercent: percent(),
    /** The record an amendment takes its hours from. */
    sourceRecordId: idColumn(),
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
    contractId: foreignKey(() => contractsTable.id).notNull(),
    name: text().notNull(),
    description: text(),
    documentDate: day(),
    fileId: uuid().notNull(),
    rowVersion: integer().notNull().default(1),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('contract_documents_contract').on(t.contractId)],
)

/** How the state of a contract came to be what it is. */
export const contractEventsTable = plainTable(
  'contract_events',
  {
    id: identity(),
    contractId: foreignKey(() => contractsTable.id).notNull(),
    action: text().notNull(),
    fromState: text(),
    toState: text().notNull(),
    userId: userColumn(),
    date: instantColumn().notNull().defaultNow(),
    comment: text(),
  },
  (t) => [index('contract_events_contract').on(t.contractId)],
)

export const directExpensesTable = entityTable(
  'direct_expenses',
  {
    contractId: foreignKey(() => contractsTable.id).notNull(),
    /** That of the contract, which never changes: lists look at it for who sees what. */
    projectId: foreignKey(() => projectsTable.id).notNull(),
    category: smallint().notNull(),
    description: text().notNull(),
    date: day().notNull(),
    revenue: centsColumn().notNull().default(0),
    cost: centsColumn().notNull().default(0),
    userId: userColumn(),
    subContractorId: foreignKey(() => subContractorsTable.id),
    receiptFileId: uuid(),
    note: text(),
  },
  (t) => [index('direct_expenses_contract').on(t.contractId), index('direct_expenses_date').on(t.date)],
)

/** One row. */
export const dnaDefaultsTable = plainTable('dna_defaults', {
  id: integer().primaryKey(),
  projectAccessGroupIds: idColumn().array().notNull().default([]),
  leadAccessGroupIds: idColumn().array().notNull().default([]),
  resourceOffers: jsonb().notNull().default({}),
  shiftRequests: jsonb().notNull().default({}),
  rowVersion: integer().notNull().default(1),
})

export const dnaLaborRatesTable = plainTable('dna_labor_rates', {
  laborType: smallint().primaryKey(),
  sellRate: centsColumn().notNull(),
  costRate: centsColumn().notNull(),
  gaFeePercent: percent().notNull(),
})

/** What the work of one person sells for and costs. */
export const userLaborRatesTable = plainTable(
  'user_labor_rates',
  {
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    laborType: smallint().notNull(),
    sellRate: centsColumn(),
    costRate: centsColumn(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.laborType] })],
)
