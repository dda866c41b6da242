import { getTableColumns, getTableName, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type ColumnType, is, orNull, type RowOfShape, type RowShape } from './row-types.ts'

/** SQL in place of a value. Only the text written in the code becomes SQL; what is interpolated becomes a parameter. */
class SqlFragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}
/** ``sql`now()` `` or ``sql`attempts + ${more}` ``. A fragment may contain others. */
export const sql = (texts: TemplateStringsArray, ...values: unknown[]) => new SqlFragment(texts, values)
export const now = sql`now()`
export const nextVersion = sql`row_version + 1`

type Plain<V> = V extends readonly (infer E)[] ? readonly E[] : V
type Stored<T extends PgTable> = InferSelectModel<T>
export type ColumnKey<T extends PgTable> = keyof Stored<T> & string
/** Values of a new row: a column that is neither nullable nor has a default is required. */
export type InsertValues<T extends PgTable> = { [K in keyof InferInsertModel<T>]: Plain<InferInsertModel<T>[K]> | SqlFragment }
export type UpdateValues<T extends PgTable> = { [K in keyof InferInsertModel<T>]?: Plain<InferInsertModel<T>[K]> | SqlFragment }
type ManyValues<T extends PgTable> = { [K in keyof InferInsertModel<T>]: Plain<InferInsertModel<T>[K]> }
/** Values of one row among many, with the columns that identify it. */
type RowUpdate<T extends PgTable, By extends ColumnKey<T>> = { [K in By]: Stored<T>[K] } & {
  [K in Exclude<keyof InferInsertModel<T>, By>]?: Plain<InferInsertModel<T>[K]>
}
/** An id, or values by column. A list matches any of its values, and a fragment follows the column: ``{ endDate: sql`<= now()` }``. */
type Where<T extends PgTable> =
  | (Stored<T> extends { id: infer I } ? I : never)
  | { [K in ColumnKey<T>]?: Stored<T>[K] | readonly Stored<T>[K][] | SqlFragment }

interface InsertOptions<T extends PgTable, K extends ColumnKey<T> = ColumnKey<T>> {
  returning?: readonly K[]
  /** Skips existing rows, or writes the row over the one with these keys; with `set` only that is written. */
  onConflict?: 'skip' | { keys: readonly (ColumnKey<T> | SqlFragment)[]; set?: UpdateValues<T> }
}
interface UpdateOptions<T extends PgTable, K extends ColumnKey<T> = ColumnKey<T>> {
  returning?: readonly K[]
  /** Leaves the row version and the last change as they are, for values that no user edits. */
  isSilent?: boolean
}
interface UpdateManyOptions<T extends PgTable, By extends ColumnKey<T>> extends Pick<UpdateOptions<T>, 'isSilent'> {
  by?: readonly By[]
  /** Leaves rows alone that have these values already. */
  skipsEqual?: boolean
}
interface WriteStatement {
  text: string
  values: unknown[]
}

interface Column {
  name: string
  type: string
  isNullable: boolean
}
const columnsByTable = new WeakMap<PgTable, Map<string, Column>>()

function columnsOf(table: PgTable): Map<string, Column> {
  const known = columnsByTable.get(table)
  if (known) return known
  const all = Object.entries(getTableColumns(table)).map(([property, column]): [string, Column] => [
    property,
    { name: `"${column.name}"`, type: column.getSQLType(), isNullable: !column.notNull },
  ])
  const columns = new Map(all)
  columnsByTable.set(table, columns)
  return columns
}

/** Keys are checked at run time too, because they become part of the statement. */
function columnFor(table: PgTable, property: string): Column {
  const column = columnsOf(table).get(property)
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`)
  return column
}

const plainTypes: [RegExp, ColumnType<unknown>][] = [
  [/^(?:bigint|integer|smallint)\[\]$/, is.numbers],
  [/^text\[\]$/, is.texts],
  [/^uuid\[\]$/, is.uuids],
  [/^(?:bigint|integer|smallint|numeric)/, is.number],
  [/^text/, is.text],
  [/^boolean/, is.boolean],
  [/^uuid/, is.uuid],
  [/^date/, is.date],
  [/^timestamp/, is.instant],
  [/^jsonb/, is.anything],
]

/** Shape of these columns, for statements that read a table as it is. */
function tableShape<T extends PgTable, K extends ColumnKey<T>>(table: T, ...keys: readonly K[]): { [P in K]: ColumnType<Stored<T>[P]> } {
  const shape: RowShape = Object.fromEntries(
    keys.map((key) => {
      const { type, isNullable } = columnFor(table, key)
      const [, plain] = plainTypes.find(([pattern]) => pattern.test(type)) ?? []
      if (!plain) throw new Error(`Columns of type ${type} have no shape`)
      return [key, isNullable ? orNull(plain) : plain]
    }),
  )
  // The table determines both the shape and its type.
  return shape as { [P in K]: ColumnType<Stored<T>[P]> }
}
type RowOfTable<T extends PgTable, K extends ColumnKey<T>> = RowOfShape<{ [P in K]: ColumnType<Stored<T>[P]> }>

/** Builds a statement; `add` returns the placeholder of a value or the text of a fragment. */
function collectValues(values: unknown[]) {
  return function add(value: unknown): string {
    if (!(value instanceof SqlFragment)) return `$${values.push(value)}`
    return value.texts.reduce((text, part, index) => text + add(value.values[index - 1]) + part)
  }
}

/** Values in the form their columns take, and those stamps that the table has and the row lacks. Leaves out a value that is undefined. */
function columnEntries(table: PgTable, row: object, stamps: object = {}): [Column, unknown][] {
  const entries: [Column, unknown][] = []
  for (const [property, value] of Object.entries(row)) {
    const column = columnFor(table, property)
    const isDocument = column.type === 'jsonb' && value !== null && !(value instanceof SqlFragment)
    if (value !== undefined) entries.push([column, isDocument ? JSON.stringify(value) : value])
  }
  for (const [property, value] of Object.entries(stamps)) {
    const column = property in row ? undefined : columnsOf(table).get(property)
    if (column) entries.push([column, value])
  }
  return entries
}

const returningClause = (table: PgTable, keys: readonly string[] | undefined) =>
  keys ? ` returning ${keys.map((key) => columnFor(table, key).name).join(', ')}` : ''

function conflictClause(table: PgTable, row: object, { onConflict }: InsertOptions<PgTable>, add: (value: unknown) => string): string {
  if (!onConflict) return ''
  if (onConflict === 'skip') return ' on conflict do nothing'
  const keys: readonly unknown[] = onConflict.keys
  const { set = Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key))) } = onConflict
  const text = columnEntries(table, set).map(([{ name }, value]) => `${name} = ${onConflict.set ? add(value) : `excluded.${name}`}`)
  return ` on conflict (${keys.map((key) => (key instanceof SqlFragment ? add(key) : columnFor(table, String(key)).name)).join(', ')}) do update set ${text.join(', ')}`
}

function insertOne(table: PgTable, row: object, by: string | null, options: InsertOptions<PgTable> = {}): WriteStatement {
  const values: unknown[] = []
  const add = collectValues(values)
  const entries = columnEntries(table, row, { createdById: by, updatedById: by })
  const names = entries.map(([{ name }]) => name).join(', ')
  const text = `insert into ${getTableName(table)} (${names}) values (${entries.map(([, value]) => add(value)).join(', ')})`
  return { text: text + conflictClause(table, row, options, add) + returningClause(table, options.returning), values }
}

interface Recordset {
  document: string
  columns: { key: string; name: string; type: string; value: string }[]
  /** Source of the columns in a statement whose first parameter is the document. */
  source: string
}

/** Reads many rows from one document, so that the statement does not depend on their number. All need the same columns. */
function recordset(table: PgTable, rows: readonly object[]): Recordset {
  const keys = Object.keys(rows[0] ?? {})
  for (const row of rows)
    if (Object.keys(row).length !== keys.length || !keys.every((key) => key in row))
      throw new Error(`Rows for ${getTableName(table)} have different columns: ${keys.join()} and ${Object.keys(row).join()}`)
  const columns = keys.map((key) => {
    const { name, type } = columnFor(table, key)
    // JSON null in a document column is no value.
    return { key, name, type, value: type === 'jsonb' ? `nullif(x."${key}", 'null')` : `x."${key}"` }
  })
  const types = columns.map(({ key, type }) => `"${key}" ${type}`).join(', ')
  return { document: JSON.stringify(rows), columns, source: `rows from (jsonb_to_recordset($1) as (${types})) with ordinality x` }
}

/** One statement for many rows; it returns them in the order given. */
function insertMany(table: PgTable, rows: readonly object[], by: string | null, options: InsertOptions<PgTable> = {}): WriteStatement {
  const { document, columns, source } = recordset(table, rows)
  const values: unknown[] = [document]
  const add = collectValues(values)
  const [row = {}] = rows
  const stamps = columnEntries(table, row, { createdById: by, updatedById: by }).slice(columns.length)
  const names = [...columns, ...stamps.map(([column]) => column)].map(({ name }) => name).join(', ')
  const selected = [...columns.map(({ value }) => value), ...stamps.map(([{ type }, value]) => `${add(value)}::${type}`)].join(', ')
  const text = `insert into ${getTableName(table)} (${names}) select ${selected} from ${source} order by x.ordinality`
  return { text: text + conflictClause(table, row, options, add) + returningClause(table, options.returning), values }
}

function condition(table: PgTable, where: unknown, add: (value: unknown) => string): string {
  const wanted = typeof where === 'object' && where !== null ? where : { id: where }
  const parts = Object.entries(wanted).flatMap(([property, value]: [string, unknown]) => {
    // A forgotten value must not widen the condition to more rows.
    if (value === undefined) throw new Error(`No value for ${getTableName(table)}.${property}`)
    const { name, type } = columnFor(table, property)
    if (value === null) return [`${name} is null`]
    // Written out, so that a plan for all values can use an index on these rows only.
    if (typeof value === 'boolean') return [value ? name : `not ${name}`]
    if (Array.isArray(value)) return [`${name} = any(${add(value)}::${type}[])`]
    return [value instanceof SqlFragment ? `${name} ${add(value)}` : `${name} = ${add(value)}`]
  })
  if (parts.length === 0) throw new Error(`No condition for ${getTableName(table)}`)
  return parts.join(' and ')
}

const changeStamps = (by: string | null) => ({ rowVersion: nextVersion, updateDate: now, updatedById: by })

function update(table: PgTable, where: unknown, row: object, by: string | null, options: UpdateOptions<PgTable> = {}): WriteStatement {
  const values: unknown[] = []
  const add = collectValues(values)
  const entries = columnEntries(table, row, options.isSilent ? {} : changeStamps(by))
  const set = entries.map(([{ name }, value]) => `${name} = ${add(value)}`).join(', ')
  return {
    text: `update ${getTableName(table)} set ${set} where ${condition(table, where, add)}${returningClause(table, options.returning)}`,
    values,
  }
}

function updateMany(
  table: PgTable,
  rows: readonly object[],
  by: string | null,
  options: UpdateManyOptions<PgTable, string> = {},
): WriteStatement {
  const { document, columns, source } = recordset(table, rows)
  const values: unknown[] = [document]
  const add = collectValues(values)
  const ids: readonly string[] = options.by ?? ['id']
  const written = columns.filter(({ key }) => !ids.includes(key))
  const stamps = columnEntries(table, {}, options.isSilent ? {} : { ...changeStamps(by), rowVersion: sql`t.row_version + 1` })
  const set = [...written.map(({ name, value }) => `${name} = ${value}`), ...stamps.map(([{ name }, value]) => `${name} = ${add(value)}`)]
  const conditions = ids.map((key) => `t.${columnFor(table, key).name} = x."${key}"`)
  if (options.skipsEqual)
    conditions.push(`(${written.map(({ name }) => `t.${name}`)}) is distinct from (${written.map(({ value }) => value)})`)
  return { text: `update ${getTableName(table)} t set ${set.join(', ')} from ${source} where ${conditions.join(' and ')}`, values }
}

/** The number of written rows, or the columns asked for. */
type WriteResult<T extends PgTable, K extends ColumnKey<T>> = Promise<[K] extends [never] ? number : RowOfTable<T, K>[]>

/** Rejects keys that the table lacks, also in an object that was built elsewhere, so that a renamed column stops the type check. */
type Exact<R, Known> = R & { [K in Exclude<keyof R, keyof Known>]: never }

/** Writes typed by the table: a new column that must have a value stops the type check wherever rows are inserted. */
export interface Writes {
  /** Inserts a row; its author is the actor, if the table has one. */
  insert<T extends PgTable, R extends InsertValues<T>, K extends ColumnKey<T> = never>(
    table: T,
    row: Exact<R, InsertValues<T>>,
    options?: InsertOptions<T, K>,
  ): WriteResult<T, K>
  insertMany<T extends PgTable, R extends ManyValues<T>, K extends ColumnKey<T> = never>(
    table: T,
    rows: readonly Exact<R, ManyValues<T>>[],
    options?: InsertOptions<T, K>,
  ): WriteResult<T, K>
  /** Writes these columns and, unless silent, the row version, date, and user of the change where the table has them. */
  update<T extends PgTable, R extends UpdateValues<T>, K extends ColumnKey<T> = never>(
    table: T,
    where: Where<T>,
    row: Exact<R, UpdateValues<T>>,
    options?: UpdateOptions<T, K>,
  ): WriteResult<T, K>
  /** Writes different values into many rows, found by `id` or by the columns of `by`. */
  updateMany<T extends PgTable, By extends ColumnKey<T>>(
    table: T,
    rows: readonly RowUpdate<T, By>[],
    options?: UpdateManyOptions<T, By>,
  ): Promise<number>
  /** Inserts without waiting, like `send`. */
  sendInsert<T extends PgTable>(table: T, rows: readonly ManyValues<T>[]): void
  sendUpdate<T extends PgTable>(table: T, where: Where<T>, row: UpdateValues<T>): void
  markDeleted<T extends PgTable, K extends ColumnKey<T> = never>(
    table: T,
    where: Where<T>,
    options?: Pick<UpdateOptions<T, K>, 'returning'>,
  ): WriteResult<T, K>
}

// The keys determine both the statement and the type of its result.
const ofKeys = <T extends PgTable, K extends ColumnKey<T>>(answer: Promise<unknown>) => answer as WriteResult<T, K>

interface Runner {
  send(text: string, values: unknown[]): void
  rows<S extends RowShape>(shape: S, text: string, values: unknown[]): Promise<RowOfShape<S>[]>
  run(text: string, values: unknown[]): Promise<number>
}

/** Writes of one unit of work. Many rows are one statement, and no rows are none. */
export function createWrites({ rows, run, send }: Runner, by: string | null): Writes {
  function result<T extends PgTable, K extends ColumnKey<T>>(table: T, { text, values }: WriteStatement, keys: readonly K[] | undefined) {
    const answer: Promise<unknown> = keys ? rows(tableShape(table, ...keys), text, values) : run(text, values)
    return ofKeys<T, K>(answer)
  }
  return {
    insert: (table, row, options) => result(table, insertOne(table, row, by, options), options?.returning),
    insertMany: (table, many, options) =>
      many.length > 0
        ? result(table, insertMany(table, many, by, options), options?.returning)
        : ofKeys(Promise.resolve(options?.returning ? [] : 0)),
    update: (table, where, row, options) => result(table, update(table, where, row, by, options), options?.returning),
    updateMany: async (table, many, options) => {
      if (many.length === 0) return 0
      const { text, values } = updateMany(table, many, by, options)
      return run(text, values)
    },
    sendInsert: (table, many) => {
      const [first, ...others] = many
      if (!first) return
      // One row has a plan that can be prepared.
      const { text, values } = others.length > 0 ? insertMany(table, many, by) : insertOne(table, first, by)
      send(text, values)
    },
    sendUpdate: (table, where, row) => {
      const { text, values } = update(table, where, row, by)
      send(text, values)
    },
    markDeleted: (table, where, options) => {
      const deletion = { isDeleted: true, deleteDate: now, deletedById: by, rowVersion: nextVersion }
      return result(table, update(table, where, deletion, by, { isSilent: true, ...options }), options?.returning)
    },
  }
}
