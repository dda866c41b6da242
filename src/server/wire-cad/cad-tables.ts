import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { categoriesTable, equipmentsTable } from '../catalog/public.ts'
import { entityTable, foreignKey, identityColumn, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
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
    /** Source files: `[{fileId, name, size, path}]`. */
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

export const cadItemsTable = plainTable(
  'wire_cad_items',
  {
    id: identityColumn(),
    requestId: foreignKey(() => cadRequestsTable.id).notNull(),
    place: integer().notNull(),
    wireCadId: uuid(),
    cadManufacturer: text().notNull(),
    cadModel: text().notNull(),
    /** Further data of the CAD tool (`CadFacts`). */
    facts: jsonb().notNull(),
    cadQuantity: integer(),
    devices: jsonb().notNull().default([]),
    notes: jsonb().notNull().default([]),
    result: smallint().notNull(),
    equipmentId: foreignKey(() => equipmentsTable.id),
    matchIds: bigint({ mode: 'number' }).array().notNull().default([]),
    differences: jsonb().notNull().default([]),
    action: smallint().notNull(),
    /** A user chose the action; otherwise it is the default of the result. */
    isChosen: boolean().notNull().default(false),
    chosenEquipmentId: foreignKey(() => equipmentsTable.id),
    chosenCategoryId: foreignKey(() => categoriesTable.id),
    isApplied: boolean().notNull().default(false),
    applyError: text(),
  },
  (t) => [uniqueIndex('wire_cad_items_place').on(t.requestId, t.place)],
)
