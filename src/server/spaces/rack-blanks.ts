import { RackAccessory } from '../../model/catalog/enums.ts'
import { RackHalf, RackSide } from '../../model/spaces/enums.ts'
import { openRows } from '../../model/spaces/rack-placing.ts'
import { fillWithBlanks, takeBlanksOut } from '../../model/spaces/racks.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { openSpace } from './open-space.ts'
import { placeUnits, racks } from './racks.ts'
import { addLines, announceLines, holdEquipment, recordOnSpace, removeLines, setQuantities } from './space-lines.ts'
import { loadDevices } from './units.ts'

/** Blank panels are ordinary equipment of the rack's space: bought, labeled, and removed like any other (domain 23). */
async function fillRack(ctx: Context, projectId: number, rackId: number, equipmentId: number) {
  const held = await holdEquipment(ctx, [equipmentId])
  const rack = await racks.get(ctx, rackId, { parentId: projectId })
  const [blank] = await ctx.rows(
    { rackUnits: is.number },
    'select ceil(coalesce(rack_units, 1)) as "rackUnits" from rack_products where id = $1 and rack_accessory = $2 and not is_deleted',
    [equipmentId, RackAccessory.Blank],
  )
  if (!blank) throw badRequest({ equipmentId: ['Only blank panels can fill a rack.'] })
  if (!rack.space) throw conflict(`${rack.name} is not in a space, so blanks cannot be added.`)
  const space = await openSpace(ctx, rack.space.id)
  const placedUnitIds = rack.placements.map(({ unitId }) => unitId)
  const rows = openRows(rack, await loadDevices(ctx, projectId, placedUnitIds), rack.placements, blank.rackUnits)
  if (rows.length === 0) throw conflict(`${rack.name} has no free units for this blank.`)
  const [lineId] = await addLines(ctx, space, held, [{ line: { equipmentId, quantity: rows.length }, at: '' }])
  const units = await ctx.rows(
    { id: is.number },
    `select u.id from units u where u.line_id = $1 and not u.is_deleted and not exists (select from rack_placements p where p.unit_id = u.id)
     order by u.unit_index desc limit $2`,
    [lineId, rows.length],
  )
  const blanks = units.toReversed().map(({ id }, index) => ({
    unitId: id,
    startRU: rows[index] ?? 1,
    face: RackSide.Front,
    half: RackHalf.None,
    shelfUnitId: null,
    shelfOrder: null,
  }))
  const placementInput = { rackId, rowVersion: rack.rowVersion, placements: [...rack.placements, ...blanks] }
  return { ...onlyRow(await placeUnits(ctx, projectId, [placementInput])), blankUnitIds: blanks.map(({ unitId }) => unitId) }
}

/** Reverses a fill: removes the added blanks from their line. Fails with a message if later units of the line are placed elsewhere. */
async function removeBlanks(
  ctx: Context,
  projectId: number,
  rackId: number,
  { unitIds, rowVersion }: HandlerRequest<typeof takeBlanksOut>['body'],
) {
  const rack = await racks.get(ctx, rackId, { parentId: projectId })
  const [line] = await ctx.rows(
    { id: is.number, spaceId: is.number, quantity: is.number, taken: is.number, model: is.text },
    `select l.id, l.space_id, l.quantity, count(*)::int as taken, e.model
     from rack_placements p join living_units u on u.id = p.unit_id join space_equipment l on l.id = u.line_id
       join rack_products e on e.id = l.equipment_id and e.rack_accessory = $3
     where p.rack_id = $1 and u.id = any($2) group by l.id, e.model order by taken desc limit 1`,
    [rack.id, unitIds, RackAccessory.Blank],
  )
  if (!line || line.taken < unitIds.length) throw conflict(`These are not blanks of one line in ${rack.name}.`)
  const space = await openSpace(ctx, line.spaceId)
  const removedUnitIds = new Set(unitIds)
  const placements = rack.placements.filter(({ unitId }) => !removedUnitIds.has(unitId))
  const written = onlyRow(await placeUnits(ctx, projectId, [{ rackId, rowVersion, placements }]))
  const { id, quantity, taken, model } = line
  if (quantity === taken) await removeLines(ctx, space, [id])
  else {
    await setQuantities(ctx, [{ id, quantity: quantity - taken }])
    await recordOnSpace(ctx, space, 'Equipment removed', [`${taken} × ${model}`], { removed: [{ id, quantity: taken, model }] })
    announceLines(ctx, space, id)
  }
  return written
}

export const blankRoutes: Route[] = [
  defineRoute(fillWithBlanks, (ctx, { params, body }) => fillRack(ctx, params.id, params.itemId, body.equipmentId)),
  defineRoute(takeBlanksOut, (ctx, { params, body }) => removeBlanks(ctx, params.id, params.itemId, body)),
]
