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
import { cachedTotal } from './kept-totals.ts'
import { countStatement, gatherAndSortLimit, type ListOrder, listStatement } from './list-statement.ts'

const largest = 5000
interface Kept {
  /** Totals of unscoped lists, until a row of the table or of one it points to changes (here or, by a live event, elsewhere) or five seconds pass. */
  totals: Map<string, { total: number; generation: number; until: number }>
  sums: Map<string, { value: unknown; generation: number; until: number }>
}
const keptOf = perApp((): Kept => ({ totals: new Map(), sums: new Map() }))
const generations = new Map<string, number>()
const changedAt = new Map<string, number>()
const generationOf = (table: string) => generations.get(table) ?? 0
/** Forgets the totals of a table whose rows changed. */
export function invalidateTotals(table: string) {
  generations.set(table, generationOf(table) + 1)
  changedAt.set(table, performance.now())
}
/** A replica may still show what was there when whoever asks began; what has changed since is counted anew by the next one. */
const isKeepable = ({ startedAt: begun }: Context, tables: readonly string[]) =>
  tables.every((table) => (changedAt.get(table) ?? 0) < begun)

/** What everybody is told alike about whole tables, kept until one of their rows changes (here or elsewhere), or for a minute. */
export async function cacheUntilChanged<T>(ctx: Context, key: string, tables: string[], add: () => Promise<T>): Promise<T> {
  const { sums } = keptOf(ctx.services)
  const generation = tables.reduce((sum, table) => sum + generationOf(table), 0)
  const known = sums.get(key)
  if (known && known.generation === generation && known.until > Date.now()) return known.value as T
  const value = await add()
  if (isKeepable(ctx, tables)) sums.set(key, { value, generation, until: Date.now() + 60_000 })
  return value
}

/** One page of a list and its total in one round trip (domain 1.4). */
export async function listRows(
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
  const listed = listedOf(shape, keys)
  const shown = askedOf(listed, served.resource, query, keys)
  const { text, read } = selectColumns(shown, ctx, 1)
  const asked = [...nearness(served, p, query, options), ...orderOf(served, ctx.actor, query, shape.columns, listed, options.order)]
  // Where one manufacturer is left its name orders nothing, and without it an index has the rest of the order.
  const order = asked.filter(({ key }) => !isSingle(served, query, key))

  const countText = countStatement(served, where, options.isCountShort)
  const { totals } = keptOf(ctx.services)
  const totalKey = countText + conditionValues
  // What is counted only where whoever asks sees it is counted for everybody anew.
  const isKeptForAll = isShared && !countText.includes('visible(')
  const generation = shape.sources.reduce((sum, table) => sum + generationOf(table), 0)
  const known = totals.get(totalKey)
  const total = isKeptForAll && known && known.generation === generation && known.until > Date.now() ? known.total : undefined
  const limit = options.limit ?? pageSize(query, options.isWhole)
  const offset = (Math.max(1, query.page ?? 1) - 1) * limit
  if (total !== undefined && total <= offset) return { items: [], total }
  // What found little a while ago still does, or the statement notices.
  const findsFew = isProbed && known !== undefined && known.total <= gatherAndSortLimit
  const probed = probedBy(findsFew)

  const last = asked.at(-1)?.isDown ? 'id desc' : 'id'
  // Few indexes have an order within one parent, and none by other tables' columns: then there is nothing to walk along, however many rows match.
  const isWithinParent = served.resource.parent !== undefined && !options.isAcross
  const isWalkable = !isWithinParent && order.every(({ isJoined }) => !isJoined)
  const { indexedOrders: ways } = served.definition
  const isWalked = isWithinParent && ways !== undefined && !isNarrowed && order.every(({ key }) => ways.includes(key))
  const kept = isWalked && !countText.includes('visible(') ? cachedTotal(ctx, p, countText) : undefined
  // Where a page begins is hidden from the planner, who would plan each anew to find the same way.
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
    kept,
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
  kept?.keep({ total: counted, shown: first.at(-1) })
  const idAt = 1 + idPlace(shown)
  return { items: rows.filter((row) => row[idAt] !== null).map(read), total: counted }
}

/** The columns a list shows, the same ones to whoever asks for the same. */
const listedBy = new WeakMap<EntityShape, WeakMap<ReadonlySet<string>, Column[]>>()
function listedOf(shape: EntityShape, keys?: ReadonlySet<string>): readonly Column[] {
  if (!keys) return shape.columns
  const weakMap = listedBy.get(shape) ?? new WeakMap<ReadonlySet<string>, Column[]>()
  listedBy.set(shape, weakMap)
  const known = weakMap.get(keys) ?? shape.columns.filter(({ key }) => keys.has(key))
  weakMap.set(keys, known)
  return known
}

/** Deleted rows say also when and by whom. */
function withDeletion(shape: EntityShape): EntityShape {
  const { columns, joins, deletion } = shape
  return { ...shape, columns: [...columns, ...deletion.columns], joins: `${joins}\n${deletion.joins}` }
}

/** Of what a list shows the columns that are asked for, with what tells a row, its name and its version. */
function askedOf(listed: readonly Column[], { title }: Resource, { columns: asked }: ListQuery, keys?: ReadonlySet<string>) {
  if (!asked?.length) return listed
  const unknown = asked.find((key) => !keys?.has(key) && !listed.some((column) => column.key === key))
  if (unknown !== undefined) throw badRequest({ columns: [`There is no column "${unknown}" to show.`] })
  return listed.filter(({ key }) => key === 'id' || key === 'rowVersion' || key === title || asked.includes(key))
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
  const asked = query.itemsPerPage ?? (isWhole ? -1 : 10)
  return asked === -1 ? largest : Math.min(200, Math.max(1, asked))
}

/** All a list can be asked. Whatever else somebody asks it for would restrict nothing, which nobody would notice. */
export function acceptedParameters({ resource, parameters = [] }: EntityDefinition): ReadonlySet<string> {
  const filters = Object.entries(resource.list.filters ?? {}).flatMap(([name, { endParameter: to }]) =>
    to === undefined ? [name] : [name, to],
  )
  return new Set([...Object.keys(listQuery), 'ids', 'createdByIds', 'updatedByIds', 'not', 'columns', ...filters, ...parameters])
}

/**
 * Every condition a list has: not deleted, what the actor may see, the parent, search and filters. `probed` says the same
 * with a cheaper way through the search index; of a search that is known to find little it says it in parameters, so that one
 * plan, which looks into the index, serves all of them.
 */
export function listConditions(served: Served, actor: Actor, p: Params, query: ListQuery, options: ListOptions = {}) {
  const { resource, definition } = served
  for (const name of Object.keys(query))
    if (!served.parameters.has(name)) throw new Error(`Lists of ${resource.path} cannot be asked for "${name}".`)
  const conditions = [options.isDeleted ? 't.is_deleted' : 'not t.is_deleted']
  let isShared = true
  // By words, rows or people, which may leave little; not by a state, which most rows share.
  let isNarrowed = false
  const add = (condition: string | undefined, shared = false) => {
    if (!condition) return
    conditions.push(condition)
    if (!shared) isShared = false
  }
  const scope = definition.scope?.(actor, p)
  // What is said of the row's own columns alone is counted once for all who are told the same.
  add(scope, definition.publishesEveryChange && scope !== undefined && isOfOwnRow(scope))
  if (resource.parent && !options.isAcross) add(`t.${columnName(resource.parent)} = ${p.add(options.parentId)}`)
  if (query.ids?.length) {
    add(`t.id = any(${p.add(query.ids)}${resource.ids === 'uuid' ? '::uuid[]' : ''})`, true)
    isNarrowed = true
  }
  add(definition.where?.(actor, p, query))
  add(options.extra?.(actor, p, query))
  const plain = conditions.length
  const words: ((findsFew: boolean) => string)[] = []
  const asked = searchPatterns(query.search)
  const pieces = trigramProbes(asked)
  for (const [at, word] of asked.entries()) {
    const pattern = `dna_fold(${p.add(word)})`
    const plain = definition.searchIn?.(pattern) ?? `${searchable(word)} like ${pattern}`
    add(plain, true)
    const probes = definition.searchIn ? [] : pieces[at]!
    words.push((findsFew) => {
      if (probes.length === 0) return plain
      // Three plain letters or digits each: safe in the statement.
      const held = probes.map((piece) => `t.search_text like ${findsFew ? `${p.add(`%${piece}%`)}::text` : `'%${piece}%'`}`)
      // What is no bare column is checked in the rows the index found, not looked up in it.
      return [...held, `t.search_text || '' like ${findsFew ? `(select ${pattern})` : pattern}`].join(' and ')
    })
    // A single letter is met everywhere.
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
    // What is left when some are left out is most of them.
    if (filter.kind !== 'choice' && filter.kind !== 'boolean' && !isNot) isNarrowed = true
    const own = definition.filters?.[parameter]
    // The call's check has left what the filter's own field says.
    const condition = own ? own(values, p, actor) : filterCondition(`t.${columnName(filter.field ?? parameter)}`, values, p)
    // A row without a value is not of that value either.
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
  const rest = [...conditions.slice(0, plain), ...conditions.slice(plain + words.length)]
  const isProbed = asked.length > 0 && !definition.searchIn && pieces.every((probes) => probes.length > 0)
  const probed = (findsFew: boolean) => [...rest, ...words.map((word) => word(findsFew))].join(' and ')
  return { where: conditions.join(' and '), probed, isProbed, isShared, isNarrowed }
}

/**
 * Where a word is looked for. The index knows pieces of three letters or digits; asked for less it reads all of itself, which takes ten
 * times as long as reading the table, so that such a word is looked for where no index is.
 */
const searchable = (word: string) => (/[\p{L}\p{N}]{3}/u.test(word) ? 't.search_text' : `t.search_text || ''`)

/** Whether a condition looks at no other table, whose changes no total would notice. */
const isOfOwnRow = (condition: string) => !/\bselect\b|\bvisible\(/i.test(condition)

/** So many alternatives stand in the statement one by one: it can then be kept with its plan. */
const fewValues = 4
const isAmong = (column: string, all: unknown[], p: Params) =>
  all.length <= fewValues ? `${column} in (${all.map((value) => p.add(value)).join(', ')})` : `${column} = any(${p.add(all)})`

/** Values of one parameter are alternatives; 0 means "without" in a filter of ids (domain 1.4). */
export function filterCondition(column: string, values: unknown, p: Params): string {
  if (typeof values === 'boolean') return `${column} = ${p.add(values)}`
  const all = values as unknown[]
  if (typeof all[0] !== 'number') return isAmong(column, all, p)
  const without = all.includes(0) || all.includes(-1)
  if (all.length === 1 && !without) return `${column} = ${p.add(all[0])}`
  return without ? `(${isAmong(column, all, p)} or ${column} is null)` : isAmong(column, all, p)
}

/** From the smallest to the largest, both included; a price nobody has stated is no small price. */
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
 * How many rows each choice of some filters would leave, the filter's own choice put aside: what stands beside the choices of a menu.
 * Counted are so many rows at most and the most frequent choices, so that no list is too long to ask.
 */
export async function countChoices(served: Served, ctx: Context, query: ListQuery, names: readonly string[], options: ListOptions = {}) {
  const { resource, definition, shape } = served
  const p = new Params()
  const parts = names.flatMap((name) => {
    const filter = resource.list.filters?.[name]
    const field = filter?.field
    if (!filter || !Object.hasOwn(resource.list.filters ?? {}, name)) throw badRequest({ of: [`There is no filter "${name}".`] })
    const mask = field === undefined ? undefined : resource.fields[field]?.mask
    // A condition of its own says something else than the column; a text or a size has no choices.
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
    // Nothing is chosen as 0.
    items: found.map(({ filter, value, count }) => ({ filter, value: value ?? '0', count })),
    isWhole: found.every(({ rows }) => rows <= maxCountedRows),
  }
}

/** Whether a filter leaves only rows that point to the same one under this key. */
function isSingle({ resource, definition }: Served, query: ListQuery, key: string): boolean {
  return Object.entries(resource.list.filters ?? {}).some(([parameter, { kind, field }]) => {
    const values = query[parameter]
    const isOne = Array.isArray(values) && values.length === 1 && values[0] > 0
    if (query.not?.includes(parameter)) return false
    return kind === 'reference' && field === `${key}Id` && !definition.filters?.[parameter] && isOne
  })
}

/** What is called exactly so comes before what only holds the words. */
function nearness({ definition }: Served, p: Params, { search, sortBy }: ListQuery, { isNearestFirst }: ListOptions): ListOrder[] {
  const typed = search?.trim().replace(/\s+/g, ' ')
  if (!isNearestFirst || !typed || sortBy?.length || !definition.nearness) return []
  return [{ key: '', expression: definition.nearness(typed, p), direction: 'asc', isDown: false, isJoined: true }]
}

/** The order asked for, or the list's own. Columns come from a fixed list; anything else is refused. */
function orderOf(
  served: Served,
  actor: Actor,
  query: ListQuery,
  columns: readonly Column[],
  shown: readonly Column[],
  usual = served.resource.list.sort,
): ListOrder[] {
  const asked: readonly string[] = query.sortBy?.length
    ? query.sortBy.map((key: string, at: number) => (query.sortDesc?.[at] === 'true' ? `-${key}` : key))
    : usual
  return asked.map((entry) => {
    const isDown = entry.startsWith('-')
    const key = isDown ? entry.slice(1) : entry
    const column = columns.find((one) => one.key === key)
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

/** The keys a list answer carries: its columns and what every row has. */
export const listKeys = ({ list, title, ref }: Resource): Set<string> =>
  new Set(['id', 'rowVersion', ...stamped, ...list.columns, ...(list.optionalColumns ?? []), title, ...ref])
const stamped = ['createDate', 'updateDate', 'createdBy', 'updatedBy']
