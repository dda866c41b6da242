import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { categoriesTable, equipmentsTable } from '../catalogue/public.ts'
import { entityTable, foreignKey, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const cadRequestsTable = entityTable(
  'wire_cad_requests',
  {
    name: text().notNull(),
    projectId: foreignKey(() => projectsTable.id),
    wireCadProjectId: uuid(),
    note: text(),
    source: smallint().notNull(),
    state: smallint().notNull(),
    /** The files it was made of: `[{fileId, name, size, path}]`. */
    sourceFiles: jsonb().notNull().default([]),
    readingNotes: jsonb().notNull().default([]),
    rejectReason: text(),
    submittedDate: instantColumn(),
    decidedById: userColumn(),
    decidedDate: instantColumn(),
    linkStatus: smallint().notNull(),
    linkError: text(),
    linksPostedDate: instantColumn(),
  },
  (t) => [
    index('wire_cad_requests_updated').on(t.updateDate, t.id),
    index('wire_cad_requests_project').on(t.projectId),
    index('wire_cad_requests_state').on(t.state),
  ],
)

/** One row for each equipment definition of the CAD tool in a request. */
export const cadItemsTable = plainTable(
  'wire_cad_items',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestId: foreignKey(() => cadRequestsTable.id).notNull(),
    /** As the files have them, from 0. */
    place: integer().notNull(),
    wireCadId: uuid(),
    cadManufacturer: text().notNull(),
    cadModel: text().notNull(),
    /** What the CAD tool says besides (`CadFacts`). */
    facts: jsonb().notNull(),
    cadQuantity: integer(),
    devices: jsonb().notNull().default([]),
    notes: jsonb().notNull().default([]),
    result: smallint().notNull(),
    equipmentId: foreignKey(() => equipmentsTable.id),
    matchIds: bigint({ mode: 'number' }).array().notNull().default([]),
    differences: jsonb().notNull().default([]),
    action: smallint().notNull(),
    /** Somebody chose the action; else it is the usual one of the result. */
    isChosen: boolean().notNull().default(false),
    chosenEquipmentId: foreignKey(() => equipmentsTable.id),
    chosenCategoryId: foreignKey(() => categoriesTable.id),
    isApplied: boolean().notNull().default(false),
    applyError: text(),
  },
  (t) => [uniqueIndex('wire_cad_items_place').on(t.requestId, t.place)],
)
