import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import { applyAlternates } from '../../model/papers/alternates.ts'
import type { Permission } from '../../model/permissions.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { diffRows } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { readMany } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { openProject } from '../projects/public.ts'
import { addLines, holdEquipment, openSpace, removeLines, spaceEquipment } from '../spaces/public.ts'
import { type Alternate, alternates } from './alternates.ts'

const permissions: Permission[] = ['ProjectEquipment.Update', 'ProjectBudget.Update']

/** Locks in the order of all writers: equipment, project, alternates, spaces. */
async function apply(ctx: Context, projectId: number, ids: readonly number[]) {
  const wanted: Alternate[] = []
  for (const [index, id] of ids.entries()) {
    const row = await alternates.find(ctx, id, { parentId: projectId })
    if (!row) throw badRequest({ [`ids[${index}]`]: ['Alternate not found.'] })
    wanted.push(row)
  }
  const products = await holdEquipment(
    ctx,
    wanted.flatMap(({ added }) => added.map(({ equipmentId }) => equipmentId)),
  )
  await openProject(ctx, projectId)
  const rows: Alternate[] = []
  for (const { id } of wanted) rows.push(await alternates.get(ctx, id, { parentId: projectId, lock: true }))
  for (const { code, isChosen, appliedDate } of rows) {
    if (appliedDate) throw conflict(`${code} has already been applied.`)
    if (!isChosen) throw conflict(`${code} is not chosen.`)
  }
  const lineIds = rows.flatMap((row) => row.lineIds)
  const lines = await ctx.rows(
    { id: is.number, spaceId: is.number },
    'select l.id, l.space_id from living_lines l where l.id = any($1) and l.project_id = $2',
    [lineIds, projectId],
  )
  const isThere = new Set(lines.map(({ id }) => id))
  const stale = rows.find((row) => row.lineIds.some((id) => !isThere.has(id)))
  if (stale) throw conflict(`${stale.code} has lines that have been removed since. Change the alternate first.`)

  const removed = groupByKey(lines, ({ spaceId }) => spaceId)
  const additions = groupByKey(
    rows.flatMap(({ added }) => added),
    ({ spaceId }) => spaceId,
  )
  const changes: Changed[] = []
  let addedLines = 0
  for (const spaceId of [...new Set([...removed.keys(), ...additions.keys()])].sort((a, b) => a - b)) {
    const space = await openSpace(ctx, spaceId)
    const place = { entity: 'spaces', id: space.id, name: space.name, projectId }
    const goneIds = (removed.get(spaceId) ?? []).map(({ id }) => id)
    const present = await ctx.rows({ id: is.number }, 'select l.id from living_lines l where l.space_id = $1', [spaceId])
    const before = await readMany(
      ctx,
      spaceEquipment,
      present.map(({ id }) => id),
    )
    await removeLines(ctx, space, goneIds)
    for (const id of goneIds) {
      const row = before.get(String(id))
      if (row) changes.push(change('Delete', id, row, diffRows(spaceEquipment.resource, null, row).after, place))
    }
    const toAdd = (additions.get(spaceId) ?? []).map(({ equipmentId, areaGroupId, quantity, unitPriceOverride }) => ({
      line: { equipmentId, areaGroupId, quantity, unitPriceOverride },
      at: '',
    }))
    const ids = [...new Set(await addLines(ctx, space, products, toAdd))]
    addedLines += ids.length
    const after = await readMany(ctx, spaceEquipment, ids)
    for (const id of ids) {
      const row = after.get(String(id))
      const was = before.get(String(id))
      if (!row) continue
      if (was) changes.push({ ...change('Update', id, row, { quantity: row.quantity }, place), before: { quantity: was.quantity } })
      else changes.push(change('Create', id, row, diffRows(spaceEquipment.resource, null, row).after, place))
    }
  }
  const appliedDate = new Date().toISOString()
  for (const row of rows) {
    const columns = { appliedDate, appliedDifference: centsOf(row.difference) }
    await alternates.update(ctx, row.id, {}, { columns, title: 'Applied', parentId: projectId, action: 'StateChange' })
    changes.push({
      action: 'Update',
      entity: alternates.resource.entity,
      entityId: row.id,
      entityName: `${row.code} ${row.name}`,
      before: { appliedDate: null },
      after: { appliedDate },
      projectId,
    })
  }
  const title = `Applied ${rows.length === 1 ? `alternate ${rows[0]?.code}` : `${rows.length} alternates`}`
  const changeSetId = await recordChangeSet(ctx, { kind: ChangeSetKind.Alternate, title, permissions }, changes)
  return { removedLines: lines.length, addedLines, changeSetId: changeSetId ?? null }
}

function change(
  action: Changed['action'],
  id: number,
  row: { equipment?: unknown },
  values: Record<string, unknown> | null,
  place: NonNullable<Changed['place']>,
): Changed {
  const { equipment } = row
  const model = typeof equipment === 'object' && equipment !== null && 'model' in equipment ? String(equipment.model) : String(id)
  const sides = action === 'Delete' ? { before: values, after: null } : { before: null, after: values }
  return {
    action,
    entity: spaceEquipment.resource.entity,
    entityId: id,
    entityName: model,
    ...sides,
    projectId: place.projectId ?? null,
    place,
  }
}

export const applyRoutes: Route[] = [defineRoute(applyAlternates, (ctx, { params, body }) => apply(ctx, params.id, body.ids))]
