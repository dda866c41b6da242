import { LineStyle } from '../../model/catalog/enums.ts'
import { drawDiagram, layoutDiagram } from '../../model/spaces/diagram-layout.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { readStockedCables, readWiring } from './connection-reading.ts'

export async function loadDiagram(ctx: Context, space: { id: number; projectId: number }) {
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

async function loadSignals(ctx: Context, ids: number[]) {
  const rows = await ctx.rows(
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
  const stock = await readStockedCables(ctx, ids)
  return rows.map((row) => ({ ...row, stock: stock.get(row.id) ?? null }))
}

/**
 * Stores the automatic positions of the boxes in these spaces. Called before a cable is added or removed, because it would lay out all boxes
 * without a position again.
 */
export async function storeAutomaticPositions(ctx: Context, projectId: number, spaceIds: readonly number[]) {
  const spaces = await ctx.rows(
    { id: is.number },
    `select distinct u.space_id as id from living_units u where u.space_id = any($1)
       and exists (select from connectable_ports p where p.equipment_id = u.equipment_id)
       and not exists (select from diagram_positions d where d.unit_id = u.id) order by 1`,
    [spaceIds],
  )
  for (const { id } of spaces) {
    const { units, wires } = await loadDiagram(ctx, { id, projectId })
    const { boxes } = drawDiagram(layoutDiagram(units, wires, new Set()), units, new Map())
    const positions = boxes.map(({ block, x, y }) => ({ unitId: block.id, x, y }))
    await ctx.run(
      `insert into diagram_positions (unit_id, x, y) select x."unitId", x.x, x.y from jsonb_to_recordset($1) as x("unitId" bigint, x int, y int)
       on conflict do nothing`,
      [JSON.stringify(positions)],
    )
  }
}
