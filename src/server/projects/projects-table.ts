import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accessGroupsTable, usersTable } from '../access/public.ts'
import { clientsTable } from '../companies/public.ts'
import { cents, decimal, entityTable, instant, key, person, plainTable, pointer } from '../kit/table.ts'

/** Leads and projects: a lead that is promoted stays the same row (domain 6.2). */
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
    clientId: pointer(() => clientsTable.id),
    description: text(),
    imageUrl: text(),
    address: jsonb(),
    associateConsultantId: person(),
    projectManagerId: person(),
    installationFactor: decimal({ places: 4 }).notNull().default(0.25),
    totalArea: decimal({ places: 2 }).notNull().default(0),
    startDate: date({ mode: 'string' }),
    targetDate: date({ mode: 'string' }),
    expectedRevenue: cents(),
    probabilityPercent: decimal({ places: 2 }),
    expectedCloseDate: date({ mode: 'string' }),
    leadSource: text(),
    lostReason: text(),
    pauseReason: text(),
    notAcceptedReason: text(),
    tempoUrl: text(),
    closedDate: instant(),
    archivedDate: instant(),
    /** Sums over the counted spaces, kept by the database (`spaces/sums.ts`). */
    spaceCount: integer().notNull().default(0),
    equipmentCount: integer().notNull().default(0),
    totalMsrpPrice: cents().notNull().default(0),
  },
  (t) => [
    uniqueIndex('unique_projects_number').on(sql`dna_key(${t.number})`),
    uniqueIndex('unique_projects_name').on(sql`coalesce(${t.clientId}, 0)`, sql`dna_key(${t.name})`).where(sql`not is_deleted`),
    index('projects_stage').on(t.stage, t.updateDate, t.id).where(sql`not is_deleted`),
    index('projects_client').on(t.clientId),
  ],
)

/** The last number given in a year. */
export const projectNumbersTable = plainTable('project_numbers', { year: integer().primaryKey(), last: integer().notNull() })

/** Who is on the access list of a lead or project: a person or a group. An empty list is open to all who may see projects. */
export const projectAccessEntriesTable = plainTable(
  'project_access_entries',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    userId: person().references(() => usersTable.id),
    accessGroupId: pointer(() => accessGroupsTable.id),
    createDate: instant().notNull().defaultNow(),
    createdById: person(),
  },
  (t) => [
    index('project_access_entries_by_user').on(t.userId),
    index('project_access_entries_by_group').on(t.accessGroupId),
    uniqueIndex('project_access_entries_user').on(t.projectId, t.userId),
    uniqueIndex('project_access_entries_group').on(t.projectId, t.accessGroupId),
    check('project_access_entries_one', sql`(${t.userId} is null) <> (${t.accessGroupId} is null)`),
  ],
)

/** Who outside the firm sees the project, and what of it. Here an empty list means nobody (domain 4.4). */
export const projectExternalAccessEntriesTable = plainTable(
  'project_external_access_entries',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    userId: person().references(() => usersTable.id),
    accessGroupId: pointer(() => accessGroupsTable.id),
    showPrices: boolean().notNull().default(false),
    showEquipment: boolean().notNull().default(true),
    showDocuments: boolean().notNull().default(false),
    showReports: boolean().notNull().default(false),
    createDate: instant().notNull().defaultNow(),
    createdById: person(),
  },
  (t) => [
    uniqueIndex('project_external_access_entries_user').on(t.projectId, t.userId),
    uniqueIndex('project_external_access_entries_group').on(t.projectId, t.accessGroupId),
    index('project_external_access_entries_by_user').on(t.userId),
    index('project_external_access_entries_by_group').on(t.accessGroupId),
    check('project_external_access_entries_one', sql`(${t.userId} is null) <> (${t.accessGroupId} is null)`),
  ],
)

/** Companies that work on a lead or project. What kind they are says in which table they stand. */
export const projectCompaniesTable = plainTable(
  'project_companies',
  {
    projectId: pointer(() => projectsTable.id).notNull(),
    companyType: smallint().notNull(),
    companyId: key().notNull(),
    role: text(),
    order: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.companyType, t.companyId] }),
    index('project_companies_company').on(t.companyType, t.companyId),
  ],
)
