import { type CableLimit, cableLimit, limitSettings } from '../../model/catalog/cable-limits.ts'
import { type CableKind, ConnectorGender, EquipmentAvailability, LinkType, PortDirection, Termination } from '../../model/catalog/enums.ts'
import { cableSpec, networkPorts, powerSpecs } from '../../model/catalog/equipment-parts.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import {
  type CableRules,
  createAssumptionLookup,
  createDistanceLookup,
  type Distance,
  estimatedLength,
  fixedCableLength,
  usualCableRules,
} from '../../model/spaces/cable-lengths.ts'
import type {
  CheckedConnection,
  ConnectablePort,
  ConnectableUnit,
  ConnectionCable,
  ConnectionEnd,
  ConnectionSignal,
} from '../../model/spaces/connection-checks.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { settingsOf } from '../settings/public.ts'
import { riseFt } from './connection-views.ts'

interface WiredUnit extends ConnectableUnit {
  ports: ConnectablePort[]
  poe: RowOfShape<typeof poweredShape> | null
  lineId: number
  spaceId: number
  equipmentId: number
}
export interface WireSignal extends ConnectionSignal {
  linkType: LinkType | null
  lengthLimitM: number | null
  defaultCableId: number | null
  prefix: string
  start: number
}
interface WireCable extends ConnectionCable {
  id: number
  kind: CableKind | null
  tag: string
  manufacture: string
  stockLengthFt: number | null
}
export interface WrittenConnection extends CheckedConnection {
  id: number
  number: string
  rowVersion: number
  fromPortId: number
  toPortId: number
  cableId: number | null
  fromSpaceId: number
  toSpaceId: number
}
interface LengthEnd {
  unit: { id: number }
  spaceId: number
}
export interface Wiring {
  units: ReadonlyMap<number, WiredUnit>
  connections: readonly WrittenConnection[]
  estimate(from: LengthEnd, to: LengthEnd): number | null
  /** The default of the space applies, because neither a length, a plan, nor a distance is known. */
  isAssumed(from: LengthEnd, to: LengthEnd): boolean
  limit: CableLimits
}

async function readUnits(ctx: Context, projectId: number, unitIds: readonly number[]) {
  const units = await ctx.rows(
    { id: is.number, label: is.text, lineId: is.number, spaceId: is.number, equipmentId: is.number },
    `select id, label, line_id, space_id, equipment_id from living_units where project_id = $1 and id = any($2)`,
    [projectId, unitIds],
  )
  const products = [...new Set(units.map(({ equipmentId }) => equipmentId))]
  const [ports, powered] = await Promise.all([loadPorts(ctx, products), readPoE(ctx, products)])
  return new Map<number, WiredUnit>(
    units.map((unit) => [unit.id, { ...unit, ports: ports.get(unit.equipmentId) ?? [], poe: powered.get(unit.equipmentId) ?? null }]),
  )
}

async function loadPorts(ctx: Context, equipmentIds: readonly number[]) {
  const rows = await ctx.rows(
    {
      equipmentId: is.number,
      id: is.number,
      name: is.text,
      direction: is.choice(PortDirection),
      gender: orNull(is.choice(ConnectorGender)),
      signalTypeIds: is.numbers,
      connectorId: is.number,
      connector: is.text,
      isNetwork: is.boolean,
      isBareWire: is.boolean,
    },
    `select equipment_id, id, name, direction, gender, signal_type_ids, connector_id, connector,
       is_network, is_bare_wire
     from connectable_ports where equipment_id = any($1) order by equipment_id, direction, "order", id`,
    [equipmentIds],
  )
  const found = new Map<number, ConnectablePort[]>()
  for (const { equipmentId, connectorId, connector, isNetwork, isBareWire, ...port } of rows) {
    const own = found.get(equipmentId) ?? []
    own.push({ ...port, connector: { id: connectorId, name: connector, isNetwork, isBareWire } })
    found.set(equipmentId, own)
  }
  return found
}

const poweredShape = {
  poeBudgetWatts: orNull(is.number),
  powerSpecs: is.jsonOfField(powerSpecs),
  networkPorts: is.jsonOfField(networkPorts),
}
async function readPoE(ctx: Context, equipmentIds: readonly number[]) {
  const rows = await ctx.rows(
    { id: is.number, ...poweredShape },
    `select id, poe_budget_watts, power_specs, network_ports from connectable_products
     where id = any($1) and (power_specs <> '[]' or network_ports <> '[]')`,
    [equipmentIds],
  )
  return new Map(rows.map(({ id, ...poe }) => [id, poe]))
}

export async function readSignals(ctx: Context, ids: readonly number[]): Promise<Map<number, WireSignal>> {
  const rows = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      allowsMany: is.boolean,
      linkType: orNull(is.choice(LinkType)),
      lengthLimitM: orNull(is.number),
      defaultCableId: orNull(is.number),
      prefix: is.text,
      start: is.number,
    },
    `select id, name, allows_many, link_type, length_limit_m, default_cable_equipment_id as "defaultCableId",
       coalesce(cable_number_prefix, '') as prefix, coalesce(cable_start_number, 1) as start from wire_signals where id = any($1)`,
    [ids],
  )
  const stock = await readStockedCables(ctx, ids)
  return new Map(rows.map((row) => [row.id, { ...row, stock: stock.get(row.id) ?? null }]))
}

const fixedFtSql = (cable: string) => `coalesce((${cable}.cable_spec->>'lengthFt')::numeric, ${cable}.stock_length_ft)`
const isPreTerminatedSql = (cable: string) => `(${cable}.cable_spec->>'termination')::int = ${Termination.PreTerminated}`
/** Condition: the product `c` can replace the pre-terminated default cable `d`, apart from its length. */
const replacesDefaultSql = `c.is_cable and not c.is_deleted and c.availability = ${EquipmentAvailability.Available} and ${isPreTerminatedSql('c')}
  and c.manufacture is not distinct from d.manufacture and c.product_family_id is not distinct from d.product_family_id
  and c.cable_spec->'kind' is not distinct from d.cable_spec->'kind' and c.cable_spec->'sides' is not distinct from d.cable_spec->'sides'`

/** Returns the default cables of signal types that are pre-terminated, each with the length of the longest that can replace it. */
export async function readStockedCables(ctx: Context, signalTypeIds: readonly number[]) {
  const rows = await ctx.rows(
    { id: is.number, model: is.text, longestFt: is.number },
    `select s.id, d.model, greatest(${fixedFtSql('d')}, (select max(${fixedFtSql('c')}) from connectable_products c where ${replacesDefaultSql})) as "longestFt"
     from wire_signals s join connectable_products d on d.id = s.default_cable_equipment_id
     where s.id = any($1) and ${isPreTerminatedSql('d')} and ${fixedFtSql('d')} is not null`,
    [signalTypeIds],
  )
  return new Map(rows.map(({ id, ...stock }) => [id, stock]))
}

export async function readCables(ctx: Context, ids: readonly number[]): Promise<Map<number, WireCable>> {
  const rows = await ctx.rows(
    {
      id: is.number,
      tag: is.text,
      model: is.text,
      manufacture: is.text,
      stockLengthFt: orNull(is.number),
      spec: is.jsonOfField(cableSpec),
    },
    `select id, tag, model, manufacture, stock_length_ft, cable_spec as spec from connectable_products where id = any($1)`,
    [ids],
  )
  return new Map(
    rows.map(({ spec, ...cable }) => [
      cable.id,
      {
        ...cable,
        kind: spec?.kind ?? null,
        termination: spec?.termination ?? null,
        fixedLengthFt: fixedCableLength(spec, cable.stockLengthFt),
        sides: spec?.sides ?? null,
      },
    ]),
  )
}

/**
 * Returns the cable to use by default. A pre-terminated default that is too short is replaced by the shortest one of its product family that
 * is available, ends in the same connectors, and is long enough; without one, no cable is chosen.
 */
export async function defaultCableFor(ctx: Context, defaultId: number, lengthFt: number | null): Promise<number | null> {
  const known = (await readCables(ctx, [defaultId])).get(defaultId)
  if (!known || lengthFt === null || known.fixedLengthFt === null || known.fixedLengthFt === undefined) return defaultId
  if (known.fixedLengthFt >= lengthFt) return defaultId
  const [longer] = await ctx.rows(
    { id: is.number },
    `select c.id from connectable_products d join connectable_products c on ${replacesDefaultSql}
     where d.id = $1 and ${fixedFtSql('c')} >= $2 order by ${fixedFtSql('c')}, c.id limit 1`,
    [defaultId, lengthFt],
  )
  return longer?.id ?? null
}

type CableLimits = (signal: Pick<WireSignal, 'name' | 'linkType' | 'lengthLimitM'>, kind: CableKind | null) => CableLimit | null
export async function limitsOfCables(ctx: Context): Promise<CableLimits> {
  const storedLimits = Object.entries(await settingsOf(ctx, ...limitSettings))
  const meters = Object.fromEntries(storedLimits.map(([setting, value]) => [setting, value === null ? null : Number(value)]))
  return (signal, kind) => cableLimit(signal, kind, meters)
}

/** Positions of units on calibrated plans, by unit; those on a floor plan first. */
async function readPositions(ctx: Context, unitIds: readonly number[]) {
  const rows = await ctx.rows(
    { unitId: is.number, planId: is.number, x: is.number, y: is.number, riseFt: is.number },
    `select d.unit_id, d.plan_id, d.x, d.y, ${riseFt('d')} as "riseFt" from plan_devices d join levels l on l.id = d.level_id
     where d.unit_id = any($1) order by d.kind`,
    [unitIds],
  )
  return groupByKey(rows, ({ unitId }) => unitId)
}

/** Feet along the walls' directions on a plan that has both units, and up to the ceiling at each end; null without such a plan. */
function createRouteLookup(positions: Awaited<ReturnType<typeof readPositions>>) {
  return ({ unit: from }: LengthEnd, { unit: to }: LengthEnd): number | null => {
    for (const a of positions.get(from.id) ?? []) {
      const b = positions.get(to.id)?.find(({ planId }) => planId === a.planId)
      if (b) return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + a.riseFt + b.riseFt
    }
    return null
  }
}

export async function readDistances(ctx: Context, projectId: number): Promise<{ rules: CableRules; distances: Distance[] }> {
  const [[rules], distances] = await Promise.all([
    ctx.rows(
      { slackPercent: is.number, endLengthFt: is.number, insideFt: is.number },
      'select slack_percent, end_length_ft, inside_ft from cable_rules where project_id = $1',
      [projectId],
    ),
    ctx.rows(
      { fromSpaceId: is.number, toSpaceId: is.number, distanceFt: is.number },
      `select d.from_space_id, d.to_space_id, d.distance_ft from space_distances d
         join spaces a on a.id = d.from_space_id and not a.is_deleted join spaces b on b.id = d.to_space_id and not b.is_deleted
       where d.project_id = $1 order by d.from_space_id, d.to_space_id`,
      [projectId],
    ),
  ])
  return { rules: rules ?? usualCableRules, distances }
}

const written = {
  id: is.number,
  number: is.text,
  rowVersion: is.number,
  fromUnitId: is.number,
  fromPortId: is.number,
  fromPortName: is.text,
  toUnitId: is.number,
  toPortId: is.number,
  toPortName: is.text,
  signalTypeId: is.number,
  cableId: orNull(is.number),
  lengthFt: orNull(is.number),
}

/** Reads the connections of a project. With `unitIds`, only those that end at these units, plus the units themselves. */
export async function readWiring(ctx: Context, projectId: number, unitIds?: readonly number[]): Promise<Wiring> {
  const rows = await ctx.rows(
    written,
    `select t.id, t.number, t.row_version, t.from_unit_id, t.from_port_id, t.from_port_name,
       t.to_unit_id, t.to_port_id, t.to_port_name, t.signal_type_id,
       t.cable_equipment_id as "cableId", t.length_ft
     from connections t where t.project_id = $1 and not t.is_deleted
       ${unitIds ? 'and (t.from_unit_id = any($2) or t.to_unit_id = any($2))' : ''} order by t.id`,
    unitIds ? [projectId, unitIds] : [projectId],
  )
  const ends = new Set([...(unitIds ?? []), ...rows.flatMap(({ fromUnitId, toUnitId }) => [fromUnitId, toUnitId])])
  const [units, signals, cables, { rules, distances }, limit, positions] = await Promise.all([
    readUnits(ctx, projectId, [...ends]),
    readSignals(ctx, [...new Set(rows.map(({ signalTypeId }) => signalTypeId))]),
    readCables(ctx, [...new Set(rows.flatMap(({ cableId }) => cableId ?? []))]),
    readDistances(ctx, projectId),
    limitsOfCables(ctx),
    readPositions(ctx, [...ends]),
  ])
  const distance = createDistanceLookup(distances, rules)
  const route = createRouteLookup(positions)
  const isSpaceAssumed = createAssumptionLookup(distances)
  const estimate = (from: LengthEnd, to: LengthEnd) => estimatedLength(route(from, to) ?? distance(from.spaceId, to.spaceId), rules)
  const isAssumed = (from: LengthEnd, to: LengthEnd) => route(from, to) === null && isSpaceAssumed(from.spaceId, to.spaceId)
  const connections = rows.flatMap((row): WrittenConnection[] => {
    const [from, to] = [units.get(row.fromUnitId), units.get(row.toUnitId)]
    // An end is in a deleted space.
    if (!from || !to) return []
    const pair = [
      { unit: from, spaceId: from.spaceId },
      { unit: to, spaceId: to.spaceId },
    ] as const
    const signal = signals.get(row.signalTypeId) ?? null
    const cable = row.cableId === null ? null : (cables.get(row.cableId) ?? null)
    return [
      {
        ...row,
        from: connectionEnd(from, row.fromPortId, row.fromPortName),
        to: connectionEnd(to, row.toPortId, row.toPortName),
        signal,
        cable,
        lengthFt: row.lengthFt ?? estimate(...pair),
        isLengthAssumed: row.lengthFt === null && isAssumed(...pair),
        limit: signal && limit(signal, cable?.kind ?? null),
        fromSpaceId: from.spaceId,
        toSpaceId: to.spaceId,
      },
    ]
  })
  return { units, connections, estimate, isAssumed, limit }
}

export const connectionEnd = (unit: ConnectableUnit, portId: number, portName: string): ConnectionEnd => ({
  unit,
  port: unit.ports.find(({ id }) => id === portId) ?? null,
  portName,
})
