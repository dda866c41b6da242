import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { auditColumns, foreignKey, identityColumn, plainTable, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { racksTable, spaceEquipmentTable } from './spaces-tables.ts'

const present = sql`not is_deleted`
/** Deleted with the referenced row. */
const cascadingReference = (to: () => AnyPgColumn) => bigint({ mode: 'number' }).references(to, { onDelete: 'cascade' })

/** The pieces of a line with their labels; a trigger creates and deletes them with the quantity (`unit-triggers.ts`). */
export const unitsTable = plainTable(
  'units',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    lineId: cascadingReference(() => spaceEquipmentTable.id).notNull(),
    unitIndex: integer().notNull(),
    label: text().notNull(),
    /** Label entered by a user, which stays when the equipment is replaced. */
    isOwnLabel: boolean().notNull().default(false),
  },
  (t) => [
    uniqueName(t.label, t.projectId),
    uniqueIndex('units_of_line').on(t.lineId, t.unitIndex),
    index('units_project').on(t.projectId).where(present),
  ],
)

/** Highest number ever used per tag in a project; numbers are not reused. */
export const unitNumbersTable = plainTable(
  'unit_numbers',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Lowercase, as labels are compared. */
    tag: text().notNull(),
    highest: integer().notNull(),
  },
  (t) => [uniqueIndex('unit_numbers_key').on(t.projectId, t.tag)],
)

export const rackPlacementsTable = plainTable(
  'rack_placements',
  {
    unitId: cascadingReference(() => unitsTable.id).primaryKey(),
    rackId: foreignKey(() => racksTable.id).notNull(),
    /** Counts from 1 at the bottom, regardless of the rack's numbering. */
    startUnit: integer().notNull(),
    face: smallint().notNull(),
    half: text().notNull(),
    /** Shelf the unit is on, and its order there from the left. */
    shelfUnitId: foreignKey(() => unitsTable.id),
    shelfOrder: integer(),
  },
  (t) => [index('rack_placements_rack').on(t.rackId), index('rack_placements_shelf').on(t.shelfUnitId)],
)
