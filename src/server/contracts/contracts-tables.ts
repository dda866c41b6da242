import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { usersTable } from '../access/public.ts'
import { manufacturersTable, subContractorsTable } from '../companies/public.ts'
import {
  centsColumn,
  dayColumn,
  decimalColumn,
  entityTable,
  foreignKey,
  idColumn,
  identityColumn,
  instantColumn,
  plainTable,
  uniqueName,
  userColumn,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

const percentColumn = () => decimalColumn({ decimals: 2 })

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
    validUntilDate: dayColumn(),
    /** Manually set dates; those of the phases are stored separately. */
    startDate: dayColumn(),
    endDate: dayColumn(),
    firstDate: dayColumn(),
    lastDate: dayColumn(),
    tempoUrl: text(),
    resourceOfferId: idColumn(),
    shiftRequestId: idColumn(),
    sentForApprovalById: userColumn(),
    sentForApprovalDate: instantColumn(),
    approvedById: userColumn(),
    approvedDate: instantColumn(),
    updateComment: text(),
    /** Results of `model/contracts/money.ts`, updated with every change of phases, rates, and expenses; hours in hundredths. */
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

export const contractLaborRatesTable = plainTable(
  'contract_labor_rates',
  {
    contractId: foreignKey(() => contractsTable.id).notNull(),
    laborType: smallint().notNull(),
    sellRate: centsColumn().notNull(),
    costRate: centsColumn().notNull(),
    gaFeePercent: percentColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contractId, t.laborType] })],
)

export const constructionPhasesTable = plainTable(
  'construction_phases',
  {
    id: identityColumn(),
    contractId: foreignKey(() => contractsTable.id).notNull(),
    parentPhaseId: idColumn(),
    type: smallint().notNull(),
    name: text().notNull(),
    dateRangeType: smallint().notNull(),
    startDate: dayColumn().notNull(),
    endDate: dayColumn().notNull(),
    discipline: smallint(),
    order: integer().notNull(),
    feeType: smallint().notNull(),
    fee: centsColumn(),
    percentComplete: percentColumn(),
    rowVersion: integer().notNull().default(1),
  },
  (t) => [index('construction_phases_contract').on(t.contractId), index('construction_phases_dates').on(t.startDate, t.endDate)],
)

export const phaseRecordsTable = plainTable(
  'phase_records',
  {
    id: identityColumn(),
    contractId: foreignKey(() => contractsTable.id).notNull(),
    phaseId: foreignKey(() => constructionPhasesTable.id).notNull(),
    type: smallint().notNull(),
    userId: userColumn().references(() => usersTable.id),
    genericName: text(),
    laborType: smallint().notNull(),
    hours: idColumn().notNull(),
    /** Hours by month; empty if spread by working days. */
    allocations: jsonb().notNull().default([]),
    sellRate: centsColumn(),
    costRate: centsColumn(),
    gaFeePercent: percentColumn(),
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
    id: identityColumn(),
    contractId: foreignKey(() => contractsTable.id).notNull(),
    name: text().notNull(),
    description: text(),
    documentDate: dayColumn(),
    fileId: uuid().notNull(),
    rowVersion: integer().notNull().default(1),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('contract_documents_contract').on(t.contractId)],
)

export const contractEventsTable = plainTable(
  'contract_events',
  {
    id: identityColumn(),
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
    /** Copy of the contract's immutable project id, for visibility checks in lists. */
    projectId: foreignKey(() => projectsTable.id).notNull(),
    category: smallint().notNull(),
    description: text().notNull(),
    date: dayColumn().notNull(),
    revenue: centsColumn().notNull().default(0),
    cost: centsColumn().notNull().default(0),
    userId: userColumn(),
    subContractorId: foreignKey(() => subContractorsTable.id),
    receiptFileId: uuid(),
    note: text(),
  },
  (t) => [index('direct_expenses_contract').on(t.contractId), index('direct_expenses_date').on(t.date)],
)

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
  gaFeePercent: percentColumn().notNull(),
})

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
