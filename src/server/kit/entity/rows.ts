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

/** Collects the values of one statement; each answers its placeholder. */
export class Params {
  readonly values: unknown[] = []
  add = (value: unknown) => `$${this.values.push(value)}`
}

/** A part of a row that other tables keep: SQL of one JSON value, read in the statement of the row; `t` is that row. */
export interface RowPart<V = unknown> {
  readonly type: ColumnType<V>
  readonly sql: string
}
export const rowPart = <V>(type: ColumnType<V>, sql: string): RowPart<V> => ({ type, sql })
/** What was read of a part. */
export type PartReader = <V>(part: RowPart<V>) => V

/** The parts of one row as the database answered them; held to their types where statements are. */
export function partsFrom(parts: readonly RowPart[], values: unknown[], isStrict: boolean): PartReader {
  const read = new Map(parts.map((part, at) => [part, values[at]]))
  for (const [{ type, sql }, value] of isStrict ? read : []) {
    const [fault] = findMismatches(type, value, 'A part')
    if (fault) throw new Error(`${fault}, which is not what it says.\n${sql}`)
  }
  // The one place where what the database answered gets the type of the part.
  return <V>(part: RowPart<V>) => read.get(part) as V
}

/** A row of any entity: what every row has, and its fields by their keys; whoever knows whose row it is knows what they are. */
export type Row = AuditColumns & { id: IdOf<Resource> } & Record<string, unknown>

/** One property of an answer and where it comes from. `t` is the entity's own table in every expression. */
export interface Column {
  readonly key: string
  readonly field: Field
  readonly expressions: readonly string[]
  /** What the column is sorted by; absent where sorting makes no sense. */
  readonly order?: string
  readonly read: (values: unknown[], at: number, addresses: FileUrls) => unknown
}

export interface EntityShape {
  readonly columns: readonly Column[]
  readonly joins: string
  /** When and by whom a row was deleted; only lists of deleted rows say it. */
  readonly deletion: { readonly columns: readonly Column[]; readonly joins: string }
  readonly table: string
  /** The table and those its references point to: a search may find other rows when one of them changes. */
  sources: string[]
  /** Names of columns that are never empty; an index serves those in both directions. */
  required: ReadonlySet<string>
  /** Column → the table it points to. */
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

const plain = (values: unknown[], at: number) => values[at]
const hundredths = (values: unknown[], at: number) => dollarsOf(values[at] as number | null)

const image: Column['read'] = (values, at, addresses) => addresses.stripSignature(values[at])
const richText: Column['read'] = (values, at, addresses) => signRichText(values[at], addresses)

/** An object of such parts; addresses of own files leave with a signature, so that a page can show them. */
export function objectReader(parts: string[]): Column['read'] {
  return (values, at, addresses) => {
    if (values[at] === null) return null
    const ref: Record<string, unknown> = {}
    for (let i = 0; i < parts.length; i++) ref[parts[i]!] = addresses.stripSignature(values[at + i])
    return ref
  }
}

const readers: Partial<Record<Field['kind'], Column['read']>> = { money: hundredths, hours: hundredths, image, richText }
const readerOf = ({ kind }: Field) => readers[kind] ?? plain

/** The name a referenced row is sorted and searched by. */
const titleOf = (resource: Resource, alias: string) => `${alias}.${columnName(resource.title)}`

const unordered: ReadonlySet<Field['kind']> = new Set(['list', 'group', 'json', 'choices', 'references', 'richText'])

/** A column whose value SQL works out. */
function computedColumn(field: Field, { sql, order, read }: ComputedColumn): Pick<Column, 'expressions' | 'order' | 'read'> {
  const expressions = typeof sql === 'string' ? [sql] : Object.values(sql)
  const usual = typeof sql === 'string' ? readerOf(field) : objectReader(Object.keys(sql))
  return {
    expressions,
    // A list or an object that SQL puts together has no order; asked for one, PostgreSQL refuses.
    order: order === undefined ? (typeof sql === 'string' && unordered.has(field.kind) ? undefined : expressions[0]) : (order ?? undefined),
    read: read ? (values, at, addresses) => read(values[at], addresses) : usual,
  }
}

/**
 * Where every property of a resource's answers comes from: own columns, referenced rows by the table's foreign keys,
 * computed fields by the expressions the server's entity gives.
 */
export function entityShape(
  parentResource: Resource,
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

  for (const [property, field] of Object.entries({ ...commonFields, ...parentResource.fields, ...parentResource.computed })) {
    const key = responseKey(property, field)
    const expression = computed[property]
    const column = `t.${columnName(property)}`
    if (expression !== undefined) {
      columns.push({ key, field, ...computedColumn(field, typeof expression === 'string' ? { sql: expression } : expression) })
    } else if (!(property in own)) {
      if (property in parentResource.computed || !['list', 'references', 'group', 'json'].includes(field.kind)) continue
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
      if (!target) throw new Error(`${parentResource.path}.${property} is a reference without a foreign key`)
      const alias = `r_${columnName(property)}`
      const resource = field.resource!()
      const parts = ['id', ...resource.ref]
      joined.push(`left join ${target} ${alias} on ${alias}.id = ${column}`)
      const nestedUser = resource.ids === 'uuid'
      columns.push({
        key,
        field,
        expressions: parts.map((part) => `${alias}.${columnName(part)}`),
        order: nestedUser ? undefined : `${titleOf(resource, alias)} collate ${naturalOrder}`,
        read: objectReader(parts),
      })
    } else {
      const isText = ['text', 'email', 'longText', 'phone', 'url'].includes(field.kind)
      columns.push({
        key,
        field,
        expressions: [column],
        order: !unordered.has(field.kind) ? (isText ? `${column} collate ${naturalOrder}` : column) : undefined,
        read: readerOf(field),
      })
    }
  }
  const required = new Set(Object.keys(own).flatMap((property) => (own[property]!.notNull ? columnName(property) : [])))
  const deletion = {
    columns: [
      { key: 'deleteDate', field: deletionFields.deleteDate!, expressions: ['t.delete_date'], order: 't.delete_date', read: plain },
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
 * The joins that one of these texts asks for. A join by a primary key neither adds nor takes rows; PostgreSQL sees that too, but only
 * after it has planned them, which for eleven of them takes longer than reading a page.
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

/** A value as its column stores it. */
export function toColumnValue(field: Field | undefined, value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null
  if (field && (field.kind === 'money' || field.kind === 'hours')) return centsOf(value as number)
  if (field?.kind === 'image') return String(value).split('?')[0]
  if (type === 'jsonb') return JSON.stringify(value)
  return value
}

/** Words of a search as `like` patterns: every one must occur. */
export function searchPatterns(search: string | null | undefined): string[] {
  return (search ?? '')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * For each word pieces of three characters that a text with this word must hold. The trigram index reads one list per piece,
 * and with a million rows those lists are what a search costs: a few pieces that do not overlap find nearly what all of them
 * would. None for a word without three plain letters or digits in a row.
 */
export function trigramProbes(patterns: string[]): string[][] {
  const runsOf = patterns.map((pattern) => pattern.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [])
  const isNumber = (run: string) => /\d/.test(run)
  // Digits tell more than letters, which many names share: beside a number a word of letters needs no second piece.
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
