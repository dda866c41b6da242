import { getTableColumns } from 'drizzle-orm'
import type { Field, Fields } from '../../../model/kit/description.ts'
import { centsOf } from '../../../model/kit/money.ts'
import { type Column, Params, selection } from '../entity/rows.ts'
import type { Served } from '../entity/served.ts'
import { totalsChanged } from '../list/list.ts'
import type { Actor, Context, Row } from '../request/context.ts'
import { columnName } from '../sql/table.ts'

/** Beyond this nobody is told of single rows: lists are read again by the first event. */
const mostEvents = 200

type Own = Record<string, { getSQLType(): string }>
const ownOf = ({ table }: Served<any>) => getTableColumns(table) as Own

/** The column's property behind a key of an answer: references stand in `…Id`. */
export function propertyOf(served: Served<any>, key: string): string | undefined {
  const own = ownOf(served)
  if (`${key}Id` in own && !(key in own)) return `${key}Id`
  return key in own ? key : undefined
}

export const fieldOf = (served: Served<any>, key: string): Field | undefined => {
  const { fields, computed } = served.of as { fields: Fields; computed: Fields }
  return fields[key] ?? fields[`${key}Id`] ?? computed[key]
}

/** What a row says about itself, without sums over other rows. */
const plainColumns = (served: Served<any>): Column[] =>
  served.shape.columns.filter(({ key }) => propertyOf(served, key) !== undefined || key === 'id')

/** Sees every field: what is compared and written back must not depend on who asks. Never answered to anybody. */
const seeingAll = (actor: Actor): Actor => ({ ...actor, held: { has: () => true } as unknown as Actor['held'] })

/** Many rows by id as answers carry them, deleted ones too, past scope and masks; locked until the commit if asked. */
export async function readMany(ctx: Context, served: Served<any>, ids: unknown[], { lock = false } = {}): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  if (ids.length === 0) return found
  const p = new Params()
  const columns = plainColumns(served)
  const { text, read } = selection(columns, { actor: seeingAll(ctx.actor), services: ctx.services }, 1)
  const type = ownOf(served).id!.getSQLType()
  const rows = await ctx.lists(
    `select t.is_deleted, ${text} from ${served.shape.table} t ${served.shape.joins} where t.id = any(${p.add(ids)}::${type}[]) order by t.id ${lock ? 'for update of t' : ''}`,
    p.values,
  )
  for (const values of rows) {
    const row: Row = { ...read(values), isDeleted: values[0] }
    found.set(String(row.id), row)
  }
  return found
}

/** A value of an answer as JSON of its column. */
export function asColumn(field: Field | undefined, value: any): unknown {
  if (value === null || value === undefined || value === '') return null
  if (field?.kind === 'money' || field?.kind === 'hours') return centsOf(value)
  if (field?.kind === 'image') return String(value).split('?')[0]
  const isPointer = field?.kind === 'reference' || field?.kind === 'user' || field?.kind === 'json'
  if (isPointer && typeof value === 'object' && !Array.isArray(value) && 'id' in value) return value.id
  return value
}

export interface Written {
  id: unknown
  /** Property of the table → value as its column stores it; other columns stay. */
  columns: Row
}

/** Writes different columns of many rows in one statement. Callers hold the rows and have checked what they write. */
export async function writeMany(ctx: Context, served: Served<any>, rows: Written[], { isStep = false } = {}) {
  if (rows.length === 0) return
  const { table } = served.shape
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))].map(columnName)
  const set = names.map((name) => `"${name}" = case when x.v ? '${name}' then w."${name}" else t."${name}" end, `).join('')
  const given = rows.map(({ id, columns }) => ({
    id,
    v: Object.fromEntries(Object.entries(columns).map(([property, value]) => [columnName(property), value])),
  }))
  await ctx.run(
    `update ${table} t set ${set} update_date = now(), updated_by_id = $2, row_version = t.row_version + ${isStep ? 0 : 1}
     from jsonb_to_recordset($1) as x(id ${ownOf(served).id!.getSQLType()}, v jsonb), jsonb_populate_record(null::${table}, x.v) w where t.id = x.id`,
    [JSON.stringify(given), ctx.actor.userId || null],
  )
}

/** The same where living rows may exchange unique names: none holds its old name while the new ones are written. */
export async function writeExchanging(ctx: Context, served: Served<any>, rows: Written[]) {
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

/** Tells after the commit that rows changed. */
export function announceMany(
  ctx: Context,
  served: Served<any>,
  rows: { id: any; projectId?: number | null; rowVersion?: number }[],
  action: 'Created' | 'Updated' | 'Deleted' | 'Restored',
) {
  if (rows.length === 0) return
  ctx.after(() => {
    totalsChanged(served.shape.table)
    for (const { id, projectId, rowVersion } of rows.slice(0, mostEvents))
      ctx.services.changed(
        { entity: served.of.entity, id, projectId: projectId ?? undefined, action, rowVersion },
        served.of.permission.view,
      )
  })
}
