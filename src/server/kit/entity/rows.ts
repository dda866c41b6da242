import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { AuditColumns, Field, Resource } from '../../../model/kit/description.ts'
import { centsOf, dollarsOf } from '../../../model/kit/money.ts'
import { type IdOf, responseKey } from '../../../model/kit/resource.ts'
import { signRichText } from '../files/rich-text.ts'
import type { FileUrls } from '../request/context.ts'
import { type ColumnType, findMismatches } from '../sql/row-types.ts'
import { columnName, naturalOrder } from '../sql/table.ts'
import type { ComputedColumn } from './computed.ts'

export class Params {
  readonly values: unknown[] = []
  add = (value: unknown) => `$${this.values.push(value)}`
}

/** A part of a row stored in other tables: SQL of one JSON value, read in the row's statement. `t` is the row. */
export interface RowPart<V = unknown> {
  readonly type: ColumnType<V>
  readonly sql: string
}
export const rowPart = <V>(type: ColumnType<V>, sql: string): RowPart<V> => ({ type, sql })
export type PartReader = <V>(part: RowPart<V>) => V

/** Reads the parts of one row. Checks their types when statements are checked. */
export function partsFrom(parts: readonly RowPart[], values: unknown[], isStrict: boolean): PartReader {
  const read = new Map(parts.map((part, index) => [part, values[index]]))
  for (const [{ type, sql }, value] of isStrict ? read : []) {
    const [fault] = findMismatches(type, value, 'A part')
    if (fault) throw new Error(`${fault}, which is not what it says.\n${sql}`)
  }
  // The only cast from database values to the type of the part.
  return <V>(part: RowPart<V>) => read.get(part) as V
}

/** A row of any entity: common properties plus fields by key. The resource determines the field types. */
export type Row = AuditColumns & { id: IdOf<Resource> } & Record<string, unknown>

/** One property of a response and its source. `t` is the entity's own table in every expression. */
export interface Column {
  readonly key: string
  readonly field: Field
  readonly expressions: readonly string[]
  /** Sort expression; absent if the column cannot be sorted. */
  readonly order?: string
  readonly read: (values: unknown[], at: number, addresses: FileUrls) => unknown
}

export interface EntityShape {
  readonly columns: readonly Column[]
  readonly joins: string
  /** Deletion date and user, only in lists of deleted rows. */
  readonly deletion: { readonly columns: readonly Column[]; readonly joins: string }
  readonly table: string
  /** The table and its referenced tables: a change in any of them may change search results. */
  sources: string[]
  /** Columns that are never null; one index serves both sort directions. */
  required: ReadonlySet<string>
  pointers: ReadonlyMap<string, string>
}

const userParts = ['id', 'firstName', 'lastName', 'avatarUrl', 'isSuspended', 'isExternalUser']
const userField: Field = { kind: 'user', label: '', isOptional: true, check: () => null }
export const commonFields: Record<string, Field> = {
  id: { ...userField, kind: 'id', label: 'Id' },
  rowVersion: { ...userField, kind: 'integer', label: 'Version' },
  createDate: { ...userField, kind: 'instant', label: 'Created' },
  updateDate: { ...userField, kind: 'instant', label: 'Updated' },
  createdById: { ...userField, label: 'Created by' },
  updatedById: { ...userField, label: 'Updated by' },
}

const deletionFields: Record<string, Field> = {
  deleteDate: { ...userField, kind: 'instant', label: 'Deleted' },
  deletedById: { ...userField, label: 'Deleted by' },
}

const readPlain = (values: unknown[], at: number) => values[at]
const hundredths = (values: unknown[], at: number) => dollarsOf(values[at] as number | null)

const readImage: Column['read'] = (values, at, addresses) => addresses.stripSignature(values[at])
const readRichText: Column['read'] = (values, at, addresses) => signRichText(values[at], addresses)

/** Reads an object of these properties. URLs of stored files are signed, so that a page can show them. */
function objectReader(parts: string[]): Column['read'] {
  return (values, at, addresses) => {
    if (values[at] === null) return null
    const ref: Record<string, unknown> = {}
    for (let i = 0; i < parts.length; i++) ref[parts[i]!] = addresses.stripSignature(values[at + i])
    return ref
  }
}

const readers: Partial<Record<Field['kind'], Column['read']>> = {
  money: hundredths,
  hours: hundredths,
  image: readImage,
  richText: readRichText,
}
const fieldReader = ({ kind }: Field) => readers[kind] ?? readPlain

const titleSql = (resource: Resource, alias: string) => `${alias}.${columnName(resource.title)}`

const unordered: ReadonlySet<Field['kind']> = new Set(['list', 'group', 'json', 'choices', 'references', 'richText'])

function computedColumn(field: Field, { sql, order, read }: ComputedColumn): Pick<Column, 'expressions' | 'order' | 'read'> {
  const expressions = typeof sql === 'string' ? [sql] : Object.values(sql)
  const usual = typeof sql === 'string' ? fieldReader(field) : objectReader(Object.keys(sql))
  return {
    expressions,
    // A list or object built in SQL has no order; PostgreSQL would throw when sorting by it.
    order: order === undefined ? (typeof sql === 'string' && unordered.has(field.kind) ? undefined : expressions[0]) : (order ?? undefined),
    read: read ? (values, at, addresses) => read(values[at], addresses) : usual,
  }
}

/** Maps every response property to its source: own columns, rows referenced by foreign keys, and computed SQL expressions. */
export function entityShape(
  resource: Resource,
  table: PgTable,
  computed: Readonly<Record<string, string | ComputedColumn | undefined>>,
  joins = '',
): EntityShape {
  const own = getTableColumns(table)
  const pointers = new Map<string, string>()
  for (const foreign of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable } = foreign.reference()
    pointers.set(columns[0]!.name, getTableName(foreignTable))
  }
  const columns: Column[] = []
  const joined: string[] = []

  for (const [property, field] of Object.entries({ ...commonFields, ...resource.fields, ...resource.computed })) {
    const key = responseKey(property, field)
    const expression = computed[property]
    const column = `t.${columnName(property)}`
    if (expression !== undefined) {
      columns.push({ key, field, ...computedColumn(field, typeof expression === 'string' ? { sql: expression } : expression) })
    } else if (!(property in own)) {
      if (property in resource.computed || !['list', 'references', 'group', 'json'].includes(field.kind)) continue
    } else if (field.kind === 'user') {
      const alias = `u_${columnName(property)}`
      joined.push(`left join users ${alias} on ${alias}.id = ${column}`)
      columns.push({
        key,
        field,
        expressions: userParts.map((part) => `${alias}.${columnName(part)}`),
        order: `${alias}.last_name collate ${naturalOrder}`,
        read: objectReader(userParts),
      })
    } else if (field.kind === 'reference') {
      const target = pointers.get(columnName(property))
      if (!target) throw new Error(`${resource.path}.${property} is a reference without a foreign key`)
      const alias = `r_${columnName(property)}`
      const referenced = field.resource!()
      const parts = ['id', ...referenced.ref]
      joined.push(`left join ${target} ${alias} on ${alias}.id = ${column}`)
      const nestedUser = referenced.ids === 'uuid'
      columns.push({
        key,
        field,
        expressions: parts.map((part) => `${alias}.${columnName(part)}`),
        order: nestedUser ? undefined : `${titleSql(referenced, alias)} collate ${naturalOrder}`,
        read: objectReader(parts),
      })
    } else {
      const isText = ['text', 'email', 'longText', 'phone', 'url'].includes(field.kind)
      columns.push({
        key,
        field,
        expressions: [column],
        order: !unordered.has(field.kind) ? (isText ? `${column} collate ${naturalOrder}` : column) : undefined,
        read: fieldReader(field),
      })
    }
  }
  const required = new Set(Object.keys(own).flatMap((property) => (own[property]!.notNull ? columnName(property) : [])))
  const deletion = {
    columns: [
      { key: 'deleteDate', field: deletionFields.deleteDate!, expressions: ['t.delete_date'], order: 't.delete_date', read: readPlain },
      {
        key: 'deletedBy',
        field: deletionFields.deletedById!,
        expressions: userParts.map((part) => `u_deleted.${columnName(part)}`),
        order: `u_deleted.last_name collate ${naturalOrder}`,
        read: objectReader(userParts),
      },
    ],
    joins: 'left join users u_deleted on u_deleted.id = t.deleted_by_id',
  }
  return {
    columns,
    joins: [...joined, joins].join('\n'),
    deletion,
    table: getTableName(table),
    sources: [...new Set([getTableName(table), ...pointers.values()])],
    required,
    pointers,
  }
}

/**
 * Returns only the joins these SQL texts use. PostgreSQL also removes unused primary-key joins, but only after planning: for eleven joins
 * that takes longer than reading a page.
 */
export function requiredJoins(joins: string, ...texts: string[]): string {
  const kept: string[] = []
  for (const { text, alias } of joinParts(joins).toReversed())
    if (!alias || [...texts, ...kept].some((needing) => alias.test(needing))) kept.unshift(text)
  return kept.join('\n')
}

const partsOfJoins = new Map<string, { text: string; alias?: RegExp }[]>()
function joinParts(joins: string) {
  const known = partsOfJoins.get(joins)
  if (known) return known
  const parts = joins
    .split(/\b(?=left join )/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => {
      const alias = /^left join \w+ (\w+) on \1\.id = \w+\.\w+( and (not )?\1\.\w+( = \w+\.\w+)?)*$/.exec(text)?.[1]
      return alias ? { text, alias: new RegExp(`\\b${alias}\\.`) } : { text }
    })
  partsOfJoins.set(joins, parts)
  return parts
}

export function toColumnValue(field: Field | undefined, value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null
  if (field && (field.kind === 'money' || field.kind === 'hours')) return centsOf(value as number)
  if (field?.kind === 'image') return String(value).split('?')[0]
  if (type === 'jsonb') return JSON.stringify(value)
  return value
}

/** Splits a search into at most ten `like` patterns; a row must match all of them. */
export function searchPatterns(search: string | null | undefined): string[] {
  return (search ?? '')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * Three-character pieces that every text with the word must contain. The trigram index reads one list per piece, which is the main cost
 * with a million rows; a few pieces without overlap find nearly as much as all. Empty for a word without three consecutive letters or
 * digits.
 */
export function trigramProbes(patterns: string[]): string[][] {
  const runsOf = patterns.map((pattern) => pattern.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [])
  const isNumber = (run: string) => /\d/.test(run)
  // Digits are more selective than letters: next to a number, a word of letters needs only one piece.
  const hasNumber = runsOf.some((runs) => runs.some(isNumber))
  return runsOf.map((runs) => {
    const numbers = runs.filter(isNumber)
    if (numbers.length === 0 && hasNumber) return runs.slice(-1).map((run) => run.slice(-3))
    const pieces = (numbers.length > 0 ? numbers : runs).flatMap((run) => {
      const middle = run.length > 6 ? [run.slice((run.length >> 1) - 1, (run.length >> 1) + 2)] : []
      return [run.slice(0, 3), ...middle, run.slice(-3)]
    })
    return [...new Set(pieces)].slice(0, 3)
  })
}
