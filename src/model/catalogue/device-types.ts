import { round } from '../kit/money.ts'
import { NetworkPortType, PoEType, PortDirection, PowerSpecAvailability, PowerSpecType, WirelessProtocol } from './enums.ts'

/** A device of the public NetBox library, every value as the text that was written. */
type Device = Record<string, unknown>

/** What a device file says in our words; what it does not say is absent. */
export interface DeviceFacts {
  manufacturer: string
  model: string
  values: {
    partNumber?: string
    description?: string
    notes?: string
    weightLb?: number
    isRackMountable?: boolean
    rackUnits?: number | null
    powerSpecs?: object[]
    networkPorts?: object[]
    wirelessProtocols?: number[]
  }
  /** Ports to be controlled by, with the name of a connector of the catalogue. */
  consolePorts: { name: string; connector: string; direction: number }[]
}

const textIn = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const text = value.normalize('NFC').trim().replace(/\s+/g, ' ')
  return text === '' || text === '~' || text === 'null' ? undefined : text
}
const longTextIn = (value: unknown) => (typeof value === 'string' && textIn(value) !== undefined ? value.trim() : undefined)
const numberIn = (value: unknown): number | undefined => {
  const text = textIn(value)
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
const rowsIn = (value: unknown): Device[] =>
  Array.isArray(value) ? value.filter((row): row is Device => typeof row === 'object' && row !== null && !Array.isArray(row)) : []

/** What a file calls something, in our words. Whatever else it says, `constructor` included, is not known. */
const wordsOf = <T>(words: Record<string, T>) => {
  const known = new Map(Object.entries(words))
  return (value: unknown) => known.get(textIn(value)?.toLowerCase() ?? '')
}

const poundsPer = wordsOf({ kg: 2.2046226218, g: 0.0022046226218, lb: 1, lbs: 1, oz: 0.0625 })

const { Base100TX, Base100FX, Base1000T, Base1000SX, Base1000LX, Base10GT, Base10GSR, Base10GLR, Base100GSR4, Base100GLR4 } =
  NetworkPortType.of
/** Interfaces of the library as our port types. Those we have no type for stand as what they also run, and keep their name as label. */
const interfaceOf = wordsOf<[type: number, label?: string]>({
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
})
const { WiFi6, WiFi5, WiGig, WiFi4, WiFi3, WiFi2, WiFi1 } = WirelessProtocol.of
const wirelessOf = wordsOf<number>({
  'ieee802.11be': WiFi6,
  'ieee802.11ax': WiFi6,
  'ieee802.11ac': WiFi5,
  'ieee802.11ad': WiGig,
  'ieee802.11n': WiFi4,
  'ieee802.11g': WiFi3,
  'ieee802.11a': WiFi2,
  'ieee802.11b': WiFi1,
})
const poeTypeOf = wordsOf<number>({
  'type1-ieee802.3af': PoEType.of.Type1,
  'type2-ieee802.3at': PoEType.of.Type2,
  'type3-ieee802.3bt': PoEType.of.Type3,
  'type4-ieee802.3bt': PoEType.of.Type4,
})
const poeOf = (row: Device) => poeTypeOf(row.poe_type) ?? null
const modeOf = (row: Device) => textIn(row.poe_mode)?.toLowerCase()

const connectorOf = wordsOf<string>({
  'rj-45': 'RJ45',
  'rj-12': 'RJ45',
  'rj-11': 'RJ45',
  'de-9': 'DB9',
  'db-25': 'DB15',
  'usb-a': 'USB A',
  'usb-b': 'USB B',
  'usb-c': 'USB C',
  'usb-mini-b': 'USB B',
  'usb-micro-b': 'USB B',
})

/** Equal ones become one with their number. */
function counted<T extends object>(all: T[], most: number): (T & { quantity: number })[] {
  const groups = new Map<string, T & { quantity: number }>()
  for (const one of all) {
    const known = groups.get(JSON.stringify(one))
    if (known && known.quantity < most) known.quantity++
    else if (!known) groups.set(JSON.stringify(one), { ...one, quantity: 1 })
  }
  return [...groups.values()]
}

/** The mains inlets, in the words of the plug they take; what a power strip draws it only passes on. */
function suppliesOf(device: Device, isPassing: boolean) {
  return rowsIn(device['power-ports']).map((port) => {
    const plug = textIn(port.type)
    const watts = numberIn(port.maximum_draw) ?? numberIn(port.allocated_draw)
    return {
      type: plug === 'dc-terminal' ? PowerSpecType.of.DC : PowerSpecType.of.AC,
      availability: PowerSpecAvailability.of.Required as number,
      voltage: null,
      currentAmps: null,
      watts: isPassing || !watts ? null : Math.min(watts, 1_000_000),
      poeType: null as number | null,
      plug: plug ? plug.toUpperCase().slice(0, 60) : null,
    }
  })
}

function powerOf(device: Device, fed: Device[]) {
  const supplies = counted(suppliesOf(device, rowsIn(device['power-outlets']).length > 0), 9999)
  // Further supplies stand by or feed in its place: the largest one carries the device.
  const drawn = supplies.filter(({ watts }) => watts !== null)
  if (drawn.length > 0) {
    const largest = drawn.reduce((most, one) => (one.watts! > most.watts! ? one : most))
    const at = supplies.indexOf(largest)
    for (const supply of supplies) if (supply !== largest) supply.availability = PowerSpecAvailability.of.Optional
    if (largest.quantity > 1)
      supplies.splice(
        at,
        1,
        { ...largest, quantity: 1 },
        { ...largest, quantity: largest.quantity - 1, availability: PowerSpecAvailability.of.Optional },
      )
  }
  const [port] = fed
  if (!port) return supplies
  const isOnly = supplies.length === 0
  return [
    ...supplies,
    {
      type: PowerSpecType.of.PoE,
      availability: isOnly ? PowerSpecAvailability.of.Required : PowerSpecAvailability.of.Optional,
      voltage: null,
      currentAmps: null,
      watts: null,
      poeType: poeOf(port),
      plug: null,
      quantity: 1,
    },
  ]
}

function networkOf(all: Device[]) {
  const ports = all.flatMap((row) => {
    const known = interfaceOf(row.type)
    if (!known) return []
    const isSource = modeOf(row) === 'pse'
    const label = [known[1], textIn(row.mgmt_only) === 'true' ? 'Management' : undefined].filter(Boolean).join(', ')
    return { networkPortType: known[0], label: label || null, isPoESource: isSource, poeType: isSource ? poeOf(row) : null }
  })
  return counted(ports, 256).slice(0, 100)
}

/** What a device file says, or why it is none. */
export function readDevice(file: unknown): DeviceFacts | string {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return 'This is not a device.'
  const device = file as Device
  const manufacturer = textIn(device.manufacturer)
  const model = textIn(device.model)
  if (!manufacturer || !model) return 'A device needs a manufacturer and a model.'
  const all = rowsIn(device.interfaces)
  const height = numberIn(device.u_height)
  const weight = numberIn(device.weight)
  const perUnit = poundsPer(textIn(device.weight_unit) ?? 'kg')
  const units = height === undefined ? undefined : Math.round(height * 2) / 2
  const notes = longTextIn(device.comments)?.slice(0, 4000)
  const description = textIn(device.description)?.slice(0, 1000)
  const partNumber = textIn(device.part_number)?.slice(0, 50)
  const power = powerOf(
    device,
    all.filter((row) => modeOf(row) === 'pd'),
  )
  const network = networkOf(all)
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
    consolePorts: consolePortsOf(device),
  }
}

function consolePortsOf(device: Device): DeviceFacts['consolePorts'] {
  const seen = new Set<string>()
  return rowsIn(device['console-ports']).flatMap((port) => {
    const connector = connectorOf(port.type)
    const name = (textIn(port.name) ?? 'Console').slice(0, 60)
    if (!connector || seen.has(name.toLowerCase())) return []
    seen.add(name.toLowerCase())
    // Two-way: the same name on both sides.
    return [PortDirection.of.Input, PortDirection.of.Output].map((direction) => ({ name, connector, direction }))
  })
}

/** A symbol for drawings where nobody gave one: the model in the signs a tag may have. */
export function tagOf(model: string): string {
  const plain = model
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z0-9._/]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 30)
  return plain || 'NEW'
}
