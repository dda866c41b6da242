import { ConnectorGender, PortDirection } from '../catalogue/enums.ts'
import type { ValueIn, ValuesOf } from '../kit/description.ts'
import { choice, decimal, id, integer, list, optional, text } from '../kit/field.ts'

/** A connector of a device as the CAD tool has it. Its gender is that of the cable end. */
const portFields = {
  direction: choice('Direction', PortDirection),
  name: text('Name'),
  connector: optional(text('Connector')),
  signalType: optional(text('Signal type')),
  gender: optional(choice('Gender', ConnectorGender)),
}
export type CadPort = ValuesOf<typeof portFields>

/** One device of a project in the CAD tool. */
const deviceFields = {
  sysName: optional(text('Name')),
  sysNum: optional(text('Number')),
  alias: optional(text('Alias')),
  location: optional(text('Location')),
  elevation: optional(text('Elevation')),
  /** What the elevation says, where it is a rack unit or `unit-slot`. */
  rackUnit: optional(integer('Rack unit')),
  slot: optional(text('Slot')),
}
export type CadDevice = ValuesOf<typeof deviceFields>
/** The same where it was looked for a space of that name. */
export const placedDevices = list('Devices', { ...deviceFields, spaceId: optional(id('Space')) })
export type PlacedDevice = ValueIn<typeof placedDevices>[number]

/** What the CAD tool says of a piece of equipment besides what it is called. */
export const cadFacts = {
  cadDescription: optional(text('Description', { max: 1000 })),
  cadType: optional(text('Type')),
  cadWeightLb: optional(decimal('Weight', { unit: 'lb' }, 2)),
  cadHeightIn: optional(decimal('Height', { unit: 'in' }, 2)),
  cadWidthIn: optional(decimal('Width', { unit: 'in' }, 2)),
  cadDepthIn: optional(decimal('Depth', { unit: 'in' }, 2)),
  cadWatts: optional(decimal('Power', { unit: 'W' }, 2)),
  cadVoltage: optional(decimal('Voltage', { unit: 'V' }, 2)),
  cadPorts: list('Ports', portFields),
}
export type CadFacts = ValuesOf<typeof cadFacts>

/** One equipment definition of the CAD tool (domain 6.16). */
export interface CadItem extends CadFacts {
  wireCadId: string | null
  cadManufacturer: string
  cadModel: string
  /** Nothing in a library, which has no devices. */
  cadQuantity: number | null
  devices: CadDevice[]
  /** What could not be understood, in words. */
  notes: string[]
}

/** What was read of a file, and what could not be. */
export interface CadReading {
  items: CadItem[]
  notes: string[]
}

export const mostItems = 5000
export const mostDevices = 20_000
export const mostPortsOfItem = 500

/** Two spellings of one name: case, spaces and dashes do not count (domain 8.6). */
export const cadKey = (text: string) => text.normalize('NFC').toLowerCase().replace(/[ -]/g, '')

export const emptyFacts = (): CadFacts => ({
  cadDescription: null,
  cadType: null,
  cadWeightLb: null,
  cadHeightIn: null,
  cadWidthIn: null,
  cadDepthIn: null,
  cadWatts: null,
  cadVoltage: null,
  cadPorts: [],
})

const factKeys = ['cadDescription', 'cadType', 'cadWeightLb', 'cadHeightIn', 'cadWidthIn', 'cadDepthIn', 'cadWatts', 'cadVoltage'] as const

/** One item of each product: quantities add up, devices stand together, and what one file does not say another may (domain 13.2). */
export function mergeItems(items: readonly CadItem[]): CadItem[] {
  const merged = new Map<string, CadItem>()
  for (const item of items) {
    const key = JSON.stringify([cadKey(item.cadManufacturer), cadKey(item.cadModel)])
    const known = merged.get(key)
    merged.set(key, known ? together(known, item) : item)
  }
  return [...merged.values()]
}

function together(one: CadItem, other: CadItem): CadItem {
  const facts = Object.fromEntries(factKeys.map((key) => [key, one[key] ?? other[key]]))
  const notes = new Set([...one.notes, ...other.notes])
  if (one.wireCadId && other.wireCadId && one.wireCadId !== other.wireCadId)
    notes.add(`There are two definitions of this equipment; the second one, ${other.wireCadId}, is left out.`)
  const hasQuantity = one.cadQuantity !== null || other.cadQuantity !== null
  return {
    ...one,
    ...facts,
    wireCadId: one.wireCadId ?? other.wireCadId,
    cadPorts: one.cadPorts.length > 0 ? one.cadPorts : other.cadPorts,
    cadQuantity: hasQuantity ? (one.cadQuantity ?? 0) + (other.cadQuantity ?? 0) : null,
    devices: [...one.devices, ...other.devices],
    notes: [...notes],
  }
}
