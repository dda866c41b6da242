import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { type AddedLine, changeLines } from '../../model/spaces/line-concurrency.ts'
import { formatLineCount, spaceEquipment as spaceEquipmentModel } from '../../model/spaces/space-equipment.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { diffRows } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { readMany, type StoredRow, writeMany } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { openSpace, type SpaceInHand } from './open-space.ts'
import { spaceEquipment } from './space-equipment.ts'
import { addLines, announceLines, findCircuit, holdEquipment, recordOnSpace, removeLines } from './space-lines.ts'

type LinesBody = HandlerRequest<typeof changeLines>['body']
type Line = StoredRow<typeof spaceEquipment>
type Entry = Pick<Changed, 'action' | 'entityId' | 'entityName' | 'before' | 'after'>

const lineEntry = (
  action: Changed['action'],
  row: Line,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Entry => ({
  action,
  entityId: row.id,
  entityName: row.equipment.model,
  before,
  after,
})

async function lockLines(ctx: Context, space: SpaceInHand, ids: number[], at: string): Promise<Line[]> {
  const rows = await readMany(ctx, spaceEquipment, ids, { lock: true })
  return ids.map((id, index) => {
    const row = rows.get(String(id))
    if (!row || row.isDeleted || row.space.id !== space.id) throw badRequest({ [`${at}[${index}]`]: ['Equipment not found.'] })
    return row
  })
}

async function removeAndRecord(ctx: Context, space: SpaceInHand, ids: number[]): Promise<Entry[]> {
  const rows = await lockLines(ctx, space, ids, 'takeOut')
  await removeLines(ctx, space, ids)
  return rows.map((row) => lineEntry('Delete', row, diffRows(spaceEquipmentModel, row, null).before, null))
}

async function findAreaGroup(ctx: Context, space: SpaceInHand, id: number) {
  if (id === 0) return null
  const [group] = await ctx.rows(
    { id: is.number, name: is.text },
    'select id, name from area_groups where id = $1 and space_id = $2 and not is_deleted',
    [id, space.id],
  )
  if (!group) throw badRequest({ 'change.areaGroupId': ['Area group not found.'] })
  return group
}

async function updateLines(
  ctx: Context,
  space: SpaceInHand,
  { lineIds, quantity, areaGroupId, circuitId }: NonNullable<LinesBody['change']>,
): Promise<Entry[]> {
  if (quantity === null && areaGroupId === null && circuitId === null) throw badRequest({ change: ['Nothing to change.'] })
  const group = areaGroupId === null ? undefined : await findAreaGroup(ctx, space, areaGroupId)
  const circuit = circuitId ? await findCircuit(ctx, space, circuitId, 'change.circuitId') : circuitId === null ? undefined : null
  const edits = (await lockLines(ctx, space, lineIds, 'change.lineIds')).map((row) => {
    const before: Partial<Line> = {}
    const after: Partial<Line> = {}
    if (quantity !== null && quantity !== row.quantity)
      Object.assign(before, { quantity: row.quantity }) && Object.assign(after, { quantity })
    if (group !== undefined && (group?.id ?? null) !== (row.areaGroup?.id ?? null)) {
      before.areaGroup = row.areaGroup ?? null
      after.areaGroup = group
    }
    if (circuit !== undefined && (circuit?.id ?? null) !== (row.circuit?.id ?? null)) {
      before.circuit = row.circuit ?? null
      after.circuit = circuit
    }
    return { row, before, after }
  })
  const changed = edits.filter(({ after }) => Object.keys(after).length > 0)
  await writeMany(
    ctx,
    spaceEquipment,
    changed.map(({ row, after }) => ({
      id: row.id,
      columns: {
        ...('quantity' in after && { quantity: after.quantity }),
        ...('areaGroup' in after && { areaGroupId: after.areaGroup?.id ?? null }),
        ...('circuit' in after && { circuitId: after.circuit?.id ?? null }),
      },
    })),
  )
  if (changed.length > 0) {
    const lineTexts = changed.map(({ row }) => `${quantity ?? row.quantity} × ${row.equipment.model}`)
    await recordOnSpace(ctx, space, 'Equipment changed', lineTexts, {
      lines: changed.map(({ row }) => row.id),
      quantity,
      areaGroup: group ?? null,
      circuit: circuit ?? null,
    })
    announceLines(ctx, space, changed[0]?.row.id)
  }
  return changed.map(({ row, before, after }) => lineEntry('Update', row, before, after))
}

export const addedLines = (ids: number[], rows: Map<string, Pick<Line, 'quantity' | 'equipment'>>): AddedLine[] =>
  ids.flatMap((id) => {
    const row = rows.get(String(id))
    return row
      ? [{ id, quantity: row.quantity, equipment: { id: row.equipment.id, tag: row.equipment.tag, model: row.equipment.model } }]
      : []
  })

/** Adds to the quantity of equal lines and creates the others. */
async function addOrMergeLines(
  ctx: Context,
  space: SpaceInHand,
  equipment: Awaited<ReturnType<typeof holdEquipment>>,
  lines: NonNullable<LinesBody['add']>,
) {
  const placedRows = await ctx.rows(
    { id: is.number },
    'select id from space_equipment where space_id = $1 and not is_deleted and equipment_id = any($2)',
    [space.id, lines.map(({ equipmentId }) => equipmentId)],
  )
  const before = await readMany(
    ctx,
    spaceEquipment,
    placedRows.map(({ id }) => id),
  )
  const ids = [
    ...new Set(
      await addLines(
        ctx,
        space,
        equipment,
        lines.map((line, index) => ({ line, at: `add[${index}].` })),
      ),
    ),
  ]
  const after = await readMany(ctx, spaceEquipment, ids)
  const entries = [...after.values()].map((row) => {
    const old = before.get(String(row.id))
    if (old) return lineEntry('Update', row, { quantity: old.quantity }, { quantity: row.quantity })
    return lineEntry('Create', row, null, diffRows(spaceEquipmentModel, null, row).after)
  })
  return { lines: addedLines(ids, after), entries }
}

/** `3 lines added` in a list, or an empty list for none. */
export const describeCount = (count: number, verb: string) => (count > 0 ? [`${formatLineCount(count)} ${verb}`] : [])

async function applyLineChanges(ctx: Context, spaceId: number, input: LinesBody) {
  const [added, removedIds] = [input.add ?? [], input.takeOut ?? []]
  const touched = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_equipment where id = any($1) and space_id = $2',
    [[...removedIds, ...(input.change?.lineIds ?? [])], spaceId],
  )
  // Locks equipment before the project, like every writer.
  const equipment = await holdEquipment(ctx, [...new Set([...added.map(({ equipmentId }) => equipmentId), ...touched.map(({ id }) => id)])])
  const space = await openSpace(ctx, spaceId)
  if (added.length === 0 && removedIds.length === 0 && !input.change) throw badRequest({ add: ['Nothing to change.'] })
  const removed = removedIds.length > 0 ? await removeAndRecord(ctx, space, removedIds) : []
  const changed = input.change ? await updateLines(ctx, space, input.change) : []
  const addResult = added.length > 0 ? await addOrMergeLines(ctx, space, equipment, added) : { lines: [], entries: [] }
  const entries = [...removed, ...changed, ...addResult.entries]
  const summaryParts = [
    ...describeCount(addResult.entries.length, 'added'),
    ...describeCount(changed.length, 'changed'),
    ...describeCount(removed.length, 'removed'),
  ]
  const place = { entity: 'spaces', id: space.id, name: space.name, projectId: space.projectId }
  const changeSetId = await recordChangeSet(
    ctx,
    { kind: ChangeSetKind.BulkEdit, title: `${space.name}: ${summaryParts.join(', ')}`, permissions: ['ProjectEquipment.Update'] },
    entries.map((entry): Changed => ({ ...entry, entity: spaceEquipmentModel.entity, projectId: space.projectId, place })),
  )
  return { lines: addResult.lines, changeSetId: changeSetId ?? null }
}

export const togetherRoutes: Route[] = [defineRoute(changeLines, (ctx, { params, body }) => applyLineChanges(ctx, params.id, body))]
