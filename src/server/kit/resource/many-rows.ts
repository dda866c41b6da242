import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { centsOf } from '../../../model/kit/money.ts'
import { type IdOf, type RowOf, responseKey, type WriteValues } from '../../../model/kit/resource.ts'
import { inBatches } from '../entity/audit.ts'
import type { Column, EntityShape } from '../entity/rows.ts'
import { selectColumns } from '../entity/selection.ts'
import { invalidateTotals } from '../list/list.ts'
import type { Actor, Context } from '../request/context.ts'
import { columnName } from '../sql/table.ts'

/** For more rows no row events are sent: the first event makes lists reload. */
const mostEvents = 200

export interface ManyRowsEntity<R extends Resource = Resource, T extends PgTable = PgTable> {
  resource: R
  table: T
  shape: EntityShape
}
/** Response keys that map to a table column (`columnProperty`). */
type PlainKey<K, Property> = K extends Property ? K : K extends string ? (`${K}Id` extends Property ? K : never) : never
/** A row's own values, without sums over other rows (`plainColumns`). */
type PlainRow<R extends Resource, T extends PgTable> = { id: IdOf<R>; isDeleted: boolean } & {
  [K in keyof RowOf<R> as PlainKey<K, keyof T['_']['columns']>]: RowOf<R>[K]
}
export type StoredRow<K> = K extends ManyRowsEntity<infer R, infer T> ? PlainRow<R, T> : never

const tableColumns = ({ table }: ManyRowsEntity): Record<string, { getSQLType(): string }> => getTableColumns(table)

/** Returns the column property for a response key: references are stored in `…Id`. */
export function columnProperty(served: ManyRowsEntity, key: string): string | undefined {
  const own = tableColumns(served)
  if (`${key}Id` in own && !(key in own)) return `${key}Id`
  return key in own ? key : undefined
}

export const responseField = ({ resource: { fields, computed } }: ManyRowsEntity, key: string): Field | undefined =>
  fields[key] ?? fields[`${key}Id`] ?? computed[key]

const plainColumns = (served: ManyRowsEntity): Column[] =>
  served.shape.columns.filter(({ key }) => columnProperty(served, key) !== undefined || key === 'id')

/** An actor with every permission, because comparing and writing back must not depend on the user. Never used for a response. */
const seeingAll = (actor: Actor): Actor => ({ ...actor, isExternal: false, held: { has: () => true } as unknown as Actor['held'] })

/**
 * Reads many rows by id in response form, including deleted ones. Ignores scope and masks. With `lock` the rows are locked until the
 * commit.
 */
export async function readMany<R extends Resource, T extends PgTable>(
  ctx: Context,
  served: ManyRowsEntity<R, T>,
  ids: unknown[],
  { lock = false } = {},
): Promise<Map<string, PlainRow<R, T>>> {
  const found = new Map<string, PlainRow<R, T>>()
  const columns = plainColumns(served)
  const { text, read } = selectColumns(columns, { actor: seeingAll(ctx.actor), addresses: ctx.addresses }, 1)
  const type = tableColumns(served).id!.getSQLType()
  // Locks rows in a fixed order, so that concurrent writers cannot deadlock.
  const inOrder = ids.map(String).sort(type === 'uuid' ? undefined : (a, b) => Number(a) - Number(b))
  await inBatches(inOrder, async (some) => {
    const rows = await ctx.lists(
      `select t.is_deleted, ${text} from ${served.shape.table} t ${served.shape.joins} where t.id = any($1::${type}[]) order by t.id ${lock ? 'for update of t' : ''}`,
      [some],
    )
    for (const values of rows) {
      const row: Record<string, unknown> = { ...read(values), isDeleted: values[0] }
      // The selected columns are exactly those in the type.
      found.set(String(row.id), row as PlainRow<R, T>)
    }
  })
  return found
}

export function toColumnJson(field: Field | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  if (field?.kind === 'money' || field?.kind === 'hours') return centsOf(Number(value))
  if (field?.kind === 'image') return String(value).split('?')[0]
  const isPointer = field?.kind === 'reference' || field?.kind === 'user' || field?.kind === 'json'
  if (isPointer && typeof value === 'object' && !Array.isArray(value) && 'id' in value) return value.id
  return value
}

/** Returns the wanted values that differ from the row, limited to the entity's fields. */
export function pendingChanges<R extends Resource, W extends { readonly [K in keyof WriteValues<R>]?: WriteValues<R>[K] | null }>(
  { resource }: Pick<ManyRowsEntity<R>, 'resource'>,
  row: Readonly<Record<string, unknown>>,
  changes: W & Record<Exclude<keyof W, keyof WriteValues<R>>, never>,
): Record<string, unknown> {
  const fields: Fields = resource.fields
  const isNew = (key: string, value: unknown) => {
    const field = fields[key]
    if (!field) throw new Error(`${resource.path} has no field ${key}`)
    return toColumnJson(field, value) !== toColumnJson(field, row[responseKey(key, field)])
  }
  return Object.fromEntries(Object.entries<unknown>(changes).filter(([key, value]) => isNew(key, value)))
}

export interface RowWrite {
  id: unknown
  /** Values by property, as their columns store them; other columns stay unchanged. */
  columns: Record<string, unknown>
}

/** Writes different columns of many rows in one statement. The caller has locked the rows and validated the values. */
export async function writeMany(ctx: Context, served: ManyRowsEntity, rows: RowWrite[], { isStep = false } = {}) {
  if (rows.length === 0) return
  const { table } = served.shape
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))].map(columnName)
  const set = names.map((name) => `"${name}" = case when x.v ? '${name}' then w."${name}" else t."${name}" end, `).join('')
  const rowValues = rows.map(({ id, columns }) => ({
    id,
    v: Object.fromEntries(Object.entries(columns).map(([property, value]) => [columnName(property), value])),
  }))
  await ctx.run(
    `update ${table} t set ${set} update_date = now(), updated_by_id = $2, row_version = t.row_version + ${isStep ? 0 : 1}
     from jsonb_to_recordset($1) as x(id ${tableColumns(served).id!.getSQLType()}, v jsonb), jsonb_populate_record(null::${table}, x.v) w where t.id = x.id`,
    [JSON.stringify(rowValues), ctx.actor.userId || null],
  )
}

/** Like `writeMany`, for rows that may swap unique names: all release their names before the new ones are written. */
export async function writeManySwapping(ctx: Context, served: ManyRowsEntity, rows: RowWrite[]) {
  await writeMany(
    ctx,
    served,
    rows.map(({ id }) => ({ id, columns: { isDeleted: true } })),
    { isStep: true },
  )
  await writeMany(
    ctx,
    served,
    rows.map(({ id, columns }) => ({ id, columns: { isDeleted: false, ...columns } })),
  )
}

export function announceMany(
  ctx: Context,
  served: Pick<ManyRowsEntity, 'resource' | 'shape'>,
  rows: { id: number | string; projectId?: number | null; rowVersion?: number }[],
  action: 'Created' | 'Updated' | 'Deleted' | 'Restored',
) {
  if (rows.length === 0) return
  ctx.after(() => {
    invalidateTotals(served.shape.table)
    for (const { id, projectId, rowVersion } of rows.slice(0, mostEvents))
      ctx.services.changed(
        { entity: served.resource.entity, id, projectId: projectId ?? undefined, action, rowVersion },
        served.resource.permission.view,
      )
  })
}
