import type { QueryConfig } from 'pg'
import type { Field, Fields, Kind, UserRef, ValueIn, ValuesOf } from '../../../model/kit/description.ts'
import type { Enumeration, ValueOf } from '../../../model/kit/enumeration.ts'
import { columnName } from './table.ts'

interface Held {
  /** Allowed PostgreSQL types, as OIDs of `pg_type`. */
  readonly types: readonly number[]
  readonly isNullable: boolean
  readonly options?: Enumeration
  /** Allowed `typeof` results for a value inside JSON, where PostgreSQL reports no type. */
  readonly inJson?: readonly (keyof Plain)[]
  /** JSON with exactly these properties, plus those `others` allows, or a list of `each`. */
  readonly parts?: RowShape
  readonly others?: Held
  readonly each?: Held
  readonly mayLack?: boolean
}
interface Plain {
  number: number
  string: string
  boolean: boolean
}
/** Type of a result column. `T` is the value after the parsing in `pool.ts`. */
export interface ColumnType<T> extends Held {
  readonly type?: T
}
export type RowShape = Readonly<Record<string, ColumnType<unknown>>>
export type RowOfShape<S extends RowShape> = { -readonly [K in keyof S]: S[K] extends ColumnType<infer T> ? T : never }

const columnOf = <T>(types: readonly number[], ...inJson: (keyof Plain)[]): ColumnType<T> => ({
  types,
  isNullable: false,
  ...(inJson.length > 0 && { inJson }),
})
const jsonTypes = [114, 3802]
const textTypes = [18, 19, 25, 1042, 1043]
const numberTypes = [20, 21, 23, 700, 701, 1700]
const inJson: Held = columnOf(jsonTypes)
const anything: ColumnType<unknown> = { ...inJson, isNullable: true }

const kindsOfNumbers: ReadonlySet<Kind> = new Set(['id', 'integer', 'number', 'money', 'factor', 'percent', 'hours', 'flags', 'reference'])
/** Type of a JSON value as validated by its field; the model is the only definition of its properties. */
function heldAs({ kind, label, isOptional, options, fields, resource }: Field): Held {
  const held = { ...inJson, isNullable: isOptional }
  const parts = fields && jsonFieldTypes(fields)
  if (kind === 'list') return { ...held, each: { ...inJson, parts } }
  if (kind === 'group') return { ...held, parts }
  if (kind === 'choices') return { ...held, each: fields?.of ? heldAs(fields.of) : { ...inJson, options } }
  if (kind === 'references') return { ...held, each: { ...inJson, inJson: [resource?.().ids === 'uuid' ? 'string' : 'number'] } }
  if (kind === 'json') throw new Error(`${label} says nothing of its parts`)
  return {
    ...held,
    options: kind === 'choice' ? options : undefined,
    inJson: kindsOfNumbers.has(kind) ? ['number'] : kind === 'boolean' ? ['boolean'] : ['string'],
  }
}
const jsonFieldTypes = (fields: Fields): RowShape => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, heldAs(field)]))
const eachMayLack = (parts: RowShape): RowShape =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, mayLack: true }]))

/** Column types. A nullable column uses `orNull`. */
export const is = {
  /** Counts, ids, cents, and decimals all arrive as numbers. */
  number: columnOf<number>(numberTypes, 'number'),
  text: columnOf<string>(textTypes, 'string'),
  boolean: columnOf<boolean>([16], 'boolean'),
  uuid: columnOf<string>([2950], 'string'),
  /** `YYYY-MM-DD` */
  date: columnOf<string>([1082], 'string'),
  /** ISO 8601 in UTC. */
  instant: columnOf<string>([1184], 'string'),
  numbers: columnOf<number[]>([1005, 1007, 1016, 1231]),
  texts: columnOf<string[]>([1009, 1015]),
  uuids: columnOf<string[]>([2951]),
  /** A JSON object built by the statement; its properties are checked like columns. */
  jsonOf: <S extends RowShape>(parts: S): ColumnType<RowOfShape<S>> => ({ ...inJson, parts }),
  /** Like `jsonOf`, but ignores further properties. */
  jsonWith: <S extends RowShape>(parts: S): ColumnType<RowOfShape<S>> => ({ ...inJson, parts, others: anything }),
  listOf: <T>(columnType: ColumnType<T>): ColumnType<T[]> => ({ ...inJson, each: columnType }),
  recordOf: <T>(columnType: ColumnType<T>): ColumnType<Record<string, T>> => ({ ...inJson, parts: {}, others: columnType }),
  /** JSON validated by one or more fields; with `some`, properties may be missing. */
  jsonOfField: <F extends Field>(field: F): ColumnType<ValueIn<F>> => heldAs(field),
  jsonOfFields: <F extends Fields>(fields: F): ColumnType<ValuesOf<F>> => ({ ...inJson, parts: jsonFieldTypes(fields) }),
  someOfFields: <F extends Fields>(fields: F): ColumnType<Partial<ValuesOf<F>>> => ({
    ...inJson,
    parts: eachMayLack(jsonFieldTypes(fields)),
  }),
  plain: <K extends keyof Plain>(...kinds: K[]): ColumnType<Plain[K]> => columnOf(jsonTypes, ...kinds),
  /** Unchecked JSON, for objects whose properties depend on another one. The number of uses may only decrease. */
  json: <T>(): ColumnType<T> => inJson,
  /** JSON of unknown type; the reader must check it. */
  anything,
  choice: <E extends Enumeration>(options: E): ColumnType<ValueOf<E>> => ({
    types: [...numberTypes, ...textTypes],
    isNullable: false,
    options,
  }),
  /** A text with a narrower type than the database's, such as a permission name. */
  name: <T extends string>(): ColumnType<T> => columnOf<T>(textTypes, 'string'),
  names: <T extends string>(): ColumnType<T[]> => columnOf<T[]>([1009, 1015]),
}
export const orNull = <T>(type: ColumnType<T>): ColumnType<T | null> => ({ ...type, isNullable: true })
/** Columns of a shape, for a statement that reads them as the table has them: `r.id, r.row_version`. */
export const columnList = (shape: RowShape, table: string) =>
  Object.keys(shape)
    .map((key) => `${table}."${columnName(key)}"`)
    .join(', ')
/** A JSON property that older stored values may lack. */
export const orMissing = <T>(type: ColumnType<T>): ColumnType<T | undefined> => ({ ...type, mayLack: true })

/** Yields type errors of a value, such as `records[0].hours is "a"`. */
export function* findMismatches(
  { isNullable, mayLack, options, inJson, parts, others, each }: Held,
  value: unknown,
  at: string,
): Generator<string> {
  if (value === undefined) {
    if (!mayLack) yield `${at} is named but not answered`
  } else if (each && Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* findMismatches(each, one, `${at}[${index}]`)
  } else if (parts && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const entries = new Map<string, unknown>(Object.entries(value))
    for (const [name, one] of entries) {
      if (Object.hasOwn(parts, name)) continue
      if (others) yield* findMismatches(others, one, `${at}.${name}`)
      else yield `${at}.${name} is answered but not named`
    }
    for (const [name, part] of Object.entries(parts)) yield* findMismatches(part, entries.get(name), `${at}.${name}`)
  } else {
    const isOther = options ? !options.has(value) : parts || each || (inJson && !inJson.some((kind) => typeof value === kind))
    if (value === null ? !isNullable : isOther) yield `${at} is ${JSON.stringify(value)}`
  }
}

export const namedShape = is.jsonOf({ id: is.number, name: is.text })
/** A user as returned by the column `person` of the view `people`. */
export const personRef: ColumnType<UserRef> = is.jsonOf({
  id: is.uuid,
  firstName: is.text,
  lastName: is.text,
  avatarUrl: orNull(is.text),
  isSuspended: is.boolean,
  isExternalUser: is.boolean,
})

interface Answered {
  fields: readonly { name: string; dataTypeID: number }[]
  rows: readonly Record<string, unknown>[]
}

/** Returns the differences between a result and its declared shape; empty if they match. */
export function shapeDifferences(shape: RowShape, { fields, rows }: Answered): string[] {
  const answered = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const problems = [...answered.keys()].filter((name) => !Object.hasOwn(shape, name)).map((name) => `${name} is answered but not named`)
  if (answered.size < fields.length) problems.push('two columns have one name')
  for (const [name, column] of Object.entries(shape)) {
    const type = answered.get(name)
    if (type === undefined) problems.push(`${name} is named but not answered`)
    else if (!column.types.includes(type)) problems.push(`${name} has the type ${type}, not ${column.types.join(' or ')}`)
    // PostgreSQL reports a column's type, except inside JSON.
    const looked = column.types === jsonTypes ? column : { ...column, inJson: undefined }
    for (const { [name]: value } of type === undefined ? [] : rows) {
      const [fault] = findMismatches(looked, value, name)
      if (fault) {
        problems.push(fault)
        break
      }
    }
  }
  return problems
}

export interface Queryable {
  query(statement: string | QueryConfig, values?: unknown[]): Promise<Answered & { rowCount: number | null }>
}

/**
 * Runs a statement with rows of this shape. With `isStrict`, as in all tests, the result is checked; in production that would only cost
 * time, because tests cover the same statements.
 */
export async function queryRowsChecked<S extends RowShape>(
  client: Queryable,
  isStrict: boolean,
  shape: S,
  statement: QueryConfig,
): Promise<RowOfShape<S>[]> {
  const answered = await client.query(statement)
  if (isStrict) {
    const problems = shapeDifferences(shape, answered)
    if (problems.length > 0) throw new Error(`The rows of a statement are not what it says: ${problems.join('; ')}.\n${statement.text}`)
  }
  // The only cast from a database result to its type.
  return answered.rows as RowOfShape<S>[]
}

/** Runs a statement outside a request context, such as for sessions and jobs. Always checks the shape, because there are few rows. */
export const queryRows = <S extends RowShape>(client: Queryable, shape: S, statement: string | QueryConfig, values?: unknown[]) =>
  queryRowsChecked(client, true, shape, typeof statement === 'string' ? { text: statement, values } : statement)

/** Returns the row of a statement that always returns exactly one, such as a count or an insert. Throws otherwise. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`A statement that answers one row answered ${rows.length}`)
  return row
}
