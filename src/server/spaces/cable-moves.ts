import { PortDirection } from '../../model/catalog/enums.ts'
import type { MovedCable } from '../../model/catalog/equipment-replace.ts'
import { portsAfter } from '../../model/spaces/cable-moves.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

/** Returns every cable end on this equipment in the spaces, with the matching port of the new product. */
export async function cablesMoved(ctx: Context, spaceIds: readonly number[], { oldId, newId }: { oldId: number; newId: number }) {
  const ends = await ctx.rows(
    {
      connectionId: is.number,
      number: is.text,
      projectId: is.number,
      isFrom: is.boolean,
      unitId: is.number,
      unit: is.text,
      portName: is.text,
      direction: orNull(is.choice(PortDirection)),
      signalTypeId: is.number,
      allowsMany: is.boolean,
    },
    `select w.id as "connectionId", w.number, w.project_id, x.is_from, x.unit_id, x.unit,
       coalesce(p.name, x.port_name) as "portName", p.direction, w.signal_type_id, s.allows_many
     from wired_connections w join wire_signals s on s.id = w.signal_type_id,
       lateral (values (true, w.from_unit_id, w.from_unit, w.from_port_id, w.from_port_name, w.from_space_id, w.from_equipment_id),
         (false, w.to_unit_id, w.to_unit, w.to_port_id, w.to_port_name, w.to_space_id, w.to_equipment_id))
         x(is_from, unit_id, unit, port_id, port_name, space_id, equipment_id)
       left join connectable_ports p on p.id = x.port_id and p.equipment_id = x.equipment_id
     where x.equipment_id = $2 and x.space_id = any($1) order by w.id, x.is_from desc`,
    [spaceIds, oldId],
  )
  if (ends.length === 0) return []
  const ports = await ctx.rows(
    { id: is.number, name: is.text, direction: is.choice(PortDirection), signalTypeIds: is.numbers },
    `select id, name, direction, signal_type_ids from connectable_ports where equipment_id = $1 order by "order", id`,
    [newId],
  )
  const found = portsAfter(ends, ports)
  return ends.map((end): MovedCable => {
    const { connectionId, number, projectId, unit, portName } = end
    return { connectionId, number, projectId, unit, port: portName, newPort: found.get(end)?.name ?? null }
  })
}

/** Lines with units in racks or with cables stay separate lines, so that nothing is disconnected. */
export async function heldLines(ctx: Context, spaceIds: readonly number[], equipmentId: number): Promise<ReadonlySet<number>> {
  const rows = await ctx.rows(
    { id: is.number },
    `select distinct l.id from space_equipment l join units u on u.line_id = l.id and not u.is_deleted
     where l.space_id = any($1) and l.equipment_id = $2 and not l.is_deleted
       and (exists (select from rack_placements p where p.unit_id = u.id)
         or exists (select from connections c where not c.is_deleted and u.id in (c.from_unit_id, c.to_unit_id)))`,
    [spaceIds, equipmentId],
  )
  return new Set(rows.map(({ id }) => id))
}
