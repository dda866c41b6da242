import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { equipmentsTable } from '../catalog/public.ts'
import {
  auditColumns,
  centsColumn,
  entityTable,
  foreignKey,
  identityColumn,
  instantColumn,
  plainTable,
  uniqueName,
} from '../kit/sql/table.ts'

const present = sql`not is_deleted`

export const spaceTemplatesTable = entityTable(
  'space_templates',
  {
    name: text().notNull(),
    description: text(),
    imageUrl: text(),
    industryType: smallint(),
    defaultComplexity: smallint(),
    verificationTemplateIds: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Sums over the lines, maintained by triggers (`template-sums.ts`). */
    equipmentCount: integer().notNull().default(0),
    totalMsrpPrice: centsColumn().notNull().default(0),
  },
  (t) => [uniqueName(t.name)],
)

export const verificationTemplatesTable = entityTable(
  'verification_templates',
  { name: text().notNull(), items: jsonb().notNull() },
  (t) => [uniqueName(t.name)],
)

export const templateAreaGroupsTable = entityTable(
  'space_template_area_groups',
  {
    spaceTemplateId: foreignKey(() => spaceTemplatesTable.id).notNull(),
    name: text().notNull(),
    order: integer(),
    notes: text(),
  },
  (t) => [uniqueName(t.name, t.spaceTemplateId)],
)

/** Columns shared by lines of spaces and templates. */
export const sharedLineColumns = () => ({
  equipmentId: foreignKey(() => equipmentsTable.id).notNull(),
  quantity: integer().notNull(),
  provider: text().notNull(),
  installer: text().notNull(),
  unitPriceOverride: centsColumn(),
  isExisting: boolean().notNull().default(false),
  label: text(),
  notes: text(),
})

export const templateEquipmentTable = plainTable(
  'space_template_equipment',
  {
    id: identityColumn(),
    ...auditColumns(),
    spaceTemplateId: foreignKey(() => spaceTemplatesTable.id).notNull(),
    areaGroupId: foreignKey(() => templateAreaGroupsTable.id),
    ...sharedLineColumns(),
  },
  (t) => [
    index('space_template_equipment_template').on(t.spaceTemplateId).where(present),
    index('space_template_equipment_equipment').on(t.equipmentId).where(present),
    index('space_template_equipment_area_group').on(t.areaGroupId).where(present),
  ],
)

/** Template contents as taken over by spaces; equal contents are stored once. */
export const templateVersionsTable = plainTable(
  'space_template_versions',
  {
    id: identityColumn(),
    spaceTemplateId: foreignKey(() => spaceTemplatesTable.id).notNull(),
    digest: text().notNull(),
    contents: jsonb().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('space_template_versions_digest').on(t.spaceTemplateId, t.digest)],
)

export const namingTemplatesTable = entityTable(
  'naming_templates',
  {
    name: text().notNull(),
    description: text(),
    documentTypes: jsonb().notNull().default([]),
    segments: jsonb().notNull(),
    example: text().notNull().default(''),
  },
  (t) => [uniqueName(t.name)],
)

export const layoutViewsTable = entityTable(
  'layout_views',
  {
    name: text().notNull(),
    abbreviation: text(),
    description: text(),
    documentTypes: jsonb().notNull().default([]),
    scale: text(),
    imageUrl: text(),
  },
  (t) => [uniqueName(t.name)],
)

export const layoutTemplatesTable = entityTable(
  'layout_templates',
  {
    name: text().notNull(),
    description: text(),
    layout: smallint().notNull(),
    sheetSize: text().notNull(),
    documentTypes: jsonb().notNull().default([]),
    /** Views in grid order. */
    viewIds: bigint({ mode: 'number' }).array().notNull().default([]),
    titleBlockImageUrl: text(),
  },
  (t) => [uniqueName(t.name)],
)
