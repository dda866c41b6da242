import { expect, it } from 'vitest'
import { counted } from './counter.tsx'

it('takes a blank counter as zero and keeps it within its limits', () => {
  expect(counted('')).toBe(0)
  expect(counted('', { min: 2 })).toBe(2)
  expect(counted(-3)).toBe(0)
  expect(counted(12, { max: 9 })).toBe(9)
})

it('counts in whole numbers, or in two decimals where the step has some', () => {
  expect(counted(2.6)).toBe(3)
  expect(counted('2.345', { step: 0.25 })).toBe(2.35)
})
