import { type BuildExtraConfigColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Natural sort order: Room 2 comes before Room 10. */
export const naturalOrder = 'natural_order'

export const idColumn = () => bigint({ mode: 'number' })
export const identityColumn = () => idColumn().primaryKey().generatedAlwaysAsIdentity()
export const foreignKey = (to: () => AnyPgColumn) => bigint({ mode: 'number' }).references(to)
export const userColumn = () => uuid()
/** US dollars as whole cents; responses have dollars with two decimals. */
export const centsColumn = () => bigint({ mode: 'number' })
export const dayColumn = () => date({ mode: 'string' })
export const instantColumn = () => timestamp({ withTimezone: true, precision: 3, mode: 'string' })
/** Exact decimals (factors, percents, sizes), read as numbers. */
export const decimalColumn = customType<{ data: number; config: { decimals: number } }>({
  dataType: (config) => `numeric(14, ${config?.decimals ?? 4})`,
  fromDriver: Number,
})

/** Creation, change, and deletion stamps, and the row version for optimistic locking. */
export const auditColumns = () => ({
  createDate: instantColumn().notNull().defaultNow(),
  updateDate: instantColumn().notNull().defaultNow(),
  createdById: userColumn(),
  updatedById: userColumn(),
  rowVersion: integer().notNull().default(1),
  isDeleted: boolean().notNull().default(false),
  deleteDate: instantColumn(),
  deletedById: userColumn(),
})
const common = () => ({
  ...auditColumns(),
  /** Search text, maintained by a trigger that `search.ts` generates from the resource. */
  searchText: text().notNull().default(''),
})

const numberId = () => ({ id: identityColumn() })
const uuidId = () => ({ id: uuid().primaryKey().defaultRandom() })
type NumberId = ReturnType<typeof numberId>
type UuidId = ReturnType<typeof uuidId>
type Columns = Record<string, PgColumnBuilderBase>
type Common = ReturnType<typeof common>
export type TableExtras<C extends Columns> = (t: BuildExtraConfigColumns<string, C, 'pg'>) => PgTableExtraConfigValue[]

/** `imageUrl` → `image_url`; with its reverse, the only conversion between the two spellings. */
export const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const propertyNames = new Map<string, string>()
/** `image_url` → `imageUrl`; cached, because every result names its columns. */
export function propertyName(column: string): string {
  const known = propertyNames.get(column)
  if (known !== undefined) return known
  const property = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  propertyNames.set(column, property)
  return property
}

function setColumnNames<C extends Columns>(columns: C): C {
  for (const [property, column] of Object.entries(columns))
    (column as unknown as { setName(name: string): void }).setName(columnName(property))
  return columns
}

/**
 * Creates an entity's table with the common columns (domain 1.2). Has no index on the update date, because it would slow every write
 * (decision 50).
 */
export function entityTable<C extends Columns>(name: string, columns: C, extras: TableExtras<NumberId & Common & C> = () => []) {
  return pgTable<string, NumberId & Common & C>(name, setColumnNames({ ...numberId(), ...common(), ...columns }), (t) => [
    ...extras(t),
    index(`${name}_search`).using('gin', t.searchText.op('gin_trgm_ops')),
  ])
}

/** A table with UUID keys: users and invitations. */
export function uuidTable<C extends Columns>(name: string, columns: C, extras: TableExtras<UuidId & Common & C> = () => []) {
  return pgTable<string, UuidId & Common & C>(name, setColumnNames({ ...uuidId(), ...common(), ...columns }), (t) => [...extras(t)])
}

export function plainTable<C extends Columns>(name: string, columns: C, extras: TableExtras<C> = () => []) {
  return pgTable(name, setColumnNames(columns), (t) => extras(t))
}

/** Unique among rows that are not deleted, ignoring case (domain 1.1). The validation error belongs to the last column. */
export function uniqueName(name: AnyPgColumn, ...within: AnyPgColumn[]) {
  const property = name.name
  return uniqueIndex(`unique_${name.table ? tableName(name) : ''}_${property}`)
    .on(...(within as [AnyPgColumn]), sql`dna_key(${name})` as SQL)
    .where(sql`not is_deleted`)
}

const tableName = (column: AnyPgColumn) => (column.table as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')] ?? ''

/** Option of functions that triggers run, mostly for single rows: planning each statement anew took two thirds of their time. */
export const keepPlan = 'set plan_cache_mode = force_generic_plan'
