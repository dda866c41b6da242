import type { ValueIn } from '../kit/description.ts'
import { round } from '../kit/money.ts'
import { formatCount } from '../kit/plural.ts'
import type { WriteValues } from '../kit/resource.ts'
import {
  ConnectorGender,
  NetworkPortType,
  PoEType,
  PortDirection,
  PowerSpecAvailability,
  PowerSpecType,
  WirelessProtocol,
} from './enums.ts'
import type { equipments } from './equipment.ts'
import { type PortInput, type powerSpecs, samePort } from './equipment-parts.ts'

type Device = Record<string, unknown>

/** Facts of a device file mapped to equipment fields; missing facts are absent. */
export interface DeviceFacts {
  manufacturer: string
  model: string
  values: Pick<
    WriteValues<typeof equipments>,
    | 'partNumber'
    | 'description'
    | 'notes'
    | 'weightLb'
    | 'isRackMountable'
    | 'rackUnits'
    | 'powerSpecs'
    | 'networkPorts'
    | 'wirelessProtocols'
  >
  ports: DevicePort[]
  leftOut: string[]
}
type DevicePort = Pick<PortInput, 'name' | 'direction' | 'gender' | 'label'> & { connector: string }

const parseText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const text = value.normalize('NFC').trim().replace(/\s+/g, ' ')
  return text === '' || text === '~' || text === 'null' ? undefined : text
}
const longTextIn = (value: unknown) => (typeof value === 'string' && parseText(value) !== undefined ? value.trim() : undefined)
const parseNumber = (value: unknown): number | undefined => {
  const text = parseText(value)
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
const rowsIn = (value: unknown): Device[] =>
  Array.isArray(value) ? value.filter((row): row is Device => typeof row === 'object' && row !== null && !Array.isArray(row)) : []

/** Builds a case-insensitive lookup. Unknown values return undefined, including inherited names such as `constructor`. */
const createLookup = <T>(wordMap: Record<string, T>) => {
  const known = new Map(Object.entries(wordMap))
  return (value: unknown) => known.get(parseText(value)?.toLowerCase() ?? '')
}

/** Pounds per unit; undefined for an unknown unit. */
export const poundsPer = createLookup({ kg: 2.2046226218, g: 0.0022046226218, lb: 1, lbs: 1, oz: 0.0625 })

const { Base100TX, Base100FX, Base1000T, Base1000SX, Base1000LX, Base10GT, Base10GSR, Base10GLR, Base100GSR4, Base100GLR4 } =
  NetworkPortType
/**
 * Maps NetBox interfaces to network port types. An interface without a matching type maps to one it also supports and keeps its name as the
 * label.
 */
const interfaceOf = createLookup<[type: NetworkPortType, label?: string]>({
  '100base-tx': [Base100TX],
  '100base-t1': [Base100TX, '100BASE-T1'],
  '100base-fx': [Base100FX],
  '1000base-t': [Base1000T],
  '1000base-tx': [Base1000T],
  '1000base-sx': [Base1000SX],
  '1000base-lx': [Base1000LX],
  '1000base-x-sfp': [Base1000SX, 'SFP'],
  '1000base-x-gbic': [Base1000SX, 'GBIC'],
  '2.5gbase-t': [Base1000T, '2.5GBASE-T'],
  '5gbase-t': [Base1000T, '5GBASE-T'],
  '10gbase-t': [Base10GT],
  '10gbase-sr': [Base10GSR],
  '10gbase-lr': [Base10GLR],
  '10gbase-x-sfpp': [Base10GSR, 'SFP+'],
  '10gbase-x-xfp': [Base10GSR, 'XFP'],
  '25gbase-x-sfp28': [Base10GSR, 'SFP28'],
  '40gbase-x-qsfpp': [Base100GSR4, 'QSFP+'],
  '100gbase-sr4': [Base100GSR4],
  '100gbase-lr4': [Base100GLR4],
  '100gbase-x-qsfp28': [Base100GSR4, 'QSFP28'],
  '200gbase-x-qsfp56': [Base100GSR4, 'QSFP56'],
  '400gbase-x-qsfpdd': [Base100GSR4, 'QSFP-DD'],
  '100base-x-sfp': [Base100FX, 'SFP'],
  '2.5gbase-x-sfp': [Base1000SX, '2.5G SFP'],
  '10gbase-x-xenpak': [Base10GSR, 'XENPAK'],
  '10gbase-x-x2': [Base10GSR, 'X2'],
  '50gbase-x-sfp28': [Base10GSR, '50G SFP28'],
  '50gbase-x-sfp56': [Base10GSR, 'SFP56'],
  '100gbase-x-sfpdd': [Base100GSR4, 'SFP-DD'],
  '100gbase-x-dsfp': [Base100GSR4, 'DSFP'],
  '100gbase-x-cfp': [Base100GSR4, 'CFP'],
  '100gbase-x-cfp2': [Base100GSR4, 'CFP2'],
  '100gbase-x-cfp4': [Base100GSR4, 'CFP4'],
  '100gbase-x-cpak': [Base100GSR4, 'CPAK'],
  '100gbase-x-cxp': [Base100GSR4, 'CXP'],
  '100gbase-x-qsfpdd': [Base100GSR4, 'QSFP-DD 100G'],
  '200gbase-x-cfp2': [Base100GSR4, 'CFP2 200G'],
  '200gbase-x-qsfpdd': [Base100GSR4, 'QSFP-DD 200G'],
  '400gbase-x-qsfp112': [Base100GSR4, 'QSFP112'],
  '400gbase-x-cfp2': [Base100GSR4, 'CFP2 400G'],
  '400gbase-x-cfp8': [Base100GSR4, 'CFP8'],
  '400gbase-x-cdfp': [Base100GSR4, 'CDFP'],
  '400gbase-x-osfp': [Base100GSR4, 'OSFP'],
  '400gbase-x-osfp-rhs': [Base100GSR4, 'OSFP-RHS'],
  '800gbase-x-qsfpdd': [Base100GSR4, 'QSFP-DD 800G'],
  '800gbase-x-osfp': [Base100GSR4, 'OSFP 800G'],
  '800gbase-x-osfp-rhs': [Base100GSR4, 'OSFP-RHS 800G'],
})
/** Interfaces without a physical socket; skipping them loses no data. */
const hasNoSocket = createLookup<true>({ virtual: true, bridge: true, lag: true })
const { WiFi6, WiFi5, WiGig, WiFi4, WiFi3, WiFi2, WiFi1 } = WirelessProtocol
const wirelessOf = createLookup<WirelessProtocol>({
  'ieee802.11be': WiFi6,
  'ieee802.11ax': WiFi6,
  'ieee802.11ac': WiFi5,
  'ieee802.11ad': WiGig,
  'ieee802.11n': WiFi4,
  'ieee802.11g': WiFi3,
  'ieee802.11a': WiFi2,
  'ieee802.11b': WiFi1,
})
const poeTypeOf = createLookup<PoEType>({
  'type1-ieee802.3af': PoEType.Type1,
  'type2-ieee802.3at': PoEType.Type2,
  'type3-ieee802.3bt': PoEType.Type3,
  'type4-ieee802.3bt': PoEType.Type4,
})
const rowPoeType = (row: Device) => poeTypeOf(row.poe_type) ?? null
const rowPoeMode = (row: Device) => parseText(row.poe_mode)?.toLowerCase()

const connectorOf = createLookup<string>({
  'rj-45': 'RJ45',
  'rj-12': 'RJ45',
  'rj-11': 'RJ45',
  'de-9': 'DB9',
  'usb-a': 'USB A',
  'usb-b': 'USB B',
  'usb-c': 'USB C',
  'usb-mini-a': 'USB A',
  'usb-mini-b': 'USB B',
  'usb-micro-a': 'USB A',
  'usb-micro-b': 'USB B',
  'usb-micro-ab': 'USB B',
  '8p8c': 'RJ45',
  '8p6c': 'RJ45',
  '8p4c': 'RJ45',
  '8p2c': 'RJ45',
  bnc: 'BNC',
  f: 'F',
  lc: 'LC Duplex',
  'lc-pc': 'LC Duplex',
  'lc-upc': 'LC Duplex',
  'lc-apc': 'LC Duplex',
  sc: 'SC',
  'sc-pc': 'SC',
  'sc-upc': 'SC',
  'sc-apc': 'SC',
  'iec-60320-c13': 'IEC C13',
  'nema-5-15r': 'NEMA 5-15',
})
const { Input, Output } = PortDirection
interface Sockets {
  listKey: string
  one: string
  /** Two-way and pass-through ports have the same name on both sides. */
  directions: PortDirection[]
  gender?: ConnectorGender
  label?: string
}
const sockets: Sockets[] = [
  { listKey: 'console-ports', one: 'console port', directions: [Input, Output] },
  { listKey: 'console-server-ports', one: 'console server port', directions: [Input, Output] },
  { listKey: 'rear-ports', one: 'rear port', directions: [Input], label: 'Rear' },
  { listKey: 'front-ports', one: 'front port', directions: [Output], label: 'Front' },
  { listKey: 'power-outlets', one: 'power outlet', directions: [Output], gender: ConnectorGender.Female },
]
/** Bays for other devices, which the catalog does not model. */
const bays = [
  { listKey: 'module-bays', one: 'module bay' },
  { listKey: 'device-bays', one: 'device bay' },
]

function groupEqual<T extends object>(all: T[], most: number): (T & { quantity: number })[] {
  const groups: (T & { quantity: number })[] = []
  const open = new Map<string, T & { quantity: number }>()
  for (const item of all) {
    const known = open.get(JSON.stringify(item))
    if (known && known.quantity < most) {
      known.quantity++
      continue
    }
    const group = { ...item, quantity: 1 }
    groups.push(group)
    open.set(JSON.stringify(item), group)
  }
  return groups
}

type Supply = Omit<ValueIn<typeof powerSpecs>[number], 'quantity'>
/** Reads the mains inlets by plug type. A power strip passes its load on, so it draws no power itself. */
function readSupplies(device: Device, isPassing: boolean): Supply[] {
  return rowsIn(device['power-ports']).map((port) => {
    const plug = parseText(port.type)
    const watts = parseNumber(port.maximum_draw) ?? parseNumber(port.allocated_draw)
    return {
      type: plug === 'dc-terminal' ? PowerSpecType.DC : PowerSpecType.AC,
      availability: PowerSpecAvailability.Required,
      voltage: null,
      currentAmps: null,
      watts: isPassing || !watts ? null : Math.min(watts, 1_000_000),
      poeType: null,
      plug: plug ? plug.toUpperCase().slice(0, 60) : null,
    }
  })
}

function readPower(device: Device, fedDevices: Device[]) {
  const supplies = groupEqual(readSupplies(device, rowsIn(device['power-outlets']).length > 0), 9999)
  // Further supplies are redundant, so only the largest one counts.
  const drawn = supplies.filter(({ watts }) => watts !== null)
  if (drawn.length > 0) {
    const largest = drawn.reduce((most, item) => (item.watts! > most.watts! ? item : most))
    const at = supplies.indexOf(largest)
    for (const supply of supplies) if (supply !== largest) supply.availability = PowerSpecAvailability.Optional
    if (largest.quantity > 1)
      supplies.splice(
        at,
        1,
        { ...largest, quantity: 1 },
        { ...largest, quantity: largest.quantity - 1, availability: PowerSpecAvailability.Optional },
      )
  }
  const [port] = fedDevices
  if (!port) return supplies
  const isOnly = supplies.length === 0
  return [
    ...supplies,
    {
      type: PowerSpecType.PoE,
      availability: isOnly ? PowerSpecAvailability.Required : PowerSpecAvailability.Optional,
      voltage: null,
      currentAmps: null,
      watts: null,
      poeType: rowPoeType(port),
      plug: null,
      quantity: 1,
    },
  ]
}

function readNetworkPorts(all: Device[]) {
  const ports = all.flatMap((row) => {
    const known = interfaceOf(row.type)
    if (!known) return []
    const isSource = rowPoeMode(row) === 'pse'
    const label = [known[1], parseText(row.mgmt_only) === 'true' ? 'Management' : undefined].filter(Boolean).join(', ')
    return { networkPortType: known[0], label: label || null, isPoESource: isSource, poeType: isSource ? rowPoeType(row) : null }
  })
  return groupEqual(ports, 256).slice(0, 100)
}

export function readDevice(file: unknown): DeviceFacts | string {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return 'This file does not describe a device.'
  const device = file as Device
  const manufacturer = parseText(device.manufacturer)
  const model = parseText(device.model)
  if (!manufacturer || !model) return 'A device needs a manufacturer and a model.'
  const all = rowsIn(device.interfaces)
  const height = parseNumber(device.u_height)
  const weight = parseNumber(device.weight)
  const perUnit = poundsPer(parseText(device.weight_unit) ?? 'kg')
  const units = height === undefined ? undefined : Math.round(height * 2) / 2
  const notes = longTextIn(device.comments)?.slice(0, 4000)
  const description = parseText(device.description)?.slice(0, 1000)
  const partNumber = parseText(device.part_number)?.slice(0, 50)
  const power = readPower(
    device,
    all.filter((row) => rowPoeMode(row) === 'pd'),
  )
  const network = readNetworkPorts(all)
  const waves = [...new Set(all.flatMap((row) => wirelessOf(row.type) ?? []))].sort((a, b) => a - b)
  return {
    manufacturer,
    model,
    values: {
      ...(partNumber && { partNumber }),
      ...(description && { description }),
      ...(notes && { notes }),
      ...(weight && perUnit && { weightLb: round(weight * perUnit, 2) }),
      ...(units !== undefined && { isRackMountable: units > 0, rackUnits: units > 0 ? Math.min(units, 60) : null }),
      ...(power.length > 0 && { powerSpecs: power.slice(0, 50) }),
      ...(network.length > 0 && { networkPorts: network }),
      ...(waves.length > 0 && { wirelessProtocols: waves }),
    },
    ports: readPorts(device),
    leftOut: skippedParts(device),
  }
}

/** Returns a port name unique on its side: several sockets of a device may share a name. */
function uniquePortName(preferredName: string, text: string, isTaken: (name: string) => boolean): string {
  const plain = preferredName.slice(0, 60)
  if (!isTaken(plain)) return plain
  const named = `${preferredName.slice(0, 30)} (${text})`
  for (let at = 2, name = named; ; at++) {
    if (!isTaken(name)) return name
    name = `${named} ${at}`
  }
}

function readPorts(device: Device): DevicePort[] {
  const ports: DevicePort[] = []
  const usedNames = new Set<string>()
  for (const { listKey, one, directions, gender = null, label = null } of sockets)
    for (const row of rowsIn(device[listKey])) {
      const connector = connectorOf(row.type)
      if (!connector) continue
      const preferredName = parseText(row.name) ?? one.charAt(0).toUpperCase() + one.slice(1)
      const name = uniquePortName(preferredName, one, (name) =>
        directions.some((direction) => usedNames.has(samePort({ direction, name }))),
      )
      for (const direction of directions) {
        usedNames.add(samePort({ direction, name }))
        ports.push({ name, direction, connector, gender, label })
      }
    }
  return ports
}

const mostNamed = 3
export const listFirstNames = (names: string[]) =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '')

function skippedParts(device: Device): string[] {
  const groups = new Map<string, { one: string; type: string | undefined; names: string[] }>()
  const leave = (text: string, row: Device) => {
    const type = parseText(row.type)
    const known = groups.get(`${text} ${type}`) ?? { one: text, type, names: [] }
    known.names.push(parseText(row.name) ?? '?')
    groups.set(`${text} ${type}`, known)
  }
  for (const row of rowsIn(device.interfaces))
    if (!interfaceOf(row.type) && wirelessOf(row.type) === undefined && !hasNoSocket(row.type)) leave('interface', row)
  for (const { listKey, one } of sockets) for (const row of rowsIn(device[listKey])) if (!connectorOf(row.type)) leave(one, row)
  for (const { listKey, one } of bays) for (const row of rowsIn(device[listKey])) leave(one, row)
  return [...groups.values()].map(({ one, type, names }) => {
    const ofType = type ? ` of type ${type}` : ''
    return `${formatCount(names.length, one)}${ofType}: ${listFirstNames(names)}`.slice(0, 300)
  })
}

export function modelTag(model: string): string {
  const plain = model
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z0-9._/]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 30)
  return plain || 'NEW'
}
