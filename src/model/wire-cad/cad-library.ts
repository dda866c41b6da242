import type { PortDirection } from '../catalog/enums.ts'
import { formatCount } from '../kit/plural.ts'
import type { CadItem, CadPort, CadReading } from './cad-items.ts'
import { directionsIn, distinctPorts, genderIn, guidIn, itemNamed, measureIn, parseText } from './cad-values.ts'

export interface MarkupElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly MarkupElement[]
}

const rootName = 'wcequipdef'

/** Reads the product specification exported from the CAD tool's equipment library; undefined for any other XML. */
export function readLibrary(root: MarkupElement): CadReading | undefined {
  if (root.name.toLowerCase() !== rootName) return undefined
  const items: CadItem[] = []
  let nameless = 0
  for (const element of definitionsIn(root)) {
    const item = parseItem(element)
    if (item) items.push(item)
    else nameless++
  }
  const notes = nameless > 0 ? [`${formatCount(nameless, 'definition')} without manufacturer or name left out.`] : []
  return { items, notes }
}

function definitionsIn(root: MarkupElement): MarkupElement[] {
  const found: MarkupElement[] = []
  const waiting = [...root.children].reverse()
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (item.name.toLowerCase() === 'equipdef') found.push(item)
    else waiting.push(...[...item.children].reverse())
  }
  return found
}

function attributeLookup({ attributes }: MarkupElement) {
  const known = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))
  return (...names: string[]) => names.map((name) => known.get(name)).find((value) => value !== undefined && value !== '')
}

function parseItem(element: MarkupElement): CadItem | undefined {
  const attribute = attributeLookup(element)
  const item = itemNamed(attribute('manufacturername'), attribute('equipmentname'))
  if (!item) return undefined
  const { notes } = item
  const measure = (name: string, unit: 'lb' | 'in' | 'W' | 'V', label: string) =>
    measureIn(attribute(`equipment${name}`), attribute(`equipment${name}value`), unit, label, notes)
  return {
    ...item,
    wireCadId: guidIn(attribute('equipmentguid', 'guid', 'equipmentid', 'id')),
    cadDescription: parseText(attribute('equipmentdescription'), 1000),
    cadType: parseText(attribute('equipmenttype'), 200),
    cadWeightLb: measure('weight', 'lb', 'Weight'),
    cadHeightIn: measure('height', 'in', 'Height'),
    cadWidthIn: measure('width', 'in', 'Width'),
    cadDepthIn: measure('depth', 'in', 'Depth'),
    cadWatts: measure('power', 'W', 'Power'),
    cadVoltage: measure('voltage', 'V', 'Voltage'),
    cadPorts: parsePorts(element, notes),
  }
}

/** Reads inputs and outputs, from separate elements or from one with a direction; others are reported, never rejected. */
function parsePorts(definition: MarkupElement, notes: string[]): CadPort[] {
  const ports: CadPort[] = []
  const unknown = new Map<string, number>()
  const visit = (element: MarkupElement, above: PortDirection[]) => {
    const attribute = attributeLookup(element)
    const own = directionsIn(attribute('direction', 'portdirection'))
    const byName = directionsIn(element.name)
    const directions = own.length > 0 ? own : byName.length > 0 ? byName : above
    const name = parseText(attribute('portname', 'name', 'inputname', 'outputname', 'label'), 60)
    if (element.children.length > 0 && !name) {
      for (const child of element.children) visit(child, directions)
      return
    }
    if (!name || directions.length === 0) {
      unknown.set(element.name, (unknown.get(element.name) ?? 0) + 1)
      return
    }
    const port = {
      name,
      connector: parseText(attribute('connector', 'connectorname', 'connectortype', 'connectorphysicaltype'), 100),
      signalType: parseText(attribute('signaltype', 'signal', 'signalname', 'signaltypename'), 100),
      gender: genderIn(attribute('gender', 'connectorgender')),
    }
    for (const direction of directions) ports.push({ direction, ...port })
  }
  for (const child of definition.children) visit(child, [])
  for (const [name, count] of unknown) notes.push(`${formatCount(count, 'port')} of the kind "${name.slice(0, 40)}" not understood.`)
  return distinctPorts(ports, notes)
}
