import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { equipmentsTable } from '../catalog/public.ts'
import {
  auditColumns,
  centsColumn,
  decimalColumn,
  entityTable,
  foreignKey,
  identityColumn,
  plainTable,
  uniqueName,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { lineColumns, spaceTemplatesTable, templateVersionsTable } from '../templates/public.ts'

const present = sql`not is_deleted`

export const buildingsTable = entityTable(
  'buildings',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    shortName: text(),
    address: jsonb(),
    order: integer(),
    notes: text(),
  },
  (t) => [uniqueName(t.name, t.projectId), uniqueName(t.shortName, t.projectId)],
)

export const levelsTable = entityTable(
  'levels',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    buildingId: foreignKey(() => buildingsTable.id).notNull(),
    name: text().notNull(),
    shortName: text(),
    order: integer(),
    elevation: decimalColumn({ decimals: 2 }),
    ceilingHeightFt: decimalColumn({ decimals: 2 }).notNull().default(10),
  },
  (t) => [uniqueName(t.name, t.buildingId), index('levels_project').on(t.projectId).where(present)],
)

export const spacesTable = entityTable(
  'spaces',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Building of the level; a level never moves to another building. */
    buildingId: foreignKey(() => buildingsTable.id).notNull(),
    levelId: foreignKey(() => levelsTable.id).notNull(),
    name: text().notNull(),
    spaceNumber: text(),
    imageUrl: text(),
    /** Source template, and its version at creation or the last update. */
    spaceTemplateId: foreignKey(() => spaceTemplatesTable.id),
    templateVersionId: foreignKey(() => templateVersionsTable.id),
    status: smallint().notNull().default(1),
    complexity: smallint(),
    area: decimalColumn({ decimals: 2 }),
    capacity: integer(),
    limits: jsonb(),
    farthestViewerFt: decimalColumn({ decimals: 2 }),
    elementHeightPercent: decimalColumn({ decimals: 2 }),
    description: text(),
    notes: text(),
    /** Sums over the lines, maintained by triggers (`sums.ts`). */
    equipmentCount: integer().notNull().default(0),
    totalMsrpPrice: centsColumn().notNull().default(0),
  },
  (t) => [
    uniqueName(t.name, t.projectId),
    uniqueName(t.spaceNumber, t.levelId),
    index('spaces_project').on(t.projectId).where(present),
    index('spaces_building').on(t.buildingId).where(present),
    index('spaces_level').on(t.levelId).where(present),
    index('spaces_template').on(t.spaceTemplateId).where(present),
    index('spaces_deleted').on(t.id).where(sql`is_deleted`),
  ],
)

export const areaGroupsTable = entityTable(
  'area_groups',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id).notNull(),
    name: text().notNull(),
    order: integer(),
    notes: text(),
  },
  (t) => [uniqueName(t.name, t.spaceId), index('area_groups_project').on(t.projectId)],
)

export const racksTable = entityTable(
  'racks',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id),
    /** The enclosure product. */
    equipmentId: foreignKey(() => equipmentsTable.id),
    name: text().notNull(),
    heightRU: integer().notNull(),
    rackType: smallint().notNull(),
    mountType: smallint().notNull(),
    mountingDepthIn: decimalColumn({ decimals: 2 }),
    maxWeightLb: decimalColumn({ decimals: 2 }),
    startingUnit: integer().notNull().default(1),
    isDescending: boolean().notNull().default(false),
  },
  (t) => [uniqueName(t.name, t.projectId), index('racks_space').on(t.spaceId).where(present)],
)

export const circuitsTable = entityTable(
  'circuits',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id).notNull(),
    panel: text().notNull(),
    number: text().notNull(),
    breakerAmps: integer().notNull(),
    voltage: integer().notNull(),
    isDedicated: boolean().notNull().default(false),
  },
  (t) => [uniqueName(t.number, t.spaceId, t.panel), index('circuits_project').on(t.projectId).where(present)],
)

/** Has no search text column: there are hundreds of thousands of rows, searched only within one project. */
export const spaceEquipmentTable = plainTable(
  'space_equipment',
  {
    id: identityColumn(),
    ...auditColumns(),
    /** Project of the space; a space never changes its project. */
    projectId: foreignKey(() => projectsTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id).notNull(),
    areaGroupId: foreignKey(() => areaGroupsTable.id),
    ...lineColumns(),
    installerName: text(),
    frozenUnitPrice: centsColumn(),
    /** Rack the line is assigned to, regardless of where its units are placed. */
    rackId: foreignKey(() => racksTable.id),
    /** Circuit that feeds it, in the same space. */
    circuitId: foreignKey(() => circuitsTable.id),
  },
  (t) => [
    index('space_equipment_space').on(t.spaceId).where(present),
    index('space_equipment_project').on(t.projectId).where(present),
    // Covering index: counting the projects of a manufacturer reads no row.
    index('space_equipment_equipment').on(t.equipmentId, t.projectId, t.spaceId).where(present),
    index('space_equipment_rack').on(t.rackId).where(present),
    index('space_equipment_circuit').on(t.circuitId).where(present),
    index('space_equipment_area_group').on(t.areaGroupId).where(present),
  ],
)
