import { describe, expect, it } from 'vitest'
import { planningMonth, shortageIn } from './moved-hours.ts'

describe('requested hours', () => {
  const balances = new Map([[7, new Map([['2026-03', 4000]])]])
  const request = (hundredths: number, month = '2026-03', recordId = 7) => ({ recordId, month, hundredths })
  it('are available as long as all lines together do not exceed them', () => {
    expect(shortageIn([request(1500), request(2500)], balances)).toBeUndefined()
    expect(shortageIn([request(1500), request(2501)], balances)).toEqual({ ...request(4001), left: 4000 })
  })
  it('are unavailable in a month without hours or for an unknown record', () => {
    expect(shortageIn([request(1, '2026-05')], balances)?.left).toBe(0)
    expect(shortageIn([request(1, '2026-03', 8)], balances)?.left).toBe(0)
  })
})

describe('month', () => {
  const problemCount = (value: unknown) => {
    const messages: string[] = []
    planningMonth('Month').check(value, (message) => messages.push(message))
    return messages.length
  }
  it('accepts only valid calendar months', () => {
    expect([problemCount('2026-03'), problemCount('2026-12')]).toEqual([0, 0])
    for (const invalid of ['2026-13', '2026-00', '2026-3', '2026-03-01', '', null, 5])
      expect(problemCount(invalid), String(invalid)).toBe(1)
  })
})
