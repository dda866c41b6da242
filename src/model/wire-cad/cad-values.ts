import { ConnectorGender, PortDirection } from '../catalog/enums.ts'
import { round } from '../kit/money.ts'
import { type CadDevice, type CadItem, type CadPort, emptyFacts, mostPortsOfItem } from './cad-items.ts'

const guid = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i
export const guidIn = (value: unknown): string | null => guid.exec(parseText(value, 60) ?? '')?.[1]?.toLowerCase() ?? null

export function parseText(value: unknown, most: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).split(/\s/).filter(Boolean).join(' ')
  return text === '' ? null : text.slice(0, most)
}

const measures = {
  lb: { lb: 1, lbs: 1, pound: 1, pounds: 1, oz: 1 / 16, ounce: 1 / 16, ounces: 1 / 16, kg: 2.2046226218, g: 0.0022046226218 },
  in: { in: 1, inch: 1, inches: 1, '"': 1, ft: 12, feet: 12, mm: 1 / 25.4, cm: 1 / 2.54, m: 1 / 0.0254 },
  W: { w: 1, watt: 1, watts: 1, kw: 1000 },
  V: { v: 1, volt: 1, volts: 1, vac: 1, vdc: 1, kv: 1000 },
}
type Measure = keyof typeof measures
const largest: Record<Measure, number> = { lb: 1_000_000, in: 100_000, W: 1_000_000, V: 10_000 }
const figure = /^([0-9]{1,12}(?:[.,][0-9]{1,12})?) ?([a-z"]{0,8})\.?$/

/** Parses a measure in our unit. Its unit may be part of the value or separate. */
export function measureIn(value: unknown, unit: unknown, measure: Measure, label: string, notes: string[]): number | null {
  const text = parseText(value, 60)?.toLowerCase()
  if (!text) return null
  const [, digits, inside] = figure.exec(text.replaceAll(',', '.')) ?? []
  const name = inside || parseText(unit, 20)?.toLowerCase() || measure.toLowerCase()
  const known: Record<string, number> = measures[measure]
  const item = Object.hasOwn(known, name) ? known[name] : undefined
  const amount = digits === undefined || item === undefined ? undefined : round(Number(digits) * item, 2)
  if (amount !== undefined && amount <= largest[measure]) return amount === 0 ? null : amount
  notes.push(`${label} "${[text, inside ? '' : parseText(unit, 20)].filter(Boolean).join(' ')}" was not understood.`)
  return null
}

/** `12` is a rack unit, `12-3` the third slot of it (domain 13.2). */
export function elevationIn(elevation: string | null): Pick<CadDevice, 'rackUnit' | 'slot'> {
  const [, unit, slot] = /^([0-9]{1,3}(?:\.[0-9])?)(?: ?- ?([a-z0-9]{1,10}))?$/i.exec(elevation ?? '') ?? []
  return { rackUnit: unit === undefined ? null : Number(unit), slot: slot ?? null }
}

export function deviceIn(readValue: (key: 'sysname' | 'sysnum' | 'alias' | 'location' | 'elevation') => unknown): CadDevice {
  const elevation = parseText(readValue('elevation'), 60)
  return {
    sysName: parseText(readValue('sysname'), 200),
    sysNum: parseText(readValue('sysnum'), 60),
    alias: parseText(readValue('alias'), 200),
    location: parseText(readValue('location'), 200),
    elevation,
    ...elevationIn(elevation),
  }
}

const genders = new Map([
  ['male', ConnectorGender.Male],
  ['m', ConnectorGender.Male],
  ['female', ConnectorGender.Female],
  ['f', ConnectorGender.Female],
  ['hermaphroditic', ConnectorGender.Hermaphroditic],
])
export const genderIn = (value: unknown) => genders.get(parseText(value, 20)?.toLowerCase() ?? '') ?? null

/** Returns both directions for a bidirectional port. */
export function directionsIn(value: unknown): PortDirection[] {
  const text =
    parseText(value, 40)
      ?.toLowerCase()
      .replace(/[^a-z0-9]/g, '') ?? ''
  const { Input, Output } = PortDirection
  const [, word = ''] = /^([a-z]{1,30}?)(?:ports?|connectors?)?[0-9]{0,3}$/.exec(text) ?? []
  if (['io', 'inout', 'inputoutput', 'both', 'bidirectional', 'twoway'].includes(word)) return [Input, Output]
  if (['in', 'ins', 'input', 'inputs'].includes(word) || text === String(Input)) return [Input]
  if (['out', 'outs', 'output', 'outputs'].includes(word) || text === String(Output)) return [Output]
  return []
}

/** Port names are unique per direction; duplicates are numbered. */
export function distinctPorts(ports: readonly CadPort[], notes: string[]): CadPort[] {
  const seen = new Set<string>()
  const named = ports.slice(0, mostPortsOfItem).map((port) => {
    let { name } = port
    for (let n = 2; seen.has(`${port.direction} ${name.toLowerCase()}`); n++) name = `${port.name.slice(0, 54)} ${n}`
    seen.add(`${port.direction} ${name.toLowerCase()}`)
    return { ...port, name }
  })
  if (ports.length > mostPortsOfItem) notes.push(`Only the first ${mostPortsOfItem} of ${ports.length} ports are taken.`)
  return named
}

export function itemNamed(manufacturer: unknown, model: unknown): CadItem | undefined {
  const cadManufacturer = parseText(manufacturer, 200)
  const cadModel = parseText(model, 200)
  if (!cadManufacturer || !cadModel) return undefined
  return { ...emptyFacts(), wireCadId: null, cadManufacturer, cadModel, cadQuantity: null, devices: [], notes: [] }
}
