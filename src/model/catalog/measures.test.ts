import { expect, it } from 'vitest'
import { convertMeasure, measuredColumns, poundsPer } from './measures.ts'

const inches = measuredColumns.get('widthIn') ?? poundsPer
it.each([
  ['2', 'kg', 4.41],
  ['1,200', 'kg', 2645.55],
  ['2 kg', undefined, 4.41],
  ['2kg', 'lb', 4.41],
  ['16 oz.', undefined, 1],
  ['500', 'Grams', 1.1],
  ['5', undefined, undefined],
  ['5', 'lb', 5],
  ['2', 'stone', '2 stone'],
  ['2 st', undefined, '2 st'],
  ['', 'kg', undefined],
  ['heavy', 'kg', undefined],
  ['12,3,4', 'kg', undefined],
])('converts a weight of %s with %s beside it', (text, unit, value) => expect(convertMeasure(text, unit, poundsPer)).toBe(value))

it.each([
  ['482.6', 'mm', 18.9982 + 0.0018],
  ['48 cm', undefined, 18.9],
  ['19"', undefined, 19],
  ["1.5'", undefined, 18],
])('converts a length of %s with %s beside it', (text, unit, value) => expect(convertMeasure(text, unit, inches)).toBe(value))

it('reads decimal commas where the file has them', () => expect(convertMeasure('2,205', 'kg', poundsPer, 'comma')).toBe(4.86))
