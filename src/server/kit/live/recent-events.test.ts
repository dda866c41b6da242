import { expect, it } from 'vitest'
import { createRecentEvents } from './recent-events.ts'

const to = (id: string) => ({ to: [id] })

it('returns events of the last milliseconds, and null where unknown', () => {
  let now = 1000
  const recentEvents = createRecentEvents(() => now)
  expect(recentEvents.since(0)).toEqual([])
  now = 1010
  recentEvents.keep(to('ann'))
  now = 1030
  recentEvents.keep(to('ben'))
  now = 1040
  expect(recentEvents.since(5)).toEqual([])
  expect(recentEvents.since(10)).toEqual([to('ben')])
  expect(recentEvents.since(40)).toEqual([to('ann'), to('ben')])
  expect(recentEvents.since(41)).toBeUndefined()
  expect(recentEvents.since(Number.NaN)).toBeUndefined()
})

it('drops old events and remembers that it did', () => {
  let now = 0
  const recentEvents = createRecentEvents(() => now)
  for (now = 1; now <= 999; now++) recentEvents.keep(to(String(now)))
  expect(recentEvents.since(999)?.length).toBe(999)
  recentEvents.keep(to('1000'))
  now = 1001
  expect(recentEvents.since(1)).toEqual([])
  expect(recentEvents.since(2)).toBeUndefined()
})
