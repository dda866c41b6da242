import { expect, it } from 'vitest'
import { createRecentEvents } from './recent-events.ts'

const to = (id: string) => ({ to: [id] })

it('tells what was said in the last milliseconds, and where it does not know', () => {
  let now = 1000
  const said = createRecentEvents(() => now)
  expect(said.since(0)).toEqual([])
  now = 1010
  said.keep(to('ann'))
  now = 1030
  said.keep(to('ben'))
  now = 1040
  expect(said.since(5)).toEqual([])
  expect(said.since(10)).toEqual([to('ben')])
  expect(said.since(40)).toEqual([to('ann'), to('ben')])
  expect(said.since(41)).toBeUndefined()
  expect(said.since(Number.NaN)).toBeUndefined()
})

it('forgets what is long ago, and knows that it has', () => {
  let now = 0
  const said = createRecentEvents(() => now)
  for (now = 1; now <= 999; now++) said.keep(to(String(now)))
  expect(said.since(999)?.length).toBe(999)
  said.keep(to('1000'))
  now = 1001
  expect(said.since(1)).toEqual([])
  expect(said.since(2)).toBeUndefined()
})
