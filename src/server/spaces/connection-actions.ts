import { cableToBuy } from '../../model/spaces/cable-lengths.ts'
import { checkConnection, indexConnections } from '../../model/spaces/connection-checks.ts'
import {
  type CableLabel,
  type ConnectionChanges,
  cableLabels,
  cableTotals,
  changeConnections,
  changeEachConnection,
  checkConnections,
  checkThought,
  connections as connectionsModel,
  numberConnections,
  portsOfUnit,
} from '../../model/spaces/connections.ts'
import { type RowEdit, recordEdits } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { pendingChanges, readMany, type StoredRow, writeMany, writeManySwapping } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { getProject, openProject, projects } from '../projects/public.ts'
import { conduits } from './conduits.ts'
import { highestNumber, takeNumbers } from './connection-numbers.ts'
import { readCables, readSignals, readWiring, type WrittenConnection } from './connection-reading.ts'
import { connections, refuseNoCable, resolveConnection } from './connections.ts'

const about = { permission: 'ProjectEquipment.Update', needs: connectionsModel.permission.view } as const
type Wired = StoredRow<typeof connections>

/** Locks the requested cables, or all, until the commit. Throws if one does not exist. */
async function lockCables(ctx: Context, projectId: number, ids: number[] | null): Promise<Map<string, Wired>> {
  const found = await ctx.rows(
    { id: is.number },
    `select w.id from wired_connections w join connections t on t.id = w.id
     where w.project_id = $1 and ($2::bigint[] is null or w.id = any($2)) order by w.id for no key update of t`,
    [projectId, ids],
  )
  if (ids && found.length < ids.length) throw badRequest({ ids: ['Connection not found.'] })
  return readMany(
    ctx,
    connections,
    found.map(({ id }) => id),
  )
}

async function sortByWalkingOrder(ctx: Context, ids: number[]) {
  return ctx.rows(
    { id: is.number, signalTypeId: is.number },
    `select w.id, w.signal_type_id from wired_connections w join placed_spaces s on s.id = w.from_space_id
     where w.id = any($1) order by s.building_order, s.building_id, s.level_order, s.level_id, s.space_number collate ${naturalOrder}, s.name collate ${naturalOrder},
       w.from_unit collate ${naturalOrder}, w.from_port_name collate ${naturalOrder}, w.id`,
    [ids],
  )
}

async function renumberCables(ctx: Context, projectId: number, { ids, prefix, start }: HandlerRequest<typeof numberConnections>['body']) {
  await projects.expect(ctx, projectId)
  const project = await openProject(ctx, projectId)
  const before = await lockCables(ctx, projectId, ids)
  // Excludes cables with a manual number and pieces of a path, which keep their numbers.
  const own = [...before.values()].filter(({ isManual, path }) => !isManual && path === null).map(({ id }) => Number(id))
  const rows = await sortByWalkingOrder(ctx, own)
  const signals = await readSignals(ctx, [...new Set(rows.map(({ signalTypeId }) => signalTypeId))])
  const groups = new Map<string, { start: number; ids: number[] }>()
  for (const { id, signalTypeId } of rows) {
    const signal = signals.get(signalTypeId)
    const prefixToUse = prefix ?? signal?.prefix ?? ''
    const group = groups.get(prefixToUse) ?? { start: start ?? signal?.start ?? 1, ids: [] }
    group.ids.push(id)
    groups.set(prefixToUse, group)
  }
  const edits: RowEdit[] = []
  for (const [groupPrefix, group] of groups) {
    const highest = await highestNumber(ctx, project.id, groupPrefix)
    if (start !== null && start <= highest) throw badRequest({ start: [`Numbers up to ${groupPrefix}${highest} have been used.`] })
    const numbers = await takeNumbers(ctx, project.id, groupPrefix, group.ids.length, group.start)
    group.ids.forEach((id, index) => {
      edits.push({ id, columns: { number: numbers[index] } })
    })
  }
  await writeManySwapping(ctx, connections, edits)
  return {
    changed: edits.length,
    changeSetId: await recordEdits(ctx, connections, { ...about, project, title: 'Renumbered' }, before, edits),
  }
}

interface Change {
  connectionId: number
  set: ConnectionChanges
  at: string
}

async function changedColumns(ctx: Context, projectId: number, { set, at }: Change) {
  const { isEstimated, isUnbundled, ...setFields } = set
  const changes: Partial<typeof setFields> = Object.fromEntries(Object.entries(setFields).filter(([, value]) => value !== null))
  if (isEstimated) changes.lengthFt = null
  if (isUnbundled) changes.bundle = null
  if (Object.keys(changes).length === 0) throw badRequest({ [at]: ['Nothing to change.'] })
  if (setFields.cableEquipmentId !== null) await refuseNoCable(ctx, setFields.cableEquipmentId, `${at}.cableEquipmentId`)
  if (setFields.conduitId !== null && !(await conduits.find(ctx, setFields.conduitId, { parentId: projectId })))
    throw badRequest({ [`${at}.conduitId`]: ['Conduit not found.'] })
  return changes
}

/** Applies changes per cable; cables with the same change share one check. */
async function changeEach(ctx: Context, projectId: number, changes: readonly Change[]) {
  await projects.expect(ctx, projectId)
  const project = await openProject(ctx, projectId)
  const columnsBySet = new Map<ConnectionChanges, Awaited<ReturnType<typeof changedColumns>>>()
  for (const change of changes)
    if (!columnsBySet.has(change.set)) columnsBySet.set(change.set, await changedColumns(ctx, projectId, change))
  const before = await lockCables(
    ctx,
    projectId,
    changes.map(({ connectionId }) => connectionId),
  )
  const edits = changes.flatMap(({ connectionId, set }): RowEdit[] => {
    const row = before.get(String(connectionId))
    const columns = row ? pendingChanges(connections, row, columnsBySet.get(set) ?? {}) : {}
    return Object.keys(columns).length > 0 ? [{ id: connectionId, columns }] : []
  })
  await writeMany(ctx, connections, edits)
  return { updated: edits.length, changeSetId: await recordEdits(ctx, connections, { ...about, project }, before, edits) }
}

async function checkAll(ctx: Context, projectId: number, spaceId: number | null) {
  const project = await getProject(ctx, projectId)
  const wiring = await readWiring(ctx, project.id, spaceId === null ? undefined : await unitsAround(ctx, project.id, spaceId))
  const around = indexConnections(wiring.connections)
  const isMeant = ({ fromSpaceId, toSpaceId }: WrittenConnection) => spaceId === null || spaceId === fromSpaceId || spaceId === toSpaceId
  const selected = wiring.connections.filter(isMeant)
  const connectionsWithFindings = selected.flatMap((writtenConnection) => {
    const findings = checkConnection(writtenConnection, around)
    return findings.length > 0 ? [{ connectionId: writtenConnection.id, number: writtenConnection.number, findings }] : []
  })
  return { checked: selected.length, connections: connectionsWithFindings, withoutDistance: await withoutDistance(ctx, selected) }
}

/** Units of a space and those connected to them; limits the checks to a space in a project of any size. */
async function unitsAround(ctx: Context, projectId: number, spaceId: number): Promise<number[]> {
  const units = await ctx.rows({ id: is.number }, 'select id from living_units where project_id = $1 and space_id = $2', [
    projectId,
    spaceId,
  ])
  const own = units.map(({ id }) => id)
  const ends = await ctx.rows(
    { from: is.number, to: is.number },
    `select t.from_unit_id as "from", t.to_unit_id as "to" from connections t
     where t.project_id = $1 and not t.is_deleted and (t.from_unit_id = any($2) or t.to_unit_id = any($2))`,
    [projectId, own],
  )
  return [...new Set([...own, ...ends.flatMap(({ from, to }) => [from, to])])]
}

/** Returns one finding per pair of spaces, regardless of the number of cables. */
async function withoutDistance(ctx: Context, wires: readonly WrittenConnection[]) {
  const pairs = new Map<string, { from: number; to: number; count: number }>()
  for (const { lengthFt, fromSpaceId, toSpaceId } of wires) {
    if (lengthFt !== null) continue
    const [from, to] = fromSpaceId < toSpaceId ? [fromSpaceId, toSpaceId] : [toSpaceId, fromSpaceId]
    const pair = pairs.get(`${from} ${to}`) ?? { from, to, count: 0 }
    pair.count++
    pairs.set(`${from} ${to}`, pair)
  }
  const ids = [...pairs.values()].flatMap(({ from, to }) => [from, to])
  const names = await ctx.rows(
    { id: is.number, name: is.text },
    `select id, concat_ws(' ', space_number, name) as name from spaces where id = any($1)`,
    [ids],
  )
  const named = new Map(names.map((space) => [space.id, space]))
  return [...pairs.values()].map(({ from, to, count }) => ({
    from: named.get(from) ?? { id: from, name: '' },
    to: named.get(to) ?? { id: to, name: '' },
    count,
  }))
}

async function checkOne(ctx: Context, projectId: number, { connectionId, ...values }: HandlerRequest<typeof checkThought>['body']) {
  const project = await getProject(ctx, projectId)
  const before = connectionId === null ? null : await connections.get(ctx, connectionId, { parentId: project.id })
  const wiring = await readWiring(ctx, project.id, [values.fromUnitId, values.toUnitId])
  const { connection, isTurned, signalTypeId, cableEquipmentId, estimatedFt } = await resolveConnection(ctx, wiring, values, before)
  return {
    isTurned,
    signalTypeId,
    cableEquipmentId,
    estimatedFt,
    findings: checkConnection(connection, indexConnections(wiring.connections)),
  }
}

async function computeCableTotals(ctx: Context, projectId: number, spaceIds: number[] | null) {
  const project = await getProject(ctx, projectId)
  const runs = await ctx.rows(
    { cableId: is.number, lengths: is.listOf(orNull(is.number)) },
    `select coalesce(cable_equipment_id, 0) as "cableId", json_agg(run_ft order by id) as lengths from wired_connections
     where project_id = $1 and ($2::bigint[] is null or from_space_id = any($2) or to_space_id = any($2)) group by 1`,
    [project.id, spaceIds],
  )
  const cables = await readCables(
    ctx,
    runs.map(({ cableId }) => cableId),
  )
  const all = runs.map(({ cableId, lengths }) => {
    const known = cables.get(cableId)
    const cable = known ? { id: known.id, tag: known.tag, model: known.model, manufacture: known.manufacture } : null
    const fixed = known?.fixedLengthFt ?? null
    return { cable, ...cableToBuy(lengths, fixed ?? known?.stockLengthFt ?? null, fixed !== null) }
  })
  // Sorts the unchosen cable last.
  return all.sort(
    (a, b) => Number(a.cable === null) - Number(b.cable === null) || (a.cable?.model ?? '').localeCompare(b.cable?.model ?? '', 'en'),
  )
}

async function ports(ctx: Context, projectId: number, unitId: number) {
  const project = await getProject(ctx, projectId)
  const wiring = await readWiring(ctx, project.id, [unitId])
  const unit = wiring.units.get(unitId)
  if (!unit) throw notFound('Unit')
  const around = indexConnections(wiring.connections)
  const ids = [...new Set(unit.ports.flatMap(({ signalTypeIds }) => signalTypeIds))]
  const signals = await ctx.rows(
    { id: is.number, name: is.text, color: orNull(is.text) },
    'select id, name, color from wire_signals where id = any($1)',
    [ids],
  )
  const named = new Map(signals.map((signal) => [signal.id, signal]))
  return unit.ports.map(({ id, name, direction, connector, signalTypeIds }) => ({
    id,
    name,
    direction,
    connector: connector.name,
    signals: signalTypeIds.flatMap((signalId) => named.get(signalId) ?? []),
    usedBy: around.at(unit.id, id).flatMap(({ number }) => number ?? []),
  }))
}

async function createCableLabels(
  ctx: Context,
  projectId: number,
  { ids, spaceIds, bothEnds }: HandlerRequest<typeof cableLabels>['query'],
) {
  const project = await getProject(ctx, projectId)
  const rows = await ctx.rows(
    { id: is.number, number: is.text, from: is.text, to: is.text },
    `select w.id, w.number, concat_ws(' ', w.from_unit, coalesce(fp.name, w.from_port_name)) as "from", concat_ws(' ', w.to_unit, coalesce(tp.name, w.to_port_name)) as "to"
     from wired_connections w left join connectable_ports fp on fp.id = w.from_port_id left join connectable_ports tp on tp.id = w.to_port_id
     where w.project_id = $1 and ($2::bigint[] is null or w.id = any($2)) and ($3::bigint[] is null or w.from_space_id = any($3) or w.to_space_id = any($3))
     order by w.number collate ${naturalOrder}, w.id`,
    [project.id, ids, spaceIds],
  )
  return rows.flatMap(({ id, number, from, to }): CableLabel[] => {
    const near: CableLabel = { connectionId: id, end: 'from', lines: [from, number, to] }
    return bothEnds ? [near, { connectionId: id, end: 'to', lines: [to, number, from] }] : [near]
  })
}

export const connectionRoutes: Route[] = [
  defineRoute(portsOfUnit, async (ctx, { params, query }) => ({ ports: await ports(ctx, params.id, query.unitId) })),
  defineRoute(cableLabels, async (ctx, { params, query }) => ({ labels: await createCableLabels(ctx, params.id, query) })),
  defineRoute(checkConnections, (ctx, { params, query }) => checkAll(ctx, params.id, query.spaceId)),
  defineRoute(checkThought, (ctx, { params, body }) => checkOne(ctx, params.id, body)),
  defineRoute(numberConnections, (ctx, { params, body }) => renumberCables(ctx, params.id, body)),
  defineRoute(changeConnections, (ctx, { params, body: { ids, set } }) =>
    changeEach(
      ctx,
      params.id,
      ids.map((connectionId) => ({ connectionId, set, at: 'set' })),
    ),
  ),
  defineRoute(changeEachConnection, (ctx, { params, body: { rows } }) =>
    changeEach(
      ctx,
      params.id,
      rows.map((row, index) => ({ ...row, at: `rows[${index}].set` })),
    ),
  ),
  defineRoute(cableTotals, async (ctx, { params, query }) => ({ totals: await computeCableTotals(ctx, params.id, query.spaceIds) })),
]
