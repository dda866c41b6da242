import { getTableColumns, getTableName } from 'drizzle-orm'
import { standardCalls } from '../../../model/kit/call.ts'
import type { Call, Field, Fields, Resource } from '../../../model/kit/description.ts'
import { answerKey } from '../../../model/kit/resource.ts'
import { difference, type Entry, record } from '../entity/audit.ts'
import { Params, selection, shapeOf, stored } from '../entity/rows.ts'
import type { Definition, ListOptions, ListQuery, Scoped, Served, Writing } from '../entity/served.ts'
import { cleanRichText } from '../files/rich-text.ts'
import { listKeys, listRows, totalsChanged } from '../list/list.ts'
import type { Context, Row } from '../request/context.ts'
import { conflict, forbidden, invalid, notFound } from '../request/errors.ts'
import type { Given, Handler } from '../request/routes.ts'
import { columnName } from '../sql/table.ts'
import { readActivities, readRecent, rememberAccess, writeNote } from './activities.ts'
import { asColumn, readMany } from './many.ts'

/**
 * Serves an entity: every call of `standardCalls`, each with scope, rules, audit and activity entries in one transaction.
 * Area code writes what is special as hooks and keeps to `create`, `update` and `remove` for everything else.
 */
export function serve<R extends Resource>(definition: Definition<R> & Scoped<R>): Served<R> {
  const { of, table } = definition
  const own = getTableColumns(table) as Record<string, { getSQLType(): string }>
  const shape = shapeOf(of, table, definition.computed ?? {}, definition.joins)
  const fields: Fields = of.fields
  const title = (row: Row) => String(row[of.title] ?? row.id)
  /** What is kept inside a project also stands in the project's log. */
  const needs = of.owner === 'project' && of.parent ? of.permission.view : undefined

  const served: Served<R> = {
    of,
    table,
    shape,
    definition,
    filterJoins: definition.joins ?? '',
    calls: standardCalls(of),
    routes: [],
    find,
    get,
    list,
    create,
    update,
    remove,
  }

  async function find(ctx: Context, id: unknown, options: { isDeleted?: boolean; lock?: boolean; parentId?: unknown } = {}) {
    const p = new Params()
    const conditions = [`t.id = ${p.add(id)}`, options.isDeleted ? 't.is_deleted' : 'not t.is_deleted']
    const scope = definition.scope?.(ctx.actor, p)
    if (scope) conditions.push(scope)
    if (of.parent && options.parentId !== undefined) conditions.push(`t.${columnName(of.parent)} = ${p.add(options.parentId)}`)
    const { text, read } = selection(shape.columns, ctx)
    const statement = `select ${text} from ${shape.table} t ${shape.joins} where ${conditions.join(' and ')}${options.lock ? ' for update of t' : ''}`
    const [values] = (await ctx.rows({ text: statement, values: p.values, rowMode: 'array' } as never)) as unknown as unknown[][]
    return values && read(values)
  }

  async function get(ctx: Context, id: unknown, options = {}) {
    const row = await find(ctx, id, options)
    if (!row) throw notFound(of.names.one)
    return row
  }

  async function list(ctx: Context, query: ListQuery, options: ListOptions = {}) {
    return listRows(served as Served, ctx, query, { keys: listKeys(served as Served), ...options })
  }

  const detailed = async (ctx: Context, row: Row) => (definition.detail ? { ...row, ...(await definition.detail(ctx, row)) } : row)

  /** A masked field is left alone, sent as it is or not at all; one that would change is refused. */
  async function unmasked(ctx: Context, values: Row, id: unknown): Promise<Row> {
    const masked = Object.entries(fields).filter(([key, { mask }]) => mask && !ctx.actor.held.has(mask) && key in values)
    if (masked.length === 0) return values
    const allowed = { ...values }
    const sent = masked.filter(([key, field]) => values[key] != null && !isSame(field, values[key], field.default))
    const hidden = sent.length > 0 && id !== null ? (await readMany(ctx, served as Served, [id])).get(String(id)) : undefined
    for (const [key, field] of sent) if (!hidden || !isSame(field, values[key], hidden[answerKey(key, field)])) throw forbidden(field.mask)
    for (const [key] of masked) delete allowed[key]
    return allowed
  }

  async function checkReferences(ctx: Context, values: Row, before: Row | null) {
    const asked = Object.entries(fields).filter(([key, field]) => {
      if (field.kind !== 'reference' && field.kind !== 'user') return false
      return values[key] != null && values[key] !== before?.[key.replace(/Id$/, '')]?.id && key in own
    })
    if (asked.length === 0) return
    const p = new Params()
    const exists = asked.map(([key, field]) => {
      const target = field.kind === 'user' ? 'users' : shape.joins.match(new RegExp(`left join (\\w+) r_${columnName(key)} on`))?.[1]
      const internal = field.kind === 'user' ? ' and not is_external_user' : ''
      return `exists (select from ${target} where id = ${p.add(values[key])} and not is_deleted${internal})`
    })
    const [found] = (await ctx.rows({
      text: `select ${exists.join(', ')}`,
      values: p.values,
      rowMode: 'array',
    } as never)) as unknown as boolean[][]
    const missing = asked.filter((_, at) => !found![at])
    if (missing.length) throw invalid(Object.fromEntries(missing.map(([key, field]) => [key, [`${field.label} not found.`]])))
  }

  async function assignments(values: Row, columns: Row, before: Row | null) {
    const set: [string, unknown][] = []
    for (const [key, value] of Object.entries({ ...values, ...columns })) {
      if (!(key in own)) continue
      const field = fields[key] ?? (of.computed as Fields)[key]
      const safe = field?.kind === 'richText' && value ? await cleaned(key, field, value, before) : value
      set.push([`"${columnName(key)}"`, stored(field, safe, own[key]!.getSQLType())])
    }
    return set
  }

  /** No formatted text gets into its column in another way. */
  async function cleaned(key: string, field: Field, value: string, before: Row | null) {
    const problems: string[] = []
    const text = await cleanRichText(value, before?.[key], (message) => problems.push(message))
    if (problems.length > 0) throw invalid({ [key]: problems })
    return text || (field.isOptional ? null : '')
  }

  async function written(ctx: Context, before: Row | null, id: unknown, values: Row, action: Entry['action'], how: Writing): Promise<Row> {
    if (definition.afterWrite) await definition.afterWrite(ctx, { ...(before ?? {}), id }, values, before)
    const row = await detailed(ctx, await writtenRow(ctx, id))
    const { before: old, after, changes } = difference(of, before, row)
    const name = title(row)
    const verb = { Create: 'Created', Update: 'Updated', Restore: 'Restored' }[action as string] ?? 'Updated'
    if (action !== 'Update' || changes.length > 0)
      await record(ctx, [
        {
          action,
          entity: of.entity,
          entityId: row.id,
          entityName: name,
          before: old,
          after,
          activity: of.logs
            ? {
                title: how.title ?? verb,
                type: how.activityType,
                notes: how.notes,
                changes: action === 'Create' ? [] : changes,
                projectId: definition.projectOf?.(row) ?? null,
                needs,
              }
            : undefined,
        },
      ])
    announce(ctx, row, action === 'Create' ? 'Created' : action === 'Restore' ? 'Restored' : 'Updated')
    return row
  }

  /** The row as just written, even where the writer does not see it any more. */
  async function writtenRow(ctx: Context, id: unknown) {
    const p = new Params()
    const { text, read } = selection(shape.columns, ctx)
    const [values] = (await ctx.rows({
      text: `select ${text} from ${shape.table} t ${shape.joins} where t.id = ${p.add(id)}`,
      values: p.values,
      rowMode: 'array',
    } as never)) as unknown as unknown[][]
    return read(values!)
  }

  function announce(ctx: Context, row: Row, action: 'Created' | 'Updated' | 'Deleted' | 'Restored') {
    ctx.after(() => {
      totalsChanged(getTableName(table))
      ctx.services.changed(
        { entity: of.entity, id: row.id, projectId: definition.projectOf?.(row) ?? undefined, action, rowVersion: row.rowVersion },
        of.permission.view,
      )
    })
  }

  async function create(ctx: Context, given: Row, how: Writing = {}) {
    if (definition.parent && how.parentId !== undefined) await definition.parent().get(ctx, how.parentId)
    const values = await unmasked(ctx, given, null)
    await checkReferences(ctx, values, null)
    const parent = of.parent && how.parentId !== undefined ? { [of.parent]: how.parentId } : {}
    const more = (await definition.beforeWrite?.(ctx, { ...parent, ...values }, null)) ?? {}
    const by = { createdById: ctx.actor.userId || null, updatedById: ctx.actor.userId || null }
    const set = await assignments(values, { ...parent, ...how.columns, ...more, ...by }, null)
    const p = new Params()
    const [row] = await ctx.rows(
      `insert into ${shape.table} (${set.map(([column]) => column).join(', ')}) values (${set.map(([, value]) => p.add(value)).join(', ')}) returning id`,
      p.values,
    )
    return written(ctx, null, row!.id, values, how.action ?? 'Create', how)
  }

  async function update(ctx: Context, id: unknown, given: Row, how: Writing = {}) {
    const before = await detailed(ctx, await get(ctx, id, { lock: true, parentId: how.parentId }))
    if (how.rowVersion != null && how.rowVersion !== before.rowVersion)
      throw conflict(`${title(before)} has been changed by somebody else.`, { detail: 'stale', current: before })
    const values = await unmasked(ctx, given, id)
    await checkReferences(ctx, values, before)
    const parent = of.parent ? { [of.parent]: how.parentId ?? before[of.parent] } : {}
    const more = (await definition.beforeWrite?.(ctx, { ...parent, ...values }, before)) ?? {}
    const set = await assignments(values, { ...how.columns, ...more, updatedById: ctx.actor.userId || null }, before)
    const p = new Params()
    const text = set.map(([column, value]) => `${column} = ${p.add(value)}`).join(', ')
    await ctx.rows(
      `update ${shape.table} set ${text}, update_date = now(), row_version = row_version + 1 where id = ${p.add(id)}`,
      p.values,
    )
    return written(ctx, before, id, values, how.action ?? 'Update', how)
  }

  async function remove(ctx: Context, id: unknown, how: Writing = {}) {
    const row = await get(ctx, id, { lock: true, parentId: how.parentId })
    await definition.beforeDelete?.(ctx, row)
    await ctx.rows(
      `update ${shape.table} set is_deleted = true, delete_date = now(), deleted_by_id = $2, row_version = row_version + 1 where id = $1`,
      [id, ctx.actor.userId || null],
    )
    await record(ctx, [
      {
        action: 'Delete',
        entity: of.entity,
        entityId: row.id,
        entityName: title(row),
        before: difference(of, null, row).after,
        activity: of.logs ? { title: 'Deleted', projectId: definition.projectOf?.(row) ?? null, needs } : undefined,
      },
    ])
    announce(ctx, row, 'Deleted')
  }

  async function restore(ctx: Context, id: unknown, name: string | null) {
    const row = await get(ctx, id, { isDeleted: true, lock: true })
    await definition.beforeRestore?.(ctx, row)
    const p = new Params()
    const renamed = name ? `, ${columnName(of.title)} = ${p.add(name)}` : ''
    await ctx.rows(
      `update ${shape.table} set is_deleted = false, delete_date = null, deleted_by_id = null, row_version = row_version + 1, update_date = now()${renamed} where id = ${p.add(id)}`,
      p.values,
    )
    return written(ctx, row, id, {}, 'Restore', {})
  }

  const { calls } = served
  const own_ = of.parent ? 'itemId' : 'id'
  const parentId = ({ params }: Given) => (of.parent ? params.id : undefined)
  const mount = (call: Call<any, any, any, any> | undefined, handler: Handler) => {
    if (call) served.routes.push({ call, handler })
  }
  const inParent =
    (handler: Handler): Handler =>
    async (ctx, given) => {
      if (definition.parent) await definition.parent().get(ctx, given.params.id)
      return handler(ctx, given)
    }
  const small = new Set(['id', of.title, ...of.ref, ...(of.picker ?? [])])

  mount(
    calls.typeHead,
    inParent(async (ctx, given) => {
      const { items, total } = await listRows(
        served as Served,
        ctx,
        { ...given.query, sortBy: given.query.sortBy ?? [of.title] },
        { keys: small, parentId: parentId(given), limit: given.query.all ? 5000 : undefined, isCountShort: true },
      )
      return { items: items.map((item) => ({ ...item, name: item.name ?? item[of.title] })), total }
    }),
  )
  mount(
    calls.query,
    inParent((ctx, given) => list(ctx, given.query, { parentId: parentId(given), isWhole: true })),
  )
  mount(calls.recent, (ctx, { query }) => readRecent(served as Served, ctx, query.count, query.mode))
  mount(calls.deleted, (ctx, { query }) =>
    listRows(served as Served, ctx, query, { isDeleted: true, keys: new Set([...listKeys(served as Served), 'deleteDate', 'deletedBy']) }),
  )
  mount(calls.readDeleted, (ctx, { params }) => get(ctx, params[own_], { isDeleted: true }))
  mount(
    calls.list,
    inParent((ctx, given) => list(ctx, given.query, { parentId: parentId(given) })),
  )
  mount(calls.read, async (ctx, given) => {
    const row = await get(ctx, given.params[own_], { parentId: parentId(given) })
    if (of.recent) rememberAccess(ctx, of.entity, row.id)
    return detailed(ctx, row)
  })
  mount(calls.create, (ctx, given) => create(ctx, given.body, { parentId: parentId(given) }))
  mount(calls.update, (ctx, given) => {
    const { rowVersion, ...values } = given.body
    return update(ctx, given.params[own_], values, { rowVersion, parentId: parentId(given) })
  })
  mount(calls.remove, (ctx, given) => remove(ctx, given.params[own_], { parentId: parentId(given) }))
  mount(calls.restore, (ctx, given) => restore(ctx, given.params[own_], given.body.name))
  mount(calls.export, async (ctx, given) => {
    const { columns, ...query } = given.query
    // What the list would refuse is refused now and not by a task that fails later.
    await list(ctx, { ...query, page: 1, itemsPerPage: 1 }, { parentId: parentId(given) })
    const fileName = `${of.names.many} ${new Date().toISOString().slice(0, 10)}.xlsx`
    return ctx.services.requestFile(ctx, {
      fileName,
      templateType: 0,
      category: of.exportCategory!,
      maker: 'list',
      parameters: { path: of.path, query, columns, parentId: parentId(given) },
    })
  })
  mount(calls.logs, async (ctx, given) => {
    await get(ctx, given.params[own_], { parentId: parentId(given) })
    return readActivities(ctx, of.entity, given.params[own_], given.query)
  })
  mount(calls.note, async (ctx, given) => {
    const row = await get(ctx, given.params[own_], { parentId: parentId(given) })
    return writeNote(ctx, { entity: of.entity, id: row.id, notes: given.body.notes, projectId: definition.projectOf?.(row) ?? null, needs })
  })
  return served
}

/** The database keeps the keys of an object in an order of its own. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
const isSame = (field: Field, a: unknown, b: unknown) =>
  JSON.stringify(asColumn(field, a), inOrder) === JSON.stringify(asColumn(field, b), inOrder)
