// @vitest-environment jsdom

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, listQuery, nothing } from '../../../model/kit/call.ts'
import { name } from '../../../model/kit/field.ts'
import { resource } from '../../../model/kit/resource.ts'
import { callEntity, callsOf, invalidateChanged, invalidateEntity, keyOf, queryClient } from './call.ts'
import { type AnyCall, request } from './client.ts'

const words = { columns: ['name'], search: ['name'], sort: ['name'] } as const
const doors = resource({
  path: 'Portals',
  entity: 'doors',
  names: { one: 'Door', many: 'Doors' },
  permission: 'SignalTypes',
  fields: { name: name('Name') },
  list: words,
})
const handles = { ...doors, path: 'Portals/:id/Handles', entity: 'handles', parent: 'doorId' }
const { create, list, read } = callsOf(doors)
const stats = call({ method: 'GET', path: '/Portals/:id/Stats', permission: 'signed in', summary: '', query: listQuery, response: nothing })

const settled = () => vi.advanceTimersByTimeAsync(1000)

const know = (call: AnyCall, params: object, data: unknown) => queryClient.setQueryData([...keyOf(call, { params })], data)
const isStale = (call: AnyCall, params: object = {}) => queryClient.getQueryState([...keyOf(call, { params })])?.isInvalidated

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  know(
    list,
    {},
    {
      items: [
        { id: 1, rowVersion: 3 },
        { id: 2, rowVersion: 1 },
      ],
      total: 2,
    },
  )
  know(read, { id: 1 }, { id: 1, rowVersion: 3 })
  know(read, { id: 2 }, { id: 2, rowVersion: 1 })
  know(stats, { id: 1 }, { rooms: 4 })
  know(callsOf(handles).list, { id: 1 }, { items: [], total: 0 })
})

afterEach(() => void vi.useRealTimers())

it('knows what a call is about', () => {
  expect([list, read, stats, callsOf(handles).read].map((resource) => callEntity(resource as AnyCall))).toEqual([
    'doors',
    'doors',
    'doors',
    'handles',
  ])
  expect(callsOf(doors)).toBe(callsOf(doors))
})

it('takes the number of a row and the one in an address for the same', () => {
  know(read, { id: '1' }, { id: 1, rowVersion: 9 })
  expect(queryClient.getQueryData([...keyOf(read, { params: { id: 1, itemId: undefined } })])).toEqual({ id: 1, rowVersion: 9 })
})

describe('a live event', () => {
  const change = { entity: 'doors', id: 1, action: 'Updated' as const, rowVersion: 4 }

  it('makes the row, what hangs on it and the lists stale, and nothing else', async () => {
    await invalidateChanged(change)
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([true, true, true])
    expect([isStale(read, { id: 2 }), isStale(callsOf(handles).list, { id: 1 })]).toEqual([false, false])
  })

  it('says nothing new about a version the page has', async () => {
    await invalidateChanged({ ...change, rowVersion: 3 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([false, false, true])
  })

  it('about a new or gone row concerns every list', async () => {
    await invalidateChanged({ entity: 'Door', id: 9, action: 'Created', rowVersion: 1 })
    expect([isStale(list), isStale(read, { id: 1 })]).toEqual([true, false])
  })

  it('about a part leaves the whole alone', async () => {
    await invalidateChanged({ ...change, entity: 'handles', id: 5 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(callsOf(handles).list, { id: 1 })]).toEqual([false, false, true])
  })
})

it('makes everything of an entity stale after a call', async () => {
  await invalidateEntity('doors')
  expect([isStale(list), isStale(read, { id: 1 }), isStale(read, { id: 2 })]).toEqual([true, true, true])
})

describe('what was on its way when something changed', () => {
  const slowRead = (queryKey: readonly unknown[]) => {
    const answers: ((data: unknown) => void)[] = []
    const queryFn = () => new Promise((done) => answers.push(done))
    return { options: { queryKey, queryFn }, answers }
  }
  const isReadOnceMore = async (queryKey: readonly unknown[], answers: ((data: unknown) => void)[]) => {
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]!('new')
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('new'))
    await settled()
    expect(answers).toHaveLength(2)
  }

  it('is read again when it is there, where a page shows it', async () => {
    const { options, answers } = slowRead(['doors', 'first'])
    const stop = new QueryObserver(queryClient, options).subscribe(() => undefined)
    void invalidateEntity('doors')
    answers[0]!('old')
    await isReadOnceMore(options.queryKey, answers)
    stop()
  })

  it('is given up for a new reading, where the page shows an older one', async () => {
    const { options, answers } = slowRead(['doors', 'second'])
    queryClient.setQueryData(options.queryKey, 'older')
    const stop = new QueryObserver(queryClient, { ...options, staleTime: 0 }).subscribe(() => undefined)
    expect(answers).toHaveLength(1)
    void invalidateEntity('doors')
    await isReadOnceMore(options.queryKey, answers)
    stop()
  })

  it('is not believed later, where nobody looks at it', async () => {
    const { options, answers } = slowRead(['doors', 'third'])
    const reading = queryClient.fetchQuery(options)
    void invalidateEntity('doors')
    answers[0]!('old')
    await reading
    await vi.waitFor(() => expect(queryClient.getQueryState(options.queryKey)?.isInvalidated).toBe(true))
  })

  it('that fails is not asked again for that', async () => {
    const { options, answers } = slowRead(['doors', 'fourth'])
    const stop = new QueryObserver(queryClient, { ...options, meta: { isQuiet: true } }).subscribe(() => undefined)
    void invalidateEntity('doors')
    answers[0]!(Promise.reject(new Error('gone')))
    await vi.waitFor(() => expect(queryClient.getQueryState(options.queryKey)?.status).toBe('error'))
    await settled()
    expect(answers).toHaveLength(1)
    stop()
  })
})

describe('after a change of its own', () => {
  const watch = (asked: string[], ...queryKey: string[]) => {
    const queryFn = () => asked.push(queryKey[0]!)
    return new QueryObserver(queryClient, { queryKey, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(() => undefined)
  }
  const isBelieved = (...queryKey: string[]) => queryClient.getQueryState(queryKey)?.isInvalidated === false
  beforeEach(() => void vi.stubGlobal('fetch', async () => new Response('{}')))
  afterEach(() => void vi.unstubAllGlobals())

  it('believes nothing of before, and reads nothing again by itself', async () => {
    const asked: string[] = []
    const stop = watch(asked, 'rooms', 'seen')
    await request(stats as AnyCall, { params: { id: 7 } })
    expect(isBelieved('rooms', 'seen')).toBe(true)
    await request(create as AnyCall, { body: {} })
    expect(isBelieved('rooms', 'seen')).toBe(false)
    await settled()
    expect(asked).toEqual([])
    stop()
  })

  it('believes what it knew where the change was refused', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }))
    const stop = watch([], 'halls', 'seen')
    await expect(request(create as AnyCall, { body: {} })).rejects.toThrow()
    expect(isBelieved('halls', 'seen')).toBe(true)
    stop()
  })
})
