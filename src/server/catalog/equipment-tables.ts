import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { manufacturersTable, productFamiliesTable } from '../companies/public.ts'
import {
  centsColumn,
  dayColumn,
  decimalColumn,
  entityTable,
  foreignKey,
  identityColumn,
  naturalOrder,
  plainTable,
} from '../kit/sql/table.ts'
import { categoriesTable } from './categories.ts'
import { connectorPhysicalTypesTable } from './connector-physical-types.ts'

const present = sql`not is_deleted`
const byNature = (column: unknown) => sql`${column} collate ${sql.raw(naturalOrder)}`
const sizeColumn = () => decimalColumn({ decimals: 2 })

/** Normalizes a model for comparison: ignores case, spaces, and dashes. */
export const modelKey = (model: string) => `translate(dna_key(${model}), ' -', '')`

export const equipmentsTable = entityTable(
  'equipments',
  {
    tag: text().notNull(),
    model: text().notNull(),
    partNumber: text(),
    description: text(),
    manufactureId: foreignKey(() => manufacturersTable.id).notNull(),
    /** Copy of the manufacturer's name, maintained by the database, so that an index can serve the list's order. */
    manufactureName: text().notNull().default(''),
    productFamilyId: foreignKey(() => productFamiliesTable.id),
    categoryId: foreignKey(() => categoriesTable.id).notNull(),
    industryType: smallint().notNull(),
    availability: smallint().notNull(),
    msrpPrice: centsColumn().notNull(),
    priceDate: dayColumn(),
    defaultProvider: text(),
    defaultInstaller: text(),
    url: text(),
    imageUrl: text(),
    widthIn: sizeColumn(),
    heightIn: sizeColumn(),
    depthIn: sizeColumn(),
    weightLb: sizeColumn(),
    isRackMountable: boolean().notNull(),
    rackUnits: decimalColumn({ decimals: 1 }),
    rackAccessory: smallint(),
    diagonalIn: sizeColumn(),
    dispersionDegrees: sizeColumn(),
    fieldOfViewDegrees: sizeColumn(),
    poeBudgetWatts: sizeColumn(),
    stockLengthFt: sizeColumn(),
    heatLoadWatts: sizeColumn(),
    /** Derived from heat load and power supplies, so that lists and sums need not parse them. */
    watts: sizeColumn(),
    powerSpecs: jsonb().notNull().default([]),
    networkPorts: jsonb().notNull().default([]),
    wirelessProtocols: jsonb().notNull().default([]),
    cableSpec: jsonb(),
    revitFamilyName: text(),
    revitTypeName: text(),
    revitFamilyFileId: uuid(),
    wireCadLink: jsonb(),
    technicalDocuments: jsonb().notNull().default([]),
    notes: text(),
    internalNotes: text(),
  },
  (t) => [
    uniqueIndex('unique_equipments_model')
      .on(t.manufactureId, sql.raw(modelKey('"model"')))
      .where(present),
    uniqueIndex('unique_equipments_wire_cad_id').on(sql`(${t.wireCadLink} ->> 'id')`).where(present),
    uniqueIndex('unique_equipments_wire_cad_definition')
      .on(sql`dna_key(${t.wireCadLink} ->> 'manufacturerName')`, sql`dna_key(${t.wireCadLink} ->> 'equipmentName')`)
      .where(present),
    index('equipments_order').on(byNature(t.manufactureName), byNature(t.model), t.id).where(present),
    index('equipments_manufacture').on(t.manufactureId, byNature(t.model), t.id).where(present),
    index('equipments_category').on(t.categoryId, byNature(t.manufactureName), byNature(t.model), t.id).where(present),
    index('equipments_category_manufacture').on(t.categoryId, t.manufactureId).where(present),
    index('equipments_family').on(t.productFamilyId).where(present),
    index('equipments_model').on(byNature(t.model), t.id).where(present),
    index('equipments_tag').on(byNature(t.tag), t.id).where(present),
    index('equipments_part_number').on(sql`dna_key(${t.partNumber})`).where(present),
    // Index for exact case-insensitive matches (`equipment-finding.ts`).
    index('equipments_by_tag').on(sql`lower(${t.tag})`).where(present),
    index('equipments_by_model').on(sql`lower(${t.model})`).where(present),
    index('equipments_by_part_number').on(sql`lower(${t.partNumber})`).where(present),
    index('equipments_deleted').on(t.id).where(sql`is_deleted`),
    // Index for list totals by index-only scans.
    index('equipments_availability').on(t.availability, t.defaultProvider).where(present),
    index('equipments_category_availability').on(t.categoryId, t.availability).where(present),
    index('equipments_doubtful').on(t.availability).where(sql`not is_deleted and availability in (3, 4, 5)`),
    index('equipments_unpriced').on(t.id).where(sql`not is_deleted and msrp_price = 0`),
    index('equipments_created').on(t.createDate, t.id),
  ],
)

export const equipmentPortsTable = plainTable(
  'equipment_ports',
  {
    id: identityColumn(),
    equipmentId: foreignKey(() => equipmentsTable.id).notNull(),
    name: text().notNull(),
    direction: smallint().notNull(),
    connectorPhysicalTypeId: foreignKey(() => connectorPhysicalTypesTable.id).notNull(),
    gender: smallint(),
    /** The first one is the primary signal type. */
    signalTypeIds: bigint({ mode: 'number' }).array().notNull().default([]),
    pinStyle: smallint().notNull(),
    marker: smallint().notNull(),
    label: text(),
    order: integer().notNull(),
  },
  (t) => [
    index('equipment_ports_equipment').on(t.equipmentId, t.direction, t.order),
    index('equipment_ports_connector').on(t.connectorPhysicalTypeId, t.equipmentId),
    index('equipment_ports_signals').using('gin', t.signalTypeIds),
  ],
)
