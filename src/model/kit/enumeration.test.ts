import { expect, expectTypeOf, it } from 'vitest'
import { type Enumeration, enumeration, type ValueOf } from './enumeration.ts'

const Pace = enumeration('Pace', { Slow: [1, 'Rather slow'], Fast: [7, 'Fast', { limit: 50 }] })

it('keeps value, key, label, order and attributes together', () => {
  expect(Pace.values).toEqual([
    { value: 1, key: 'Slow', label: 'Rather slow' },
    { value: 7, key: 'Fast', label: 'Fast', limit: 50 },
  ])
  expect([Pace.Slow, Pace.Fast]).toEqual([1, 7])
})

it('returns the label of a value', () => {
  expect(Pace.label(1)).toBe('Rather slow')
  expect(Pace.label(99)).toBe('99')
  expect(Pace.label(null)).toBe('')
})

it('accepts only its own values', () => {
  expect([1, 7, '1', 2, null, undefined, {}].filter(Pace.has)).toEqual([1, 7])
  expect(Pace.get(7).limit).toBe(50)
  expect(() => Pace.get(2 as 1)).toThrow('Pace has no value 2')
})

it('rejects two choices with the same value', () => {
  expect(() => enumeration('Twice', { A: [1, 'A'], B: [1, 'B'] })).toThrow('Two choices of Twice')
})

it('rejects a choice named like a method', () => {
  expect(() => enumeration('Taken', { label: [1, 'Label'] })).toThrow('Taken cannot have a choice called label')
})

it('keeps literal types', () => {
  expectTypeOf(Pace.Fast).toEqualTypeOf<7>()
  expectTypeOf<ValueOf<typeof Pace>>().toEqualTypeOf<1 | 7>()
  expectTypeOf(Pace.get(1).limit).toEqualTypeOf<50 | undefined>()
  expectTypeOf(Pace).toExtend<Enumeration>()
  expectTypeOf(Pace).toExtend<Enumeration<number>>()
  // @ts-expect-error there is no such choice
  Pace.Medium satisfies undefined
})
