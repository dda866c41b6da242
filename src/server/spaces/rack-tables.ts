import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { auditColumns, foreignKey, plainTable, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { racksTable, spaceEquipmentTable } from './spaces-tables.ts'

const present = sql`not is_deleted`
/** Goes with what it points to. */
const partOf = (to: () => AnyPgColumn) => bigint({ mode: 'number' }).references(to, { onDelete: 'cascade' })

/** The pieces of a line, each with a label of its own; the database makes and drops them with the quantity (`unit-program.ts`). */
export const unitsTable = plainTable(
  'units',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    lineId: partOf(() => spaceEquipmentTable.id).notNull(),
    unitIndex: integer().notNull(),
    label: text().notNull(),
    /** Somebody wrote it; it stays when the equipment becomes another. */
    isOwnLabel: boolean().notNull().default(false),
  },
  (t) => [
    uniqueName(t.label, t.projectId),
    uniqueIndex('units_of_line').on(t.lineId, t.unitIndex),
    index('units_project').on(t.projectId).where(present),
  ],
)

/** The highest number a label of the project ever had behind a tag: none comes twice. */
export const unitNumbersTable = plainTable(
  'unit_numbers',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Small, as labels are compared. */
    tag: text().notNull(),
    highest: integer().notNull(),
  },
  (t) => [uniqueIndex('unit_numbers_key').on(t.projectId, t.tag)],
)

/** Where a unit is in a rack. */
export const rackPlacementsTable = plainTable(
  'rack_placements',
  {
    unitId: partOf(() => unitsTable.id).primaryKey(),
    rackId: foreignKey(() => racksTable.id).notNull(),
    /** From 1 at the bottom, however the rack is labelled. */
    startUnit: integer().notNull(),
    face: smallint().notNull(),
    half: text().notNull(),
    /** The shelf it stands on, and its place there from the left. */
    shelfUnitId: foreignKey(() => unitsTable.id),
    shelfOrder: integer(),
  },
  (t) => [index('rack_placements_rack').on(t.rackId), index('rack_placements_shelf').on(t.shelfUnitId)],
)
