import { describe, expect, it } from 'vitest'
import { month, shortageIn } from './moved-hours.ts'

describe('hours that are wanted', () => {
  const balances = new Map([[7, new Map([['2026-03', 4000]])]])
  const wanted = (hundredths: number, of = '2026-03', recordId = 7) => ({ recordId, month: of, hundredths })
  it('are there as long as all lines together ask for no more', () => {
    expect(shortageIn([wanted(1500), wanted(2500)], balances)).toBeUndefined()
    expect(shortageIn([wanted(1500), wanted(2501)], balances)).toEqual({ ...wanted(4001), left: 4000 })
  })
  it('are not there in a month without any, or of a record nobody knows', () => {
    expect(shortageIn([wanted(1, '2026-05')], balances)?.left).toBe(0)
    expect(shortageIn([wanted(1, '2026-03', 8)], balances)?.left).toBe(0)
  })
})

describe('a month', () => {
  const told = (value: unknown) => {
    const messages: string[] = []
    month('Month').check(value, (message) => messages.push(message))
    return messages.length
  }
  it('is one of a year', () => {
    expect([told('2026-03'), told('2026-12')]).toEqual([0, 0])
    for (const wrong of ['2026-13', '2026-00', '2026-3', '2026-03-01', '', null, 5]) expect(told(wrong), String(wrong)).toBe(1)
  })
})
