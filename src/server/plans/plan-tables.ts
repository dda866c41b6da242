import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { auditColumns, decimalColumn, foreignKey, identityColumn, plainTable } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { levelsTable, spacesTable, unitsTable } from '../spaces/public.ts'

const present = sql`not is_deleted`
const feetColumn = () => decimalColumn({ decimals: 4 })

export const plansTable = plainTable(
  'plans',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    levelId: foreignKey(() => levelsTable.id).notNull(),
    kind: smallint().notNull(),
    name: text().notNull(),
    fileId: uuid().notNull(),
    fileName: text().notNull(),
    contentType: text().notNull(),
    page: integer().notNull().default(1),
    pages: integer().notNull().default(1),
    rotation: integer().notNull().default(0),
    widthPt: feetColumn().notNull(),
    heightPt: feetColumn().notNull(),
    /** Two points and their distance, or the written scale. */
    calibration: jsonb(),
    feetPerPoint: decimalColumn({ decimals: 10 }),
  },
  (t) => [
    index('plans_project').on(t.projectId).where(present),
    index('plans_level').on(t.levelId).where(present),
    index('plans_file').on(t.fileId),
  ],
)

export const planOutlinesTable = plainTable(
  'plan_outlines',
  {
    planId: foreignKey(() => plansTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id).notNull(),
    /** Corners in feet. */
    points: jsonb().notNull(),
    areaFt2: decimalColumn({ decimals: 2 }).notNull(),
  },
  (t) => [uniqueIndex('plan_outlines_key').on(t.planId, t.spaceId), index('plan_outlines_space').on(t.spaceId)],
)

export const planPlacementsTable = plainTable(
  'plan_placements',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    planId: foreignKey(() => plansTable.id).notNull(),
    /** Deleted with its unit, when the quantity of the line is lowered. */
    unitId: bigint({ mode: 'number' })
      .references(() => unitsTable.id, { onDelete: 'cascade' })
      .notNull(),
    /** Kind of the plan: a unit is on one plan of each kind. */
    kind: smallint().notNull(),
    x: feetColumn().notNull(),
    y: feetColumn().notNull(),
    rotation: decimalColumn({ decimals: 2 }).notNull().default(0),
    mountingHeightIn: decimalColumn({ decimals: 2 }),
  },
  (t) => [
    uniqueIndex('plan_placements_unit').on(t.unitId, t.kind).where(present),
    index('plan_placements_plan').on(t.planId).where(present),
    index('plan_placements_project').on(t.projectId).where(present),
  ],
)

export const drawingSetsTable = plainTable(
  'drawing_sets',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    sequence: integer().notNull(),
    title: text().notNull(),
    paper: text().notNull(),
    fileTypes: text().array().notNull(),
    revisionId: bigint({ mode: 'number' }),
    /** Sheets as they were issued. */
    sheets: jsonb().notNull(),
    taskId: bigint({ mode: 'number' }),
  },
  (t) => [uniqueIndex('drawing_sets_sequence').on(t.projectId, t.sequence)],
)
