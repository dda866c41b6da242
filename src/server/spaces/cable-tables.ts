import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { equipmentsTable, signalTypesTable } from '../catalog/public.ts'
import {
  auditColumns,
  decimalColumn,
  entityTable,
  foreignKey,
  identityColumn,
  naturalOrder,
  plainTable,
  uniqueName,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { unitsTable } from './rack-tables.ts'
import { spacesTable } from './spaces-tables.ts'

const present = sql`not is_deleted`
const unitReference = () => bigint({ mode: 'number' }).references(() => unitsTable.id, { onDelete: 'cascade' })
/** Port of the unit's product at connection time. The product may lose the port; the connection stays and is marked. */
const portColumn = () => bigint({ mode: 'number' }).notNull()

export const conduitsTable = entityTable(
  'conduits',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    fromSpaceId: foreignKey(() => spacesTable.id),
    toSpaceId: foreignKey(() => spacesTable.id),
    tradeSize: text(),
    innerDiameterIn: decimalColumn({ decimals: 3 }),
    notes: text(),
  },
  (t) => [uniqueName(t.name, t.projectId)],
)

/** Has no search text column: there are thousands of rows, searched only within one project. */
export const connectionsTable = plainTable(
  'connections',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    fromUnitId: unitReference().notNull(),
    fromPortId: portColumn(),
    fromPortName: text().notNull(),
    toUnitId: unitReference().notNull(),
    toPortId: portColumn(),
    toPortName: text().notNull(),
    signalTypeId: foreignKey(() => signalTypesTable.id).notNull(),
    cableEquipmentId: foreignKey(() => equipmentsTable.id),
    number: text().notNull(),
    isManual: boolean().notNull().default(false),
    /** Length entered by hand; null uses the estimate. */
    lengthFt: decimalColumn({ decimals: 2 }),
    state: smallint().notNull().default(1),
    bundle: text(),
    path: text(),
    conduitId: foreignKey(() => conduitsTable.id),
    notes: text(),
  },
  (t) => [
    uniqueName(t.number, t.projectId),
    // Serves the cable schedule of a project.
    index('connections_order')
      .on(t.projectId, sql`${t.number} collate ${sql.raw(naturalOrder)}`, t.id)
      .where(present),
    index('connections_from').on(t.fromUnitId).where(present),
    index('connections_to').on(t.toUnitId).where(present),
    index('connections_conduit').on(t.conduitId).where(present),
  ],
)

/** Highest number ever used per prefix in a project; numbers are not reused. */
export const connectionNumbersTable = plainTable(
  'connection_numbers',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Lowercase, as numbers are compared. */
    prefix: text().notNull(),
    highest: integer().notNull(),
  },
  (t) => [uniqueIndex('connection_numbers_key').on(t.projectId, t.prefix)],
)

/** Rules for estimating cable lengths of a project; without a row the defaults apply. */
export const cableRulesTable = plainTable('cable_rules', {
  projectId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => projectsTable.id),
  slackPercent: decimalColumn({ decimals: 2 }).notNull(),
  endLengthFt: decimalColumn({ decimals: 2 }).notNull(),
  insideFt: decimalColumn({ decimals: 2 }).notNull(),
})

/** Distance between two spaces, smaller id first; a space paired with itself is the distance inside it. */
export const spaceDistancesTable = plainTable(
  'space_distances',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    fromSpaceId: foreignKey(() => spacesTable.id).notNull(),
    toSpaceId: foreignKey(() => spacesTable.id).notNull(),
    distanceFt: decimalColumn({ decimals: 2 }).notNull(),
  },
  (t) => [uniqueIndex('space_distances_key').on(t.projectId, t.fromSpaceId, t.toSpaceId)],
)

export const diagramPositionsTable = plainTable('diagram_positions', {
  unitId: unitReference().primaryKey(),
  x: integer().notNull(),
  y: integer().notNull(),
})
