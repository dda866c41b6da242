import type { ValueIn } from '../kit/description.ts'
import { round } from '../kit/money.ts'
import { parseNumberText } from '../kit/number-text.ts'
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
import { poundsPer } from './measures.ts'

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
interface Quantity {
  value: number
  unit: string | undefined
}
/** Number with an optional unit, as YAML and people write it: `.5`, `1.5e1`, `1,200`, `100 W`. */
function parseQuantity(value: unknown): Quantity | undefined {
  const [, digits = '', unit] = /^([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*(\p{L}.*)?$/iu.exec(parseText(value) ?? '') ?? []
  const number = /e/i.test(digits) ? Number(digits) : parseNumberText(digits).value
  return number == null || !Number.isFinite(number) || number < 0 ? undefined : { value: number, unit }
}
/** Booleans of YAML 1.1 and 1.2. */
const flagOf = (value: unknown) => {
  const text = parseText(value)?.toLowerCase() ?? ''
  if (/^(true|yes|on|y)$/.test(text)) return true
  return /^(false|no|off|n)$/.test(text) ? false : undefined
}
/** Reports what the catalog does not take over as it is in the file. */
type Leave = (fact: string) => void

const rowsIn = (value: unknown): Device[] =>
  Array.isArray(value) ? value.filter((row): row is Device => typeof row === 'object' && row !== null && !Array.isArray(row)) : []

/** Builds a case-insensitive lookup. Unknown values return undefined, including inherited names such as `constructor`. */
const createLookup = <T>(wordMap: Record<string, T>) => {
  const known = new Map(Object.entries(wordMap))
  return (value: unknown) => known.get(parseText(value)?.toLowerCase() ?? '')
}

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
  'rj-12': 'RJ12',
  'rj-11': 'RJ11',
  'de-9': 'DB9',
  'usb-a': 'USB A',
  'usb-b': 'USB B',
  'usb-c': 'USB C',
  'usb-mini-a': 'USB Mini-A',
  'usb-mini-b': 'USB Mini-B',
  'usb-micro-a': 'USB Micro-A',
  'usb-micro-b': 'USB Micro-B',
  'usb-micro-ab': 'USB Micro-AB',
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
/** Types whose connector says less than the file: the wired contacts or the polish of the fiber. */
const isInexact = createLookup<true>(
  Object.fromEntries(
    ['8p6c', '8p4c', '8p2c', 'lc-pc', 'lc-upc', 'lc-apc', 'sc-pc', 'sc-upc', 'sc-apc', 'ieee802.11be'].map((type) => [type, true]),
  ),
)
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
/** Lists that the catalog does not model: bays for other devices, and parts inside. */
const unmodeledLists = [
  { listKey: 'module-bays', one: 'module bay' },
  { listKey: 'device-bays', one: 'device bay' },
  { listKey: 'inventory-items', one: 'inventory item' },
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

const wattsPer = createLookup<number>({ w: 1, watt: 1, watts: 1, kw: 1000 })
const mostWatts = 1_000_000

function readDraw(port: Device, leave: Leave): number | undefined {
  for (const key of ['maximum_draw', 'allocated_draw']) {
    const text = parseText(port[key])
    if (text === undefined) continue
    const quantity = parseQuantity(text)
    const watts = quantity && quantity.value * (quantity.unit === undefined ? 1 : (wattsPer(quantity.unit) ?? Number.NaN))
    if (watts !== undefined && watts <= mostWatts) return round(watts, 2)
    leave(`${key} ${text} of ${parseText(port.name) ?? 'a power port'}`)
  }
  return undefined
}

type Supply = Omit<ValueIn<typeof powerSpecs>[number], 'quantity'>
/** Reads the mains inlets by plug type. A power strip passes its load on, so it draws no power itself. */
function readSupplies(device: Device, isPassing: boolean, leave: Leave): Supply[] {
  return rowsIn(device['power-ports']).map((port) => {
    const plug = parseText(port.type)
    const watts = readDraw(port, leave)
    if (isPassing && watts) leave(`draw of ${watts} W: a power strip draws no power itself`)
    if (plug && plug.length > mostPlugLetters) leave(`plug ${plug}`)
    return {
      type: plug === 'dc-terminal' ? PowerSpecType.DC : PowerSpecType.AC,
      availability: PowerSpecAvailability.Required,
      voltage: null,
      currentAmps: null,
      watts: isPassing || !watts ? null : watts,
      poeType: null,
      plug: plug && plug.length <= mostPlugLetters ? plug.toUpperCase() : null,
    }
  })
}
const mostPlugLetters = 60

function readPower(device: Device, fedDevices: Device[], leave: Leave) {
  const supplies = groupEqual(readSupplies(device, rowsIn(device['power-outlets']).length > 0, leave), 9999)
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
    const label = [known[1], flagOf(row.mgmt_only) ? 'Management' : undefined].filter(Boolean).join(', ')
    return { networkPortType: known[0], label: label || null, isPoESource: isSource, poeType: isSource ? rowPoeType(row) : null }
  })
  return groupEqual(ports, 256)
}

const most = { partNumber: 50, description: 1000, notes: 4000, rackUnits: 60, supplies: 50, networkPorts: 100, portName: 60 }

/** An identifier cut short would be another product's; a long text may be shortened. */
function shortened(text: string | undefined, limit: number, key: string, leave: Leave): string | undefined {
  if (text === undefined || text.length <= limit) return text
  leave(`${key}: shortened from ${text.length.toLocaleString('en-US')} to ${limit.toLocaleString('en-US')} characters`)
  return text.slice(0, limit)
}

function firstOf<T>(all: T[], limit: number, what: string, leave: Leave): T[] {
  if (all.length > limit) leave(`${all.length - limit} ${what} over the limit of ${limit}`)
  return all.slice(0, limit)
}

function readWeight(device: Device, leave: Leave): number | undefined {
  const text = parseText(device.weight)
  if (text === undefined) return undefined
  const quantity = parseQuantity(text)
  const unit = quantity?.unit ?? parseText(device.weight_unit)
  const perUnit = poundsPer(unit ?? 'kg')
  if (quantity && perUnit !== undefined) return quantity.value === 0 ? undefined : round(quantity.value * perUnit, 2)
  leave(`weight ${text}${unit && !quantity?.unit ? ` ${unit}` : ''}`)
  return undefined
}

function readHeight(device: Device, leave: Leave): Pick<DeviceFacts['values'], 'isRackMountable' | 'rackUnits'> {
  const text = parseText(device.u_height)
  if (text === undefined) return {}
  const quantity = parseQuantity(text)
  const isUnits = quantity?.unit === undefined || /^r?u$/i.test(quantity.unit)
  const units = quantity && isUnits ? Math.round(quantity.value * 2) / 2 : undefined
  if (units === undefined || units > most.rackUnits) {
    leave(units === undefined ? `u_height ${text}` : `u_height ${text}: at most ${most.rackUnits} rack units`)
    return {}
  }
  if (units !== quantity?.value) leave(`u_height ${text}: taken as ${units}`)
  return { isRackMountable: units > 0, rackUnits: units > 0 ? units : null }
}

export function readDevice(file: unknown): DeviceFacts | string {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return 'This file does not describe a device.'
  const device = file as Device
  const manufacturer = parseText(device.manufacturer)
  const model = parseText(device.model)
  if (!manufacturer || !model) return 'A device needs a manufacturer and a model.'
  const all = rowsIn(device.interfaces)
  const leftOut: string[] = []
  const leave: Leave = (fact) => void (leftOut.includes(fact) || leftOut.push(fact.slice(0, 300)))
  const notes = shortened(longTextIn(device.comments), most.notes, 'comments', leave)
  const description = shortened(parseText(device.description), most.description, 'description', leave)
  const partNumber = parseText(device.part_number)
  const fitsPartNumber = partNumber !== undefined && partNumber.length <= most.partNumber
  if (partNumber && !fitsPartNumber) leave(`part_number ${partNumber}: at most ${most.partNumber} characters`)
  const weightLb = readWeight(device, leave)
  const height = readHeight(device, leave)
  const fed = all.filter((row) => rowPoeMode(row) === 'pd')
  const power = firstOf(readPower(device, fed, leave), most.supplies, 'power supplies', leave)
  const network = firstOf(readNetworkPorts(all), most.networkPorts, 'kinds of network ports', leave)
  const waves = [...new Set(all.flatMap((row) => wirelessOf(row.type) ?? []))].sort((a, b) => a - b)
  const ports = readPorts(device, leave)
  skippedParts(device, leave)
  skippedFacts(device, leave)
  return {
    manufacturer,
    model,
    values: {
      ...(fitsPartNumber && { partNumber }),
      ...(description && { description }),
      ...(notes && { notes }),
      ...(weightLb !== undefined && { weightLb }),
      ...height,
      ...(power.length > 0 && { powerSpecs: power }),
      ...(network.length > 0 && { networkPorts: network }),
      ...(waves.length > 0 && { wirelessProtocols: waves }),
    },
    ports,
    leftOut,
  }
}

/** Returns a port name unique on its side: several sockets of a device may share a name. */
function uniquePortName(preferredName: string, text: string, isTaken: (name: string) => boolean): string {
  const plain = preferredName.slice(0, most.portName)
  if (!isTaken(plain)) return plain
  const named = `${preferredName.slice(0, 30)} (${text})`
  for (let at = 2, name = named; ; at++) {
    if (!isTaken(name)) return name
    name = `${named} ${at}`
  }
}

function readPorts(device: Device, leave: Leave): DevicePort[] {
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
      if (parseText(row.name) !== undefined && name !== preferredName) leave(`${one} ${preferredName}: named ${name}`)
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

/** Collects rows by a text and names a few of each group. */
function createGroups() {
  const groups = new Map<string, { one: string; suffix: string; names: string[] }>()
  return {
    add(one: string, suffix: string, row: Device) {
      const known = groups.get(`${one} ${suffix}`) ?? { one, suffix, names: [] }
      known.names.push(parseText(row.name) ?? '?')
      groups.set(`${one} ${suffix}`, known)
    },
    texts: () =>
      [...groups.values()].map(({ one, suffix, names }) => `${formatCount(names.length, one)}${suffix}: ${listFirstNames(names)}`),
  }
}

const ofType = (row: Device) => (parseText(row.type) ? ` of type ${parseText(row.type)}` : '')

/** Rows without an equivalent in the catalog, and those that become something less exact. */
function skippedParts(device: Device, leave: Leave) {
  const skipped = createGroups()
  const inexact = createGroups()
  for (const row of rowsIn(device.interfaces)) {
    const wave = wirelessOf(row.type)
    if (wave !== undefined && isInexact(row.type)) inexact.add('interface', `${ofType(row)} taken as ${WirelessProtocol.label(wave)}`, row)
    else if (!interfaceOf(row.type) && wave === undefined && !hasNoSocket(row.type)) skipped.add('interface', ofType(row), row)
  }
  for (const { listKey, one } of sockets)
    for (const row of rowsIn(device[listKey])) {
      const connector = connectorOf(row.type)
      if (!connector) skipped.add(one, ofType(row), row)
      else if (isInexact(row.type)) inexact.add(one, `${ofType(row)} taken as ${connector}`, row)
    }
  for (const { listKey, one } of unmodeledLists) for (const row of rowsIn(device[listKey])) skipped.add(one, ofType(row), row)
  for (const text of [...skipped.texts(), ...inexact.texts()]) leave(text)
}

/** Keys that are read, by list. Rows of lists that are not modeled are listed as a whole. */
const rowKeys: Record<string, { one: string; keys: string[] }> = {
  interfaces: { one: 'interface', keys: ['name', 'type', 'mgmt_only', 'poe_mode', 'poe_type'] },
  'power-ports': { one: 'power port', keys: ['name', 'type', 'maximum_draw'] },
  ...Object.fromEntries(sockets.map(({ listKey, one }) => [listKey, { one, keys: ['name', 'type'] }])),
}
const unmodeledKeys = new Set(unmodeledLists.map(({ listKey }) => listKey))
/** Keys of the device that are read, or that describe the file and not the product. */
const deviceKeys = new Set(
  'manufacturer model slug part_number description comments u_height weight weight_unit front_image rear_image'.split(' '),
)
const isTold = (value: unknown) => value !== null && value !== '' && value !== 'null' && value !== '~'

/** Facts that are not read: unknown keys of the device and of its rows, and values that are not understood. */
function skippedFacts(device: Device, leave: Leave) {
  for (const [key, value] of Object.entries(device)) {
    if (deviceKeys.has(key) || !isTold(value)) continue
    const list = rowKeys[key]
    if (key === 'is_full_depth') {
      if (flagOf(value) === false) leave('half depth (is_full_depth false)')
      else if (flagOf(value) === undefined) leave(`is_full_depth ${String(value)}`)
    } else if (list || unmodeledKeys.has(key)) skippedRows(key, value, list, leave)
    else if (Array.isArray(value)) leave(`${key}: ${formatCount(value.length, 'entry', 'entries')}`)
    else leave(typeof value === 'object' ? key : `${key} ${String(value)}`)
  }
}

function skippedRows(key: string, value: unknown, list: { one: string; keys: string[] } | undefined, leave: Leave) {
  const count = Array.isArray(value) ? value.length : 1
  const rows = rowsIn(value)
  if (rows.length < count) leave(`${key}: ${formatCount(count - rows.length, 'entry', 'entries')} not understood`)
  const counts = new Map<string, number>()
  const note = (fact: string) => counts.set(fact, (counts.get(fact) ?? 0) + 1)
  for (const row of list ? rows : []) {
    for (const [rowKey, item] of Object.entries(row)) {
      const isUsed = list?.keys.includes(rowKey) || (rowKey === 'allocated_draw' && parseText(row.maximum_draw) === undefined)
      if (!isUsed && isTold(item) && flagOf(item) !== false) note(rowKey)
    }
    if (key !== 'interfaces') continue
    if (isTold(row.mgmt_only) && parseText(row.mgmt_only) !== undefined && flagOf(row.mgmt_only) === undefined)
      note(`mgmt_only ${String(row.mgmt_only)}`)
    const [mode, type] = [parseText(row.poe_mode), parseText(row.poe_type)]
    if (mode && !/^(pse|pd)$/i.test(mode)) note(`poe_mode ${mode}`)
    if (type && rowPoeType(row) === null) note(`poe_type ${type}`)
  }
  for (const [fact, times] of counts) leave(`${fact} of ${formatCount(times, list?.one ?? 'row')}`)
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
