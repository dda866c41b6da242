import { describe, expect, it } from 'vitest'
import { ConnectorGender, PortDirection } from '../catalog/enums.ts'
import { CadIntegrationResult, IntegrationAction } from '../integrations/enums.ts'
import { mergeItems } from './cad-items.ts'
import { type MarkupElement, readLibrary } from './cad-library.ts'
import { readItems, readTable } from './cad-lists.ts'
import { findDifferences, isLegal, legalActions, type OurProduct, usualAction } from './cad-matching.ts'
import { elevationIn, itemNamed, measureIn } from './cad-values.ts'

const { Input, Output } = PortDirection
const element = (name: string, attributes: Record<string, string> = {}, ...children: MarkupElement[]): MarkupElement => ({
  name,
  attributes,
  children,
})
const library = (attributes: Record<string, string>, ...children: MarkupElement[]) =>
  readLibrary(
    element('WCEQUIPDEF', {}, element('EquipDef', { ManufacturerName: 'Acme', EquipmentName: 'Box', ...attributes }, ...children)),
  )?.items[0]
const item = () => {
  const made = itemNamed('Acme', 'Box 1')
  if (!made) throw new Error('An item has a name')
  return made
}

describe('measurements', () => {
  it.each([
    ['5', 'kg', 'lb', 11.02],
    ['2.5', null, 'lb', 2.5],
    ['16', 'oz', 'lb', 1],
    ['482.6', 'mm', 'in', 19],
    ['10 cm', null, 'in', 3.94],
    ['1,5', 'm', 'in', 59.06],
    ['0.5', 'kW', 'W', 500],
    ['120', 'VAC', 'V', 120],
    ['0', 'lb', 'lb', null],
    ['', 'lb', 'lb', null],
  ] as const)('converts %s %s to %s %s', (value, unit, measure, expected) => {
    const notes: string[] = []
    expect(measureIn(value, unit, measure, 'Size', notes)).toBe(expected)
    expect(notes).toEqual([])
  })

  it.each([
    ['wide', null, 'in'],
    ['100-240', 'V', 'V'],
    ['5', 'stone', 'lb'],
    ['5', 'constructor', 'lb'],
    ['-3', 'in', 'in'],
    ['99999999999', 'in', 'in'],
  ] as const)('rejects %s %s with a note', (value, unit, measure) => {
    const notes: string[] = []
    expect(measureIn(value, unit, measure, 'Size', notes)).toBeNull()
    expect(notes).toHaveLength(1)
  })

  it('parses elevations as a rack unit and a slot', () => {
    expect(elevationIn('12')).toEqual({ rackUnit: 12, slot: null })
    expect(elevationIn('12-3')).toEqual({ rackUnit: 12, slot: '3' })
    expect(elevationIn('Ceiling')).toEqual({ rackUnit: null, slot: null })
    expect(elevationIn(null)).toEqual({ rackUnit: null, slot: null })
  })
})

describe('product specification', () => {
  it('recognizes the file by its root element alone', () => {
    expect(readLibrary(element('EquipDefs', {}, element('EquipDef')))).toBeUndefined()
    expect(readLibrary(element('wcequipdef'))).toEqual({ items: [], notes: [] })
  })

  it('reads definitions that have both names and counts the others', () => {
    const root = element(
      'WCEQUIPDEF',
      {},
      element('Group', {}, element('EquipDef', { ManufacturerName: 'A', EquipmentName: 'B' })),
      element('EquipDef', { ManufacturerName: 'A' }),
    )
    expect(readLibrary(root)).toMatchObject({
      items: [{ cadManufacturer: 'A', cadModel: 'B' }],
      notes: ['1 definition without manufacturer or name left out.'],
    })
  })

  it('reads ports in any grouping and reports unknown values', () => {
    const read = library(
      {},
      element(
        'Inputs',
        {},
        element('Port', { Name: 'IN', Connector: 'XLR', SignalType: 'Mic', Gender: 'F' }),
        element('Port', { Name: 'IN' }),
      ),
      element('Output', { PortName: 'OUT' }),
      element('IO', { Name: 'Net' }),
      element('Info', { Name: 'Not a port' }),
    )
    expect(read?.cadPorts).toEqual([
      { direction: Input, name: 'IN', connector: 'XLR', signalType: 'Mic', gender: ConnectorGender.Female },
      { direction: Input, name: 'IN 2', connector: null, signalType: null, gender: null },
      { direction: Output, name: 'OUT', connector: null, signalType: null, gender: null },
      { direction: Input, name: 'Net', connector: null, signalType: null, gender: null },
      { direction: Output, name: 'Net', connector: null, signalType: null, gender: null },
    ])
    expect(read?.notes).toEqual(['1 port of the kind "Info" not understood.'])
  })
})

describe('tables', () => {
  const rows = (...lines: unknown[][]) => lines.map((values, index) => ({ number: index + 1, values }))

  it('reads the Systems grid below any header, with one item per product', () => {
    const read = readTable(
      rows(
        ['Project', 'Arena'],
        [],
        ['SysNum', 'Equipment Name', 'Manufacturer', 'SysName', 'Color'],
        ['1', 'Box', 'Acme', 'S1', 'red'],
        [2, 'box', 'ACME', 'S2'],
        ['3', null, 'Acme', 'S3'],
      ),
    )
    expect(read?.items).toMatchObject([
      {
        cadManufacturer: 'Acme',
        cadModel: 'Box',
        cadQuantity: 2,
        devices: [
          { sysName: 'S1', sysNum: '1' },
          { sysName: 'S2', sysNum: '2' },
        ],
      },
    ])
    expect(read?.notes).toEqual(['1 row without manufacturer or name left out: 6.'])
    expect(readTable(rows(['Name', 'Price'], ['A', 1]))).toBeUndefined()
  })

  it('reads item lists with ports as JSON in a cell', () => {
    const ports = '[{"direction":"Input","name":"A"},{"direction":2,"name":"B","connector":"BNC"}]'
    expect(
      readTable(rows(['cadManufacturer', 'cadModel', 'cadQuantity', 'cadWeightLb', 'cadPorts'], ['Acme', 'Box', '4', 2, ports]))?.items,
    ).toMatchObject([
      {
        cadQuantity: 4,
        cadWeightLb: 2,
        cadPorts: [
          { direction: Input, name: 'A' },
          { direction: Output, name: 'B', connector: 'BNC' },
        ],
      },
    ])
  })

  it('reads JSON items and rejects other JSON', () => {
    expect(readItems({ items: [{ cadManufacturer: 'A', cadModel: 'B', __proto__: { cadWatts: 3 } }] })?.items).toMatchObject([
      { cadModel: 'B', cadWatts: null },
    ])
    expect(readItems([])).toEqual({ items: [], notes: [] })
    for (const other of [null, 3, 'text', {}, [1, 2], [{ name: 'A' }]]) expect(readItems(other)).toBeUndefined()
  })

  it('merges items of one product from several files, and keeps the first of two definitions', () => {
    const [one] = mergeItems([
      { ...item(), wireCadId: 'a', cadQuantity: 2 },
      { ...item(), cadModel: 'BOX-1', wireCadId: 'b', cadQuantity: 3, cadWatts: 7 },
    ])
    expect(one).toMatchObject({ wireCadId: 'a', cadModel: 'Box 1', cadQuantity: 5, cadWatts: 7 })
    expect(one?.notes).toEqual(['There are two definitions of this equipment; the second one, b, is left out.'])
  })
})

describe('comparison', () => {
  const ours: OurProduct = {
    manufacturer: 'ACME',
    model: 'box-1',
    description: 'A  box',
    weightLb: 2,
    heightIn: null,
    widthIn: 19,
    depthIn: null,
    watts: 20,
    voltage: null,
    ports: [{ direction: Input, name: 'In', connectorWords: ['XLR 3', 'X3'], signalWords: ['Mic'] }],
  }
  it('reports no difference when the CAD tool has no value or the same value', () => {
    expect(findDifferences(item(), ours)).toEqual([])
    const same = { ...item(), cadDescription: 'A box', cadWeightLb: 2, cadWidthIn: 19, cadWatts: 20 }
    const port = { direction: Input, name: 'IN', connector: 'x3', signalType: null, gender: null }
    expect(findDifferences({ ...same, cadPorts: [port] }, ours)).toEqual([])
  })
  it('reports every differing field with both values', () => {
    const other = { ...item(), cadDescription: 'Another', cadWeightLb: 3, cadHeightIn: 1.75, cadVoltage: 120 }
    const port = { direction: Input, name: 'in', connector: 'BNC', signalType: 'Mic', gender: null }
    expect(findDifferences({ ...other, cadPorts: [port, { ...port, direction: Output }] }, ours)).toEqual([
      { field: 'description', cad: 'Another', dna: 'A  box' },
      { field: 'weightLb', cad: '3 lb', dna: '2 lb' },
      { field: 'heightIn', cad: '1.75 in', dna: '–' },
      { field: 'voltage', cad: '120 V', dna: '–' },
      { field: 'ports', cad: 'Input in (BNC, Mic), Output in (BNC, Mic)', dna: 'Input In (XLR 3, Mic)' },
    ])
  })
  it('has a legal default action for every result', () => {
    for (const { value } of CadIntegrationResult.values) {
      expect(isLegal(usualAction(value), value)).toBe(true)
      expect(legalActions(value)).toContain(IntegrationAction.NoAction)
    }
  })
})
