// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://dna.example/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onSession, signOut, storeSignIn, token } from '../kit/request/session.ts'
import { fetchFile } from './fetch-file.ts'

const user = {
  id: '6f1c1b9e-52d4-4a53-9a4f-2f0c6d7a1b11',
  email: 'mara@dna.example',
  firstName: 'Mara',
  lastName: 'Reyes',
  avatarUrl: null,
  isSuspended: false,
  isExternalUser: false,
  roles: [],
}
const server = vi.fn<typeof fetch>()
const refused = async () =>
  new Response('{"errorType":"Authentication","message":"Sign in."}', { status: 401, headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signOut()
  storeSignIn({ token: 'a', user })
})
afterEach(() => void vi.unstubAllGlobals())

it('signs out on a file request in an expired session (reference spec 8)', async () => {
  server.mockImplementation(refused)
  const listener = vi.fn<Parameters<typeof onSession>[0]>()
  const stop = onSession(listener)
  await expect(fetchFile('/api/files/1/plan.txt')).rejects.toMatchObject({ status: 401 })
  expect(new Headers(server.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer a')
  expect(token()).toBeNull()
  expect(listener).toHaveBeenCalledWith({ kind: 'out', reason: 'token-expired' })
  stop()
})
it('keeps the session when the rejection belongs to an earlier session or another origin', async () => {
  server.mockImplementation(async () => {
    storeSignIn({ token: 'b', user })
    return refused()
  })
  await expect(fetchFile('/api/files/1/plan.txt')).rejects.toMatchObject({ status: 401 })
  server.mockImplementation(refused)
  await expect(fetchFile('https://elsewhere.example/plan.txt')).rejects.toMatchObject({ status: 401 })
  expect(token()).toBe('Bearer b')
})
