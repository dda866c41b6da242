import { getTableColumns } from 'drizzle-orm'
import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { companionKeys } from '../../../model/kit/field.ts'
import { entityShape, Params, type PartReader, partsFrom, type Row, requiredJoins } from '../entity/rows.ts'
import { selectColumns } from '../entity/selection.ts'
import type { EntityDefinition } from '../entity/served.ts'
import { type Context, isStrictMode } from '../request/context.ts'
import { notFound } from '../request/errors.ts'
import { columnName } from '../sql/table.ts'

/** What reading, writing and the routes of one entity share: its declaration, its columns and their SQL. */
export interface Entity {
  resource: Resource
  definition: EntityDefinition
  shape: ReturnType<typeof entityShape>
  fields: Fields
  /** Columns of the table by property. */
  own: Record<string, { getSQLType(): string }>
  /** What names a row for people. */
  title(row: Row): string
  /** What is kept inside a project also stands in the project's log, for those who may see it there. */
  needs: Resource['permission']['view'] | undefined
}

/** Holds a declaration together with its table, and refuses one that has forgotten something. */
export function entityOf(definition: EntityDefinition): Entity {
  const { resource, table } = definition
  const own: Entity['own'] = getTableColumns(table)
  const fields: Fields = resource.fields
  const entity: Entity = {
    resource,
    definition,
    shape: entityShape(resource, table, definition.computed ?? {}, definition.joins),
    fields,
    own,
    title: (row) => String(row[resource.title] ?? row.id),
    needs: resource.owner === 'project' && 'projectId' in own ? resource.permission.view : undefined,
  }
  const forgotten = forgottenOf(entity)
  if (forgotten.length > 0) throw new Error(`${resource.path}: ${forgotten.join('; ')}`)
  return entity
}

/** Every field has a column, an expression or a place that is named; every key that is used exists. */
function forgottenOf({ resource, definition, shape, fields, own }: Entity): string[] {
  const all: Record<string, Field> = { ...fields, ...resource.computed }
  const said: Readonly<Record<string, unknown>> = { ...definition.computed, ...definition.elsewhere }
  const homeless = Object.keys(all).filter((key) => !(key in own) && !(key in said))
  const twice = Object.keys(definition.elsewhere ?? {}).filter((key) => key in own && key in fields)
  const unknown = Object.keys(said).filter((key) => !(key in all))
  const sortable = new Set([...shape.columns.filter(({ order }) => order).map(({ key }) => key), ...Object.keys(definition.orders ?? {})])
  const unsorted = resource.list.sort.map((key) => key.replace(/^-/, '')).filter((key) => !sortable.has(key))
  const ownFilters: Readonly<Record<string, unknown>> = definition.filters ?? {}
  const unfiltered = Object.entries(resource.list.filters ?? {}).filter(
    ([name, { field }]) => !(name in ownFilters) && !(field && field in own),
  )
  return [
    ...homeless.map((key) => `${key} has neither a column nor an expression, and is named in no "elsewhere"`),
    ...twice.map((key) => `${key} has a column and is also said to be elsewhere`),
    ...unknown.map((key) => `there is no field ${key} to compute or to keep elsewhere`),
    ...Object.values(all)
      .flatMap(companionKeys)
      .filter((key) => !(key in own))
      .map((key) => `there is no field ${key} to say that a 0 is meant`),
    ...unsorted.map((key) => `nothing can be sorted by ${key}`),
    ...Object.entries(resource.list.filters ?? {}).flatMap(([name, { parentFilter: within }]) =>
      within === undefined || within in (resource.list.filters ?? {})
        ? []
        : [`the filter ${name} stands within ${within}, which is no filter`],
    ),
    ...unfiltered.map(([name]) => `the filter ${name} restricts no column`),
    ...('searchText' in own || definition.searchIn ? [] : ['nothing says which rows hold a word that is looked for']),
  ]
}

/** How a row is looked for by its id. */
export interface FindOptions {
  isDeleted?: boolean
  lock?: boolean
  parentId?: unknown
  /** The row as just written, even where the writer does not see it any more. */
  isOwnWork?: boolean
}

export async function findRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}): Promise<Row | undefined> {
  return (await findWith(entity, ctx, id, options))?.row
}

/** When the row is found by whoever asks. */
function isFound(
  { resource, definition }: Entity,
  { actor }: Context,
  p: Params,
  id: unknown,
  { isDeleted, parentId, isOwnWork }: FindOptions,
) {
  const conditions = [`t.id = ${p.add(id)}`]
  if (!isOwnWork) {
    conditions.push(isDeleted ? 't.is_deleted' : 'not t.is_deleted')
    const scope = definition.scope?.(actor, p)
    if (scope) conditions.push(scope)
    if (resource.parent && parentId !== undefined) conditions.push(`t.${columnName(resource.parent)} = ${p.add(parentId)}`)
  }
  return conditions.join(' and ')
}

async function findWith(
  entity: Entity,
  ctx: Context,
  id: unknown,
  finding: FindOptions,
  more: string[] = [],
): Promise<{ row: Row; more: unknown[] } | undefined> {
  const { shape } = entity
  const p = new Params()
  const where = isFound(entity, ctx, p, id, finding)
  const { text, read } = selectColumns(shape.columns, ctx)
  const [values] = await ctx.lists(
    `select ${[text, ...more].join(', ')} from ${shape.table} t ${shape.joins} where ${where}${finding.lock ? ' for update of t' : ''}`,
    p.values,
  )
  return values && { row: read(values), more: values.slice(values.length - more.length) }
}

export async function getRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}) {
  const row = await findRow(entity, ctx, id, options)
  if (!row) throw notFound(entity.resource.names.one)
  return row
}

/** Throws where the row is missing or hidden, and reads nothing of it. */
export async function assertRow(entity: Entity, ctx: Context, id: unknown): Promise<void> {
  const p = new Params()
  const where = isFound(entity, ctx, p, id, {})
  const { table, joins } = entity.shape
  const found = await ctx.run(`select from ${table} t ${requiredJoins(joins, where)} where ${where}`, p.values)
  if (found === 0) throw notFound(entity.resource.names.one)
}

/** The row with the parts its page shows besides, in one round trip where the parts are said as `parts`. */
export async function findDetailedRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}): Promise<Row | undefined> {
  const { parts = [] } = entity.definition
  if (!options.lock || parts.length === 0) {
    const found = await findWith(
      entity,
      ctx,
      id,
      options,
      parts.map(({ sql }) => sql),
    )
    return found && withDetail(entity, ctx, found.row, partsFrom(parts, found.more, isStrictMode(ctx)))
  }
  // Who waits for the lock sees the row as it is then, but its parts as they were before: these are read by a statement behind it.
  const [row, read] = await Promise.all([findRow(entity, ctx, id, options), readParts(entity, ctx, id)])
  return row && withDetail(entity, ctx, row, read)
}

export async function getDetailedRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}): Promise<Row> {
  const row = await findDetailedRow(entity, ctx, id, options)
  if (!row) throw notFound(entity.resource.names.one)
  return row
}

/** The same for a row that is already there. */
export const addDetails = async (entity: Entity, ctx: Context, row: Row): Promise<Row> =>
  withDetail(entity, ctx, row, await readParts(entity, ctx, row.id))

async function readParts({ definition: { parts = [] }, shape }: Entity, ctx: Context, id: unknown): Promise<PartReader> {
  if (parts.length === 0) return partsFrom([], [], false)
  const [values] = await ctx.lists(`select ${parts.map(({ sql }) => sql).join(', ')} from ${shape.table} t where t.id = $1`, [id])
  // Whoever reads the row finds out that there is none.
  return values ? partsFrom(parts, values, isStrictMode(ctx)) : partsFrom([], [], false)
}

const withDetail = async ({ definition }: Entity, ctx: Context, row: Row, read: PartReader): Promise<Row> =>
  definition.detail ? { ...row, ...(await definition.detail(ctx, row, read)) } : row
