import { expect, it } from 'vitest'
import { readNumber } from './numbers.ts'
import { type Circuit, type CircuitInput, calculatePower, canCalculate } from './power.ts'

const hint = { hint: 'Enter values greater than 0' }
const lamp: Circuit = { voltage: 120, current: 0.5, power: 60, resistance: 240 }

it.each([
  ['voltage', 'current'],
  ['voltage', 'power'],
  ['voltage', 'resistance'],
  ['current', 'power'],
  ['current', 'resistance'],
  ['power', 'resistance'],
] as const)('calculates a lamp circuit from %s and %s', (first, second) => {
  const input = { [first]: lamp[first], [second]: lamp[second] }
  expect(calculatePower(input)).toEqual({ result: { ...lamp, heatBtuPerHour: 204.73, tons: 0.01706 } })
})

it('rounds away binary floating-point noise', () => {
  expect(calculatePower({ voltage: 0.1, current: 3 })).toMatchObject({ result: { power: 0.3 } })
  expect(calculatePower({ power: 3, resistance: 1 })).toMatchObject({ result: { voltage: 1.73205080757 } })
})

it.each<[CircuitInput, boolean]>([
  [{}, false],
  [{ voltage: 1 }, false],
  [{ voltage: 1, current: null, power: undefined, resistance: 2 }, true],
  [{ voltage: 0, current: 0 }, true],
  [{ voltage: 1, current: 2, power: 3 }, false],
  [{ voltage: 1, current: 2, power: Number.NaN }, false],
  [{ voltage: 1, current: 2, power: 3, resistance: 4 }, false],
])('allows a calculation from %j: %s', (input, may) => {
  expect(canCalculate(input)).toBe(may)
  expect(calculatePower(input) !== undefined).toBe(may)
})

it.each<[CircuitInput]>([
  [{ voltage: 5, current: 0 }],
  [{ voltage: 0, power: 5 }],
  [{ voltage: 5, resistance: 0 }],
  [{ current: 0, power: 5 }],
  [{ power: 5, resistance: 0 }],
  [{ power: -5, resistance: 2 }],
  [{ power: 5, resistance: -2 }],
  [{ power: -5, resistance: -2 }],
  [{ voltage: 0, current: 0 }],
  [{ voltage: 1e200, resistance: 1e-200 }],
])('requires values greater than 0 for %j', (input) => {
  expect(calculatePower(input)).toEqual(hint)
})

it('accepts zero where the result is finite', () => {
  expect(calculatePower({ current: 0, resistance: 5 })).toEqual({
    result: { voltage: 0, current: 0, power: 0, resistance: 5, heatBtuPerHour: 0, tons: 0 },
  })
  expect(calculatePower({ voltage: 0, resistance: -5 })).toMatchObject({ result: { current: 0, power: 0 } })
})

it('parses numbers with a hyphen or a true minus sign', () => {
  expect(['−5', '-5', ' −1,234.5 ', '−'].map((typed) => readNumber(typed))).toEqual([-5, -5, -1234.5, Number.NaN])
})
