import { ConnectorGender, PortDirection } from '../catalog/enums.ts'
import type { ValueIn, ValuesOf } from '../kit/description.ts'
import { choice, decimal, id, integer, list, optional, text } from '../kit/field.ts'
import { caseFoldedKey } from '../kit/names.ts'

/** Connector of a device in the CAD tool. Its gender is that of the cable end. */
const portFields = {
  direction: choice('Direction', PortDirection),
  name: text('Name'),
  connector: optional(text('Connector')),
  signalType: optional(text('Signal type')),
  gender: optional(choice('Gender', ConnectorGender)),
}
export type CadPort = ValuesOf<typeof portFields>

const deviceFields = {
  sysName: optional(text('Name')),
  sysNum: optional(text('Number')),
  alias: optional(text('Alias')),
  location: optional(text('Location')),
  elevation: optional(text('Elevation')),
  /** Parsed from the elevation if it is a rack unit or `unit-slot`. */
  rackUnit: optional(integer('Rack unit')),
  slot: optional(text('Slot')),
}
export type CadDevice = ValuesOf<typeof deviceFields>
export const placedDevices = list('Devices', { ...deviceFields, spaceId: optional(id('Space')) })
export type PlacedDevice = ValueIn<typeof placedDevices>[number]

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

/** An equipment definition of the CAD tool (domain 6.16). */
export interface CadItem extends CadFacts {
  wireCadId: string | null
  cadManufacturer: string
  cadModel: string
  /** Null for a library, which has no devices. */
  cadQuantity: number | null
  devices: CadDevice[]
  notes: string[]
}

export interface CadReading {
  items: CadItem[]
  notes: string[]
}

export const mostItems = 5000
export const mostDevices = 20_000
export const mostPortsOfItem = 500

/** Normalizes a name for comparison: ignores case, spaces, and dashes (domain 8.6). */
export const cadKey = (text: string) => caseFoldedKey(text).replace(/[ -]/g, '')

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

/** Merges items of the same product: sums quantities, joins devices, and fills values missing in one file from another (domain 13.2). */
export function mergeItems(items: readonly CadItem[]): CadItem[] {
  const merged = new Map<string, CadItem>()
  for (const item of items) {
    const key = JSON.stringify([cadKey(item.cadManufacturer), cadKey(item.cadModel)])
    const known = merged.get(key)
    merged.set(key, known ? mergeTwoItems(known, item) : item)
  }
  return [...merged.values()]
}

function mergeTwoItems(cadItem: CadItem, other: CadItem): CadItem {
  const facts = Object.fromEntries(factKeys.map((key) => [key, cadItem[key] ?? other[key]]))
  const notes = new Set([...cadItem.notes, ...other.notes])
  if (cadItem.wireCadId && other.wireCadId && cadItem.wireCadId !== other.wireCadId)
    notes.add(`There are two definitions of this equipment; the second one, ${other.wireCadId}, is left out.`)
  const hasQuantity = cadItem.cadQuantity !== null || other.cadQuantity !== null
  return {
    ...cadItem,
    ...facts,
    wireCadId: cadItem.wireCadId ?? other.wireCadId,
    cadPorts: cadItem.cadPorts.length > 0 ? cadItem.cadPorts : other.cadPorts,
    cadQuantity: hasQuantity ? (cadItem.cadQuantity ?? 0) + (other.cadQuantity ?? 0) : null,
    devices: [...cadItem.devices, ...other.devices],
    notes: [...notes],
  }
}
