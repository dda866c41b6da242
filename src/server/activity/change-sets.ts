import { type AnyPgColumn, bigint, index, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { type ChangedRow, type ChangeSetKind, changeSets as changeSetsModel, listChangedRows } from '../../model/activity/change-sets.ts'
import type { Permission } from '../../model/permissions.ts'
import { type AuditEntry, formatLogValue, inBatches, normalizeForComparison } from '../kit/entity/audit.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import type { Served } from '../kit/entity/served.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { responseField } from '../kit/resource/many-rows.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { type ColumnType, is, onlyRow, orMissing, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { entityTable, foreignKey, idColumn, identityColumn, plainTable } from '../kit/sql/table.ts'

export const changeSetsTable = entityTable('change_sets', {
  kind: smallint().notNull(),
  title: text().notNull(),
  /** Permissions the change needed; undo needs all of them. */
  permissions: text().array().notNull(),
  /** Users who cannot see all of these projects cannot see the change set. */
  projectIds: bigint({ mode: 'number' }).array().notNull().default([]),
  createdCount: integer().notNull(),
  updatedCount: integer().notNull(),
  deletedCount: integer().notNull(),
  restoredCount: integer().notNull(),
  keptCount: integer().notNull().default(0),
  undoesId: foreignKey((): AnyPgColumn => changeSetsTable.id),
  undoneById: foreignKey((): AnyPgColumn => changeSetsTable.id),
})

export const changeSetRowsTable = plainTable(
  'change_set_rows',
  {
    id: identityColumn(),
    changeSetId: foreignKey(() => changeSetsTable.id).notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    name: text().notNull(),
    projectId: idColumn(),
    /** Parent with an activity log, if the row is part of one: entity, id, and name. */
    place: jsonb(),
    before: jsonb(),
    after: jsonb(),
    kept: jsonb(),
  },
  (t) => [index('change_set_rows_set').on(t.changeSetId, t.id)],
)

interface KeptField {
  field?: string
  label: string | null
  reason: string
}
const kept: ColumnType<KeptField> = is.jsonOf({ field: orMissing(is.text), label: orNull(is.text), reason: is.text })
const place: ColumnType<EntityLocation> = is.jsonOf({
  entity: is.text,
  id: is.number,
  name: is.text,
  projectId: orMissing(orNull(is.number)),
})
export const keptShape = {
  id: is.number,
  action: is.name<ChangedRow['action']>(),
  entity: is.text,
  entityId: is.text,
  name: is.text,
  projectId: orNull(is.number),
  place: orNull(place),
  before: orNull(is.recordOf(is.anything)),
  after: orNull(is.recordOf(is.anything)),
  kept: orNull(is.listOf(kept)),
}
export const keptColumns = 'id, action, entity, entity_id, name, project_id, place, before, after, kept'
export type KeptRow = RowOfShape<typeof keptShape>

const otherSet = (id: string) => `(select json_build_object('id', o.id, 'title', o.title) from change_sets o where o.id = ${id})`

const everyProject = `not exists (select from unnest(t.project_ids) touched(id) left join projects pr on pr.id = touched.id where pr.id is null or not visible(pr))`

/** Visible to the author and to users who may undo it, if they see all its projects. Users who may view the audit log see all. */
function seesSet(actor: Actor, p: Params): string | undefined {
  if (actor.held.has('AuditLog.View')) return undefined
  const mayUndo = `t.permissions <@ ${p.add([...actor.held])}::text[]`
  return `(${mayUndo} or t.created_by_id = ${p.add(actor.userId)}::uuid) and ${everyProject}`
}

/** Checks if the caller may undo the change set. Users of the audit log must also see all affected projects. */
export async function loadUndoState(ctx: Context, id: unknown) {
  const p = new Params()
  const rows = await ctx.rows(
    { permissions: is.names<Permission>(), undoneById: orNull(is.number), undoesId: orNull(is.number), sees: is.boolean },
    `select t.permissions, t.undone_by_id, t.undoes_id, ${everyProject} as sees from change_sets t where t.id = ${p.add(id)}`,
    p.values,
  )
  const { permissions, undoneById, undoesId, sees } = onlyRow(rows)
  const missing = permissions.find((name) => !ctx.actor.held.has(name))
  return { permissions, undoneById, undoesId, missing, isAllowed: missing === undefined && sees }
}

export const changeSets = serve({
  resource: changeSetsModel,
  table: changeSetsTable,
  scope: seesSet,
  computed: { isUndone: 't.undone_by_id is not null', undoneBy: otherSet('t.undone_by_id'), undoes: otherSet('t.undoes_id') },
  async detail(ctx, row) {
    const { isAllowed, undoneById } = await loadUndoState(ctx, row.id)
    return { actions: isAllowed && undoneById === null ? ['Undo'] : [] }
  },
})

export const findServedEntity = ({ services }: Context, entity: string) =>
  services.extensions.entities.find(({ resource }) => resource.entity === entity)

export type Changed = Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'entityName' | 'before' | 'after' | 'activity'> & {
  projectId?: number | null
  place?: EntityLocation | null
  kept?: KeptField[]
}
/** Rows skipped by an undo are stored in its change set, not in a log. */
export type ChangedOrKept = Omit<Changed, 'action'> & { action: Changed['action'] | 'Keep' }
export interface EntityLocation {
  entity: string
  id: number
  name: string
  projectId?: number | null
}
interface About {
  kind: ChangeSetKind
  title: string
  permissions: Permission[]
  undoesId?: number
}

/**
 * Records all changes of one action in its transaction, so that they can be undone as a unit. Takes audit log entries; `before` and `after`
 * contain the changed fields in response form. Returns the change set id, or undefined without changes.
 */
export async function recordChangeSet(ctx: Context, about: About, changes: ChangedOrKept[]): Promise<number | undefined> {
  const rows = mergeByRow(changes)
  if (rows.length === 0) return undefined
  const count = (action: string) => rows.filter((row) => row.action === action).length
  const projectIds = [...new Set(rows.map(changeProjectId).filter((id) => id !== null))]
  const created = await ctx.rows(
    { id: is.number },
    `with made as (
       insert into change_sets (kind, title, permissions, project_ids, created_count, updated_count, deleted_count, restored_count, kept_count, undoes_id, created_by_id, updated_by_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id),
     rows as (
       ${insertRows('made.id', '$12', 'made, ')})
     select id from made`,
    [
      about.kind,
      about.title.slice(0, 500),
      about.permissions,
      projectIds,
      count('Create'),
      count('Update'),
      count('Delete'),
      count('Restore'),
      rows.filter(({ kept }) => kept?.length).length,
      about.undoesId ?? null,
      ctx.actor.userId || null,
      asJson(rows.slice(0, atOnce)),
    ],
  )
  const { id } = onlyRow(created)
  await inBatches(rows.slice(atOnce), (some) => ctx.run(insertRows('$1::bigint', '$2'), [id, asJson(some)]), atOnce)
  ctx.after(() => ctx.services.changed({ entity: changeSetsModel.entity, id, action: 'Created' }, 'internal'))
  return id
}

const atOnce = 200
const insertRows = (set: string, rows: string, from = '') =>
  `insert into change_set_rows (change_set_id, action, entity, entity_id, name, project_id, place, before, after, kept)
   select ${set}, action, entity, entity_id, name, project_id, nullif(place, 'null'), nullif(before, 'null'), nullif(after, 'null'), nullif(kept, 'null')
   from ${from}rows from (jsonb_to_recordset(${rows}) as (action text, entity text, entity_id text, name text, project_id bigint, place jsonb, before jsonb, after jsonb, kept jsonb))
     with ordinality x order by ordinality`
const asJson = (rows: ChangedOrKept[]) =>
  JSON.stringify(
    rows.map((row) => ({
      action: row.action,
      entity: row.entity,
      entity_id: String(row.entityId),
      name: row.entityName ?? String(row.entityId),
      project_id: changeProjectId(row),
      place: row.place ?? null,
      before: row.before ?? null,
      after: row.after ?? null,
      kept: row.kept ?? null,
    })),
  )

const changeProjectId = (row: ChangedOrKept) => row.projectId ?? row.place?.projectId ?? row.activity?.projectId ?? null

function mergeByRow(changes: ChangedOrKept[]): ChangedOrKept[] {
  const byRow = new Map<string, ChangedOrKept>()
  for (const change of changes) {
    const at = `${change.entity} ${change.entityId}`
    const former = byRow.get(at)
    byRow.set(at, former ? mergeChanges(former, change) : change)
  }
  return [...byRow.values()].filter(saysSomething)
}

/** Drops rows changed back to their original values, which would create a change set that cannot be undone. */
function saysSomething({ action, before, after, kept }: ChangedOrKept): boolean {
  if (action !== 'Update' || kept?.length) return true
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...keys].some((key) => normalizeForComparison(before?.[key]) !== normalizeForComparison(after?.[key]))
}

function mergeChanges(first: ChangedOrKept, next: ChangedOrKept): ChangedOrKept {
  const action = first.action === 'Create' ? 'Create' : next.action
  return { ...first, ...next, action, before: { ...next.before, ...first.before }, after: { ...first.after, ...next.after } }
}

/** Finds the last change set with this title, unless it has been undone. */
export async function findLastChangeSet(
  ctx: Context,
  kind: ChangeSetKind,
  title: string,
): Promise<{ id: number; mayUndo: boolean } | undefined> {
  const [last] = await ctx.rows(
    { id: is.number, isUndone: is.boolean },
    `select id, undone_by_id is not null as "isUndone" from change_sets where kind = $1 and title = $2 order by id desc limit 1`,
    [kind, title],
  )
  if (!last || last.isUndone) return undefined
  const { isAllowed } = await loadUndoState(ctx, last.id)
  return { id: last.id, mayUndo: isAllowed }
}

async function listRows(ctx: Context, set: { id: number }, query: HandlerRequest<typeof listChangedRows>['query']) {
  const p = new Params()
  const conditions = [`c.change_set_id = ${p.add(set.id)}`]
  for (const pattern of searchPatterns(query.search)) conditions.push(`c.name ilike ${p.add(pattern)}`)
  // Users of the audit log see all change sets, but no rows of hidden projects.
  conditions.push('(c.project_id is null or exists (select from projects pr where pr.id = c.project_id and visible(pr)))')
  const where = conditions.join(' and ')
  const limit = pageSize(query)
  const rows = await ctx.rows(
    { total: is.number, ...keptShape },
    `select (select count(*)::int from change_set_rows c where ${where}) as total, ${keptColumns} from change_set_rows c where ${where}
     order by c.id limit ${p.add(limit)} offset ${p.add((Math.max(1, query.page ?? 1) - 1) * limit)}`,
    p.values,
  )
  return { items: rows.map((row) => inPeoplesWords(ctx, row)), total: rows[0]?.total ?? 0 }
}

function inPeoplesWords(ctx: Context, row: KeptRow): ChangedRow {
  const served = findServedEntity(ctx, row.entity)
  const keys = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])]
  const changes = keys.flatMap((key) => {
    const field = served && responseField(served, key)
    if (!field) return []
    const isHidden = field.mask !== undefined && !ctx.actor.held.has(field.mask)
    const formatValue = (values: Record<string, unknown> | null) => (isHidden ? null : formatLogValue(field, values?.[key]))
    return [{ field: key, label: field.label, from: formatValue(row.before), to: formatValue(row.after) }]
  })
  return {
    id: row.id,
    action: row.action,
    entity: row.entity,
    kind: served?.resource.names.one ?? row.entity,
    entityId: row.entityId,
    name: row.name,
    href: rowHref(ctx, served, row),
    place: row.place?.name ?? null,
    changes,
    kept: (row.kept ?? []).map(({ label, reason }) => ({ label, reason })),
  }
}

function rowHref(ctx: Context, served: Served | undefined, { entityId, place, projectId }: KeptRow): string | null {
  if (served?.resource.route) return `${served.resource.route}/${entityId}`
  if (place?.entity === 'spaces') return `/projects/${projectId}/spaces/${place.id}`
  const route = place && findServedEntity(ctx, place.entity)?.resource.route
  return route ? `${route}/${place.id}` : null
}

/** Visibility depends on the changed rows. There is no picker, and no `query` call, because reading 5,000 sets at once has no use. */
export const servedChangeSets = withOverrides(changeSets, {
  list: { permission: 'internal' },
  read: { permission: 'internal' },
  typeHead: false,
  query: false,
})

export const rowsRoute: Route = defineRoute(listChangedRows, async (ctx, { params, query }) =>
  listRows(ctx, await changeSets.get(ctx, params.id), query),
)
