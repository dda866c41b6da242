import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { messages } from '../../model/kit/rules.ts'
import {
  type CheckedConnection,
  type ConnectionFinding,
  checkConnection,
  commonSignals,
  indexConnections,
  isTurned,
} from '../../model/spaces/connection-checks.ts'
import { connections as connectionsModel } from '../../model/spaces/connections.ts'
import { diffRows, recordAudit } from '../kit/entity/audit.ts'
import { filterCondition } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { announceMany, readMany, writeMany } from '../kit/resource/many-rows.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { connectionsTable } from './cable-tables.ts'
import { conduits } from './conduits.ts'
import { nextCableNumber, nextPiece, noteNumber } from './connection-numbers.ts'
import { connectionEnd, defaultCableFor, readCables, readSignals, readWiring, type Wiring } from './connection-reading.ts'
import { endJoins, estimatedFt, lengthSource, runFt } from './connection-views.ts'
import { storeAutomaticPositions } from './diagram-reading.ts'

const endSql = (side: 'from' | 'to', a: string) => ({
  sql: `json_build_object('name', concat_ws(' ', ${a}u.label, coalesce(${a}p.name, t.${side}_port_name)), 'unit', json_build_object('id', ${a}u.id, 'label', ${a}u.label),
    'space', json_build_object('id', ${a}s.id, 'name', ${a}s.name, 'spaceNumber', ${a}s.space_number),
    'equipment', json_build_object('id', ${a}e.id, 'tag', ${a}e.tag, 'model', ${a}e.model),
    'port', json_build_object('id', t.${side}_port_id, 'name', coalesce(${a}p.name, t.${side}_port_name)), 'isPortGone', ${a}p.id is null)`,
  order: `concat_ws(' ', ${a}u.label, coalesce(${a}p.name, t.${side}_port_name)) collate ${naturalOrder}`,
})
/**
 * Looks up units by key, and those of the few deleted spaces once for the whole project. Joining line and space per cable would be most of
 * the cost of a page of thousands.
 */
const unitExistsSql = (side: 'from' | 'to') =>
  `exists (select from units u where u.id = t.${side}_unit_id and not u.is_deleted)
    and not exists (select from spaces s join space_equipment l on l.space_id = s.id join units u on u.line_id = l.id
      where s.project_id = t.project_id and s.is_deleted and u.id = t.${side}_unit_id)`
const isOrphaned = '(fp.id is null or tp.id is null)'

export const connections = serve({
  resource: connectionsModel,
  table: connectionsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => `${belowProject(actor, p)} and ${unitExistsSql('from')} and ${unitExistsSql('to')}`,
  joins: `${endJoins} left join rack_products fe on fe.id = fl.equipment_id left join rack_products te on te.id = tl.equipment_id`,
  searchIn: (pattern) =>
    `dna_fold(concat_ws(' ', t.number, fu.label, fp.name, fe.tag, fe.model, fs.name, fs.space_number, tu.label, tp.name, te.tag, te.model, ts.name,
      ts.space_number, t.bundle, t.path, t.notes)) like ${pattern}`,
  computed: {
    from: endSql('from', 'f'),
    to: endSql('to', 't'),
    estimatedFt,
    runFt,
    lengthSource,
    isOrphaned,
  },
  orders: { number: `t.number collate ${naturalOrder}`, bundle: `t.bundle collate ${naturalOrder}` },
  indexedOrders: ['number'],
  filters: {
    spaceIds: (values, p) => `(${filterCondition('fs.id', values, p)} or ${filterCondition('ts.id', values, p)})`,
    unitIds: (values, p) => `(${filterCondition('t.from_unit_id', values, p)} or ${filterCondition('t.to_unit_id', values, p)})`,
    hasLength: (has) => `${runFt} is ${has ? 'not ' : ''}null`,
    isOrphaned: (orphaned) => (orphaned ? isOrphaned : `not ${isOrphaned}`),
  },

  async beforeWrite(ctx, values, before, projectId) {
    const ends = resolveEnds(values, before)
    const old = before ? [before.fromUnitId, before.toUnitId] : []
    const wiring = await readWiring(ctx, projectId, [ends.fromUnitId, ends.toUnitId, ...old])
    const thought = await resolveConnection(ctx, wiring, ends, before)
    refuseErrors(thought.connection, wiring, before?.id)
    await checkPlace(ctx, projectId, values, before)
    const { connection, signalTypeId } = thought
    if (!before || before.fromUnitId !== connection.from.unit.id || before.toUnitId !== connection.to.unit.id)
      await storeAutomaticPositions(ctx, projectId, spacesOfUnits(wiring, [connection.from.unit.id, connection.to.unit.id, ...old]))
    return {
      fromUnitId: connection.from.unit.id,
      fromPortId: connection.from.port?.id ?? ends.fromPortId,
      fromPortName: connection.from.port?.name ?? connection.from.portName,
      toUnitId: connection.to.unit.id,
      toPortId: connection.to.port?.id ?? ends.toPortId,
      toPortName: connection.to.port?.name ?? connection.to.portName,
      signalTypeId,
      cableEquipmentId: thought.cableEquipmentId,
      ...(await assignNumber(ctx, projectId, values, before, thought.signal)),
    }
  },
  async beforeRestore(ctx, row) {
    const wiring = await readWiring(ctx, row.projectId, [row.fromUnitId, row.toUnitId])
    const [from, to] = [wiring.units.get(row.fromUnitId), wiring.units.get(row.toUnitId)]
    if (!from || !to) throw conflict('The equipment it connected no longer exists.')
    const signals = await readSignals(ctx, [row.signalType?.id ?? 0])
    const connection: CheckedConnection = {
      id: null,
      number: row.number,
      from: connectionEnd(from, row.fromPortId, row.from.port.name),
      to: connectionEnd(to, row.toPortId, row.to.port.name),
      signal: signals.get(row.signalType?.id ?? 0) ?? null,
      cable: null,
      lengthFt: null,
      isLengthAssumed: false,
      limit: null,
    }
    refuseErrors(connection, wiring)
    await storeAutomaticPositions(ctx, row.projectId, [from.spaceId, to.spaceId])
  },
  beforeDelete: (ctx, row) => storeAutomaticPositions(ctx, row.projectId, [row.from.space.id, row.to.space.id]),
  projectIdOf: (row) => row.projectId,
})
type Values = WriteValues<typeof connectionsModel>
export type Connection = RowOf<typeof connectionsModel>

const spacesOfUnits = ({ units }: Wiring, ids: readonly number[]) => [...new Set(ids.flatMap((id) => units.get(id)?.spaceId ?? []))]

interface Ends {
  fromUnitId: number
  fromPortId: number
  toUnitId: number
  toPortId: number
  signalTypeId: number | null
  cableEquipmentId: number | null
  lengthFt: number | null
}
function resolveEnds(values: Values, before: Connection | null): Ends {
  const sentValue = (key: 'fromUnitId' | 'fromPortId' | 'toUnitId' | 'toPortId') => {
    const id = values[key] ?? before?.[key]
    if (id === undefined) throw badRequest({ [key]: [messages.required] })
    return id
  }
  return {
    fromUnitId: sentValue('fromUnitId'),
    fromPortId: sentValue('fromPortId'),
    toUnitId: sentValue('toUnitId'),
    toPortId: sentValue('toPortId'),
    signalTypeId: values.signalTypeId ?? null,
    cableEquipmentId: values.cableEquipmentId ?? null,
    lengthFt: values.lengthFt ?? null,
  }
}

/** Builds the resulting connection: direction corrected, with default signal and cable. */
export async function resolveConnection(ctx: Context, wiring: Wiring, values: Ends, before: Connection | null) {
  const end = (side: 'from' | 'to') => {
    const [unitKey, portKey] = [`${side}UnitId`, `${side}PortId`] as const
    const unit = wiring.units.get(values[unitKey])
    if (!unit) throw badRequest({ [unitKey]: ['Unit not found.'] })
    const known = before?.[unitKey] === values[unitKey] && before[portKey] === values[portKey] ? before[side] : undefined
    const found = connectionEnd(unit, values[portKey], known?.port.name ?? '')
    if (!found.port && !known) throw badRequest({ [portKey]: ['Port not found.'] })
    return { ...found, spaceId: unit.spaceId }
  }
  const [fromEnd, other] = [end('from'), end('to')]
  const isTurnedRound = fromEnd.port !== null && other.port !== null && isTurned(fromEnd.port, other.port)
  const [from, to] = isTurnedRound ? [other, fromEnd] : [fromEnd, other]
  const common = from.port && to.port ? commonSignals(from.port, to.port) : []
  const signalTypeId = values.signalTypeId ?? common[0] ?? before?.signalType?.id ?? null
  const signals = signalTypeId === null ? undefined : await readSignals(ctx, [signalTypeId])
  const signal = signals?.get(signalTypeId ?? 0) ?? null
  const isSameSignal = before !== null && before.signalType?.id === signalTypeId
  const estimated = wiring.estimate(from, to)
  const lengthFt = values.lengthFt ?? estimated
  const defaultId = isSameSignal ? null : (signal?.defaultCableId ?? null)
  const cableEquipmentId = values.cableEquipmentId ?? (defaultId === null ? null : await defaultCableFor(ctx, defaultId, lengthFt))
  const cables = cableEquipmentId === null ? undefined : await readCables(ctx, [cableEquipmentId])
  const cable = cables?.get(cableEquipmentId ?? 0) ?? null
  const connection: CheckedConnection = {
    id: before?.id ?? null,
    number: before?.number ?? null,
    from,
    to,
    signal,
    cable,
    lengthFt,
    isLengthAssumed: values.lengthFt === null && wiring.isAssumed(from, to),
    limit: signal && wiring.limit(signal, cable?.kind ?? null),
  }
  return { connection, isTurned: isTurnedRound, signalTypeId, signal, cableEquipmentId, estimatedFt: estimated }
}

/** Existing errors (a removed port, a reduced power budget) do not block other changes. */
function refuseErrors(connection: CheckedConnection, wiring: Wiring, id?: number) {
  const around = indexConnections(wiring.connections)
  const old = wiring.connections.find((item) => item.id === id)
  const known = new Set(old ? checkConnection(old, around).map(({ text }) => text) : [])
  const isError = ({ grade, text }: ConnectionFinding) => grade === 'error' && !known.has(text)
  const first = checkConnection(connection, around).find(isError)
  if (first) throw conflict(first.text)
}

async function checkPlace(ctx: Context, projectId: number, { cableEquipmentId, conduitId }: Values, before: Connection | null) {
  if (cableEquipmentId && cableEquipmentId !== before?.cableEquipment?.id) await refuseNoCable(ctx, cableEquipmentId, 'cableEquipmentId')
  if (conduitId && conduitId !== before?.conduit?.id && !(await conduits.find(ctx, conduitId, { parentId: projectId })))
    throw badRequest({ conduitId: ['Conduit not found.'] })
}
export async function refuseNoCable(ctx: Context, id: number, at: string) {
  const found = await ctx.run('select from connectable_products where id = $1 and is_cable and not is_deleted', [id])
  if (found === 0) throw badRequest({ [at]: ['Only equipment in a cable category can be the cable.'] })
}

async function assignNumber(
  ctx: Context,
  projectId: number,
  { number, path }: Values,
  before: Connection | null,
  signal: { prefix: string; start: number } | null,
) {
  if (number && number !== before?.number) {
    await noteNumber(ctx, projectId, number)
    return { number, isManual: true }
  }
  if (path && path !== before?.path) {
    await becomeFirstPiece(ctx, projectId, path, before)
    return { number: await nextPiece(ctx, projectId, path), isManual: false }
  }
  if (before) return { number: before.number ?? '', isManual: before.isManual }
  return { number: await nextCableNumber(ctx, projectId, signal ?? { prefix: '', start: 1 }), isManual: false }
}

/** Renumbers the cable that had the path's number alone as its first piece, with entries in both logs. */
async function becomeFirstPiece(ctx: Context, projectId: number, path: string, added: Connection | null) {
  const [alone] = await ctx.rows(
    { id: is.number },
    `select id from connections where project_id = $1 and path is null and dna_key(number) = dna_key($2) and id is distinct from $3
       and not is_deleted for no key update`,
    [projectId, path, added?.id ?? null],
  )
  const before = alone && (await readMany(ctx, connections, [alone.id])).get(String(alone.id))
  if (!before) return
  const columns = { path: before.number, number: `${before.number}-A` }
  await writeMany(ctx, connections, [{ id: before.id, columns }])
  const diff = diffRows(connectionsModel, before, { ...before, ...columns })
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: connectionsModel.entity,
      entityId: before.id,
      entityName: columns.number,
      before: diff.before,
      after: diff.after,
      activity: { title: `First piece of ${columns.path}`, changes: diff.changes, projectId, needs: connectionsModel.permission.view },
    },
  ])
  announceMany(ctx, connections, [{ id: before.id, projectId }], 'Updated')
}

export const servedConnections = withOverrides(connections, {
  restore: {
    async before(ctx, { params }) {
      const row = await connections.get(ctx, params.itemId, { isDeleted: true, parentId: params.id })
      await openProject(ctx, row.projectId)
    },
  },
})
