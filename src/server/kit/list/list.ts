import { listQuery, maxCountedRows } from '../../../model/kit/call.ts'
import type { Field, ListFilter, Resource } from '../../../model/kit/description.ts'
import { centsOf } from '../../../model/kit/money.ts'
import { type Column, type EntityShape, Params, type Row, requiredJoins, searchPatterns, trigramProbes } from '../entity/rows.ts'
import { hidesUserColumn, selectColumns } from '../entity/selection.ts'
import type { EntityDefinition, ListOptions, ListQuery, Served } from '../entity/served.ts'
import { type Actor, type Context, perApp } from '../request/context.ts'
import { badRequest, forbidden } from '../request/errors.ts'
import { is, orNull } from '../sql/row-types.ts'
import { columnName } from '../sql/table.ts'
import { countStatement, gatherAndSortLimit, type ListOrder, listStatement } from './list-statement.ts'
import { cachedTotal } from './total-cache.ts'

const largest = 5000
interface CachedResult {
  /**
   * Cached totals of unscoped lists. They expire after five seconds or when a row of the table or of a referenced table changes, here or on
   * another node.
   */
  totals: Map<string, { total: number; generation: number; until: number }>
  sums: Map<string, { value: unknown; generation: number; until: number }>
}
const keptOf = perApp((): CachedResult => ({ totals: new Map(), sums: new Map() }))
const generations = new Map<string, number>()
const changedAt = new Map<string, number>()
const tableGeneration = (table: string) => generations.get(table) ?? 0
export function invalidateTotals(table: string) {
  generations.set(table, tableGeneration(table) + 1)
  changedAt.set(table, performance.now())
}
/** A replica may lag behind the start of the request, so a result that a later change affects is not cached. */
const isKeepable = ({ startedAt }: Context, tables: readonly string[]) => tables.every((table) => (changedAt.get(table) ?? 0) < startedAt)

/** Caches a value that is the same for all users until a row of its tables changes (on any node), for at most a minute. */
export async function cacheUntilChanged<T>(ctx: Context, key: string, tables: string[], add: () => Promise<T>): Promise<T> {
  const { sums } = keptOf(ctx.services)
  const generation = tables.reduce((sum, table) => sum + tableGeneration(table), 0)
  const known = sums.get(key)
  if (known && known.generation === generation && known.until > Date.now()) return known.value as T
  const value = await add()
  if (isKeepable(ctx, tables)) sums.set(key, { value, generation, until: Date.now() + 60_000 })
  return value
}

/** Returns one page of a list and its total in one round trip (domain 1.4). */
export async function loadListPage(
  served: Served,
  ctx: Context,
  query: ListQuery,
  options: ListOptions = {},
): Promise<{ items: Row[]; total: number }> {
  const shape = options.isDeleted ? withDeletion(served.shape) : served.shape
  const p = new Params()
  const { where, probed: probedBy, isProbed, isShared, isNarrowed } = listConditions(served, ctx.actor, p, query, options)
  const conditionValues = JSON.stringify(p.values)
  const { keys } = options
  const listed = listedColumns(shape, keys)
  const shown = pickRequestedColumns(listed, served.resource, query, keys)
  const { text, read } = selectColumns(shown, ctx, 1)
  const orders = [...nearness(served, p, query, options), ...listOrder(served, ctx.actor, query, shape.columns, listed, options.order)]
  // A filter that leaves one manufacturer makes sorting by its name redundant. Without it, an index covers the rest of the order.
  const order = orders.filter(({ key }) => !isSingle(served, query, key))

  const countText = countStatement(served, where, options.isCountShort)
  const { totals } = keptOf(ctx.services)
  const totalKey = countText + conditionValues
  // A total that depends on project visibility differs per user, so it is not cached for all.
  const isKeptForAll = isShared && !countText.includes('visible(')
  const generation = shape.sources.reduce((sum, table) => sum + tableGeneration(table), 0)
  const known = totals.get(totalKey)
  const total = isKeptForAll && known && known.generation === generation && known.until > Date.now() ? known.total : undefined
  const limit = options.limit ?? pageSize(query, options.isWhole)
  const offset = (Math.max(1, query.page ?? 1) - 1) * limit
  if (total !== undefined && total <= offset) return { items: [], total }
  // Assumes a search that recently found few rows still does; otherwise the statement falls back.
  const findsFew = isProbed && known !== undefined && known.total <= gatherAndSortLimit
  const probed = probedBy(findsFew)

  const last = orders.at(-1)?.isDown ? 'id desc' : 'id'
  // Few indexes cover an order within one parent, and none an order by columns of other tables. Then no index can be walked, however many
  // rows match.
  const isWithinParent = served.resource.parent !== undefined && !options.isAcross
  const isWalkable = !isWithinParent && order.every(({ isJoined }) => !isJoined)
  const { indexedOrders: orderIndexes } = served.definition
  const isWalked = orderIndexes !== undefined && !options.isAcross && !isNarrowed && order.every(({ key }) => orderIndexes.includes(key))
  const cached = isWalked && total === undefined && !countText.includes('visible(') ? cachedTotal(ctx, p, countText) : undefined
  // Hides the offset from the planner, which would otherwise plan each page anew with the same result.
  const slice = isWalked ? `limit ${limit} offset (select ${p.add(offset)}::int)` : `limit ${p.add(limit)} offset ${p.add(offset)}`
  const isKnown = total !== undefined
  const gathers =
    !isWalked && (isNarrowed || served.resource.parent !== undefined) && (!isKnown || total <= gatherAndSortLimit || !isWalkable)
  const knownTotal = isKnown ? `${p.add(total)}::int` : undefined
  const isCountShort = options.isCountShort ?? false
  const statement = listStatement({
    shape,
    text,
    where,
    probed,
    order,
    last,
    slice,
    countText,
    cached,
    knownTotal,
    isCountShort,
    isWalkable,
    gathers,
  })
  const rows = await ctx.lists(statement, p.values, findsFew && gathers)
  const first = rows[0]!
  const counted = total ?? (first[0] as number)
  if (total === undefined && isKeepable(ctx, shape.sources)) {
    if (totals.size > 2000) totals.clear()
    totals.set(totalKey, { total: counted, generation, until: Date.now() + 5000 })
  }
  cached?.keep({ total: counted, shown: first.at(-1) })
  const idAt = 1 + idPlace(shown)
  return { items: rows.filter((row) => row[idAt] !== null).map(read), total: counted }
}

/** List columns cached by key set, so that equal requests share one array. */
const listedBy = new WeakMap<EntityShape, WeakMap<ReadonlySet<string>, Column[]>>()
function listedColumns(shape: EntityShape, keys?: ReadonlySet<string>): readonly Column[] {
  if (!keys) return shape.columns
  const weakMap = listedBy.get(shape) ?? new WeakMap<ReadonlySet<string>, Column[]>()
  listedBy.set(shape, weakMap)
  const known = weakMap.get(keys) ?? shape.columns.filter(({ key }) => keys.has(key))
  weakMap.set(keys, known)
  return known
}

function withDeletion(shape: EntityShape): EntityShape {
  const { columns, joins, deletion } = shape
  return { ...shape, columns: [...columns, ...deletion.columns], joins: `${joins}\n${deletion.joins}` }
}

function pickRequestedColumns(listed: readonly Column[], { title }: Resource, { columns }: ListQuery, keys?: ReadonlySet<string>) {
  if (!columns?.length) return listed
  const unknown = columns.find((key) => !keys?.has(key) && !listed.some((column) => column.key === key))
  if (unknown !== undefined) throw badRequest({ columns: [`There is no column "${unknown}" to show.`] })
  return listed.filter(({ key }) => key === 'id' || key === 'rowVersion' || key === title || columns.includes(key))
}

const idPlace = (columns: readonly Column[]) => {
  let at = 0
  for (const column of columns) {
    if (column.key === 'id') return at
    at += column.expressions.length
  }
  throw new Error('A list without an id')
}

export function pageSize(query: ListQuery, isWhole = false): number {
  const requestedColumns = query.itemsPerPage ?? (isWhole ? -1 : 10)
  return requestedColumns === -1 ? largest : Math.min(200, Math.max(1, requestedColumns))
}

/** All parameters a list accepts. An unknown one would filter nothing without anyone noticing, so it is rejected. */
export function acceptedParameters({ resource, parameters = [] }: EntityDefinition): ReadonlySet<string> {
  const filters = Object.entries(resource.list.filters ?? {}).flatMap(([name, { endParameter }]) =>
    endParameter === undefined ? [name] : [name, endParameter],
  )
  return new Set([...Object.keys(listQuery), 'ids', 'createdByIds', 'updatedByIds', 'not', 'columns', ...filters, ...parameters])
}

/**
 * Builds all conditions of a list: not deleted, scope, parent, search, and filters. `probed` is an equivalent with cheaper use of the
 * search index. For a search known to find few rows it passes the words as parameters, so one index plan serves all of them.
 */
export function listConditions(served: Served, actor: Actor, p: Params, query: ListQuery, options: ListOptions = {}) {
  const { resource, definition } = served
  for (const name of Object.keys(query))
    if (!served.parameters.has(name)) throw new Error(`Lists of ${resource.path} cannot be asked for "${name}".`)
  const conditions = [options.isDeleted ? 't.is_deleted' : 'not t.is_deleted']
  let isShared = true
  let isNarrowed = false
  const add = (condition: string | undefined, shared = false) => {
    if (!condition) return
    conditions.push(condition)
    if (!shared) isShared = false
  }
  const scope = definition.scope?.(actor, p)
  // A scope on the row's own columns is counted once for all users with the same values.
  add(scope, definition.publishesEveryChange && scope !== undefined && isOfOwnRow(scope))
  if (resource.parent && !options.isAcross) add(`t.${columnName(resource.parent)} = ${p.add(options.parentId)}`)
  if (query.ids?.length) {
    add(`t.id = any(${p.add(query.ids)}${resource.ids === 'uuid' ? '::uuid[]' : ''})`, true)
    isNarrowed = true
  }
  add(definition.where?.(actor, p, query))
  add(options.extra?.(actor, p, query))
  const plain = conditions.length
  const searchConditions: ((findsFew: boolean) => string)[] = []
  const patterns = searchPatterns(query.search)
  const pieces = trigramProbes(patterns)
  for (const [at, word] of patterns.entries()) {
    const pattern = `dna_fold(${p.add(word)})`
    const plain = definition.searchIn?.(pattern) ?? `${searchable(word)} like ${pattern}`
    add(plain, true)
    const probes = definition.searchIn ? [] : pieces[at]!
    searchConditions.push((findsFew) => {
      if (probes.length === 0) return plain
      // Three plain letters or digits each, so they are safe to inline.
      const held = probes.map((piece) => `t.search_text like ${findsFew ? `${p.add(`%${piece}%`)}::text` : `'%${piece}%'`}`)
      // The expression keeps the planner from using the index: the condition only rechecks the rows already found.
      return [...held, `t.search_text || '' like ${findsFew ? `(select ${pattern})` : pattern}`].join(' and ')
    })
    // A single letter matches almost every row.
    if (word.length > '%1%'.length) isNarrowed = true
  }
  for (const [parameter, filter] of Object.entries(resource.list.filters ?? {})) {
    if (filter.kind === 'range') {
      add(rangeCondition(resource, parameter, filter, query, actor, p), true)
      continue
    }
    const values = query[parameter]
    if (values === undefined || values === null || (Array.isArray(values) && values.length === 0)) continue
    const isNot = query.not?.includes(parameter) ?? false
    // A negated filter leaves most rows.
    if (filter.kind !== 'choice' && filter.kind !== 'boolean' && !isNot) isNarrowed = true
    const own = definition.filters?.[parameter]
    const condition = own ? own(values, p, actor) : filterCondition(`t.${columnName(filter.field ?? parameter)}`, values, p)
    add(isNot && condition ? `(${condition}) is not true` : condition, !own)
  }
  for (const name of query.not ?? [])
    if (!Object.hasOwn(resource.list.filters ?? {}, name)) throw badRequest({ not: [`There is no filter "${name}".`] })
  for (const [parameter, column] of [
    ['createdByIds', 'created_by_id'],
    ['updatedByIds', 'updated_by_id'],
  ] as const)
    if (query[parameter]?.length) {
      if (actor.isExternal && query[parameter].some((id) => id !== actor.userId)) throw forbidden()
      add(`t.${column} = any(${p.add(query[parameter])}::uuid[])`, true)
      isNarrowed = true
    }
  for (const [from, to, column] of [
    ['createdFrom', 'createdTo', 'create_date'],
    ['updatedFrom', 'updatedTo', 'update_date'],
  ] as const) {
    if (query[from]) add(`t.${column} >= ${p.add(query[from])}::date`, true)
    if (query[to]) add(`t.${column} < ${p.add(query[to])}::date + 1`, true)
  }
  const rest = [...conditions.slice(0, plain), ...conditions.slice(plain + searchConditions.length)]
  const isProbed = patterns.length > 0 && !definition.searchIn && pieces.every((probes) => probes.length > 0)
  const probed = (findsFew: boolean) => [...rest, ...searchConditions.map((word) => word(findsFew))].join(' and ')
  return { where: conditions.join(' and '), probed, isProbed, isShared, isNarrowed }
}

/**
 * Column expression to search. The trigram index needs three letters or digits; for less it scans the whole index, ten times slower than
 * the table. Such a word is searched without the index.
 */
const searchable = (pattern: string) => (/[\p{L}\p{N}]{3}/u.test(pattern) ? 't.search_text' : `t.search_text || ''`)

/** True if the condition reads no other table, whose changes would not invalidate the total. */
const isOfOwnRow = (condition: string) => !/\bselect\b|\bvisible\(/i.test(condition)

/** Up to this many values are inlined one by one, so that the statement's plan can be reused. */
const fewValues = 4
const isAmong = (column: string, all: unknown[], p: Params) =>
  all.length <= fewValues ? `${column} in (${all.map((value) => p.add(value)).join(', ')})` : `${column} = any(${p.add(all)})`

/** Several values of one parameter are alternatives; 0 means "without" in a filter by id (domain 1.4). */
export function filterCondition(column: string, values: unknown, p: Params): string {
  if (typeof values === 'boolean') return `${column} = ${p.add(values)}`
  const all = values as unknown[]
  if (typeof all[0] !== 'number') return isAmong(column, all, p)
  const without = all.includes(0) || all.includes(-1)
  if (all.length === 1 && !without) return `${column} = ${p.add(all[0])}`
  return without ? `(${isAmong(column, all, p)} or ${column} is null)` : isAmong(column, all, p)
}

/** The range includes both ends. A missing value is not treated as a small one. */
function rangeCondition(resource: Resource, parameter: string, filter: ListFilter, query: ListQuery, actor: Actor, p: Params) {
  const [from, to] = [query[parameter], query[filter.endParameter ?? '']].map((end) => (typeof end === 'number' ? end : undefined))
  if (from === undefined && to === undefined) return undefined
  const key = filter.field ?? parameter
  const field: Field | undefined = resource.fields[key] ?? resource.computed[key]
  if (field?.mask && !actor.held.has(field.mask)) throw forbidden(field.mask)
  const column = `t.${columnName(key)}`
  const end = (value: number) => p.add(field?.kind === 'money' ? centsOf(value) : value)
  return [
    from !== undefined && `${column} >= ${end(from)}`,
    to !== undefined && `${column} <= ${end(to)}`,
    field?.isZeroMissing && `${column} <> 0`,
  ]
    .filter(Boolean)
    .join(' and ')
}

/**
 * Counts the rows each choice of some filters would leave, ignoring the filter's own current choice. Limits the counted rows and returns
 * only the most frequent choices, so that long lists stay fast.
 */
export async function countChoices(served: Served, ctx: Context, query: ListQuery, names: readonly string[], options: ListOptions = {}) {
  const { resource, definition, shape } = served
  const p = new Params()
  const parts = names.flatMap((name) => {
    const filter = resource.list.filters?.[name]
    const field = filter?.field
    if (!filter || !Object.hasOwn(resource.list.filters ?? {}, name)) throw badRequest({ of: [`There is no filter "${name}".`] })
    const mask = field === undefined ? undefined : resource.fields[field]?.mask
    // A custom condition differs from the column; texts and numbers have no choices.
    const isCounted = field !== undefined && !definition.filters?.[name] && ['choice', 'boolean', 'reference', 'user'].includes(filter.kind)
    if (!isCounted || (mask && !ctx.actor.held.has(mask))) return []
    const { where } = listConditions(served, ctx.actor, p, { ...query, [name]: undefined }, options)
    const rows = `select t.${columnName(field)}::text as value from ${shape.table} t ${requiredJoins(served.filterJoins, where)} where ${where} limit ${maxCountedRows + 1}`
    return [
      `(select ${p.add(name)}::text as filter, value, count(*)::int as count, (sum(count(*)) over ())::int as rows
        from (${rows}) counted group by value order by count(*) desc, value limit 200)`,
    ]
  })
  if (parts.length === 0) return { items: [], isWhole: true }
  const found = await ctx.rows(
    { filter: is.text, value: orNull(is.text), count: is.number, rows: is.number },
    parts.join(' union all '),
    p.values,
  )
  return {
    // A missing value is reported as 0.
    items: found.map(({ filter, value, count }) => ({ filter, value: value ?? '0', count })),
    isWhole: found.every(({ rows }) => rows <= maxCountedRows),
  }
}

/** True if the filters leave only rows that reference the same row in this field. */
function isSingle({ resource, definition }: Served, query: ListQuery, key: string): boolean {
  return Object.entries(resource.list.filters ?? {}).some(([parameter, { kind, field }]) => {
    const values = query[parameter]
    const isOne = Array.isArray(values) && values.length === 1 && values[0] > 0
    if (query.not?.includes(parameter)) return false
    return kind === 'reference' && field === `${key}Id` && !definition.filters?.[parameter] && isOne
  })
}

function nearness({ definition }: Served, p: Params, { search, sortBy }: ListQuery, { isNearestFirst }: ListOptions): ListOrder[] {
  const typed = search?.trim().replace(/\s+/g, ' ')
  if (!isNearestFirst || !typed || sortBy?.length || !definition.nearness) return []
  return [{ key: '', expression: definition.nearness(typed, p), direction: 'asc', isDown: false, isJoined: true }]
}

function listOrder(
  served: Served,
  actor: Actor,
  query: ListQuery,
  columns: readonly Column[],
  shown: readonly Column[],
  usual = served.resource.list.sort,
): ListOrder[] {
  const sortKeys: readonly string[] = query.sortBy?.length
    ? query.sortBy.map((key: string, index: number) => (query.sortDesc?.[index] === 'true' ? `-${key}` : key))
    : usual
  return sortKeys.map((entry) => {
    const isDown = entry.startsWith('-')
    const key = isDown ? entry.slice(1) : entry
    const column = columns.find((item) => item.key === key)
    const ownOrder = Object.hasOwn(served.definition.orders ?? {}, key) ? served.definition.orders![key] : undefined
    const order = ownOrder ?? column?.order
    const mask = query.sortBy?.length ? column?.field.mask : undefined
    if (mask && !actor.held.has(mask)) throw forbidden(mask)
    const isSeen = !query.sortBy?.length || !column || (shown.includes(column) && !hidesUserColumn(actor, column))
    if (!order || !isSeen) throw badRequest({ sortBy: [`There is no column "${key.slice(0, 60)}" to sort by.`] })
    const isNeverEmpty = served.shape.required.has(/^t\.(\w+)( collate \w+)?$/.exec(order)?.[1] ?? '')
    const direction = isDown ? (isNeverEmpty ? 'desc' : 'desc nulls last') : 'asc'
    return { key, expression: order, direction, isDown, isJoined: !order.startsWith('t.') }
  })
}

export const listKeys = ({ list, title, ref }: Resource): Set<string> =>
  new Set(['id', 'rowVersion', ...stamped, ...list.columns, ...(list.optionalColumns ?? []), title, ...ref])
const stamped = ['createDate', 'updateDate', 'createdBy', 'updatedBy']
