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
import type { NewProduct } from '../catalog/public.ts'
import { reelLengths } from './cables.ts'
import { bool, cells, coded, listOf, maybe, number, orNull, readData, row, text } from './data-file.ts'

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
const switchPorts = ({ category, network }: Line): NewProduct['ports'] =>
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

const expandPorts = (line: Line): NewProduct['ports'] => [...statedPorts(line), ...switchPorts(line)]

const statedPorts = ({ ports }: Line): NewProduct['ports'] =>
  ports.flatMap(([name, direction, connector, signalTypes, quantity]) =>
    quantity === undefined
      ? [{ name, direction, connector, signalTypes }]
      : Array.from({ length: quantity }, (_, i) => ({ name: `${name} ${i + 1}`, direction, connector, signalTypes })),
  )

function spellOut(line: Line): NewProduct {
  const { provider, installer, power, network, wireless, cable, added: _added, ...device } = line
  return {
    ...device,
    isRackMountable: device.rackUnits > 0,
    defaultProvider: provider,
    defaultInstaller: installer,
    stockLengthFt: reelLengths.get(device.model) ?? null,
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

/** `hasTypicalWeights` fills in missing weights with typical ones, which suits the demo but not a catalog for real designs. */
export function readDevices({ hasTypicalWeights }: { hasTypicalWeights: boolean }): NewProduct[] {
  const catalog = readData(new URL('./catalog.json', import.meta.url), {
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
  function typicalWeight({ category, rackUnits, diagonalIn, description }: NewProduct) {
    if (rackUnits > 0) return rackWeights.get(`${category} ${rackUnits}`) ?? null
    const byDiagonal = category === displays ? displayWeights.get(diagonalIn ?? 0) : undefined
    return byDiagonal ?? looseWeight(category, description) ?? null
  }
  const devices = catalog.devices.map(spellOut)
  return hasTypicalWeights ? devices.map((device) => ({ ...device, weightLb: device.weightLb ?? typicalWeight(device) })) : devices
}
