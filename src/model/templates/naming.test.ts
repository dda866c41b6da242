import { describe, expect, it } from 'vitest'
import { DocumentType } from '../drawings/enums.ts'
import { builtInSegments, documentCodes, evaluateName, type NamingContext, type NamingSegment, uniqueName } from './naming.ts'

/** `DocumentType`, `"-"` for a text, `Sequence(3)` with padding. */
const segment = (words: string): NamingSegment => {
  const text = /^"(.*)"$/s.exec(words)
  if (text) return { type: 'Text', value: text[1]! }
  const [, type, padding] = /^(\w+)(?:\((\d)\))?$/.exec(words)!
  return { type: type as NamingSegment['type'], padding: padding === undefined ? undefined : Number(padding) }
}
const evaluate = (segments: string[], context: NamingContext) => evaluateName(segments.map(segment), context)
const { IAV, SCD, CoverSheet } = DocumentType

describe('examples of the specification', () => {
  it.each<[string[], NamingContext, string, string[]]>([
    [
      ['DocumentType', '"-"', 'BuildingShortName', '"."', 'LevelShortName', '"-"', 'SpaceNumber'],
      { documentType: IAV, buildingShortName: 'MB', levelShortName: 'L2', spaceNumber: '204' },
      'IAV-MB.L2-204',
      [],
    ],
    [
      ['ClientAbbreviatedName', '"_"', 'DocumentType', '"_"', 'Sequence(3)'],
      { clientAbbreviatedName: 'ACME', documentType: SCD, sequence: 7 },
      'ACME_SCD_007',
      [],
    ],
    [['DocumentType', '"-"', 'SpaceNumber', '"-"', 'Sequence'], { documentType: CoverSheet, sequence: 1 }, 'CVR-01', ['SpaceNumber']],
    [
      ['EquipmentCategoryNumber', '" "', 'EquipmentCategoryName'],
      { equipmentCategoryNumber: 40, equipmentCategoryName: 'Displays' },
      '40 Displays',
      [],
    ],
  ])('builds a name from %j', (segments, context, value, missing) => expect(evaluate(segments, context)).toEqual({ value, missing }))
})

it('has a code for every document type', () => {
  expect(DocumentType.values.map(({ value }) => documentCodes[value])).toEqual([
    'IAV',
    'SCD',
    'CVR',
    'SV',
    'SP',
    'T-IAV',
    'T-SCD',
    'SPEC',
    'PLN',
    'OVR',
    'DTL',
  ])
})

it('falls back to the initials of a name without a short name', () => {
  expect(evaluate(['BuildingShortName', 'LevelShortName'], { buildingName: 'Science Hall', levelName: 'Attic' }).value).toBe('ScienAttic')
})

it('drops only a separator before a missing value', () => {
  expect(evaluate(['DocumentType', '" _./-"', 'SpaceName'], { documentType: IAV })).toEqual({ value: 'IAV', missing: ['SpaceName'] })
  expect(evaluate(['DocumentType', '"-R"', 'SpaceName'], { documentType: IAV }).value).toBe('IAV-R')
  expect(evaluate(['SpaceName', '"-"', 'DocumentType'], { documentType: IAV }).value).toBe('-IAV')
  expect(evaluate(['DocumentType', '"-"'], { documentType: IAV }).value).toBe('IAV-')
  expect(evaluate(['DocumentType', '"-"', '"-"', 'SpaceName'], { documentType: IAV }).value).toBe('IAV-')
})

it('pads a sequence to two digits by default, and treats zero as a number', () => {
  expect(evaluate(['Sequence', '" "', 'Sequence(0)', '" "', 'Sequence(6)'], { sequence: 5 }).value).toBe('05 5 000005')
  expect(evaluate(['EquipmentCategoryNumber(4)'], { equipmentCategoryNumber: 40 }).value).toBe('0040')
  expect(evaluate(['Sequence'], { sequence: 0 })).toEqual({ value: '00', missing: [] })
  expect(evaluateName(builtInSegments, { documentType: SCD, sequence: 12 }).value).toBe('SCD-012')
})

it('adds the next free suffix to an existing name', () => {
  const usedNames = new Set(['IAV-001', 'IAV-002', 'IAV-002-2'])
  const free = (name: string) => uniqueName(name, (text) => usedNames.has(text))
  expect([free('IAV-003'), free('IAV-001'), free('IAV-002')]).toEqual(['IAV-003', 'IAV-001-2', 'IAV-002-3'])
})
