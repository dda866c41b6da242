// @vitest-environment jsdom

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, listQuery, nothing } from '../../../model/kit/call.ts'
import { name } from '../../../model/kit/field.ts'
import { resource } from '../../../model/kit/resource.ts'
import { callEntity, callKey, invalidateChanged, invalidateEntity, queryClient, resourceCalls } from './call.ts'
import { type AnyCall, request } from './client.ts'

const listOptions = { columns: ['name'], search: ['name'], sort: ['name'] } as const
const doors = resource({
  path: 'Portals',
  entity: 'doors',
  names: { one: 'Door', many: 'Doors' },
  permission: 'SignalTypes',
  fields: { name: name('Name') },
  list: listOptions,
})
const handles = { ...doors, path: 'Portals/:id/Handles', entity: 'handles', parent: 'doorId' }
const { create, list, read } = resourceCalls(doors)
const stats = call({ method: 'GET', path: '/Portals/:id/Stats', permission: 'signed in', summary: '', query: listQuery, response: nothing })

const settled = () => vi.advanceTimersByTimeAsync(1000)

const know = (call: AnyCall, params: object, data: unknown) => queryClient.setQueryData([...callKey(call, { params })], data)
const isStale = (call: AnyCall, params: object = {}) => queryClient.getQueryState([...callKey(call, { params })])?.isInvalidated

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
  know(resourceCalls(handles).list, { id: 1 }, { items: [], total: 0 })
})

afterEach(() => void vi.useRealTimers())

it('returns the entity of a call', () => {
  expect([list, read, stats, resourceCalls(handles).read].map((resource) => callEntity(resource as AnyCall))).toEqual([
    'doors',
    'doors',
    'doors',
    'handles',
  ])
  expect(resourceCalls(doors)).toBe(resourceCalls(doors))
})

it('treats a numeric id and one in a URL as the same', () => {
  know(read, { id: '1' }, { id: 1, rowVersion: 9 })
  expect(queryClient.getQueryData([...callKey(read, { params: { id: 1, itemId: undefined } })])).toEqual({ id: 1, rowVersion: 9 })
})

describe('live event', () => {
  const change = { entity: 'doors', id: 1, action: 'Updated' as const, rowVersion: 4 }

  it('invalidates the row, its dependents and the lists only', async () => {
    await invalidateChanged(change)
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([true, true, true])
    expect([isStale(read, { id: 2 }), isStale(resourceCalls(handles).list, { id: 1 })]).toEqual([false, false])
  })

  it('ignores a version the page already has', async () => {
    await invalidateChanged({ ...change, rowVersion: 3 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([false, false, true])
  })

  it('invalidates every list for a created or deleted row', async () => {
    await invalidateChanged({ entity: 'Door', id: 9, action: 'Created', rowVersion: 1 })
    expect([isStale(list), isStale(read, { id: 1 })]).toEqual([true, false])
  })

  it('leaves the parent valid for a change of a part', async () => {
    await invalidateChanged({ ...change, entity: 'handles', id: 5 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(resourceCalls(handles).list, { id: 1 })]).toEqual([false, false, true])
  })
})

it('invalidates everything of an entity after a call', async () => {
  await invalidateEntity('doors')
  expect([isStale(list), isStale(read, { id: 1 }), isStale(read, { id: 2 })]).toEqual([true, true, true])
})

describe('pending read during a change', () => {
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

  it('is repeated after it arrives, if a page shows it', async () => {
    const { options, answers } = slowRead(['doors', 'first'])
    const stop = new QueryObserver(queryClient, options).subscribe(() => undefined)
    void invalidateEntity('doors')
    answers[0]!('old')
    await isReadOnceMore(options.queryKey, answers)
    stop()
  })

  it('is aborted for a new read, if the page shows older data', async () => {
    const { options, answers } = slowRead(['doors', 'second'])
    queryClient.setQueryData(options.queryKey, 'older')
    const stop = new QueryObserver(queryClient, { ...options, staleTime: 0 }).subscribe(() => undefined)
    expect(answers).toHaveLength(1)
    void invalidateEntity('doors')
    await isReadOnceMore(options.queryKey, answers)
    stop()
  })

  it('is stale later, if no page shows it', async () => {
    const { options, answers } = slowRead(['doors', 'third'])
    const reading = queryClient.fetchQuery(options)
    void invalidateEntity('doors')
    answers[0]!('old')
    await reading
    await vi.waitFor(() => expect(queryClient.getQueryState(options.queryKey)?.isInvalidated).toBe(true))
  })

  it('is not repeated after a failure', async () => {
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

describe('own change', () => {
  const watch = (requestedKeys: string[], ...queryKey: string[]) => {
    const queryFn = () => requestedKeys.push(queryKey[0]!)
    return new QueryObserver(queryClient, { queryKey, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(() => undefined)
  }
  const isBelieved = (...queryKey: string[]) => queryClient.getQueryState(queryKey)?.isInvalidated === false
  beforeEach(() => void vi.stubGlobal('fetch', async () => new Response('{}')))
  afterEach(() => void vi.unstubAllGlobals())

  it('invalidates earlier data without refetching automatically', async () => {
    const requestedKeys: string[] = []
    const stop = watch(requestedKeys, 'rooms', 'seen')
    await request(stats as AnyCall, { params: { id: 7 } })
    expect(isBelieved('rooms', 'seen')).toBe(true)
    await request(create as AnyCall, { body: {} })
    expect(isBelieved('rooms', 'seen')).toBe(false)
    await settled()
    expect(requestedKeys).toEqual([])
    stop()
  })

  it('keeps data valid when the change was rejected', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }))
    const stop = watch([], 'halls', 'seen')
    await expect(request(create as AnyCall, { body: {} })).rejects.toThrow()
    expect(isBelieved('halls', 'seen')).toBe(true)
    stop()
  })
})
