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
] as const)('solves a lamp from %s and %s', (first, second) => {
  const given = { [first]: lamp[first], [second]: lamp[second] }
  expect(calculatePower(given)).toEqual({ result: { ...lamp, heatBtuPerHour: 204.73, tons: 0.01706 } })
})

it('shows no dust of binary fractions', () => {
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
])('may calculate from %j: %s', (given, may) => {
  expect(canCalculate(given)).toBe(may)
  expect(calculatePower(given) !== undefined).toBe(may)
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
])('asks for values greater than 0 for %j', (given) => {
  expect(calculatePower(given)).toEqual(hint)
})

it('accepts zero where the result is finite', () => {
  expect(calculatePower({ current: 0, resistance: 5 })).toEqual({
    result: { voltage: 0, current: 0, power: 0, resistance: 5, heatBtuPerHour: 0, tons: 0 },
  })
  expect(calculatePower({ voltage: 0, resistance: -5 })).toMatchObject({ result: { current: 0, power: 0 } })
})

it('reads numbers with a hyphen and with a true minus', () => {
  expect(['−5', '-5', ' −1,234.5 ', '−'].map((typed) => readNumber(typed))).toEqual([-5, -5, -1234.5, Number.NaN])
})
