import { getTableColumns } from 'drizzle-orm'
import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { companionKeys } from '../../../model/kit/field.ts'
import { entityShape, Params, type PartReader, partsFrom, type Row, requiredJoins } from '../entity/rows.ts'
import { selectColumns } from '../entity/selection.ts'
import type { EntityDefinition } from '../entity/served.ts'
import { type Context, isStrictMode } from '../request/context.ts'
import { notFound } from '../request/errors.ts'
import { columnName } from '../sql/table.ts'

export interface Entity {
  resource: Resource
  definition: EntityDefinition
  shape: ReturnType<typeof entityShape>
  fields: Fields
  own: Record<string, { getSQLType(): string }>
  title(row: Row): string
  /** Permission to see the row's entries in the project log, for entities inside a project. */
  needs: Resource['permission']['view'] | undefined
}

export function createEntity(definition: EntityDefinition): Entity {
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
  const forgotten = definitionGaps(entity)
  if (forgotten.length > 0) throw new Error(`${resource.path}: ${forgotten.join('; ')}`)
  return entity
}

function definitionGaps({ resource, definition, shape, fields, own }: Entity): string[] {
  const all: Record<string, Field> = { ...fields, ...resource.computed }
  const calculated: Readonly<Record<string, unknown>> = { ...definition.computed, ...definition.elsewhere }
  const homeless = Object.keys(all).filter((key) => !(key in own) && !(key in calculated))
  const twice = Object.keys(definition.elsewhere ?? {}).filter((key) => key in own && key in fields)
  const unknown = Object.keys(calculated).filter((key) => !(key in all))
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
      .map((key) => `there is no field ${key} to mark a 0 as intended`),
    ...unsorted.map((key) => `nothing can be sorted by ${key}`),
    ...Object.entries(resource.list.filters ?? {}).flatMap(([name, { parentFilter }]) =>
      parentFilter === undefined || parentFilter in (resource.list.filters ?? {})
        ? []
        : [`the filter ${name} depends on ${parentFilter}, which is no filter`],
    ),
    ...unfiltered.map(([name]) => `the filter ${name} restricts no column`),
    ...('searchText' in own || definition.searchIn ? [] : ['nothing says which rows hold a word that is looked for']),
  ]
}

interface FindOptions {
  isDeleted?: boolean
  lock?: boolean
  parentId?: unknown
  /** Reads the row just written, even if the writer may no longer see it. */
  isOwnWork?: boolean
}

export async function findRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}): Promise<Row | undefined> {
  return (await findWith(entity, ctx, id, options))?.row
}

function foundSql(
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
  const where = foundSql(entity, ctx, p, id, finding)
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

export async function assertRow(entity: Entity, ctx: Context, id: unknown): Promise<void> {
  const p = new Params()
  const where = foundSql(entity, ctx, p, id, {})
  const { table, joins } = entity.shape
  const found = await ctx.run(`select from ${table} t ${requiredJoins(joins, where)} where ${where}`, p.values)
  if (found === 0) throw notFound(entity.resource.names.one)
}

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
    return found && addDetail(entity, ctx, found.row, partsFrom(parts, found.more, isStrictMode(ctx)))
  }
  // A query that waits for a lock sees the new row but its old parts, so a second statement reads the parts.
  const [row, read] = await Promise.all([findRow(entity, ctx, id, options), loadParts(entity, ctx, id)])
  return row && addDetail(entity, ctx, row, read)
}

export async function getDetailedRow(entity: Entity, ctx: Context, id: unknown, options: FindOptions = {}): Promise<Row> {
  const row = await findDetailedRow(entity, ctx, id, options)
  if (!row) throw notFound(entity.resource.names.one)
  return row
}

export const addDetails = async (entity: Entity, ctx: Context, row: Row): Promise<Row> =>
  addDetail(entity, ctx, row, await loadParts(entity, ctx, row.id))

async function loadParts({ definition: { parts = [] }, shape }: Entity, ctx: Context, id: unknown): Promise<PartReader> {
  if (parts.length === 0) return partsFrom([], [], false)
  const [values] = await ctx.lists(`select ${parts.map(({ sql }) => sql).join(', ')} from ${shape.table} t where t.id = $1`, [id])
  // The query for the row reports that it is missing.
  return values ? partsFrom(parts, values, isStrictMode(ctx)) : partsFrom([], [], false)
}

const addDetail = async ({ definition }: Entity, ctx: Context, row: Row, read: PartReader): Promise<Row> =>
  definition.detail ? { ...row, ...(await definition.detail(ctx, row, read)) } : row
