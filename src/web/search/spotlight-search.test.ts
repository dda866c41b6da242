import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sectionNames } from '../../model/search/spotlight.ts'
import { stringifySearch } from '../kit/list/list-address.ts'
import {
  addressOfHit,
  type FoundSections,
  listPages,
  nextPage,
  type SpotlightState,
  splitByMatches,
  spotlightSearch,
  totalFound,
  withPage,
} from './spotlight-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const createFound = (total: number) =>
  Object.fromEntries(sectionNames.map((name) => [name, { total, items: [] }])) as unknown as FoundSections

function searching() {
  const requests: { term: string; signal: AbortSignal; answer: (total: number) => Promise<void>; refuse: () => Promise<void> }[] = []
  const states: SpotlightState[] = []
  const failures: unknown[] = []
  const search = spotlightSearch({
    fetchSections: (term, signal) =>
      new Promise((resolve, reject) => {
        const settle = async (run: () => void) => {
          run()
          await vi.advanceTimersByTimeAsync(0)
        }
        requests.push({
          term,
          signal,
          answer: (total) => settle(() => resolve(createFound(total))),
          refuse: () => settle(() => reject(new Error('away'))),
        })
      }),
    onState: (state) => states.push(state),
    fail: (error) => failures.push(error),
  })
  return { search, asked: requests, failures, terms: () => requests.map(({ term }) => term), now: () => states.at(-1)! }
}

it('requests at once the first time and after 400 ms from then on', async () => {
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

it('uses only the response to the current term', async () => {
  const { search, asked: requests, now } = searching()
  search.type('room')
  search.type('roof')
  await requests[0]!.answer(7)
  expect(now()).toMatchObject({ term: 'roof', isLoading: true })
  expect(now().found).toBeUndefined()
  await vi.advanceTimersByTimeAsync(400)
  await requests[1]!.answer(2)
  expect(now()).toMatchObject({ term: 'roof', isLoading: false, foundFor: 'roof' })
  await requests[0]!.answer(7)
  expect(totalFound(now().found!)).toBe(16)
})

it('distinguishes two requests with the same term', async () => {
  const { search, asked: requests, now } = searching()
  search.type('room')
  search.type('roof')
  search.type('room')
  await vi.advanceTimersByTimeAsync(400)
  await requests[0]!.answer(1)
  expect(now().found).toBeUndefined()
  await requests[1]!.answer(2)
  expect(totalFound(now().found!)).toBe(16)
})

it('keeps old hits while the next ones load, and clears them with the term', async () => {
  const { search, asked: requests, now } = searching()
  search.type('room')
  await requests[0]!.answer(1)
  search.type('rooms')
  expect(now()).toMatchObject({ foundFor: 'room', isLoading: true })
  search.type('   ')
  expect(now()).toEqual({ term: '', isLoading: false })
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(1)
})

it('sends no request for spaces or a prefix alone', () => {
  const { search, terms } = searching()
  search.type('  ')
  search.type('eq:')
  search.type('eq: 4k')
  expect(terms()).toEqual(['eq: 4k'])
})

it('sends no second request for a trailing space', async () => {
  const { search, asked: requests } = searching()
  search.type('room')
  search.type('room ')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(1)
})

it('can be flushed without delay', () => {
  const { search, terms } = searching()
  search.type('a')
  search.type('ab')
  search.hurry()
  search.hurry()
  expect(terms()).toEqual(['a', 'ab'])
})

it('stops loading without hits on a server error, and reports it once', async () => {
  const { search, asked: requests, now, failures } = searching()
  search.type('room')
  await requests[0]!.refuse()
  expect(now()).toEqual({ term: 'room', isLoading: false })
  expect(failures).toHaveLength(1)
})

it('clears everything when closed', async () => {
  const { search, asked: requests, now, terms } = searching()
  search.type('room')
  search.type('roof')
  search.forget()
  expect(requests[0]!.signal.aborted).toBe(true)
  await requests[0]!.answer(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(now()).toEqual({ term: '', isLoading: false })
  search.type('hall')
  expect(terms()).toEqual(['room', 'hall'])
})

it('returns the URL of each kind of hit', () => {
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
  expect(
    Object.values(listPages).map(({ path, parameter, filters }) => `${path}${stringifySearch({ [parameter]: 'x', ...filters })}`),
  ).toEqual([
    '/active-projects?pq=x&stages=1&stages=2&stages=3&stages=4',
    '/leads?q=x',
    '/space-templates?q=x',
    '/equipment?q=x',
    '/manage-contracts?q=x',
    '/manage-offers?q=x',
    '/manage-shift-requests?q=x',
  ])
})

it.each([
  ['Lecture hall', 'lect', '[Lect]ure hall'],
  ['Collections and lecture room', 'lect room', 'Collections and [lect]ure [room]'],
  ['TesiraFORTÉ X', 'forte', 'Tesira[FORTÉ] X'],
  ['banana', 'ana', 'b[anana]'],
  ['QM98T-B', 'zzz', 'QM98T-B'],
  ['Straße', 'str', '[Str]aße'],
])('marks in %s the matches of %s', (text, words, marked) => {
  const pieces = splitByMatches(text, words)
  expect(pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join('')).toBe(marked)
})

it('shows more until all are shown', () => {
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
