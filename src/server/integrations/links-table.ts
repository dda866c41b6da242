import { index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { foreignKey, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

/** Links to external projects. A project has at most one link per system, and two projects never share one. */
export const projectLinksTable = plainTable(
  'project_links',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    system: smallint().notNull(),
    externalId: text(),
    externalKey: text(),
    name: text(),
    url: text(),
    status: smallint().notNull().default(0),
    visibility: smallint(),
    /** Requested properties, stored until the remote object exists. */
    wanted: jsonb().notNull().default({}),
    lastError: text(),
    lastSyncDate: instantColumn(),
    attempts: integer().notNull().default(0),
    createDate: instantColumn().notNull().defaultNow(),
    updateDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [
    uniqueIndex('project_links_project').on(t.projectId, t.system),
    uniqueIndex('project_links_external').on(t.system, t.externalId),
    index('project_links_status').on(t.system, t.status),
  ],
)

export const serviceStatesTable = plainTable('service_states', {
  service: text().primaryKey(),
  lastOk: instantColumn(),
  lastError: text(),
  lastErrorDate: instantColumn(),
})
