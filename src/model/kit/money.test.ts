import { expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { withHyphen, withMinus } from './minus-sign.ts'
import { centsOf, dollarsOf, exactlyRounded, formatUsd, round, round2, roundedProduct, sumMoney } from './money.ts'

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

it('rounds to any number of places, including before the decimal point', () => {
  expect(round(0.028434514, 5)).toBe(0.02843)
  expect(round(2.5, 0)).toBe(3)
  expect(round(-2.5, 0)).toBe(-3)
  expect(round(1250, -2)).toBe(1300)
})

it('keeps products and quotients exact until the final rounding', () => {
  expect(0.03 * 5.5).toBeLessThan(0.165)
  expect(roundedProduct(2, [0.03, 5.5])).toBe(0.17)
  expect(roundedProduct(2, [1.1, 1.1, 1.5])).toBe(1.82)
  expect(roundedProduct(2, [0.015], 3)).toBe(0.01)
  expect(roundedProduct(2, [10], -3)).toBe(-3.33)
  expect(roundedProduct(2, [9999, 99_999_999.99, 5])).toBe(4_999_499_999_500.05)
})

it('rounds every amount by its decimal digits, in the fast path and near halves', () => {
  const below = createRandom(7)
  const amount = () => (below(2_000_001) - 1_000_000) / 10 ** below(7)
  const failures: unknown[] = []
  const compare = (decimals: number, factors: number[], divisor?: number) => {
    const [quick, exact] = [roundedProduct(decimals, factors, divisor), exactlyRounded(decimals, factors, divisor)]
    if (!Object.is(quick, exact)) failures.push({ decimals, factors, divisor, quick, exact })
  }
  for (let n = 0; n < 10_000; n++) {
    const factors = Array.from({ length: 1 + below(3) }, amount)
    compare(below(8) - 1, factors, below(3) > 0 ? 1 : amount() || 3)
    // Values at, just above, and just below a half.
    const half = (below(200_000) - 100_000) / 100 + 0.005
    for (const near of [half, half + 1e-9, half - 1e-9, half * (1 + Number.EPSILON)]) {
      compare(2, [near])
      compare(2, [near * 4, 0.25])
    }
  }
  for (const size of [1e-300, 1e-12, 5e-10, 1e9, 9.99e10, 1e11, 1.5e15, 1e200])
    for (const factors of [[size], [-size, 1.005], [size, size], [size, 1 / size, 2.675], [size, size, 1 / size, 1 / size]])
      for (const divisor of [1, 3, size]) compare(2, factors, divisor)
  expect(failures).toEqual([])
})

it('returns NaN for values that are not finite', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(round2(value)).toBeNaN()
  expect(roundedProduct(2, [1], 0)).toBeNaN()
})

it('converts dollars to cents and back', () => {
  expect([0, 0.1, 19.99, 1.005, -0.29, 99_999_999.99].map(centsOf)).toEqual([0, 10, 1999, 101, -29, 9_999_999_999])
  for (let cents = -2000; cents < 200_000; cents += 7) expect(centsOf(dollarsOf(cents))).toBe(cents)
})

it('sums without drift', () => {
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(sumMoney([0.1, 0.2])).toBe(0.3)
  expect(sumMoney(Array(1000).fill(0.01))).toBe(10)
  expect(sumMoney([])).toBe(0)
})

it('formats dollars', () => {
  expect(formatUsd(1234.5)).toBe('$1,234.50')
  expect(formatUsd(-0.005)).toBe('−$0.01')
  expect(formatUsd(-0.001)).toBe('$0.00')
  expect(formatUsd(1999.5, 0)).toBe('$2,000')
  expect([null, undefined, Number.NaN].map((amount) => formatUsd(amount))).toEqual(['N/A', 'N/A', 'N/A'])
})

it('writes a true minus sign and reads either sign', () => {
  expect(['-1,234.5', '5-7', '0'].map(withMinus)).toEqual(['−1,234.5', '5-7', '0'])
  expect(['−5', '-5', '−1,234.5'].map(withHyphen)).toEqual(['-5', '-5', '-1,234.5'])
})
