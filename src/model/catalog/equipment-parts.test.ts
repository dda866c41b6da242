import { describe, expect, it } from 'vitest'
import { PowerSpecAvailability, PowerSpecType } from './enums.ts'
import { cableSpec, portNames, ports, technicalDocuments, wattsOfEquipment } from './equipment-parts.ts'

function readProblems(field: { check: (value: unknown, report: (message: string, path?: string) => void) => unknown }, value: unknown) {
  const problems: string[] = []
  field.check(value, (message, path) => problems.push(`${path}: ${message}`))
  return problems
}

describe('ports', () => {
  const port = (direction: number, name: string) => ({ direction, name, connectorPhysicalTypeId: 1 })

  it('allows one name in both directions, but not twice in one', () => {
    expect(readProblems(ports, [port(1, 'LAN'), port(2, 'LAN')])).toEqual([])
    expect(readProblems(ports, [port(1, 'LAN'), port(1, 'lan')])).toEqual(['[1].name: This name is already taken.'])
  })

  it.each([
    [{ name: 'IN ', count: 3, startNumber: 9, leadingZeros: 2, suffix: null }, ['IN 09', 'IN 10', 'IN 11']],
    [{ name: 'IN', count: 2, startNumber: 1, leadingZeros: 0, suffix: ' L' }, ['IN1 L', 'IN2 L']],
    [{ name: 'LAN ', count: 1, startNumber: 1, leadingZeros: 2, suffix: 'x' }, ['LAN']],
  ])('numbers several ports: %j', (input, names) => {
    expect(portNames(input)).toEqual(names)
  })
})

describe('cable', () => {
  const terminated = { sideTermination: 1, connectorPhysicalTypeId: 1 }

  it('allows connectors only on terminated sides', () => {
    expect(readProblems(cableSpec, { termination: 2, sides: { A: terminated, B: { sideTermination: 2 } } })).toEqual([])
    expect(readProblems(cableSpec, { termination: 1, sides: { A: terminated } })).toEqual([
      'sides.A.sideTermination: A cable that is not pre-terminated has no terminated side.',
    ])
    expect(readProblems(cableSpec, { termination: 2, sides: { B: { sideTermination: 1 } } })).toEqual([
      'sides.B.connectorPhysicalTypeId: This field is required!',
    ])
  })

  it('accepts only existing ratings', () => {
    expect(readProblems(cableSpec, { rating: 1 + 16 })).toEqual([])
    expect(readProblems(cableSpec, { rating: 1 << 20 })).toEqual(['rating: This value is not valid!'])
  })
})

it('requires a file or a URL for a technical document', () => {
  expect(readProblems(technicalDocuments, [{ type: 1, name: 'Cutsheet' }])).toEqual(['[0].fileId: This field is required!'])
  expect(readProblems(technicalDocuments, [{ type: 1, name: 'Cutsheet', url: 'https://example.com/a.pdf' }])).toEqual([])
})

describe('heat load of a device', () => {
  const spec = { type: PowerSpecType.AC, availability: PowerSpecAvailability.Required }

  it('returns the measured heat load, else the watts of the power supplies, else null', () => {
    expect(wattsOfEquipment({ heatLoadWatts: 0, powerSpecs: [{ ...spec, watts: 50 }] })).toBe(0)
    expect(wattsOfEquipment({ powerSpecs: [{ ...spec, watts: 50, quantity: 2 }] })).toBe(100)
    expect(wattsOfEquipment({ powerSpecs: [{ ...spec, voltage: 12, currentAmps: 1.333 }] })).toBe(16)
    expect(wattsOfEquipment({ powerSpecs: [spec] })).toBeNull()
    expect(wattsOfEquipment({ powerSpecs: [] })).toBeNull()
  })
})
