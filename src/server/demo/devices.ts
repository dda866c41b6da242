import { readFileSync } from 'node:fs'
import type {
  EquipmentAvailability,
  InstallerCode,
  NetworkPortType,
  PoEType,
  PortDirection,
  PowerSpecAvailability,
  PowerSpecType,
  ProviderCode,
  WirelessProtocol,
} from '../../model/catalogue/enums.ts'

export interface DemoPowerSpec {
  type: PowerSpecType
  availability: PowerSpecAvailability
  /** Unknown for devices that only pass power on. */
  watts: number | null
  plug: string | null
  poeType: PoEType | null
  quantity: number
}

export interface DemoNetworkPort {
  networkPortType: NetworkPortType
  quantity: number
  label: string | null
  /** The ports feed other devices; poeType says with how much. */
  isPoESource: boolean
  poeType: PoEType | null
}

export interface DemoPort {
  name: string
  direction: PortDirection
  /** Name of a connector physical type of the initial data. */
  connector: string
  /** Names of signal types of the initial data, the main one first. */
  signalTypes: string[]
}

export interface DemoCableSpec {
  shielding: number
  coreCount: number | null
  gaugeAwg: number | null
  outerDiameterIn: number | null
  rating: number
  termination: number
}

/** One device of the demo catalogue with everything spelled out. Prices are invented, see catalogue.md. */
export interface DemoDevice {
  tag: string
  manufacturer: string
  model: string
  partNumber: string | null
  productFamily: string | null
  description: string
  /** Number of an equipment category of the initial data. */
  category: number
  industryType: number
  availability: EquipmentAvailability
  isRackMountable: boolean
  rackUnits: number
  weightLb: number | null
  widthIn: number | null
  heightIn: number | null
  depthIn: number | null
  msrpPrice: number
  defaultProvider: ProviderCode
  defaultInstaller: InstallerCode
  url: string | null
  powerSpecs: DemoPowerSpec[]
  networkPorts: DemoNetworkPort[]
  wirelessProtocols: WirelessProtocol[]
  ports: DemoPort[]
  cableSpec: DemoCableSpec | null
}

/** A line of the file; catalogue.md explains the short form. */
interface Line {
  tag: string
  manufacturer: string
  model: string
  partNumber?: string
  productFamily?: string
  description: string
  category: number
  industryType: number
  availability?: EquipmentAvailability
  rackUnits?: number
  weightLb?: number
  widthIn?: number
  heightIn?: number
  depthIn?: number
  msrpPrice: number
  provider?: ProviderCode
  installer?: InstallerCode
  power?: [
    type: PowerSpecType,
    availability: PowerSpecAvailability,
    watts?: number | null,
    plug?: string | null,
    poeType?: PoEType | null,
    quantity?: number,
  ][]
  network?: [type: NetworkPortType, quantity: number, label?: string | null, poeType?: PoEType][]
  wireless?: WirelessProtocol[]
  ports?: [name: string, direction: PortDirection, connector: string, signalTypes: string[], quantity?: number][]
  cable?: Partial<DemoCableSpec> & { shielding: number; rating: number; termination: number }
}

const portsOf = (line: Line): DemoPort[] =>
  (line.ports ?? []).flatMap(([name, direction, connector, signalTypes, quantity]) =>
    quantity === undefined
      ? [{ name, direction, connector, signalTypes }]
      : Array.from({ length: quantity }, (_, i) => ({ name: `${name} ${i + 1}`, direction, connector, signalTypes })),
  )

function spellOut(line: Line): DemoDevice {
  return {
    tag: line.tag,
    manufacturer: line.manufacturer,
    model: line.model,
    partNumber: line.partNumber ?? null,
    productFamily: line.productFamily ?? null,
    description: line.description,
    category: line.category,
    industryType: line.industryType,
    availability: line.availability ?? 1,
    isRackMountable: (line.rackUnits ?? 0) > 0,
    rackUnits: line.rackUnits ?? 0,
    weightLb: line.weightLb ?? null,
    widthIn: line.widthIn ?? null,
    heightIn: line.heightIn ?? null,
    depthIn: line.depthIn ?? null,
    msrpPrice: line.msrpPrice,
    defaultProvider: line.provider ?? 'AVV',
    defaultInstaller: line.installer ?? 'AVV',
    url: null,
    powerSpecs: (line.power ?? []).map(([type, availability, watts, plug, poeType, quantity]) => ({
      type,
      availability,
      watts: watts ?? null,
      plug: plug ?? null,
      poeType: poeType ?? null,
      quantity: quantity ?? 1,
    })),
    networkPorts: (line.network ?? []).map(([networkPortType, quantity, label, poeType]) => ({
      networkPortType,
      quantity,
      label: label ?? null,
      isPoESource: poeType !== undefined,
      poeType: poeType ?? null,
    })),
    wirelessProtocols: line.wireless ?? [],
    ports: portsOf(line),
    cableSpec: line.cable ? { coreCount: null, gaugeAwg: null, outerDiameterIn: null, ...line.cable } : null,
  }
}

/** Reads the catalogue that lies beside this file, or beside the bundle it was built into. */
export function readDemoDevices(): DemoDevice[] {
  const text = readFileSync(new URL('./catalogue.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { devices: Line[] }).devices.map(spellOut)
}

/** Two spellings of the same product: case, spaces and dashes of the model do not count. */
export const deviceKey = (manufacturer: string, model: string) => `${manufacturer} ${model}`.toLowerCase().replace(/[\s-]/g, '')
