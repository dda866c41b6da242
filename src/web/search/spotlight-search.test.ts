import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sectionNames } from '../../model/search/spotlight.ts'
import {
  addressOfHit,
  type FoundSections,
  listPages,
  nextPage,
  piecesOf,
  type SpotlightState,
  spotlightSearch,
  totalOf,
  withPage,
} from './spotlight-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const foundOf = (total: number) => Object.fromEntries(sectionNames.map((name) => [name, { total, items: [] }])) as unknown as FoundSections

function searching() {
  const asked: { term: string; signal: AbortSignal; answer: (total: number) => Promise<void>; refuse: () => Promise<void> }[] = []
  const states: SpotlightState[] = []
  const failures: unknown[] = []
  const search = spotlightSearch({
    ask: (term, signal) =>
      new Promise((resolve, reject) => {
        const settle = async (run: () => void) => {
          run()
          await vi.advanceTimersByTimeAsync(0)
        }
        asked.push({
          term,
          signal,
          answer: (total) => settle(() => resolve(foundOf(total))),
          refuse: () => settle(() => reject(new Error('away'))),
        })
      }),
    tell: (state) => states.push(state),
    fail: (error) => failures.push(error),
  })
  return { search, asked, failures, terms: () => asked.map(({ term }) => term), now: () => states.at(-1)! }
}

it('asks at once the first time and after 400 ms from then on', async () => {
  const { search, terms } = searching()
  search.type('l')
  expect(terms()).toEqual(['l'])
  search.type('le')
  await vi.advanceTimersByTimeAsync(399)
  search.type('lec')
  await vi.advanceTimersByTimeAsync(399)
  expect(terms()).toEqual(['l'])
  await vi.advanceTimersByTimeAsync(1)
  expect(terms()).toEqual(['l', 'lec'])
})

it('believes only the answer to what is still asked', async () => {
  const { search, asked, now } = searching()
  search.type('room')
  search.type('roof')
  await asked[0]!.answer(7)
  expect(now()).toMatchObject({ term: 'roof', isLoading: true })
  expect(now().found).toBeUndefined()
  await vi.advanceTimersByTimeAsync(400)
  await asked[1]!.answer(2)
  expect(now()).toMatchObject({ term: 'roof', isLoading: false, foundFor: 'roof' })
  await asked[0]!.answer(7)
  expect(totalOf(now().found!)).toBe(16)
})

it('does not mix up two questions with the same words', async () => {
  const { search, asked, now } = searching()
  search.type('room')
  search.type('roof')
  search.type('room')
  await vi.advanceTimersByTimeAsync(400)
  await asked[0]!.answer(1)
  expect(now().found).toBeUndefined()
  await asked[1]!.answer(2)
  expect(totalOf(now().found!)).toBe(16)
})

it('keeps the old hits while the next ones come, and clears them with the term', async () => {
  const { search, asked, now } = searching()
  search.type('room')
  await asked[0]!.answer(1)
  search.type('rooms')
  expect(now()).toMatchObject({ foundFor: 'room', isLoading: true })
  search.type('   ')
  expect(now()).toEqual({ term: '', isLoading: false })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(1)
})

it('neither asks for spaces alone nor for a prefix alone', () => {
  const { search, terms } = searching()
  search.type('  ')
  search.type('eq:')
  search.type('eq: 4k')
  expect(terms()).toEqual(['eq: 4k'])
})

it('asks no second time when only a space follows', async () => {
  const { search, asked } = searching()
  search.type('room')
  search.type('room ')
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(1)
})

it('can be hurried', () => {
  const { search, terms } = searching()
  search.type('a')
  search.type('ab')
  search.hurry()
  search.hurry()
  expect(terms()).toEqual(['a', 'ab'])
})

it('stops loading without hits when the server fails, and tells it once', async () => {
  const { search, asked, now, failures } = searching()
  search.type('room')
  await asked[0]!.refuse()
  expect(now()).toEqual({ term: 'room', isLoading: false })
  expect(failures).toHaveLength(1)
})

it('forgets everything when it is closed', async () => {
  const { search, asked, now, terms } = searching()
  search.type('room')
  search.type('roof')
  search.forget()
  expect(asked[0]!.signal.aborted).toBe(true)
  await asked[0]!.answer(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(now()).toEqual({ term: '', isLoading: false })
  search.type('hall')
  expect(terms()).toEqual(['room', 'hall'])
})

it('knows where each kind of thing lives', () => {
  expect(sectionNames.map((name) => addressOfHit(name, { id: 7, projectId: 3 }))).toEqual([
    '/projects/7',
    '/leads/7',
    '/projects/3/spaces/7',
    '/space-templates/7',
    '/equipment/7',
    '/manage-contracts/7',
    '/manage-offers/7',
    '/manage-shift-requests/7',
  ])
  expect(Object.values(listPages).map(({ path, parameter }) => `${path}?${parameter}=`)).toEqual([
    '/active-projects?pq=',
    '/leads?q=',
    '/space-templates?q=',
    '/equipment?q=',
    '/manage-contracts?q=',
    '/manage-offers?q=',
    '/manage-shift-requests?q=',
  ])
})

it.each([
  ['Lecture hall', 'lect', '[Lect]ure hall'],
  ['Collections and lecture room', 'lect room', 'Collections and [lect]ure [room]'],
  ['TesiraFORTÉ X', 'forte', 'Tesira[FORTÉ] X'],
  ['banana', 'ana', 'b[anana]'],
  ['QM98T-B', 'zzz', 'QM98T-B'],
  ['Straße', 'str', '[Str]aße'],
])('marks in %s what %s matches', (text, words, marked) => {
  const pieces = piecesOf(text, words)
  expect(pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join('')).toBe(marked)
})

it('shows more until all is shown', () => {
  const space = (id: number) => ({
    id,
    projectId: 1,
    name: `Space ${id}`,
    spaceNumber: null,
    project: { id: 1, name: 'Hall', number: null },
    equipmentCount: 0,
  })
  const page = (from: number, count: number) => ({ items: Array.from({ length: count }, (_, index) => space(from + index)), total: 103 })
  const first = withPage(undefined, page(1, 50))
  // A row inserted meanwhile has pushed the last one onto the next page.
  const second = withPage(first, page(50, 50))
  const third = withPage(second, page(100, 4))
  expect([undefined, first, second].map(nextPage)).toEqual([1, 2, 3])
  expect([first, second, third].map(({ items, total }) => [items.length, total])).toEqual([
    [50, 103],
    [99, 103],
    [103, 103],
  ])
})
