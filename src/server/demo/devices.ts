import {
  CableKind,
  CableRating,
  CableShielding,
  EquipmentAvailability,
  InstallerCode,
  NetworkPortType,
  PoEType,
  PortDirection,
  PowerSpecAvailability,
  PowerSpecType,
  ProviderCode,
  Termination,
  WirelessProtocol,
} from '../../model/catalog/enums.ts'
import { IndustryType } from '../../model/companies/enums.ts'
import { bool, cells, coded, listOf, maybe, number, orNull, readData, row, text } from './data-file.ts'

interface DemoPowerSpec {
  type: PowerSpecType
  availability: PowerSpecAvailability
  watts: number | null
  plug: string | null
  poeType: PoEType | null
  quantity: number
}

interface DemoNetworkPort {
  networkPortType: NetworkPortType
  quantity: number
  label: string | null
  isPoESource: boolean
  poeType: PoEType | null
}

interface DemoPort {
  name: string
  direction: PortDirection
  connector: string
  /** Names of signal types of the initial data, the primary one first. */
  signalTypes: string[]
}

interface DemoCableSpec {
  kind: CableKind | null
  shielding: CableShielding
  coreCount: number | null
  gaugeAwg: number | null
  outerDiameterIn: number | null
  rating: CableRating
  termination: Termination
  lengthFt: number | null
}

/** A device of the demo catalog, fully expanded. Prices are fictional, see `catalog.md`. */
export interface DemoDevice {
  tag: string
  manufacturer: string
  model: string
  partNumber: string | null
  productFamily: string | null
  description: string
  /** Number of an equipment category of the initial data. */
  category: number
  industryType: IndustryType
  availability: EquipmentAvailability
  isRackMountable: boolean
  rackUnits: number
  weightLb: number | null
  widthIn: number | null
  heightIn: number | null
  depthIn: number | null
  msrpPrice: number
  diagonalIn: number | null
  poeBudgetWatts: number | null
  defaultProvider: ProviderCode
  defaultInstaller: InstallerCode
  url: string | null
  powerSpecs: DemoPowerSpec[]
  networkPorts: DemoNetworkPort[]
  wirelessProtocols: WirelessProtocol[]
  ports: DemoPort[]
  cableSpec: DemoCableSpec | null
}

const line = row({
  tag: text,
  manufacturer: text,
  model: text,
  partNumber: orNull(text),
  productFamily: orNull(text),
  description: text,
  category: number,
  industryType: coded(IndustryType),
  availability: maybe(coded(EquipmentAvailability), EquipmentAvailability.Available),
  rackUnits: maybe(number, 0),
  weightLb: orNull(number),
  widthIn: orNull(number),
  heightIn: orNull(number),
  depthIn: orNull(number),
  msrpPrice: number,
  diagonalIn: orNull(number),
  poeBudgetWatts: orNull(number),
  provider: maybe(coded(ProviderCode), ProviderCode.AVV),
  installer: maybe(coded(InstallerCode), InstallerCode.AVV),
  /** Type, availability, watts (unknown for devices that only pass power on), plug, PoE type, quantity. */
  power: maybe(
    listOf(
      cells(coded(PowerSpecType), coded(PowerSpecAvailability), orNull(number), orNull(text), orNull(coded(PoEType)), maybe(number, 1)),
    ),
    [],
  ),
  network: maybe(listOf(cells(coded(NetworkPortType), number, orNull(text), orNull(coded(PoEType)))), []),
  wireless: maybe(listOf(coded(WirelessProtocol)), []),
  /** Name, direction, connector, signal types, quantity. */
  ports: maybe(listOf(cells(text, coded(PortDirection), text, listOf(text), maybe(number, undefined))), []),
  cable: orNull(
    row({
      kind: orNull(coded(CableKind)),
      shielding: coded(CableShielding),
      coreCount: orNull(number),
      gaugeAwg: orNull(number),
      outerDiameterIn: orNull(number),
      rating: coded(CableRating),
      termination: coded(Termination),
      /** Length of a pre-terminated cable. */
      lengthFt: orNull(number),
    }),
  ),
  added: maybe(bool, false),
})
type Line = ReturnType<typeof line>

const displays = 30
const switches = 50
const networkSignals = ['Ethernet', 'AV over IP', 'Dante or AES67']

/** A switch lists its ports only by type and number; here they become ports that can be wired. */
const switchPorts = ({ category, network }: Line): DemoPort[] =>
  network
    .filter(([, , label]) => category === switches && label === null)
    .flatMap(([type, quantity], row) => {
      const connector = /^(?:RJ45|SFP\+?|QSFP28)/.exec(NetworkPortType.get(type).interface)?.[0]
      if (!connector) return []
      const prefix = connector === 'RJ45' ? (row === 0 ? 'Port' : `Port ${row + 1}.`) : `${connector} ${row + 1}.`
      const signalTypes = connector === 'RJ45' ? networkSignals : ['Ethernet']
      return Array.from({ length: quantity }, (_, index) => ({
        name: row === 0 ? `${prefix} ${index + 1}` : `${prefix}${index + 1}`,
        direction: PortDirection.Output,
        connector,
        signalTypes,
      }))
    })

const expandPorts = (line: Line): DemoPort[] => [...statedPorts(line), ...switchPorts(line)]

const statedPorts = ({ ports }: Line): DemoPort[] =>
  ports.flatMap(([name, direction, connector, signalTypes, quantity]) =>
    quantity === undefined
      ? [{ name, direction, connector, signalTypes }]
      : Array.from({ length: quantity }, (_, i) => ({ name: `${name} ${i + 1}`, direction, connector, signalTypes })),
  )

function spellOut(line: Line): DemoDevice {
  const { provider, installer, power, network, wireless, cable, added: _added, ...device } = line
  return {
    ...device,
    isRackMountable: device.rackUnits > 0,
    defaultProvider: provider,
    defaultInstaller: installer,
    url: null,
    powerSpecs: power.map(([type, availability, watts, plug, poeType, quantity]) => ({
      type,
      availability,
      watts,
      plug,
      poeType,
      quantity,
    })),
    networkPorts: network.map(([networkPortType, quantity, label, poeType]) => ({
      networkPortType,
      quantity,
      label,
      isPoESource: poeType !== null,
      poeType,
    })),
    wirelessProtocols: wireless,
    ports: expandPorts(line),
    cableSpec: cable,
  }
}

export function readDemoDevices(): DemoDevice[] {
  const catalog = readData('catalog.json', {
    origin: text,
    licence: text,
    priceIsDemo: bool,
    /** Category, rack units, pounds. */
    typicalRackWeightsLb: listOf(cells(number, number, number)),
    /** Diagonal in inches, pounds. */
    typicalDisplayWeightsLb: listOf(cells(number, number)),
    /** Category, words of which the description has one (none: any description), pounds. The first match counts. */
    typicalLooseWeightsLb: listOf(cells(number, listOf(text), number)),
    devices: listOf(line),
  })
  const rackWeights = new Map(catalog.typicalRackWeightsLb.map(([category, rackUnits, pounds]) => [`${category} ${rackUnits}`, pounds]))
  const displayWeights = new Map(catalog.typicalDisplayWeightsLb)
  function looseWeight(category: number, description: string) {
    const matches = ([of, words]: (typeof catalog.typicalLooseWeightsLb)[number]) =>
      of === category && (words.length === 0 || words.some((word) => description.toLowerCase().includes(word)))
    return catalog.typicalLooseWeightsLb.find(matches)?.[2]
  }
  function typicalWeight({ category, rackUnits, diagonalIn, description }: DemoDevice) {
    if (rackUnits > 0) return rackWeights.get(`${category} ${rackUnits}`) ?? null
    const byDiagonal = category === displays ? displayWeights.get(diagonalIn ?? 0) : undefined
    return byDiagonal ?? looseWeight(category, description) ?? null
  }
  return catalog.devices.map(spellOut).map((device) => ({ ...device, weightLb: device.weightLb ?? typicalWeight(device) }))
}

export interface Catalog {
  idOf(manufacturer: string, model: string): number
}

export const deviceKey = (manufacturer: string, model: string) => `${manufacturer} ${model}`.toLowerCase().replace(/[\s-]/g, '')
