import { messages } from '../../model/kit/rules.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { moveAreaGroup } from '../../model/spaces/space-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { columnList, is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { areaGroups } from './area-groups.ts'
import { openSpace, type SpaceInHand } from './open-space.ts'
import { takeOutOfRacks } from './racks.ts'
import { announceLines, holdEquipment, keyShape, lineMergeKey, mostOfOneLine, recordOnSpace, setQuantities } from './space-lines.ts'
import { writeStatus } from './space-status.ts'
import { spacePage } from './spaces.ts'
import { spaceEquipmentTable } from './spaces-tables.ts'

const storedShape = { id: is.number, ...keyShape, quantity: is.number }
const lineShape = { ...storedShape, model: is.text }
const lineColumns = `${columnList(storedShape, 'l')}, e.model`

type MoveBody = HandlerRequest<typeof moveAreaGroup>['body']
type Line = RowOfShape<typeof lineShape>
interface MovingLine extends Line {
  moving: number
}

async function movingLines(ctx: Context, source: SpaceInHand, body: MoveBody): Promise<MovingLine[]> {
  const groupId = body.areaGroupId || null
  if (groupId !== null) {
    const found = await ctx.run('select 1 from area_groups where id = $1 and space_id = $2 and not is_deleted', [groupId, source.id])
    if (found === 0) throw badRequest({ areaGroupId: ['Area group not found.'] })
  }
  const lines = await ctx.rows(
    lineShape,
    `select ${lineColumns} from space_equipment l join equipments e on e.id = l.equipment_id
     where l.space_id = $1 and l.area_group_id is not distinct from $2 and not l.is_deleted and ($3::bigint[] is null or l.id = any($3)) order by l.id`,
    [source.id, groupId, body.lineIds],
  )
  if (body.lineIds && lines.length < body.lineIds.length) throw badRequest({ lineIds: ['Equipment not found.'] })
  const quantities: Record<string, unknown> = body.quantities ?? {}
  const ids = new Set(lines.map(({ id }) => String(id)))
  if (typeof quantities !== 'object' || Array.isArray(quantities) || Object.keys(quantities).some((id) => !ids.has(id)))
    throw badRequest({ quantities: ['Equipment not found.'] })
  return lines.map((line) => {
    const moving = quantities[line.id] ?? line.quantity
    if (typeof moving !== 'number' || !Number.isInteger(moving) || moving < 1) throw badRequest({ quantities: [messages.minimum(1)] })
    if (moving > line.quantity) throw badRequest({ quantities: [messages.maximum(line.quantity)] })
    return { ...line, moving }
  })
}

/** Target group: the selected one, else one with the source group's name, else a new one. */
async function targetGroup(ctx: Context, target: SpaceInHand, body: MoveBody): Promise<number | null> {
  if (body.targetAreaGroupId === 0) return null
  const [found] = await ctx.rows(
    { id: is.number },
    `select id from area_groups where space_id = $1 and not is_deleted and case when $2::bigint is null
       then dna_key(name) = (select dna_key(name) from area_groups where id = $3) else id = $2 end`,
    [target.id, body.targetAreaGroupId, body.areaGroupId],
  )
  if (found) return found.id
  if (body.targetAreaGroupId !== null) throw badRequest({ targetAreaGroupId: ['Area group not found.'] })
  if (body.areaGroupId === 0) return null
  const [group] = await ctx.rows({ name: is.text, notes: orNull(is.text) }, 'select name, notes from area_groups where id = $1', [
    body.areaGroupId,
  ])
  if (!group) throw badRequest({ areaGroupId: ['Area group not found.'] })
  const createdGroup = await areaGroups.create(ctx, { name: group.name, order: null, notes: group.notes }, { parentId: target.id })
  return createdGroup.id
}

/** Merges equal lines; a partial move leaves the rest in place. The project's total quantity does not change. */
async function writeMoves(ctx: Context, target: SpaceInHand, groupId: number | null, lines: MovingLine[]) {
  const present = await ctx.rows(
    lineShape,
    `select ${lineColumns} from space_equipment l join equipments e on e.id = l.equipment_id
     where l.space_id = $1 and l.area_group_id is not distinct from $2 and not l.is_deleted order by l.id`,
    [target.id, groupId],
  )
  const byKey = new Map<string, Line & { copy?: { quantity: number } }>(present.map((line) => [lineMergeKey(line), line]))
  const counts: { id: number; quantity: number }[] = []
  const moved: number[] = []
  const merged: number[] = []
  const copies: { id: number; quantity: number }[] = []
  for (const line of lines) {
    const isWhole = line.moving === line.quantity
    const key = lineMergeKey({ ...line, areaGroupId: groupId })
    const same = byKey.get(key)
    if (same) {
      if (same.quantity + line.moving > mostOfOneLine) throw badRequest({ quantities: [messages.maximum(mostOfOneLine)] })
      same.quantity += line.moving
      const known = counts.find(({ id }) => id === same.id)
      if (known) known.quantity = same.quantity
      else if (same.copy) same.copy.quantity = same.quantity
      else counts.push({ id: same.id, quantity: same.quantity })
      if (isWhole) merged.push(line.id)
    } else if (isWhole) {
      moved.push(line.id)
      byKey.set(key, line)
    } else {
      const copy = { id: line.id, quantity: line.moving }
      copies.push(copy)
      byKey.set(key, { ...line, quantity: line.moving, copy })
    }
    if (!isWhole) counts.push({ id: line.id, quantity: line.quantity - line.moving })
  }
  if (moved.length > 0) await ctx.update(spaceEquipmentTable, { id: moved }, { spaceId: target.id, areaGroupId: groupId, circuitId: null })
  if (merged.length > 0) await ctx.markDeleted(spaceEquipmentTable, { id: merged })
  if (copies.length > 0)
    await ctx.run(
      `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer, installer_name,
         unit_price_override, frozen_unit_price, is_existing, rack_id, label, notes, created_by_id, updated_by_id)
       select l.project_id, $2, $3, l.equipment_id, x.quantity, l.provider, l.installer, l.installer_name, l.unit_price_override,
         l.frozen_unit_price, l.is_existing, l.rack_id, l.label, l.notes, $4, $4
       from jsonb_to_recordset($1) as x(id bigint, quantity int) join space_equipment l on l.id = x.id order by l.id`,
      [JSON.stringify(copies), target.id, groupId, ctx.actor.userId || null],
    )
  await setQuantities(ctx, counts)
}

/** Removes units that leave the space from their racks; a partial move takes the last units. */
async function leaveRacks(ctx: Context, source: SpaceInHand, lines: MovingLine[]) {
  const units = await ctx.rows(
    { id: is.number },
    `select u.id from jsonb_to_recordset($1) as x(id bigint, staying int) join units u on u.line_id = x.id and u.unit_index > x.staying
     where not u.is_deleted`,
    [JSON.stringify(lines.map(({ id, quantity, moving }) => ({ id, staying: quantity - moving })))],
  )
  await takeOutOfRacks(
    ctx,
    source.projectId,
    units.map(({ id }) => id),
  )
}

async function moveEquipmentLines(ctx: Context, body: MoveBody) {
  if (body.sourceSpaceId === body.targetSpaceId) throw badRequest({ targetSpaceId: ['This equipment is already in the space.'] })
  // Lock order: equipment first, then projects, then spaces by id.
  const used = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_equipment where space_id = $1 and not is_deleted',
    [body.sourceSpaceId],
  )
  await holdEquipment(
    ctx,
    used.map(({ id }) => id),
  )
  const first = await openSpace(ctx, Math.min(body.sourceSpaceId, body.targetSpaceId))
  const second = await openSpace(ctx, Math.max(body.sourceSpaceId, body.targetSpaceId))
  const [source, target] = first.id === body.sourceSpaceId ? [first, second] : [second, first]
  if (source.projectId !== target.projectId) throw badRequest({ targetSpaceId: ['The space belongs to another project.'] })

  const lines = await movingLines(ctx, source, body)
  if (lines.length > 0) {
    await leaveRacks(ctx, source, lines)
    await writeMoves(ctx, target, await targetGroup(ctx, target, body), lines)
    const lineTexts = lines.map(({ moving, model }) => `${moving} × ${model}`)
    const movedLines = lines.map(({ equipmentId, moving }) => ({ equipmentId, quantity: moving }))
    await recordOnSpace(ctx, source, `Equipment moved to ${target.name}`, lineTexts, { moved: movedLines, to: target.id })
    await recordOnSpace(ctx, target, `Equipment moved from ${source.name}`, lineTexts, { moved: movedLines, from: source.id })
    if (target.status === SpaceStatus.Created) await writeStatus(ctx, target, SpaceStatus.InProgress)
    for (const space of [source, target]) announceLines(ctx, space, lines[0]?.id)
  }
  return { source: await spacePage(ctx, source.id), target: await spacePage(ctx, target.id) }
}

export const moveRoutes: Route[] = [defineRoute(moveAreaGroup, (ctx, { body }) => moveEquipmentLines(ctx, body))]
