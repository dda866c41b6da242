import {
  CableKind,
  EquipmentAvailability,
  InstallerCode,
  LinkType,
  ProviderCode,
  RackAccessory,
  Termination,
} from '../../model/catalog/enums.ts'
import { networkPorts, powerSpecs } from '../../model/catalog/equipment-parts.ts'
import type { CheckedConnection, CheckedEquipment, CheckedLine, CheckedProject, CheckedRack } from '../../model/checks/checked.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { fixedCableLength } from '../../model/spaces/cable-lengths.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { RackHalf, RackSide, RackType } from '../../model/spaces/enums.ts'
import type { RackDevice } from '../../model/spaces/rack-devices.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { limitFields } from '../../model/spaces/space-limits.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { asWalked, limitsOfCables, readStockedCables } from '../spaces/public.ts'

/** Condition for counted spaces; others are not built. */
const countedSpaceSql = (space: string) => `not ${space}.is_deleted and ${space}.status not in (${uncountedStatuses.join(', ')})`

const loadSpaces = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      id: is.number,
      name: is.text,
      spaceNumber: orNull(is.text),
      limits: orNull(is.jsonOfFields(limitFields)),
      farthestViewerFt: orNull(is.number),
      elementHeightPercent: orNull(is.number),
    },
    `select s.id, s.name, s.space_number, s.limits, s.farthest_viewer_ft,
       s.element_height_percent
     from placed_spaces s where s.project_id = $1 and ${countedSpaceSql('s')} order by ${asWalked('s')}`,
    [projectId],
  )

const loadLines = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      id: is.number,
      spaceId: is.number,
      equipmentId: is.number,
      quantity: is.number,
      provider: is.choice(ProviderCode),
      installer: is.choice(InstallerCode),
      isExisting: is.boolean,
      cents: is.number,
      notes: orNull(is.text),
      circuitId: orNull(is.number),
    },
    `select l.id, l.space_id, l.equipment_id, l.quantity, l.provider, l.installer, l.is_existing,
       l.amount as cents, l.notes, c.id as "circuitId"
     from line_amounts l join placed_spaces s on s.id = l.space_id and ${countedSpaceSql('s')} left join project_circuits c on c.id = l.circuit_id
     where l.project_id = $1 order by l.id`,
    [projectId],
  )

async function loadEquipment(ctx: Context, ids: readonly number[]) {
  const rows = await ctx.rows(
    {
      id: is.number,
      tag: is.text,
      model: is.text,
      availability: is.choice(EquipmentAvailability),
      heatLoadWatts: orNull(is.number),
      powerSpecs: is.jsonOfField(powerSpecs),
      networkPorts: is.jsonOfField(networkPorts),
      isRackMountable: is.boolean,
      rackUnits: orNull(is.number),
      rackAccessory: orNull(is.choice(RackAccessory)),
      widthIn: orNull(is.number),
      heightIn: orNull(is.number),
      depthIn: orNull(is.number),
      weightLb: orNull(is.number),
      watts: orNull(is.number),
      diagonalIn: orNull(is.number),
      poeBudgetWatts: orNull(is.number),
      isCable: is.boolean,
      isRack: is.boolean,
    },
    `select e.id, e.tag, e.model, e.availability, e.heat_load_watts, e.power_specs, e.network_ports,
       e.is_rack_mountable, e.rack_units, e.rack_accessory, e.width_in,
       e.height_in, e.depth_in, e.weight_lb, e.watts, e.diagonal_in,
       e.poe_budget_watts, coalesce(e.is_cable, false) as "isCable", coalesce(e.is_rack, false) as "isRack"
     from products e where e.id = any($1)`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
type Equipment = Awaited<ReturnType<typeof loadEquipment>> extends Map<number, infer E> ? E & CheckedEquipment : never

const loadCircuits = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      id: is.number,
      spaceId: is.number,
      panel: is.text,
      number: is.text,
      breakerAmps: is.number,
      voltage: is.number,
      isDedicated: is.boolean,
    },
    `select c.id, c.space_id, c.panel, c.number, c.breaker_amps, c.voltage, c.is_dedicated
     from project_circuits c where c.project_id = $1 order by c.panel collate natural_order, c.number collate natural_order, c.id`,
    [projectId],
  )

const loadFrames = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      id: is.number,
      name: is.text,
      spaceId: orNull(is.number),
      heightRU: is.number,
      rackType: is.choice(RackType),
      mountingDepthIn: orNull(is.number),
      maxWeightLb: orNull(is.number),
    },
    `select r.id, r.name, r.space_id, r.height_r_u, r.rack_type, r.mounting_depth_in,
       r.max_weight_lb
     from project_racks r where r.project_id = $1 order by r.name collate natural_order, r.id`,
    [projectId],
  )

const loadPlacements = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      unitId: is.number,
      rackId: is.number,
      label: is.text,
      equipmentId: is.number,
      startRU: is.number,
      face: is.choice(RackSide),
      half: is.choice(RackHalf),
      shelfUnitId: orNull(is.number),
      shelfOrder: orNull(is.number),
    },
    `select p.unit_id, p.rack_id, p.label, p.equipment_id, p.start_unit as "startRU", p.face, p.half,
       p.shelf_unit_id, p.shelf_order
     from placed_units p where p.project_id = $1 order by p.rack_id, p.start_unit, p.face, p.half, p.shelf_order nulls first, p.unit_id`,
    [projectId],
  )

const loadWires = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      id: is.number,
      number: is.text,
      fromUnitId: is.number,
      fromUnit: is.text,
      fromSpaceId: is.number,
      fromEquipmentId: is.number,
      isFromNetwork: is.boolean,
      toUnitId: is.number,
      toUnit: is.text,
      toSpaceId: is.number,
      toEquipmentId: is.number,
      isToNetwork: is.boolean,
      signalTypeId: is.number,
      signal: is.text,
      linkType: orNull(is.choice(LinkType)),
      cableKind: orNull(is.choice(CableKind)),
      lengthLimitM: orNull(is.number),
      lengthFt: orNull(is.number),
      isEstimated: is.boolean,
      isLengthAssumed: is.boolean,
      cableId: orNull(is.number),
      cableTag: orNull(is.text),
      cableModel: orNull(is.text),
      cableCents: orNull(is.number),
      stockLengthFt: orNull(is.number),
      termination: orNull(is.choice(Termination)),
      fixedFt: orNull(is.number),
      outerDiameterIn: orNull(is.number),
      conduitId: orNull(is.number),
    },
    `select t.id, t.number, t.from_unit_id as "fromUnitId", t.from_unit as "fromUnit", t.from_space_id as "fromSpaceId",
       t.from_equipment_id as "fromEquipmentId", coalesce(f.is_network, false) as "isFromNetwork", t.to_unit_id as "toUnitId",
       t.to_unit as "toUnit", t.to_space_id as "toSpaceId", t.to_equipment_id as "toEquipmentId", coalesce(e.is_network, false) as "isToNetwork",
       t.signal_type_id as "signalTypeId", coalesce(g.name, '') as signal, g.link_type as "linkType", (c.cable_spec->>'kind')::smallint as "cableKind", g.length_limit_m as "lengthLimitM", t.run_ft as "lengthFt", t.length_ft is null as "isEstimated",
       t.is_length_assumed as "isLengthAssumed",
       c.id as "cableId", c.tag as "cableTag", c.model as "cableModel", (select e.msrp_price from products e where e.id = c.id) as "cableCents", c.stock_length_ft as "stockLengthFt", (c.cable_spec->>'termination')::smallint as termination, (c.cable_spec->>'lengthFt')::numeric as "fixedFt",
       (c.cable_spec->>'outerDiameterIn')::numeric as "outerDiameterIn", t.conduit_id as "conduitId"
     from wired_connections t left join wire_signals g on g.id = t.signal_type_id left join connectable_products c on c.id = t.cable_equipment_id
       left join connectable_ports f on f.id = t.from_port_id left join connectable_ports e on e.id = t.to_port_id
     where t.project_id = $1 order by t.id`,
    [projectId],
  )

const loadConduits = (ctx: Context, projectId: number) =>
  ctx.rows(
    { id: is.number, name: is.text, spaceId: orNull(is.number), tradeSize: orNull(is.text), innerDiameterIn: orNull(is.number) },
    `select c.id, c.name, coalesce(c.from_space_id, c.to_space_id) as "spaceId", c.trade_size, c.inner_diameter_in
     from project_conduits c where c.project_id = $1 order by c.name collate natural_order, c.id`,
    [projectId],
  )

/** Requires permission to view drawings. */
function loadOutlines(ctx: Context, projectId: number) {
  if (!ctx.actor.held.has('DrawingDocuments.View')) return []
  return ctx.rows(
    { planId: is.number, plan: is.text, spaceId: is.number, areaFt2: is.number, enteredFt2: orNull(is.number) },
    `select o.plan_id, o.plan, o.space_id, o.area_ft2 as "areaFt2", s.area as "enteredFt2" from drawn_outlines o
     join placed_spaces s on s.id = o.space_id and ${countedSpaceSql('s')}
     where o.project_id = $1 order by ${asWalked('s')}, o.plan_id`,
    [projectId],
  )
}

/** Requires permission to view drawings. Canceled sheets need no number. */
function loadDocuments(ctx: Context, projectId: number) {
  if (!ctx.actor.held.has('DrawingDocuments.View')) return []
  return ctx.rows(
    { id: is.number, title: is.text },
    `select d.id, d.title from living_documents d
     where d.project_id = $1 and coalesce(d.number, '') = '' and d.state not in (${uncountedStatuses.join(', ')}) order by d.id`,
    [projectId],
  )
}

/** Reads a project for the design rules with at most thirteen statements, regardless of its size. */
export async function readChecked(ctx: Context, project: { id: number; installationFactor: number }): Promise<CheckedProject> {
  const { id, installationFactor } = project
  const spaces = await loadSpaces(ctx, id)
  const rows = await loadLines(ctx, id)
  const circuits = await loadCircuits(ctx, id)
  const frames = await loadFrames(ctx, id)
  const placed = await loadPlacements(ctx, id)
  const documents = await loadDocuments(ctx, id)
  const conduits = await loadConduits(ctx, id)
  const outlines = await loadOutlines(ctx, id)
  const liveSpaceIds = new Set(spaces.map((space) => space.id))
  const wires = (await loadWires(ctx, id)).filter(
    ({ fromSpaceId, toSpaceId }) => liveSpaceIds.has(fromSpaceId) && liveSpaceIds.has(toSpaceId),
  )
  const equipment = await loadEquipment(ctx, [
    ...[...rows, ...placed].map(({ equipmentId }) => equipmentId),
    ...wires.flatMap(({ fromEquipmentId, toEquipmentId }) => [fromEquipmentId, toEquipmentId]),
  ])
  const limit = await limitsOfCables(ctx)
  const stock = await readStockedCables(ctx, [...new Set(wires.map(({ signalTypeId }) => signalTypeId))])
  const inRack = groupByKey(placed, ({ rackId }) => rackId)
  return {
    id,
    installationFactor,
    spaces,
    lines: rows.flatMap(({ cents, ...line }): CheckedLine[] => {
      const product = equipment.get(line.equipmentId)
      return product ? [{ ...line, extendedMsrpPrice: dollarsOf(cents), equipment: product }] : []
    }),
    circuits,
    racks: frames.map((frame): CheckedRack => ({ ...frame, placements: (inRack.get(frame.id) ?? []).map(pickPlacement) })),
    devices: new Map(placed.flatMap(({ unitId, label, equipmentId }) => deviceEntry(unitId, label, equipment.get(equipmentId)))),
    documents,
    connections: wires.map((wire) => ({ ...createConnection(wire, equipment, limit), stock: stock.get(wire.signalTypeId) ?? null })),
    conduits,
    outlines,
  }
}

/** PoE requires a network port. */
const poeAt = (isNetwork: boolean, product: Equipment | undefined) =>
  isNetwork && product
    ? { poeBudgetWatts: product.poeBudgetWatts, powerSpecs: product.powerSpecs, networkPorts: product.networkPorts }
    : null

function createConnection(
  wire: Awaited<ReturnType<typeof loadWires>>[number],
  equipment: ReadonlyMap<number, Equipment>,
  limit: Awaited<ReturnType<typeof limitsOfCables>>,
): Omit<CheckedConnection, 'stock'> {
  const { id, number, signal, linkType, cableKind, lengthLimitM, lengthFt, isEstimated, outerDiameterIn, conduitId } = wire
  const { stockLengthFt, termination, fixedFt } = wire
  return {
    id,
    number,
    from: {
      unitId: wire.fromUnitId,
      label: wire.fromUnit,
      spaceId: wire.fromSpaceId,
      poe: poeAt(wire.isFromNetwork, equipment.get(wire.fromEquipmentId)),
    },
    to: {
      unitId: wire.toUnitId,
      label: wire.toUnit,
      spaceId: wire.toSpaceId,
      poe: poeAt(wire.isToNetwork, equipment.get(wire.toEquipmentId)),
    },
    lengthFt,
    limit: limit({ name: signal, linkType, lengthLimitM }, cableKind),
    isEstimated,
    isLengthAssumed: wire.isLengthAssumed,
    cable:
      wire.cableId === null
        ? null
        : {
            id: wire.cableId,
            tag: wire.cableTag ?? '',
            model: wire.cableModel ?? '',
            termination,
            lengthFt: fixedFt,
            stockLengthFt,
            fixedLengthFt: fixedCableLength({ termination, lengthFt: fixedFt }, stockLengthFt),
            price: dollarsOf(wire.cableCents ?? 0),
          },
    outerDiameterIn,
    conduitId,
  }
}

const pickPlacement = ({ unitId, startRU, face, half, shelfUnitId, shelfOrder }: PlacedUnit): PlacedUnit => ({
  unitId,
  startRU,
  face,
  half,
  shelfUnitId,
  shelfOrder,
})

const deviceEntry = (unitId: number, label: string, product: Equipment | undefined): [number, RackDevice][] =>
  product ? [[unitId, { unitId, label, equipment: { ...product, manufacture: '', imageUrl: null } }]] : []
