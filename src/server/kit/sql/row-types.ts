import type { QueryConfig } from 'pg'
import type { Field, Fields, Kind, UserRef, ValueIn, ValuesOf } from '../../../model/kit/description.ts'
import type { Enumeration, ValueOf } from '../../../model/kit/enumeration.ts'

interface Held {
  /** The PostgreSQL types it may have, by their numbers in `pg_type`. */
  readonly types: readonly number[]
  readonly isNullable: boolean
  /** The choices a value must be among. */
  readonly options?: Enumeration
  /** What `typeof` may say of it inside JSON, where PostgreSQL does not. */
  readonly inJson?: readonly (keyof Plain)[]
  /** JSON that has these parts and no other but what `others` says, or a list of which each is this. */
  readonly parts?: RowShape
  readonly others?: Held
  readonly each?: Held
  /** A part that need not be there. */
  readonly mayLack?: boolean
}
interface Plain {
  number: number
  string: string
  boolean: boolean
}
/** What a column of the database's answers holds. `T` is what arrives here after `pool.ts` has read it. */
export interface ColumnType<T> extends Held {
  /** Carries the type only. */
  readonly type?: T
}
/** The row of a statement's answer: every column by its name. */
export type RowShape = Readonly<Record<string, ColumnType<unknown>>>
export type RowOfShape<S extends RowShape> = { -readonly [K in keyof S]: S[K] extends ColumnType<infer T> ? T : never }

const of = <T>(types: readonly number[], ...inJson: (keyof Plain)[]): ColumnType<T> => ({
  types,
  isNullable: false,
  ...(inJson.length > 0 && { inJson }),
})
const jsonTypes = [114, 3802]
const textTypes = [18, 19, 25, 1042, 1043]
const numberTypes = [20, 21, 23, 700, 701, 1700]
const inJson: Held = of(jsonTypes)
const anything: ColumnType<unknown> = { ...inJson, isNullable: true }

const kindsOfNumbers: ReadonlySet<Kind> = new Set(['id', 'integer', 'number', 'money', 'factor', 'percent', 'hours', 'flags', 'reference'])
/** A value in JSON as the check of its field leaves it: what its parts are is said in the model, and nowhere else. */
function kept({ kind, label, isOptional, options, fields, resource }: Field): Held {
  const held = { ...inJson, isNullable: isOptional }
  const parts = fields && partsOf(fields)
  if (kind === 'list') return { ...held, each: { ...inJson, parts } }
  if (kind === 'group') return { ...held, parts }
  if (kind === 'choices') return { ...held, each: fields?.of ? kept(fields.of) : { ...inJson, options } }
  if (kind === 'references') return { ...held, each: { ...inJson, inJson: [resource?.().ids === 'uuid' ? 'string' : 'number'] } }
  if (kind === 'json') throw new Error(`${label} says nothing of its parts`)
  return {
    ...held,
    options: kind === 'choice' ? options : undefined,
    inJson: kindsOfNumbers.has(kind) ? ['number'] : kind === 'boolean' ? ['boolean'] : ['string'],
  }
}
const partsOf = (fields: Fields): RowShape => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, kept(field)]))
const eachMayLack = (parts: RowShape): RowShape =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, mayLack: true }]))

/** The types of columns. One that can be null says so by `orNull`. */
export const is = {
  /** Counts, ids, whole cents, decimals: all arrive as numbers. */
  number: of<number>(numberTypes, 'number'),
  text: of<string>(textTypes, 'string'),
  boolean: of<boolean>([16], 'boolean'),
  uuid: of<string>([2950], 'string'),
  /** `YYYY-MM-DD` */
  date: of<string>([1082], 'string'),
  /** ISO 8601 in UTC. */
  instant: of<string>([1184], 'string'),
  numbers: of<number[]>([1005, 1007, 1016, 1231]),
  texts: of<string[]>([1009, 1015]),
  uuids: of<string[]>([2951]),
  /** An object the statement puts together, part by part held to what it says like a row. */
  jsonOf: <S extends RowShape>(parts: S): ColumnType<RowOfShape<S>> => ({ ...inJson, parts }),
  /** The same where more is kept than is read here. */
  jsonWith: <S extends RowShape>(parts: S): ColumnType<RowOfShape<S>> => ({ ...inJson, parts, others: anything }),
  listOf: <T>(each: ColumnType<T>): ColumnType<T[]> => ({ ...inJson, each }),
  /** An object of whatever names. */
  recordOf: <T>(each: ColumnType<T>): ColumnType<Record<string, T>> => ({ ...inJson, parts: {}, others: each }),
  /** JSON as the check of a field leaves it, or of several fields together; of `some` not every one need be there. */
  jsonOfField: <F extends Field>(field: F): ColumnType<ValueIn<F>> => kept(field),
  jsonOfFields: <F extends Fields>(fields: F): ColumnType<ValuesOf<F>> => ({ ...inJson, parts: partsOf(fields) }),
  someOfFields: <F extends Fields>(fields: F): ColumnType<Partial<ValuesOf<F>>> => ({ ...inJson, parts: eachMayLack(partsOf(fields)) }),
  /** A value that stands alone in JSON. */
  plain: <K extends keyof Plain>(...kinds: K[]): ColumnType<Plain[K]> => of(jsonTypes, ...kinds),
  /** Nothing holds it to its type: only where its parts hang on what another part says. How often it is asked for may only become less. */
  json: <T>(): ColumnType<T> => inJson,
  /** JSON of which only whoever reads it can find out what it is. */
  anything,
  /** A value of a closed list. */
  choice: <E extends Enumeration>(options: E): ColumnType<ValueOf<E>> => ({
    types: [...numberTypes, ...textTypes],
    isNullable: false,
    options,
  }),
  /** A text of which the types know more than the database, such as the name of a permission. */
  name: <T extends string>(): ColumnType<T> => of<T>(textTypes, 'string'),
  names: <T extends string>(): ColumnType<T[]> => of<T[]>([1009, 1015]),
}
export const orNull = <T>(type: ColumnType<T>): ColumnType<T | null> => ({ ...type, isNullable: true })
/** A part of JSON that not everything that is kept has. */
export const orMissing = <T>(type: ColumnType<T>): ColumnType<T | undefined> => ({ ...type, mayLack: true })

/** Where a value is not what its type says, as `records[0].hours is "a"`. */
export function* findMismatches(
  { isNullable, mayLack, options, inJson, parts, others, each }: Held,
  value: unknown,
  at: string,
): Generator<string> {
  if (value === undefined) {
    if (!mayLack) yield `${at} is named but not answered`
  } else if (each && Array.isArray(value)) {
    for (const [nth, one] of value.entries()) yield* findMismatches(each, one, `${at}[${nth}]`)
  } else if (parts && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const given = new Map<string, unknown>(Object.entries(value))
    for (const [name, one] of given) {
      if (Object.hasOwn(parts, name)) continue
      if (others) yield* findMismatches(others, one, `${at}.${name}`)
      else yield `${at}.${name} is answered but not named`
    }
    for (const [name, part] of Object.entries(parts)) yield* findMismatches(part, given.get(name), `${at}.${name}`)
  } else {
    const isOther = options ? !options.has(value) : parts || each || (inJson && !inJson.some((kind) => typeof value === kind))
    if (value === null ? !isNullable : isOther) yield `${at} is ${JSON.stringify(value)}`
  }
}

/** What is only named. */
export const namedShape = is.jsonOf({ id: is.number, name: is.text })
/** Somebody as answers name them: what the view `people` has as `person`. */
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

/** What an answer of the database has that its shape does not say, or the other way round; empty when they agree. */
export function shapeDifferences(shape: RowShape, { fields, rows }: Answered): string[] {
  const answered = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const problems = [...answered.keys()].filter((name) => !Object.hasOwn(shape, name)).map((name) => `${name} is answered but not named`)
  if (answered.size < fields.length) problems.push('two columns have one name')
  for (const [name, column] of Object.entries(shape)) {
    const type = answered.get(name)
    if (type === undefined) problems.push(`${name} is named but not answered`)
    else if (!column.types.includes(type)) problems.push(`${name} has the type ${type}, not ${column.types.join(' or ')}`)
    // Of a column itself PostgreSQL said what it is, unless it is JSON.
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

/** A connection, or a pool of them. */
export interface Queryable {
  query(asked: string | QueryConfig, values?: unknown[]): Promise<Answered & { rowCount: number | null }>
}

/**
 * Runs a statement whose rows have this shape. Where `isStrict`, as in every test, the answer is held to it; elsewhere that would
 * only cost time, because the same statements have been held to their shapes before.
 */
export async function queryRowsChecked<S extends RowShape>(
  client: Queryable,
  isStrict: boolean,
  shape: S,
  asked: QueryConfig,
): Promise<RowOfShape<S>[]> {
  const answered = await client.query(asked)
  if (isStrict) {
    const problems = shapeDifferences(shape, answered)
    if (problems.length > 0) throw new Error(`The rows of a statement are not what it says: ${problems.join('; ')}.\n${asked.text}`)
  }
  // The one place where what the database answered gets its type.
  return answered.rows as RowOfShape<S>[]
}

/** The same outside the transaction of a context, as where sessions and jobs are looked up: a few rows, held to their shape everywhere. */
export const queryRows = <S extends RowShape>(client: Queryable, shape: S, asked: string | QueryConfig, values?: unknown[]) =>
  queryRowsChecked(client, true, shape, typeof asked === 'string' ? { text: asked, values } : asked)

/** The row of a statement that always answers exactly one, as a count does and an insert that returns what it made. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`A statement that answers one row answered ${rows.length}`)
  return row
}
