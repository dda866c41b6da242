import { expect, it } from 'vitest'
import { centsOf, dollarsOf, formatUsd, round, round2, roundedProduct, sumMoney } from './money.ts'

it.each([
  [1.005, 1.01],
  [1.004999, 1],
  [-1.005, -1.01],
  [2.675, 2.68],
  [0.615, 0.62],
  [1e-7, 0],
  [-0.001, 0],
  [123456789.125, 123456789.13],
  [1e21, 1e21],
])('rounds %d to %d', (value, rounded) => {
  expect(round2(value)).toBe(rounded)
})

it('rounds to other places, before the point too', () => {
  expect(round(0.028434514, 5)).toBe(0.02843)
  expect(round(2.5, 0)).toBe(3)
  expect(round(-2.5, 0)).toBe(-3)
  expect(round(1250, -2)).toBe(1300)
})

it('keeps products and quotients exact until the one rounding', () => {
  expect(0.03 * 5.5).toBeLessThan(0.165)
  expect(roundedProduct(2, [0.03, 5.5])).toBe(0.17)
  expect(roundedProduct(2, [1.1, 1.1, 1.5])).toBe(1.82)
  expect(roundedProduct(2, [0.015], 3)).toBe(0.01)
  expect(roundedProduct(2, [10], -3)).toBe(-3.33)
  expect(roundedProduct(2, [9999, 99_999_999.99, 5])).toBe(4_999_499_999_500.05)
})

it('has no result for what is not a number', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(round2(value)).toBeNaN()
  expect(roundedProduct(2, [1], 0)).toBeNaN()
})

it('turns dollars into cents and back', () => {
  expect([0, 0.1, 19.99, 1.005, -0.29, 99_999_999.99].map(centsOf)).toEqual([0, 10, 1999, 101, -29, 9_999_999_999])
  for (let cents = -2000; cents < 200_000; cents += 7) expect(centsOf(dollarsOf(cents))).toBe(cents)
})

it('adds without drift', () => {
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(sumMoney([0.1, 0.2])).toBe(0.3)
  expect(sumMoney(Array(1000).fill(0.01))).toBe(10)
  expect(sumMoney([])).toBe(0)
})

it('writes dollars', () => {
  expect(formatUsd(1234.5)).toBe('$1,234.50')
  expect(formatUsd(-0.005)).toBe('-$0.01')
  expect(formatUsd(-0.001)).toBe('$0.00')
  expect(formatUsd(1999.5, 0)).toBe('$2,000')
  expect([null, undefined, Number.NaN].map((amount) => formatUsd(amount))).toEqual(['N/A', 'N/A', 'N/A'])
})
