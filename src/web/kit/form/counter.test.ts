import { expect, it } from 'vitest'
import { clampCount } from './counter.tsx'

it('treats a blank counter as zero and clamps it to its limits', () => {
  expect(clampCount('')).toBe(0)
  expect(clampCount('', { min: 2 })).toBe(2)
  expect(clampCount(-3)).toBe(0)
  expect(clampCount(12, { max: 9 })).toBe(9)
})

it('rounds to whole numbers, or to two decimals for a decimal step', () => {
  expect(clampCount(2.6)).toBe(3)
  expect(clampCount('2.345', { step: 0.25 })).toBe(2.35)
})
