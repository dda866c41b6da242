import { PortDirection } from '../catalog/enums.ts'
import { CadIntegrationResult, IntegrationAction } from '../integrations/enums.ts'
import type { ValueIn } from '../kit/description.ts'
import { text } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { caseFoldedKey } from '../kit/names.ts'
import { literalField, objects } from '../kit/response-fields.ts'
import { type CadFacts, type CadItem, type CadPort, cadKey } from './cad-items.ts'

export interface OurPort {
  direction: PortDirection
  name: string
  connectorWords: readonly string[]
  signalWords: readonly string[]
}

export interface OurProduct {
  manufacturer: string
  model: string
  description: string | null
  weightLb: number | null
  heightIn: number | null
  widthIn: number | null
  depthIn: number | null
  watts: number | null
  voltage: number | null
  ports: readonly OurPort[]
}

export const comparedFields = {
  manufacturer: 'Manufacturer',
  model: 'Model',
  description: 'Description',
  weightLb: 'Weight',
  heightIn: 'Height',
  widthIn: 'Width',
  depthIn: 'Depth',
  watts: 'Power',
  voltage: 'Voltage',
  ports: 'Ports',
} as const
export type ComparedField = keyof typeof comparedFields

export const differences = objects('Differences', {
  field: literalField('Field', ...typedKeys(comparedFields)),
  cad: text('In WireCAD'),
  dna: text('In DNA'),
})
export type CadDifference = ValueIn<typeof differences>[number]

const figures = [
  ['weightLb', 'cadWeightLb', 'lb'],
  ['heightIn', 'cadHeightIn', 'in'],
  ['widthIn', 'cadWidthIn', 'in'],
  ['depthIn', 'cadDepthIn', 'in'],
  ['watts', 'cadWatts', 'W'],
  ['voltage', 'cadVoltage', 'V'],
] as const satisfies readonly (readonly [ComparedField, keyof CadFacts, string])[]

const nobodySays = '–'
const plainText = (text: string | null) => (text ?? '').split(/\s/).filter(Boolean).join(' ')
export const normalizeName = (text: string) => caseFoldedKey(text.trim())

/** Compares only values that the CAD tool provides (domain 13.2). */
export function findDifferences(item: CadItem, product: OurProduct): CadDifference[] {
  const found: CadDifference[] = []
  if (cadKey(item.cadManufacturer) !== cadKey(product.manufacturer))
    found.push({ field: 'manufacturer', cad: item.cadManufacturer, dna: product.manufacturer })
  if (cadKey(item.cadModel) !== cadKey(product.model)) found.push({ field: 'model', cad: item.cadModel, dna: product.model })
  if (item.cadDescription && plainText(item.cadDescription) !== plainText(product.description))
    found.push({ field: 'description', cad: item.cadDescription, dna: product.description || nobodySays })
  for (const [field, key, unit] of figures) {
    const [cad, dna] = [item[key], product[field]]
    if (cad === null || cad === dna) continue
    found.push({ field, cad: `${cad} ${unit}`, dna: dna === null ? nobodySays : `${dna} ${unit}` })
  }
  const ports = portsDiffer(item.cadPorts, product.ports)
  return ports ? [...found, ports] : found
}

export const portKey = ({ direction, name }: { direction: PortDirection; name: string }) => `${direction} ${normalizeName(name)}`

/** Matches ports by direction and name; compares connector and signal type only if the CAD tool provides them. */
function portsDiffer(cad: readonly CadPort[], dna: readonly OurPort[]): CadDifference | undefined {
  if (cad.length === 0) return undefined
  const ourPorts = new Map(dna.map((port) => [portKey(port), port]))
  const cadKeys = new Set(cad.map(portKey))
  const isSame = (port: CadPort, own: OurPort | undefined) =>
    own !== undefined && matchesName(port.connector, own.connectorWords) && matchesName(port.signalType, own.signalWords)
  const news = cad.filter((port) => !isSame(port, ourPorts.get(portKey(port))))
  const removedPorts = dna.filter((port) => !cadKeys.has(portKey(port)))
  if (news.length === 0 && removedPorts.length === 0) return undefined
  const known = news.flatMap((port) => ourPorts.get(portKey(port)) ?? [])
  return { field: 'ports', cad: portWords(news), dna: portWords([...known, ...removedPorts]) }
}
const matchesName = (name: string | null, words: readonly string[]) =>
  name === null || words.some((word) => normalizeName(word) === normalizeName(name))

const mostNamed = 4
type NamedPort = CadPort | OurPort
const portKind = (port: NamedPort) =>
  'connectorWords' in port ? [port.connectorWords[0], port.signalWords[0]] : [port.connector, port.signalType]
/** "Input HDMI 1 (HDMI A), Output Link and 3 more". */
function portWords(ports: readonly NamedPort[]): string {
  if (ports.length === 0) return nobodySays
  const named = ports.slice(0, mostNamed).map((port) => {
    const kind = portKind(port).filter(Boolean).join(', ')
    return `${PortDirection.label(port.direction)} ${port.name}${kind ? ` (${kind})` : ''}`
  })
  const rest = ports.length - mostNamed
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const { FullyLinked, PartiallyLinked, Match, NoMatch } = CadIntegrationResult
const { NoAction, Create, Link, LinkAndUpdate } = IntegrationAction

export function importResult({
  isLinked,
  matches,
  differences,
}: {
  isLinked: boolean
  matches: number
  differences: number
}): CadIntegrationResult {
  if (isLinked) return differences === 0 ? FullyLinked : PartiallyLinked
  return matches > 0 ? Match : NoMatch
}

const legal: Readonly<Record<CadIntegrationResult, readonly IntegrationAction[]>> = {
  [FullyLinked]: [NoAction],
  [PartiallyLinked]: [NoAction, Link, LinkAndUpdate],
  [Match]: [NoAction, Create, Link, LinkAndUpdate],
  [NoMatch]: [NoAction, Create],
}
const usual: Readonly<Record<CadIntegrationResult, IntegrationAction>> = {
  [FullyLinked]: NoAction,
  [PartiallyLinked]: LinkAndUpdate,
  [Match]: Link,
  [NoMatch]: Create,
}
export const legalActions = (result: CadIntegrationResult) => legal[result]
export const usualAction = (result: CadIntegrationResult) => usual[result]
export const isLegal = (action: IntegrationAction, result: CadIntegrationResult) => legal[result].includes(action)
