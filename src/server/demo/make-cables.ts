import { PortDirection } from '../../model/catalog/enums.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { usualCableRules } from '../../model/spaces/cable-lengths.ts'
import { conduits } from '../../model/spaces/conduits.ts'
import { changeConnections, connections, writeDistances } from '../../model/spaces/connections.ts'
import { placeInDiagram, readDiagram } from '../../model/spaces/diagram.ts'
import { drawDiagram, layoutDiagram, onGrid } from '../../model/spaces/diagram-layout.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'
import { createCall, type Invoke } from './invoke.ts'

const port = {
  unitId: is.number,
  label: is.text,
  spaceId: is.number,
  equipmentId: is.number,
  portId: is.number,
  direction: is.choice(PortDirection),
  connectorId: is.number,
  isNetwork: is.boolean,
  signals: is.numbers,
}
/** Limits on wired rooms, cables in total, and cables from the racks into each room. They keep the demo cable schedule readable. */
const [mostSpaces, mostCables, mostFromRacks] = [8, 120, 16]

type Port = RowOfShape<typeof port>
type Ends = Pick<WriteValues<typeof connections>, 'fromUnitId' | 'fromPortId' | 'toUnitId' | 'toPortId'>

export async function makeCables(call: Invoke, ctx: Context, projectId: number) {
  const ports = await ctx.rows(
    port,
    `select u.id as "unitId", u.label, u.space_id, u.equipment_id, p.id as "portId", p.direction,
       p.connector_id, p.is_network, p.signal_type_ids as signals
     from living_units u join connectable_ports p on p.equipment_id = u.equipment_id
     where u.project_id = $1 and p.signal_type_ids <> '{}' order by u.space_id, u.id, p.direction, p."order", p.id`,
    [projectId],
  )
  const served = await servedRooms(ctx, projectId)
  const [rackRoom, ...rooms] = served
  const used = new Set<string>()
  const created: { id: number; spaceId: number; isFromRackRoom: boolean }[] = []
  async function wire(from: Port, into: Port) {
    used.add(portKey(into)).add(portKey(from))
    const ends: Ends = { fromUnitId: from.unitId, fromPortId: from.portId, toUnitId: into.unitId, toPortId: into.portId }
    const answer = await call(createCall(connections), {
      params: { id: projectId },
      body: { ...ends, state: states[created.length % states.length] },
    })
    created.push({ id: answer.id, spaceId: into.spaceId, isFromRackRoom: from.spaceId === rackRoom && into.spaceId !== rackRoom })
  }
  const panels = ports.filter((item) => item.spaceId === rackRoom && item.direction === Output && item.isNetwork)
  for (const room of rooms) {
    const open = ports.filter((item) => item.spaceId === room && item.direction === Input && item.isNetwork)
    const seen = new Set<number>()
    for (const into of open) {
      const from = panels.find((panel) => !used.has(portKey(panel)) && takes(panel, into))
      if (seen.has(into.unitId) || seen.size >= mostFromRacks || !from) continue
      seen.add(into.unitId)
      await wire(from, into)
    }
  }
  const spaces = [...new Set([...rooms, ...ports.map(({ spaceId }) => spaceId)])].slice(0, mostSpaces)
  for (const spaceId of spaces) {
    const own = ports.filter((item) => item.spaceId === spaceId)
    const pairs = new Set<string>()
    for (const into of own) {
      if (created.length >= mostCables) break
      if (into.direction !== Input || used.has(portKey(into))) continue
      const from = own.find(
        (item) => item.direction === Output && !used.has(portKey(item)) && !pairs.has(unitPairKey(item, into)) && takes(item, into),
      )
      if (!from) continue
      pairs.add(unitPairKey(from, into))
      await wire(from, into)
    }
  }
  if (rackRoom !== undefined) await makeWays(call, projectId, [rackRoom, ...rooms], created)
  if (rooms[0] !== undefined) await drawRoom(call, rooms[0])
}
const { Input, Output } = PortDirection
const states = ConnectionState.values.map(({ value }) => value)
const portKey = ({ unitId, portId }: Port) => `${unitId} ${portId}`
const unitPairKey = (a: Port, b: Port) => [a.unitId, b.unitId].sort((value, other) => value - other).join()
const takes = (from: Port, into: Port) =>
  from.unitId !== into.unitId &&
  from.equipmentId !== into.equipmentId &&
  from.connectorId === into.connectorId &&
  from.signals.some((signal) => into.signals.includes(signal))

/** Returns the room with the most racks, followed by the rooms whose equipment is mounted in them. */
async function servedRooms(ctx: Context, projectId: number): Promise<number[]> {
  const rows = await ctx.rows(
    { rackRoom: is.number, room: is.number },
    `select r.space_id as "rackRoom", l.space_id as room from racks r join rack_placements o on o.rack_id = r.id join units u on u.id = o.unit_id
       join space_equipment l on l.id = u.line_id
     where r.space_id = (select m.space_id from racks m where m.project_id = $1 and m.space_id is not null group by 1 order by count(*) desc, 1 limit 1)
     group by 1, 2 order by l.space_id <> r.space_id, min(r.id)`,
    [projectId],
  )
  const [first] = rows
  return first ? [...new Set([first.rackRoom, ...rows.map(({ room }) => room)])] : []
}

/** Null leaves a field unchanged. */
const unchanged = { lengthFt: null, isEstimated: null, state: null, isUnbundled: null, cableEquipmentId: null }

/**
 * Sets the distance from the racks to each room and creates the conduits between them. The first conduit is too small on purpose, so the
 * design check reports it.
 */
async function makeWays(
  call: Invoke,
  projectId: number,
  [rackRoom = 0, ...rooms]: number[],
  created: { id: number; spaceId: number; isFromRackRoom: boolean }[],
) {
  const distances = rooms.map((toSpaceId, index) => ({ fromSpaceId: rackRoom, toSpaceId, distanceFt: 85 + 55 * index }))
  await call(writeDistances, { params: { id: projectId }, body: { ...usualCableRules, distances } })
  for (const [at, room] of rooms.entries()) {
    const ids = created.filter(({ spaceId, isFromRackRoom }) => isFromRackRoom && spaceId === room).map(({ id }) => id)
    if (ids.length === 0) continue
    const pipe: Pick<WriteValues<typeof conduits>, 'tradeSize' | 'innerDiameterIn'> = at === 0
      ? { tradeSize: '3/4"', innerDiameterIn: 0.824 }
      : { tradeSize: '2"', innerDiameterIn: 2.067 }
    const conduit = await call(createCall(conduits), {
      params: { id: projectId },
      body: { name: `C-${String(at + 1).padStart(2, '0')}`, fromSpaceId: rackRoom, toSpaceId: room, ...pipe },
    })
    await call(changeConnections, {
      params: { id: projectId },
      body: { ids, set: { ...unchanged, conduitId: conduit.id, bundle: `B${at + 1}` } },
    })
  }
}

/** Saves the automatic layout of the room's signal-flow diagram as if a user had arranged it. */
async function drawRoom(call: Invoke, spaceId: number) {
  const { units: stored, wires, far } = await call(readDiagram, { params: { id: spaceId } })
  const units = stored.map((unit) => ({ ...unit, x: null, y: null }))
  const { boxes } = drawDiagram(layoutDiagram(units, wires, new Set()), units, new Map(far.map((item) => [item.id, item])))
  await call(placeInDiagram, {
    params: { id: spaceId },
    body: { positions: boxes.map(({ block, x, y }) => ({ unitId: block.id, x: onGrid(x), y: onGrid(y) })) },
  })
}
