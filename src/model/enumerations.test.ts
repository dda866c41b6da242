import { expect, expectTypeOf, it } from 'vitest'
import expected from '../../test/fixtures/enumerations.json' with { type: 'json' }
import { PoEType } from './catalog/enums.ts'
import { DocumentState } from './drawings/enums.ts'
import { enumerations } from './enumerations.ts'
import type { Permission } from './permissions.ts'
import { ReportType } from './reports/enums.ts'

it('registers every enumeration under its own name', () => {
  expect(Object.keys(enumerations).sort()).toEqual(Object.keys(expected).sort())
  for (const [name, enumeration] of Object.entries(enumerations)) expect(enumeration.name).toBe(name)
})

it.each(Object.entries(expected))('%s has the agreed values, labels, attributes and order', (name, rows) => {
  const enumeration = enumerations[name as keyof typeof enumerations]
  const { values, label, has } = enumeration
  expect(values).toEqual(rows.map(([value, key, label, extra]) => ({ value, key, label, ...(extra as object) })))
  for (const entry of values) {
    expect(enumeration).toHaveProperty(entry.key, entry.value)
    expect(label(entry.value)).toBe(entry.label)
    expect(has(entry.value)).toBe(true)
  }
})

it('shares one set of values between SpaceStatus and DocumentState', () => {
  expect(DocumentState.values).toBe(enumerations.SpaceStatus.values)
  expect(DocumentState.name).toBe('DocumentState')
})

it('requires an existing permission for each report', () => {
  expectTypeOf<(typeof ReportType.values)[number]['permission']>().toExtend<Permission>()
  expect(ReportType.values).toHaveLength(11)
})

it('returns the source and device watts of a PoE type', () => {
  expectTypeOf(PoEType.get(1).deviceWatts).toExtend<number>()
  expect(PoEType.get(PoEType.Type3)).toMatchObject({ sourceWatts: 60, deviceWatts: 51 })
})
