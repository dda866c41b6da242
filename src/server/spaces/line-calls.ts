import { pick } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import { addEquipment, addGroup, deleteLine, updateLine } from '../../model/spaces/space-calls.ts'
import { spaceEquipment as spaceEquipmentModel } from '../../model/spaces/space-equipment.ts'
import { linesOfGroup } from '../catalog/public.ts'
import { diffRows, type FieldChange } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { openSpace, type SpaceInHand } from './open-space.ts'
import { spaceEquipment } from './space-equipment.ts'
import { addLines, announceLines, findCircuit, findRack, holdEquipment, mostOfOneLine, recordOnSpace, removeLines } from './space-lines.ts'
import { spaceEquipmentTable } from './spaces-tables.ts'

async function addLine(ctx: Context, spaceId: number, line: HandlerRequest<typeof addEquipment>['body']) {
  const equipment = await holdEquipment(ctx, [line.equipmentId])
  const space = await openSpace(ctx, spaceId)
  const [id] = await addLines(ctx, space, equipment, [{ line, at: '' }])
  return spaceEquipment.get(ctx, id, { parentId: space.projectId })
}

/** Copies the group's current lines; later changes of the group do not affect the space. */
async function addOfGroup(
  ctx: Context,
  spaceId: number,
  { equipmentGroupId, areaGroupId, multiplier }: HandlerRequest<typeof addGroup>['body'],
) {
  const lines = await linesOfGroup(ctx, equipmentGroupId, multiplier)
  const equipment = await holdEquipment(
    ctx,
    lines.map((line) => line.equipmentId),
  )
  const space = await openSpace(ctx, spaceId)
  const linesToAdd = lines.map(({ equipmentId, quantity, provider, installer }) => ({
    line: { equipmentId, quantity, provider, installer, areaGroupId },
    at: '',
  }))
  for (const { line } of linesToAdd)
    if (line.quantity > mostOfOneLine)
      throw badRequest({ multiplier: [`${equipment.get(line.equipmentId)?.model} would be listed more than ${mostOfOneLine} times.`] })
  const ids = new Set(await addLines(ctx, space, equipment, linesToAdd))
  const { items } = await spaceEquipment.list(
    ctx,
    {},
    { parentId: space.projectId, limit: ids.size, extra: (_, p) => `t.id = any(${p.add([...ids])})` },
  )
  return items
}

async function getLine(ctx: Context, space: SpaceInHand, lineId: number) {
  const line = await spaceEquipment.find(ctx, lineId, { parentId: space.projectId })
  if (!line || line.space.id !== space.id) throw notFound('Equipment')
  return line
}
type Line = Awaited<ReturnType<typeof getLine>>

async function update(ctx: Context, spaceId: number, lineId: number, { rowVersion, ...sent }: HandlerRequest<typeof updateLine>['body']) {
  const [known] = await ctx.rows({ equipmentId: is.number }, 'select equipment_id from space_equipment where id = $1', [lineId])
  if (known) await holdEquipment(ctx, [known.equipmentId])
  const space = await openSpace(ctx, spaceId)
  const before = await getLine(ctx, space, lineId)
  await checkVersion(before, rowVersion, `${before.equipment.model} has`)
  const values = { ...before, areaGroupId: before.areaGroup?.id ?? null, circuitId: before.circuit?.id ?? null, ...sent }
  await checkGroup(ctx, space, values.areaGroupId)
  if (values.circuitId !== null) await findCircuit(ctx, space, values.circuitId, 'circuitId')
  if (values.rackId !== null && values.rackId !== before.rackId) await findRack(ctx, space.projectId, values.rackId, 'rackId')
  await ctx.update(spaceEquipmentTable, lineId, {
    ...pick(values, ['areaGroupId', 'quantity', 'installerName', 'isExisting', 'label', 'notes', 'circuitId', 'rackId']),
    provider: values.provider ?? before.provider,
    installer: values.installer ?? before.installer,
    unitPriceOverride: centsOf(values.unitPriceOverride),
  })
  const after = await getLine(ctx, space, lineId)
  const diff = diffRows(spaceEquipmentModel, before, after)
  const changes = [
    ...diff.changes,
    ...refChange('areaGroup', 'Area group', before, after),
    ...refChange('circuit', 'Circuit', before, after),
    ...(before.rackId === after.rackId ? [] : refChange('rack', 'Rack', before, after)),
  ]
  if (changes.length > 0)
    await recordOnSpace(
      ctx,
      space,
      'Equipment changed',
      [`${after.quantity} × ${after.equipment.model}`],
      { line: lineId, ...diff.after },
      changes,
    )
  announceLines(ctx, space, lineId)
  return after
}

async function checkGroup(ctx: Context, space: SpaceInHand, groupId: number | null) {
  if (groupId === null) return
  const found = await ctx.run('select 1 from area_groups where id = $1 and space_id = $2 and not is_deleted', [groupId, space.id])
  if (found === 0) throw badRequest({ areaGroupId: ['Area group not found.'] })
}

const refChange = (field: 'areaGroup' | 'circuit' | 'rack', label: string, before: Line, after: Line): FieldChange[] =>
  before[field]?.id === after[field]?.id ? [] : [{ field, label, from: before[field]?.name ?? null, to: after[field]?.name ?? null }]

async function removeLine(ctx: Context, spaceId: number, lineId: number) {
  const space = await openSpace(ctx, spaceId)
  await getLine(ctx, space, lineId)
  await removeLines(ctx, space, [lineId])
}

export const lineRoutes: Route[] = [
  defineRoute(addEquipment, (ctx, { params, body }) => addLine(ctx, params.id, body)),
  defineRoute(addGroup, (ctx, { params, body }) => addOfGroup(ctx, params.id, body)),
  defineRoute(updateLine, (ctx, { params, body }) => update(ctx, params.id, params.lineId, body)),
  defineRoute(deleteLine, (ctx, { params }) => removeLine(ctx, params.id, params.lineId)),
]
