// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://dna.example/" }
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, login, me } from '../../../model/access/account-calls.ts'
import { call, listQuery, nothing } from '../../../model/kit/call.ts'
import { text } from '../../../model/kit/field.ts'
import { hasRole, satisfies } from './can.ts'
import { CallError, callUrl, request } from './client.ts'
import { internalAddress, onSession, session, signOut, storeReturnAddress, storeSignIn, takeReturnAddress, token } from './session.ts'

const mara = {
  id: '6f1c1b9e-52d4-4a53-9a4f-2f0c6d7a1b11',
  email: 'mara@dna.example',
  firstName: 'Mara',
  lastName: 'Reyes',
  avatarUrl: null,
  isSuspended: false,
  isExternalUser: false,
  roles: [
    { id: 1, name: 'Reader', permissions: [{ name: 'SignalTypes.View' }] },
    { id: 2, name: 'Not counted', permissions: [{ name: 'Roles.View' }] },
  ],
}

const server = vi.fn<typeof fetch>()
const answers = (status: number, body?: unknown) =>
  server.mockImplementation(async () => {
    const isText = typeof body === 'string'
    const type = isText ? 'text/plain' : 'application/json'
    return new Response(body === undefined ? null : isText ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type },
    })
  })
const sent = () => new Headers(server.mock.calls[0]![1]!.headers)

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockReset()
  signOut()
})
afterEach(() => void vi.unstubAllGlobals())

describe('call URL', () => {
  const list = call({
    method: 'GET',
    path: '/projects/:id/Things',
    permission: 'signed in',
    summary: '',
    query: listQuery,
    response: nothing,
  })

  it('fills in parameters and repeats arrays', () => {
    const query = { search: 'a b', page: 2, sortBy: ['name', 'id'], sortDesc: [], createdFrom: null }
    expect(callUrl(list, { params: { id: 7 }, query })).toBe('/api/projects/7/Things?search=a+b&page=2&sortBy=name&sortBy=id')
    expect(callUrl(list, { params: { id: 'a/b' } })).toBe('/api/projects/a%2Fb/Things')
  })

  it('throws without a required parameter', () => {
    expect(() => callUrl(list, {})).toThrow('needs id')
  })
})

describe('API request', () => {
  it('sends the stored bearer token, and an idempotency key with POST', async () => {
    storeSignIn({ token: 'abc', user: mara })
    answers(200, { user: mara, token: 'def' })
    await request(login, { body: { email: 'mara@dna.example', password: 'x' } })
    expect(localStorage.getItem('token')).toBe('Bearer abc')
    expect(sent().get('authorization')).toBe('Bearer abc')
    expect(sent().get('idempotency-key')).toMatch(/^[\w-]{20,}$/)
  })

  it('returns undefined for an empty response', async () => {
    storeSignIn({ token: 'abc', user: mara })
    answers(204)
    await expect(request(endSession, { params: { id: 3 } })).resolves.toBeUndefined()
    expect(server.mock.calls[0]![0]).toBe('/api/account/Sessions/3')
  })

  it.each([
    ['a plain text', 400, 'Invalid email or password!', 'Invalid email or password!'],
    ['validation', 400, { errorType: 'Validation', errors: ['One', 'Two'] }, 'One\nTwo'],
    ['validation without words', 400, { errorType: 'Validation', errors: [] }, 'Unknown error occured!'],
    ['errors', 409, { errors: ['Taken'], message: 'no' }, 'Taken'],
    ['a message', 404, { errorType: 'NotFound', message: 'Lead not found.' }, 'Lead not found.'],
    ['message and detail', 500, { errorType: 'Server', message: 'Something went wrong.', detail: 'r-1' }, 'Something went wrong.\nr-1'],
    ['anything else', 502, {}, 'Unknown error occured!'],
  ])('fails with the catalog message: %s', async (_, status, body, expectedMessage) => {
    answers(status, body)
    const error = await request(login, { body: {} }).catch((caught) => caught)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status, message: expectedMessage })
  })

  it('reports a missing response', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(request(login, { body: {} })).rejects.toMatchObject({ status: 0, message: 'Error receiving a response!' })
  })

  it('passes validation fields to the form', async () => {
    answers(400, { errorType: 'Validation', errors: ['No'], fields: { email: ['No'] } })
    await expect(request(login, { body: {} })).rejects.toMatchObject({ fields: { email: ['No'] } })
  })
})

describe('rejected session', () => {
  it('ends at once when expired, keeping preferences and drafts', async () => {
    storeSignIn({ token: 'abc', user: mara })
    localStorage.setItem('draft', 'text')
    answers(401, { errorType: 'Unauthorized', message: 'x' })
    await expect(request(me)).rejects.toMatchObject({ status: 401 })
    expect(session().user).toBeNull()
    expect(localStorage.getItem('draft')).toBe('text')
  })

  it('ends after a delay when permissions were updated', async () => {
    vi.useFakeTimers()
    storeSignIn({ token: 'abc', user: mara })
    answers(401, { errorType: 'Relogin', message: 'x' })
    await expect(request(me)).rejects.toMatchObject({ status: 401 })
    vi.advanceTimersByTime(99)
    expect(session().user).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(session().user).toBeNull()
    vi.useRealTimers()
  })

  it('ends with its first reason, regardless of later responses', async () => {
    storeSignIn({ token: 'abc', user: mara })
    const reasons: unknown[] = []
    const stop = onSession((change) => void (change.kind === 'out' && reasons.push(change.reason)))
    vi.useFakeTimers()
    answers(401, { errorType: 'Relogin', message: 'x' })
    await expect(request(me)).rejects.toMatchObject({ status: 401 })
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    // A request of the previous page was still pending.
    answers(401, { errorType: 'Unauthorized', message: 'x' })
    await expect(request(me)).rejects.toMatchObject({ status: 401 })
    stop()
    expect(reasons).toEqual(['permissions-updated'])
  })

  it('does not end a newer one', async () => {
    storeSignIn({ token: 'old', user: mara })
    server.mockImplementation(async () => {
      storeSignIn({ token: 'new', user: mara })
      return new Response('{"errorType":"Unauthorized"}', { status: 401, headers: { 'content-type': 'application/json' } })
    })
    await expect(request(me)).rejects.toMatchObject({ status: 401 })
    expect(token()).toBe('Bearer new')
  })

  it('is not ended by a failed sign-in', async () => {
    storeSignIn({ token: 'abc', user: mara })
    answers(401, 'No')
    await expect(request(login, { body: {} })).rejects.toMatchObject({ status: 401 })
    expect(session().user).not.toBeNull()
  })
})

describe('session', () => {
  it('has the permissions of the first role', () => {
    storeSignIn({ token: 'abc', user: mara })
    const needs = ['anyone', 'signed in', 'internal', 'SignalTypes.View', 'Roles.View'] as const
    expect(needs.filter((need) => satisfies(need, session()))).toEqual(['anyone', 'signed in', 'internal', 'SignalTypes.View'])
    expect(satisfies({ all: ['SignalTypes.View', 'Roles.View'] }, session())).toBe(false)
    expect(satisfies({ any: ['SignalTypes.View', 'Roles.View'] }, session())).toBe(true)
    signOut()
    expect(needs.filter((need) => satisfies(need, session()))).toEqual(['anyone'])
  })

  it('has the first role by name, and every session has All', () => {
    storeSignIn({ token: 'abc', user: mara })
    const roles = ['All', ['Reader'], ['Administrator', 'Reader'], ['Not counted'], []] as const
    expect(roles.map((role) => hasRole(role))).toEqual([true, true, true, false, false])
    signOut()
    expect(roles.map((role) => hasRole(role))).toEqual([true, false, false, false, false])
  })

  it('clears everything on sign-out except list and menu preferences', () => {
    storeSignIn({ token: 'abc', user: mara })
    for (const key of ['menu-mini', 'columns equipments', 'sort', 'view:1:spaces', 'draft', 'personalSettings'])
      localStorage.setItem(key, '1')
    signOut()
    expect(Object.keys(localStorage).sort()).toEqual(['columns equipments', 'menu-mini', 'sort', 'view:1:spaces'])
  })

  it('is signed out when the stored user is unreadable', () => {
    localStorage.setItem('token', 'Bearer abc')
    localStorage.setItem('user', '{')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(session().user).toBeNull()
    expect(token()).toBeNull()
  })

  it('returns only the same user to the previous page, once', () => {
    storeReturnAddress(mara.id, '/equipment/7')
    expect(takeReturnAddress('somebody else')).toBeUndefined()
    storeReturnAddress(mara.id, '/equipment/7')
    expect(takeReturnAddress(mara.id)).toBe('/equipment/7')
    expect(takeReturnAddress(mara.id)).toBeUndefined()
  })
})

it('redirects after sign-in only to internal URLs', () => {
  expect(internalAddress('/equipment/7?tab=ports#top')).toBe('/equipment/7?tab=ports#top')
  const elsewhere = [
    '/x/..//evil.example',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    ['/a'],
  ]
  expect(elsewhere.map(internalAddress)).toEqual(elsewhere.map(() => undefined))
  expect(internalAddress('/login?redirect=/x')).toBeUndefined()
  expect(internalAddress('/logout')).toBeUndefined()
})

it('builds the URL of a call without parameters', () => {
  const plain = call({ method: 'GET', path: '/environment', permission: 'anyone', summary: '', query: { q: text('Q') }, response: nothing })
  expect(callUrl(plain, {})).toBe('/api/environment')
})
