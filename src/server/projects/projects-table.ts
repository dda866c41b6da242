import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accessGroupsTable, usersTable } from '../access/public.ts'
import { clientsTable, contactsTable } from '../companies/public.ts'
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
  userColumn,
} from '../kit/sql/table.ts'

/** Leads and projects: a promoted lead stays the same row (domain 6.2). */
export const projectsTable = entityTable(
  'projects',
  {
    number: text(),
    name: text().notNull(),
    type: smallint().notNull(),
    stage: smallint().notNull(),
    leadStatus: smallint(),
    projectStatus: smallint(),
    statusBeforePause: smallint(),
    stageBeforeArchive: smallint(),
    statusBeforeArchive: smallint(),
    isArchived: boolean().notNull().default(false),
    clientId: foreignKey(() => clientsTable.id),
    description: text(),
    imageUrl: text(),
    address: jsonb(),
    associateConsultantId: userColumn(),
    projectManagerId: userColumn(),
    installationFactor: decimalColumn({ decimals: 4 }).notNull().default(0.25),
    totalArea: decimalColumn({ decimals: 2 }).notNull().default(0),
    startDate: dayColumn(),
    targetDate: dayColumn(),
    expectedRevenue: centsColumn(),
    probabilityPercent: decimalColumn({ decimals: 2 }),
    expectedCloseDate: dayColumn(),
    leadSource: text(),
    lostReason: text(),
    pauseReason: text(),
    notAcceptedReason: text(),
    tempoUrl: text(),
    closedDate: instantColumn(),
    archivedDate: instantColumn(),
    /** Sums over the counted spaces, maintained by triggers (`spaces/sums.ts`). */
    spaceCount: integer().notNull().default(0),
    equipmentCount: integer().notNull().default(0),
    totalMsrpPrice: centsColumn().notNull().default(0),
    /** True while the access list has an entry, maintained by a trigger (`restricted.ts`). */
    isRestricted: boolean().notNull().default(false),
  },
  (t) => [
    index('projects_updated').on(t.updateDate, t.id),
    uniqueIndex('unique_projects_number').on(sql`dna_key(${t.number})`),
    uniqueIndex('unique_projects_name').on(sql`coalesce(${t.clientId}, 0)`, sql`dna_key(${t.name})`).where(sql`not is_deleted`),
    // Holds every column of the scope (`scope.ts`), so that counting visible projects reads no row.
    index('projects_scope')
      .on(t.stage, t.updateDate, t.id, t.isRestricted, t.createdById, t.associateConsultantId, t.projectManagerId, t.isDeleted)
      .where(sql`not is_deleted`),
    index('projects_client').on(t.clientId),
  ],
)

export const projectNumbersTable = plainTable('project_numbers', { year: integer().primaryKey(), last: integer().notNull() })

/** Access list of leads and projects: users and groups. An empty list is open to all who may view projects. */
export const projectAccessEntriesTable = plainTable(
  'project_access_entries',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    userId: userColumn().references(() => usersTable.id),
    accessGroupId: foreignKey(() => accessGroupsTable.id),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [
    index('project_access_entries_by_user').on(t.userId),
    index('project_access_entries_by_group').on(t.accessGroupId),
    uniqueIndex('project_access_entries_user').on(t.projectId, t.userId),
    uniqueIndex('project_access_entries_group').on(t.projectId, t.accessGroupId),
    check('project_access_entries_one', sql`(${t.userId} is null) <> (${t.accessGroupId} is null)`),
  ],
)

/** External access to projects, with flags. Unlike the internal list, an empty list grants nothing (domain 4.4). */
export const projectExternalAccessEntriesTable = plainTable(
  'project_external_access_entries',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    userId: userColumn().references(() => usersTable.id),
    accessGroupId: foreignKey(() => accessGroupsTable.id),
    showPrices: boolean().notNull().default(false),
    showEquipment: boolean().notNull().default(true),
    showDocuments: boolean().notNull().default(false),
    showReports: boolean().notNull().default(false),
    /** Also requires `showEquipment`. */
    showCables: boolean().notNull().default(false),
    canComment: boolean().notNull().default(false),
    canApprove: boolean().notNull().default(false),
    canSite: boolean().notNull().default(false),
    /** Shows live contents instead of the latest issue. */
    isLive: boolean().notNull().default(false),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [
    uniqueIndex('project_external_access_entries_user').on(t.projectId, t.userId),
    uniqueIndex('project_external_access_entries_group').on(t.projectId, t.accessGroupId),
    index('project_external_access_entries_by_user').on(t.userId),
    index('project_external_access_entries_by_group').on(t.accessGroupId),
    check('project_external_access_entries_one', sql`(${t.userId} is null) <> (${t.accessGroupId} is null)`),
  ],
)

/** Companies of a lead or project; the kind determines the referenced table. */
export const projectCompaniesTable = plainTable(
  'project_companies',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    companyType: smallint().notNull(),
    companyId: idColumn().notNull(),
    role: text(),
    order: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.companyType, t.companyId] }),
    index('project_companies_company').on(t.companyType, t.companyId),
  ],
)

export const projectNotesTable = entityTable(
  'project_notes',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    title: text().notNull(),
    body: text().notNull(),
    isPinned: boolean().notNull().default(false),
  },
  (t) => [index('project_notes_project').on(t.projectId, t.isPinned, t.createDate).where(sql`not is_deleted`)],
)

export const timelineItemsTable = entityTable(
  'timeline_items',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    title: text().notNull(),
    type: smallint().notNull(),
    date: dayColumn().notNull(),
    endDate: dayColumn(),
    assignedUserId: userColumn(),
    isDone: boolean().notNull().default(false),
    notes: text(),
  },
  (t) => [index('timeline_items_project').on(t.projectId, t.date).where(sql`not is_deleted`)],
)

export const projectContactsTable = plainTable(
  'project_contacts',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    contactId: foreignKey(() => contactsTable.id),
    name: text(),
    email: text(),
    phone: text(),
    companyName: text(),
    role: text(),
    isSharedExternally: boolean().notNull().default(false),
    order: integer().notNull(),
  },
  (t) => [
    index('project_contacts_project').on(t.projectId, t.order),
    uniqueIndex('project_contacts_contact').on(t.projectId, t.contactId),
    check('project_contacts_named', sql`${t.contactId} is not null or ${t.name} is not null`),
  ],
)

export const projectVariablesTable = plainTable(
  'project_variables',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    label: text(),
    type: smallint().notNull(),
    value: jsonb(),
    order: integer().notNull(),
  },
  (t) => [
    uniqueIndex('unique_project_variables_name').on(t.projectId, sql`dna_key(${t.name})`),
    index('project_variables_project').on(t.projectId, t.order),
  ],
)

/** Budget of a project. The installation factor is in the project row. */
export const projectBudgetsTable = plainTable('project_budgets', {
  projectId: foreignKey(() => projectsTable.id).primaryKey(),
  clientBudget: centsColumn(),
  laborFactor: decimalColumn({ decimals: 4 }).notNull().default(0),
  contingencyPercent: decimalColumn({ decimals: 2 }).notNull().default(0),
  shippingPercent: decimalColumn({ decimals: 2 }).notNull().default(0),
  taxPercent: decimalColumn({ decimals: 2 }).notNull().default(0),
  excludeOwnerFurnished: boolean().notNull().default(true),
  /** Ordered lines with category, provider or name; amounts in cents. */
  lines: jsonb().notNull().default([]),
  notes: text(),
})

/** Versions of lists written as a whole, for optimistic locking. */
export const projectVersionsTable = plainTable(
  'project_versions',
  { projectId: foreignKey(() => projectsTable.id).notNull(), part: text().notNull(), rowVersion: integer().notNull() },
  (t) => [primaryKey({ columns: [t.projectId, t.part] })],
)

/** Open project pages per live connection, across all nodes. A lost node stops renewing its rows. */
export const projectPresenceTable = plainTable(
  'project_presence',
  {
    connectionId: text().notNull(),
    projectId: idColumn().notNull(),
    place: text().notNull(),
    userId: userColumn().notNull(),
    node: text().notNull(),
    seenDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.projectId, t.place] }),
    index('project_presence_project').on(t.projectId),
    index('project_presence_node').on(t.node),
  ],
)
