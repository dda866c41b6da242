import { expect, it } from 'vitest'
import { overdrawnMonth, remainingHours } from './balance.ts'

const range = { startDate: '2026-03-01', endDate: '2026-04-30' }
const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
const may = { startDate: '2026-05-01', endDate: '2026-05-31' }
const generic = { hundredths: 8000, range }

it('spreads 80 h over March and April as 40 and 40; an offer of 30 h in March leaves 10', () => {
  expect(Object.fromEntries(remainingHours(generic, []))).toEqual({ '2026-03': 4000, '2026-04': 4000 })
  expect(Object.fromEntries(remainingHours(generic, [{ hundredths: -3000, range: march }]))).toEqual({ '2026-03': 1000, '2026-04': 4000 })
})

it('leaves 18 of 30 h after a shift of 12 h from March to May, recorded separately in May', () => {
  expect(Object.fromEntries(remainingHours({ hundredths: 3000, range: march }, [{ hundredths: -1200, range: march }]))).toEqual({
    '2026-03': 1800,
  })
})

it('returns the first overdrawn month', () => {
  expect(overdrawnMonth(remainingHours(generic, [{ hundredths: -4000, range: march }]))).toBeUndefined()
  expect(overdrawnMonth(remainingHours(generic, [{ hundredths: -4001, range: march }]))).toBe('2026-03')
  expect(overdrawnMonth(remainingHours(generic, [{ hundredths: -1, range: may }]))).toBe('2026-05')
  const byHand = { hundredths: 8000, range, allocations: [{ month: '2026-04', hundredths: 8000 }] }
  expect(overdrawnMonth(remainingHours(byHand, [{ hundredths: -100, range: march }]))).toBe('2026-03')
})
