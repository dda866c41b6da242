import { LineStyle } from '../../model/catalog/enums.ts'
import { placeInDiagram, readDiagram } from '../../model/spaces/diagram.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { readWiring } from './connection-reading.ts'
import { connections } from './connections.ts'
import { openSpace } from './open-space.ts'
import { spaces } from './spaces.ts'

async function loadDiagram(ctx: Context, spaceId: number) {
  const space = await spaces.get(ctx, spaceId)
  const rows = await ctx.rows(
    { id: is.number, tag: is.text, model: is.text, x: orNull(is.number), y: orNull(is.number) },
    `select u.id, e.tag, e.model, p.x, p.y from living_units u join connectable_products e on e.id = u.equipment_id
       left join diagram_positions p on p.unit_id = u.id
     where u.space_id = $1 order by u.label collate ${naturalOrder}, u.id`,
    [space.id],
  )
  const here = new Map(rows.map((row) => [row.id, row]))
  const wiring = await readWiring(ctx, space.projectId, [...here.keys()])
  const units = rows.flatMap((row) => {
    const unit = wiring.units.get(row.id)
    return unit && unit.ports.length > 0 ? [{ ...row, label: unit.label, ports: unit.ports, poe: unit.poe }] : []
  })
  const names = await ctx.rows(
    { id: is.number, name: is.text },
    `select id, concat_ws(' ', space_number, name) as name from spaces where project_id = $1 and not is_deleted`,
    [space.projectId],
  )
  const named = new Map(names.map((name) => [name.id, name]))
  const far = [...wiring.units.values()].flatMap(({ id, label, ports, poe, spaceId }) => {
    const namedSpace = named.get(spaceId)
    return here.has(id) || !namedSpace ? [] : [{ id, label, ports, poe, space: namedSpace }]
  })
  const signalIds = [...new Set([...units.flatMap(({ ports }) => ports.flatMap(({ signalTypeIds }) => signalTypeIds))])]
  const wires = wiring.connections.map((connection) => ({
    id: connection.id,
    number: connection.number,
    rowVersion: connection.rowVersion,
    from: {
      unitId: connection.from.unit.id,
      portId: connection.fromPortId,
      portName: connection.from.port?.name ?? connection.from.portName,
    },
    to: { unitId: connection.to.unit.id, portId: connection.toPortId, portName: connection.to.port?.name ?? connection.to.portName },
    signalTypeId: connection.signal?.id ?? 0,
    cable: connection.cable && {
      model: connection.cable.model,
      termination: connection.cable.termination,
      fixedLengthFt: connection.cable.fixedLengthFt,
      sides: connection.cable.sides,
    },
    lengthFt: connection.lengthFt,
    isLengthAssumed: connection.isLengthAssumed,
    limit: connection.limit,
  }))
  return {
    units,
    far,
    wires,
    signals: await loadSignals(ctx, [...new Set([...signalIds, ...wires.map(({ signalTypeId }) => signalTypeId)])]),
    withoutPorts: rows.length - units.length,
  }
}

const loadSignals = (ctx: Context, ids: number[]) =>
  ctx.rows(
    {
      id: is.number,
      name: is.text,
      abbreviation: is.text,
      color: orNull(is.text),
      lineStyle: is.choice(LineStyle),
      allowsMany: is.boolean,
    },
    `select id, name, abbreviation, color, line_style as "lineStyle", allows_many as "allowsMany"
     from wire_signals where id = any($1) order by name collate ${naturalOrder}`,
    [ids],
  )

/** Box positions are not part of the design, so they are not logged. */
async function storePositions(ctx: Context, spaceId: number, { positions, unitIds }: HandlerRequest<typeof placeInDiagram>['body']) {
  const space = await openSpace(ctx, spaceId)
  const rows = await ctx.rows({ id: is.number }, 'select id from living_units where space_id = $1', [space.id])
  const known = new Set(rows.map(({ id }) => id))
  const named = unitIds ? new Set(unitIds) : known
  positions.forEach(({ unitId }, index) => {
    if (!known.has(unitId) || !named.has(unitId)) throw badRequest({ [`positions[${index}].unitId`]: ['Unit not found.'] })
  })
  const last = new Map(positions.map((position) => [position.unitId, position]))
  await ctx.run('delete from diagram_positions where unit_id = any($1)', [[...known].filter((unitId) => named.has(unitId))])
  await ctx.run(
    `insert into diagram_positions (unit_id, x, y) select x."unitId", x.x, x.y from jsonb_to_recordset($1) as x("unitId" bigint, x int, y int)`,
    [JSON.stringify([...last.values()])],
  )
  const event = { entity: connections.resource.entity, id: 0, projectId: space.projectId, action: 'Updated' as const }
  ctx.after(() => ctx.services.changed(event, connections.resource.permission.view))
}

export const diagramRoutes: Route[] = [
  defineRoute(readDiagram, (ctx, { params }) => loadDiagram(ctx, params.id)),
  defineRoute(placeInDiagram, (ctx, { params, body }) => storePositions(ctx, params.id, body)),
]
