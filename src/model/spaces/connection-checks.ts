import type { CableLimit } from '../catalog/cable-limits.ts'
import { ConnectorGender, PortDirection, SideTermination, Termination } from '../catalog/enums.ts'
import type { ValueIn, ValuesOf } from '../kit/description.ts'
import { boolean, choice, decimal, id, optional, text } from '../kit/field.ts'
import { round2 } from '../kit/money.ts'
import { formatCount } from '../kit/plural.ts'
import { arrayField, literalField, type ObjectValues, object } from '../kit/response-fields.ts'
import { feetToMeters, metersToFeet } from './cable-lengths.ts'
import { type PoEProduct, requiredPoeClass, suppliedPoeClass } from './poe.ts'

export const connectablePort = {
  id: id('Port'),
  name: text('Name'),
  direction: choice('Direction', PortDirection),
  gender: optional(choice('Gender', ConnectorGender)),
  connector: object('Connector', {
    id: id(),
    name: text('Name'),
    isNetwork: boolean('Network connector'),
    isBareWire: boolean('Bare wire'),
  }),
  /** The first one is the primary signal type. */
  signalTypeIds: arrayField('Signal types', id('Signal type')),
}
export type ConnectablePort = ValuesOf<typeof connectablePort>
export interface ConnectableUnit {
  id: number
  label: string
  ports: readonly ConnectablePort[]
  /** PoE role; null if the unit is neither source nor device. */
  poe: PoEProduct | null
}
/** One end of a connection. The port is null if the product was replaced or lost the port. */
export interface ConnectionEnd {
  unit: ConnectableUnit
  port: ConnectablePort | null
  portName: string
}
export const connectionSignal = {
  id: id('Signal type'),
  name: text('Name'),
  allowsMany: boolean('Many cables on one port'),
  /** Pre-terminated default cable with the longest one that can replace it; null if the signal type has none. */
  stock: optional(object('Stocked cables', { model: text('Default cable'), longestFt: decimal('Longest', { unit: 'ft' }) })),
}
export type ConnectionSignal = ValuesOf<typeof connectionSignal>
const cableEnd = (label: string) =>
  optional(
    object(label, {
      sideTermination: choice('Termination', SideTermination),
      connectorPhysicalTypeId: optional(id('Connector')),
      gender: optional(choice('Gender', ConnectorGender)),
    }),
  )
export const connectionCable = {
  model: text('Model'),
  termination: optional(choice('Termination', Termination)),
  /** Only pre-terminated cables have one. */
  fixedLengthFt: optional(decimal('Fixed length', { unit: 'ft' })),
  sides: optional(object('Sides', { A: cableEnd('Side A'), B: cableEnd('Side B') })),
}
export type ConnectionCable = ValuesOf<typeof connectionCable>
export interface CheckedConnection {
  id: number | null
  number: string | null
  from: ConnectionEnd
  to: ConnectionEnd
  signal: ConnectionSignal | null
  cable: ConnectionCable | null
  /** Entered or estimated; null if unknown. */
  lengthFt: number | null
  /** The length is the default of the space. */
  isLengthAssumed: boolean
  limit: CableLimit | null
}

const grade = literalField('Severity', 'error', 'warning', 'info')
export type Grade = ValueIn<typeof grade>
/** Finding about a connection (domain 22), with the value and its limit if both exist. */
export const connectionFinding = {
  rule: literalField(
    'Rule',
    'port-missing',
    'same-port',
    'port-used',
    'no-common-signal',
    'same-direction',
    'poe-class',
    'poe-budget',
    'adapter',
    'too-long',
    'too-short',
    'no-stock',
    'same-gender',
  ),
  grade,
  text: text('Finding'),
}
export const figureOfFinding = { figure: decimal('Figure'), limit: decimal('Limit'), unit: literalField('Unit', 'ft', 'W', 'class') }
export type ConnectionFinding = ObjectValues<typeof connectionFinding, typeof figureOfFinding>

interface Around {
  at(unitId: number, portId: number): readonly CheckedConnection[]
  of(unitId: number): readonly CheckedConnection[]
}
export function indexConnections(connections: readonly CheckedConnection[]): Around {
  const [byPort, byUnit] = [new Map<string, CheckedConnection[]>(), new Map<number, CheckedConnection[]>()]
  const put = <K>(map: Map<K, CheckedConnection[]>, key: K, checkedConnection: CheckedConnection) => {
    const known = map.get(key)
    if (!known) map.set(key, [checkedConnection])
    else if (known.at(-1) !== checkedConnection) known.push(checkedConnection)
  }
  for (const connection of connections)
    for (const { unit, port } of [connection.from, connection.to]) {
      put(byUnit, unit.id, connection)
      if (port) put(byPort, `${unit.id} ${port.id}`, connection)
    }
  return { at: (unitId, portId) => byPort.get(`${unitId} ${portId}`) ?? [], of: (unitId) => byUnit.get(unitId) ?? [] }
}

/** Network and bare wire connectors are bidirectional. */
const hasDirection = ({ connector }: ConnectablePort) => !connector.isNetwork && !connector.isBareWire
const endName = ({ unit, port, portName }: ConnectionEnd) => `${unit.label} ${port?.name ?? portName}`
const { Input, Output } = PortDirection

/** A connection from input to output is reversed. */
export const isTurned = (from: ConnectablePort, to: ConnectablePort) => from.direction === Input && to.direction === Output

export const commonSignals = (from: ConnectablePort, to: ConnectablePort): number[] =>
  from.signalTypeIds.filter((id) => to.signalTypeIds.includes(id))

function portFindings(checkedConnection: CheckedConnection, around: Around): ConnectionFinding[] {
  const { from, to, signal } = checkedConnection
  const findings: ConnectionFinding[] = []
  for (const end of [from, to])
    if (!end.port)
      findings.push({
        rule: 'port-missing',
        grade: 'error',
        text: `${end.unit.label} has no port ${end.portName} anymore. Connect another one.`,
      })
  if (from.port && to.port && from.unit.id === to.unit.id && from.port.id === to.port.id)
    findings.push({ rule: 'same-port', grade: 'error', text: `${endName(from)} cannot be connected to itself.` })
  if (signal?.allowsMany) return findings
  for (const end of [from, to]) {
    if (!end.port) continue
    const other = around.at(end.unit.id, end.port.id).find(({ id, signal }) => id !== checkedConnection.id && !signal?.allowsMany)
    if (other)
      findings.push({
        rule: 'port-used',
        grade: 'error',
        text: `${endName(end)} is already used by cable ${other.number ?? 'without a number'}.`,
      })
  }
  return findings
}

function signalFindings({ from, to, signal }: CheckedConnection): ConnectionFinding[] {
  if (!from.port || !to.port) return []
  const common = commonSignals(from.port, to.port)
  if (common.length === 0)
    return [{ rule: 'no-common-signal', grade: 'error', text: `${endName(from)} and ${endName(to)} have no signal type in common.` }]
  if (signal && !common.includes(signal.id))
    return [{ rule: 'no-common-signal', grade: 'error', text: `${endName(from)} and ${endName(to)} do not both carry ${signal.name}.` }]
  if (hasDirection(from.port) && hasDirection(to.port) && from.port.direction === to.port.direction) {
    const both = from.port.direction === Output ? 'outputs' : 'inputs'
    return [{ rule: 'same-direction', grade: 'error', text: `${endName(from)} and ${endName(to)} are both ${both}.` }]
  }
  return []
}

/** Checks that the cable has the connectors both ports need, or is terminated on site. */
function isFitting(cable: ConnectionCable, a: number, b: number): boolean {
  if (cable.termination !== Termination.PreTerminated) return true
  const own = [cable.sides?.A, cable.sides?.B].map((side) =>
    side?.sideTermination === SideTermination.Terminated ? side.connectorPhysicalTypeId : null,
  )
  // An undescribed side, or one of bare wire, fits any connector.
  const fits = (side: number | null | undefined, expected: number) => side == null || side === expected
  return (fits(own[0], a) && fits(own[1], b)) || (fits(own[0], b) && fits(own[1], a))
}

function plugFindings({ from, to, cable }: CheckedConnection): ConnectionFinding[] {
  if (!from.port || !to.port) return []
  const [a, b] = [from.port, to.port]
  if (a.connector.isBareWire || b.connector.isBareWire) return []
  const isSame = a.connector.id === b.connector.id
  if (cable ? !isFitting(cable, a.connector.id, b.connector.id) : !isSame) {
    const text =
      isSame && cable
        ? `${cable.model} does not end in ${a.connector.name}: an adapter is needed.`
        : `${endName(from)} is ${a.connector.name} and ${endName(to)} is ${b.connector.name}: an adapter is needed.`
    return [{ rule: 'adapter', grade: 'warning', text }]
  }
  const { Male, Female } = ConnectorGender
  if (!isSame || a.gender !== b.gender || (a.gender !== Male && a.gender !== Female)) return []
  const [ports, plugs] = a.gender === Male ? ['male', 'female'] : ['female', 'male']
  return [{ rule: 'same-gender', grade: 'info', text: `Both ports are ${ports}: the cable is ${plugs} at both ends.` }]
}

function checkFixedLength({ cable, lengthFt, isLengthAssumed }: CheckedConnection): ConnectionFinding[] {
  const fixed = cable?.fixedLengthFt ?? null
  if (!cable || fixed === null || lengthFt === null || lengthFt <= fixed) return []
  const advice = isLengthAssumed ? 'Enter the length if the run is shorter.' : 'Choose a longer cable.'
  const text = `${cable.model} is ${fixed} ft long, and this run needs ${lengthFt} ft. ${advice}`
  return [{ rule: 'too-short', grade: 'error', text, figure: lengthFt, limit: fixed, unit: 'ft' }]
}

/** No cable was chosen because no pre-terminated cable of the default type is long enough. */
function checkStock({ cable, signal, lengthFt, isLengthAssumed }: CheckedConnection): ConnectionFinding[] {
  const stock = signal?.stock ?? null
  if (cable || !stock || lengthFt === null || lengthFt <= stock.longestFt) return []
  const advice = isLengthAssumed ? 'Enter the length if the run is shorter.' : 'Choose another cable.'
  const text = `No stocked cable of type ${stock.model} is long enough for ${lengthFt} ft; the longest is ${stock.longestFt} ft. ${advice}`
  return [{ rule: 'no-stock', grade: isLengthAssumed ? 'info' : 'warning', text, figure: lengthFt, limit: stock.longestFt, unit: 'ft' }]
}

/** An assumed length is no reason for a warning: the designer has nothing to correct before the run is known. */
function checkLength({ limit, lengthFt, isLengthAssumed }: CheckedConnection): ConnectionFinding[] {
  if (lengthFt === null || limit === null || feetToMeters(lengthFt) <= limit.meters) return []
  const limitFt = metersToFeet(limit.meters)
  const text = isLengthAssumed
    ? `${lengthFt} ft is assumed within a space; ${limit.name} reaches ${limitFt} ft. Enter the length of the run.`
    : `${lengthFt} ft is too long; ${limit.name} reaches ${limitFt} ft.`
  return [{ rule: 'too-long', grade: isLengthAssumed ? 'info' : 'warning', text, figure: lengthFt, limit: limitFt, unit: 'ft' }]
}

/** Returns source and device of PoE on this connection: a source at one end and a PoE-powered device at the other, over network ports. */
function fedOver({ from, to }: CheckedConnection) {
  for (const [source, device] of [
    [from, to],
    [to, from],
  ] as const) {
    if (!source.unit.poe || !device.unit.poe || source.unit.id === device.unit.id) continue
    if (!source.port?.connector.isNetwork || !device.port?.connector.isNetwork) continue
    const [supply, needed] = [suppliedPoeClass(source.unit.poe), requiredPoeClass(device.unit.poe)]
    if (supply && needed) return { source: source.unit, device: device.unit, budget: source.unit.poe.poeBudgetWatts, given: supply, needed }
  }
  return undefined
}

function checkPoe(checkedConnection: CheckedConnection, around: Around): ConnectionFinding[] {
  const poeFeed = fedOver(checkedConnection)
  if (!poeFeed) return []
  const { source, device, budget, given: supply, needed } = poeFeed
  const findings: ConnectionFinding[] = []
  if (needed.class > supply.class)
    findings.push({
      rule: 'poe-class',
      grade: 'error',
      text: `${device.label} needs PoE of class ${needed.class}; ${source.label} supplies class ${supply.class}.`,
      figure: needed.class,
      limit: supply.class,
      unit: 'class',
    })
  if (budget === null) return findings
  // A device connected to the source by two cables counts once.
  const devices = new Map([[device.id, needed.sourceWatts]])
  for (const other of around.of(source.id)) {
    const more = other.id === checkedConnection.id ? undefined : fedOver(other)
    if (more?.source.id === source.id) devices.set(more.device.id, more.needed.sourceWatts)
  }
  const watts = round2([...devices.values()].reduce((sum, own) => sum + own, 0))
  if (watts > budget)
    findings.push({
      rule: 'poe-budget',
      grade: 'error',
      text: `${source.label} would feed ${formatCount(devices.size, 'device')} with ${watts} W of PoE; its budget is ${budget} W.`,
      figure: watts,
      limit: budget,
      unit: 'W',
    })
  return findings
}

/** Runs all rules of domain 22 on one connection, most severe first. Unsaved connections are checked the same way. */
export function checkConnection(checkedConnection: CheckedConnection, around: Around): ConnectionFinding[] {
  return [
    ...portFindings(checkedConnection, around),
    ...signalFindings(checkedConnection),
    ...checkPoe(checkedConnection, around),
    ...plugFindings(checkedConnection),
    ...checkFixedLength(checkedConnection),
    ...checkStock(checkedConnection),
    ...checkLength(checkedConnection),
  ].sort((a, b) => gravity.indexOf(a.grade) - gravity.indexOf(b.grade))
}
const gravity: readonly Grade[] = ['error', 'warning', 'info']
