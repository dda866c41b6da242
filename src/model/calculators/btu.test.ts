import { expect, it } from 'vitest'
import { btuPerHourPerWatt, btuStart, convertHeat } from './btu.ts'
import { numberProblem, readNumber } from './numbers.ts'

it('starts at 100 W', () => {
  expect(btuPerHourPerWatt).toBe(3.412141633)
  expect(convertHeat('watts', 100)).toEqual(btuStart)
})

it.each([
  ['watts', 0, { watts: 0, heatBtuPerHour: 0, tons: 0 }],
  ['watts', 3516.852842, { watts: 3516.852842, heatBtuPerHour: 12000, tons: 1 }],
  ['watts', 1234.5, { watts: 1234.5, heatBtuPerHour: 4212.29, tons: 0.35102 }],
  ['heatBtuPerHour', 12000, { watts: 3516.85, heatBtuPerHour: 12000, tons: 1 }],
  ['heatBtuPerHour', 341.21, { watts: 100, heatBtuPerHour: 341.21, tons: 0.02843 }],
  ['tons', 2, { watts: 7033.71, heatBtuPerHour: 24000, tons: 2 }],
  ['tons', 0.02843, { watts: 99.98, heatBtuPerHour: 341.16, tons: 0.02843 }],
  ['watts', -100, { watts: -100, heatBtuPerHour: -341.21, tons: -0.02843 }],
] as const)('converts %s %d to the other units', (edited, value, heat) => {
  expect(convertHeat(edited, value)).toEqual(heat)
})

it.each([
  ['', 'This field is required!'],
  ['  ', 'This field is required!'],
  [null, 'This field is required!'],
  ['ten', 'Only numbers are valid'],
  ['1e999', 'Only numbers are valid'],
  ['1,0,0', 'Only numbers are valid'],
  ['0x10', 'Only numbers are valid'],
  ['0', undefined],
  ['1,234.5', undefined],
  [12, undefined],
])('validates watts %j with message %j', (typed, problem) => {
  expect(numberProblem(readNumber(typed))).toBe(problem)
})

it('parses numbers with separators, signs, spaces and exponents', () => {
  expect(['1,234.5', ' -7 ', '.5', '5.', '1e3'].map(readNumber)).toEqual([1234.5, -7, 0.5, 5, 1000])
  expect(readNumber('1e999')).toBeNaN()
})
