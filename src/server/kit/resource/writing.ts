import type { Resource } from '../../../model/kit/description.ts'
import type { WriteValues } from '../../../model/kit/resource.ts'
import { type AuditEntry, activityPosition, diffRows, recordAudit } from '../entity/audit.ts'
import { Params, type Row } from '../entity/rows.ts'
import type { WriteState } from '../entity/served.ts'
import { invalidateTotals } from '../list/list.ts'
import type { Context } from '../request/context.ts'
import { checkVersion } from '../request/errors.ts'
import { columnName } from '../sql/table.ts'
import { checkReferences, cleanTexts, columnValues, completeGroups, keepMaskedFields, storedInput } from './checks.ts'
import { type Entity, findDetailedRow, getDetailedRow, getRow } from './entity.ts'
import { checkFileReferences } from './file-owners.ts'
import { createMentions } from './mentions.ts'

type Values = WriteValues<Resource>

/** Direct callers name the parent of a nested row; hooks of other entities ignore it. */
const firstParentId = (parent: Record<string, unknown>) => Number(Object.values(parent)[0])

interface Planned {
  values: Values
  before: Row | null
  parentId: number
}
interface Done {
  before: Row | null
  id: unknown
  values: Values
  action: AuditEntry['action']
  place?: unknown
}

/** The rules query other rows while the references are checked; a missing reference is reported before a broken rule. */
async function checkedBefore(entity: Entity, ctx: Context, { values, before, parentId }: Planned) {
  const checking = checkReferences(entity, ctx, values, before)
  checking.catch(() => undefined)
  try {
    return await entity.definition.beforeWrite?.(ctx, values, before, parentId)
  } finally {
    await checking
  }
}

const verbs: Partial<Record<AuditEntry['action'], string>> = { Create: 'Created', Update: 'Updated', Restore: 'Restored' }

/** Creates, updates, deletes, and restores rows of an entity: rules, references, logs, and live events in the context's transaction. */
export function createWriter(entity: Entity) {
  const { resource, definition, shape, title, needs } = entity
  const by = (ctx: Context) => ctx.actor.userId || null
  const { tellOfTexts } = createMentions(entity)

  function announce(ctx: Context, row: Row, action: 'Created' | 'Updated' | 'Deleted' | 'Restored', projectId: number | null) {
    ctx.after(() => {
      invalidateTotals(shape.table)
      const event = { entity: resource.entity, id: row.id, projectId: projectId ?? undefined, action, rowVersion: row.rowVersion }
      ctx.services.changed(event, resource.permission.view)
    })
  }

  /** Common end of every write: parts, log entries, and event. */
  async function written(ctx: Context, { before, id, values, action, place }: Done, how: WriteState): Promise<Row> {
    await definition.afterWrite?.(ctx, { id: id as string | number }, values, before)
    const row = await findDetailedRow(entity, ctx, id, { isOwnWork: true })
    if (!row) throw new Error(`${resource.path} ${id} was written and is not there`)
    const { before: old, after, changes } = diffRows(resource, before, row)
    const projectId = definition.projectIdOf?.(row) ?? null
    const activity = {
      id: place,
      title: how.title ?? verbs[action] ?? 'Updated',
      type: how.activityType,
      notes: how.notes,
      changes: action === 'Create' ? [] : changes,
      projectId,
      needs,
    }
    const entry = { action, entity: resource.entity, entityId: row.id, entityName: title(row), before: old, after }
    if (action !== 'Update' || changes.length > 0) await recordAudit(ctx, [{ ...entry, activity: resource.logs ? activity : undefined }])
    await tellOfTexts(ctx, before, row)
    announce(ctx, row, action === 'Create' ? 'Created' : action === 'Restore' ? 'Restored' : 'Updated', projectId)
    return row
  }

  async function create(ctx: Context, input: Values, how: WriteState = {}) {
    if (definition.parent && how.parentId !== undefined) await definition.parent().expect(ctx, how.parentId)
    const values = keepMaskedFields(entity, ctx, input)
    const parent = resource.parent && how.parentId !== undefined ? { [resource.parent]: how.parentId } : {}
    const more = await checkedBefore(entity, ctx, { values, before: null, parentId: firstParentId(parent) })
    const columns = { ...parent, ...how.columns, ...more, createdById: by(ctx), updatedById: by(ctx) }
    const clean = await cleanTexts(entity, { ...values, ...columns }, null)
    await checkFileReferences(entity, ctx, values, null, clean)
    const set = columnValues(entity, clean, columns)
    const p = new Params()
    const names = set.map(([column]) => column).join(', ')
    // The log id is reserved first, so that the new row's entry precedes those of its contents.
    const withPlace = resource.logs && definition.afterWrite ? `, ${activityPosition}` : ''
    const [[id, place] = []] = await ctx.lists(
      `insert into ${shape.table} (${names}) values (${set.map(([, value]) => p.add(value)).join(', ')}) returning id${withPlace}`,
      p.values,
    )
    return written(ctx, { before: null, id, values, action: how.action ?? 'Create', place }, how)
  }

  async function update(ctx: Context, id: unknown, input: Values, how: WriteState = {}) {
    const before = await getDetailedRow(entity, ctx, id, { lock: true, parentId: how.parentId })
    await checkVersion(before, how.rowVersion, `${title(before)} has`)
    const sent = completeGroups(entity.fields, keepMaskedFields(entity, ctx, input), before)
    // Rules see the whole row; only what was sent is written.
    const values = { ...storedInput(entity, before), ...sent }
    const parent = resource.parent ? { [resource.parent]: how.parentId ?? before[resource.parent] } : {}
    const more = await checkedBefore(entity, ctx, { values, before, parentId: firstParentId(parent) })
    const columns = { ...how.columns, ...more, updatedById: by(ctx) }
    const clean = await cleanTexts(entity, { ...sent, ...columns }, before)
    await checkFileReferences(entity, ctx, sent, before, clean)
    const set = columnValues(entity, clean, columns)
    const p = new Params()
    const text = set.map(([column, value]) => `${column} = ${p.add(value)}`).join(', ')
    // Sent together with the query that reads the row again.
    ctx.send(`update ${shape.table} set ${text}, update_date = now(), row_version = row_version + 1 where id = ${p.add(id)}`, p.values)
    return written(ctx, { before, id: before.id, values, action: how.action ?? 'Update' }, how)
  }

  async function remove(ctx: Context, id: unknown, how: WriteState = {}) {
    const row = await getRow(entity, ctx, id, { lock: true, parentId: how.parentId })
    await definition.beforeDelete?.(ctx, row)
    ctx.send(
      `update ${shape.table} set is_deleted = true, delete_date = now(), deleted_by_id = $2, row_version = row_version + 1 where id = $1`,
      [id, by(ctx)],
    )
    const projectId = definition.projectIdOf?.(row) ?? null
    await recordAudit(ctx, [
      {
        action: 'Delete',
        entity: resource.entity,
        entityId: row.id,
        entityName: title(row),
        before: diffRows(resource, null, row).after,
        activity: resource.logs ? { title: 'Deleted', projectId, needs } : undefined,
      },
    ])
    announce(ctx, row, 'Deleted', projectId)
  }

  async function restore(ctx: Context, id: unknown, { name, ...restInput }: Record<string, unknown>) {
    const row = await getRow(entity, ctx, id, { isDeleted: true, lock: true })
    await definition.beforeRestore?.(ctx, row)
    const p = new Params()
    const input = { ...restInput, ...(typeof name === 'string' && name && { [resource.title]: name }) }
    const renamed = Object.entries(input).map(([key, value]) => (value === null ? '' : `, ${columnName(key)} = ${p.add(value)}`))
    ctx.send(
      `update ${shape.table} set is_deleted = false, delete_date = null, deleted_by_id = null, row_version = row_version + 1, update_date = now()${renamed.join('')} where id = ${p.add(id)}`,
      p.values,
    )
    return written(ctx, { before: row, id: row.id, values: {}, action: 'Restore' }, {})
  }

  return { create, update, remove, restore }
}
