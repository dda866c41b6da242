// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { call, listQuery, nothing } from '../../../model/kit/call.ts'
import { name } from '../../../model/kit/field.ts'
import { resource } from '../../../model/kit/resource.ts'
import { callsOf, entityOf, keyOf, queryClient, refresh, refreshChanged } from './call.ts'
import type { AnyCall } from './client.ts'

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
const { list, read } = callsOf(doors)
const stats = call({ method: 'GET', path: '/Portals/:id/Stats', permission: 'signed in', summary: '', query: listQuery, answer: nothing })

const know = (of: AnyCall, params: object, data: unknown) => queryClient.setQueryData([...keyOf(of, { params })], data)
const isStale = (of: AnyCall, params: object = {}) => queryClient.getQueryState([...keyOf(of, { params })])?.isInvalidated

beforeEach(() => {
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

it('knows what a call is about', () => {
  expect([list, read, stats, callsOf(handles).read].map((of) => entityOf(of as AnyCall))).toEqual(['doors', 'doors', 'doors', 'handles'])
  expect(callsOf(doors)).toBe(callsOf(doors))
})

describe('a live event', () => {
  const change = { entity: 'doors', id: 1, action: 'Updated' as const, rowVersion: 4 }

  it('makes the row, what hangs on it and the lists stale, and nothing else', async () => {
    await refreshChanged(change)
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([true, true, true])
    expect([isStale(read, { id: 2 }), isStale(callsOf(handles).list, { id: 1 })]).toEqual([false, false])
  })

  it('says nothing new about a version the page has', async () => {
    await refreshChanged({ ...change, rowVersion: 3 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(stats, { id: 1 })]).toEqual([false, false, true])
  })

  it('about a new or gone row concerns every list', async () => {
    await refreshChanged({ entity: 'Door', id: 9, action: 'Created', rowVersion: 1 })
    expect([isStale(list), isStale(read, { id: 1 })]).toEqual([true, false])
  })

  it('about a part leaves the whole alone', async () => {
    await refreshChanged({ ...change, entity: 'handles', id: 5 })
    expect([isStale(list), isStale(read, { id: 1 }), isStale(callsOf(handles).list, { id: 1 })]).toEqual([false, false, true])
  })
})

it('makes everything of an entity stale after a call', async () => {
  await refresh('doors')
  expect([isStale(list), isStale(read, { id: 1 }), isStale(read, { id: 2 })]).toEqual([true, true, true])
})
