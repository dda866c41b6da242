import { ConnectorGender, PinStyle, PortMarker } from '../../model/catalog/enums.ts'
import type { PortInput } from '../../model/catalog/equipment-parts.ts'
import type { CadPort } from '../../model/wire-cad/cad-items.ts'
import { normalizeName, portKey } from '../../model/wire-cad/cad-matching.ts'
import { connectorPhysicalTypes, signalTypes } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { asFields } from './as-fields.ts'

/** The CAD tool stores the gender of the cable end; the app stores that of the device port. */
const onDevice = (gender: ConnectorGender | null) =>
  gender === ConnectorGender.Male ? ConnectorGender.Female : gender === ConnectorGender.Female ? ConnectorGender.Male : gender

interface Kind {
  ids: Map<string, number>
  mayMake: boolean
  make(name: string): Promise<number>
}

/** Connector and signal types by all their names; creates missing ones if the user may. */
async function loadPortKinds(ctx: Context): Promise<{ connectors: Kind; signals: Kind }> {
  const connectors = await connectorPhysicalTypes.list(ctx, {}, { isWhole: true })
  const signals = await signalTypes.list(ctx, {}, { isWhole: true })
  const ids = (rows: { id: number; spellings: (string | null)[] }[]) =>
    new Map(
      rows.flatMap(({ id, spellings }) => spellings.flatMap((spelling) => (spelling ? [[normalizeName(spelling), id] as const] : []))),
    )
  return {
    connectors: {
      ids: ids(connectors.items.map(({ id, name, code }) => ({ id, spellings: [code, name] }))),
      mayMake: ctx.actor.held.has('ConnectorPhysicalTypes.Create'),
      make: async (name) => (await connectorPhysicalTypes.create(ctx, asFields(connectorPhysicalTypes.resource, { name }))).id,
    },
    signals: {
      ids: ids(signals.items.map(({ id, name, abbreviation }) => ({ id, spellings: [abbreviation, name] }))),
      mayMake: ctx.actor.held.has('SignalTypes.Create'),
      make: async (name) => (await signalTypes.create(ctx, asFields(signalTypes.resource, { name, abbreviation: name.slice(0, 20) }))).id,
    },
  }
}

async function findOrCreateId({ ids, mayMake, make }: Kind, name: string): Promise<number | undefined> {
  const key = normalizeName(name)
  const known = ids.get(key)
  if (known !== undefined || !mayMake) return known
  const createdId = await make(name)
  ids.set(key, createdId)
  return createdId
}

function missingTypeReason({ connector, signalType }: CadPort, isConnector: boolean): string {
  if (!isConnector) return `there is no signal type ${signalType}.`
  return connector === null ? 'its connector is not named.' : `there is no connector ${connector}.`
}

type OwnPort = PortInput & { id: number | null }

/** Ports of a device from the CAD tool; ports with the same direction and name keep their identity. Adds a note for each port left out. */
export async function portsFor(ctx: Context, cad: readonly CadPort[], own: readonly OwnPort[], notes: string[]): Promise<PortInput[]> {
  const { connectors, signals } = await loadPortKinds(ctx)
  const known = new Map(own.map((port) => [portKey(port), port]))
  const ports: PortInput[] = []
  for (const [order, port] of cad.entries()) {
    const before = known.get(portKey(port))
    const connector = port.connector === null ? before?.connectorPhysicalTypeId : await findOrCreateId(connectors, port.connector)
    const signal = port.signalType === null ? null : await findOrCreateId(signals, port.signalType)
    if (connector === undefined || signal === undefined) {
      notes.push(`Port ${port.name} was left out: ${missingTypeReason(port, connector === undefined)}`)
      if (before) ports.push({ ...before, order })
      continue
    }
    ports.push({
      id: before?.id ?? null,
      name: before?.name ?? port.name,
      direction: port.direction,
      connectorPhysicalTypeId: connector,
      gender: before?.gender ?? onDevice(port.gender),
      signalTypeIds: signal === null ? (before?.signalTypeIds ?? []) : [...new Set([signal, ...(before?.signalTypeIds ?? [])])],
      pinStyle: before?.pinStyle ?? PinStyle.Normal,
      marker: before?.marker ?? PortMarker.Normal,
      label: before?.label ?? null,
      order,
    })
  }
  return ports
}
