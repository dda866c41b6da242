import type { ConnectorGender, PortDirection } from '../catalogue/enums.ts'

/** A connector of a device as the CAD tool has it. Its gender is that of the cable end. */
export interface CadPort {
  direction: PortDirection
  name: string
  connector: string | null
  signalType: string | null
  gender: ConnectorGender | null
}

/** One device of a project in the CAD tool. */
export interface CadDevice {
  sysName: string | null
  sysNum: string | null
  alias: string | null
  location: string | null
  elevation: string | null
  /** What the elevation says, where it is a rack unit or `unit-slot`. */
  rackUnit: number | null
  slot: string | null
}
/** The same where it was looked for a space of that name. */
export interface PlacedDevice extends CadDevice {
  spaceId: number | null
}

/** What the CAD tool says of a piece of equipment besides what it is called. */
export interface CadFacts {
  cadDescription: string | null
  cadType: string | null
  cadWeightLb: number | null
  cadHeightIn: number | null
  cadWidthIn: number | null
  cadDepthIn: number | null
  cadWatts: number | null
  cadVoltage: number | null
  cadPorts: CadPort[]
}

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
