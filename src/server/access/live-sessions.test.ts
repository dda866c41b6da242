import { once } from 'node:events'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import type { HubEvents } from '../../model/hub.ts'
import { startProduct } from '../product.ts'

const app = await startApp()
const { settings } = app.product.services
const second = await startProduct({ ...settings, port: 0, publicUrl: null })
onCleanup(() => second.stop())
const nodes = [app.url, second.url]

const open: HubConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.stop()
})

const password = 'Correct-Horse-7'
const role = await createRole(app, { permissions: ['Clients.View'] })

async function signIn(email: string, node: string = app.url) {
  const answer = await app.call('POST', '/api/account/login', { email, password })
  expect(answer.status).toBe(200)
  return connect(answer.body.token, node)
}

async function connect(token: string, node: string) {
  const notifications: HubEvents['Notify'][] = []
  const line = { isOpen: true }
  const connection = new HubConnectionBuilder()
    .withUrl(`${node}/hubs/notifications`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build()
  connection.on('Notify', (payload) => notifications.push(payload))
  connection.onclose(() => {
    line.isOpen = false
  })
  await connection.start()
  open.push(connection)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => app.call(method, path, body, { token })
  return { token, call, heard: notifications, isOpen: () => line.isOpen }
}
const createPerson = () => createUser(app, { roleId: role.id, email: `${uniqueName('live').replace(' ', '')}@example.com`, password })

/** Asserts which browsers still receive the user's events after the others were closed. */
async function expectOpen(userId: string, browsers: Awaited<ReturnType<typeof connect>>[], expected: boolean[]) {
  await vi.waitFor(() => expect(browsers.map(({ isOpen }) => isOpen())).toEqual(expected), timeoutMs(10_000))
  const mark = uniqueName('said')
  app.product.services.announce([userId], 'Notify', { title: mark, text: '', link: null, kind: 'info' })
  await vi.waitFor(
    () =>
      expect(
        browsers
          .filter((_, index) => expected[index])
          .every(({ heard: notifications }) => notifications.some(({ title }) => title === mark)),
      ).toBe(true),
    timeoutMs(10_000),
  )
  expect(
    browsers.filter((_, index) => !expected[index]).flatMap(({ heard: notifications }) => notifications.map(({ title }) => title)),
  ).not.toContain(mark)
}

it('closes the connections of a session that ends, and no others', async () => {
  const { id, email } = await createPerson()
  const browsers = [await signIn(email), await signIn(email, second.url), await signIn(email), await signIn(email, second.url)]
  browsers.push(await connect(browsers[0]!.token, second.url))
  await expectOpen(id, browsers, [true, true, true, true, true])

  expect((await browsers[0]!.call('POST', '/api/account/logout')).status).toBe(204)
  await expectOpen(id, browsers, [false, true, true, true, false])

  const { items } = (await browsers[2]!.call('GET', '/api/account/Sessions')).body
  const other = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await browsers[2]!.call('DELETE', `/api/account/Sessions/${other.id}`)).status).toBe(204)
  await vi.waitFor(() => expect(browsers.filter(({ isOpen }) => isOpen())).toHaveLength(2), timeoutMs(10_000))
  expect(browsers[2]!.isOpen()).toBe(true)
})

it('closes all connections except the one that changed the password', async () => {
  const { id, email } = await createPerson()
  const browsers = [await signIn(email), await signIn(email), await signIn(email, second.url)]
  const body = { currentPassword: password, password: 'Other-Horse-77', confirmPassword: 'Other-Horse-77' }
  expect((await browsers[1]!.call('POST', '/api/account/ChangePassword', body)).status).toBe(204)
  await expectOpen(id, browsers, [false, true, false])
})

it.each<[string, (id: string) => Promise<unknown>]>([
  ['suspended', (id) => app.admin('PUT', `/api/users/${id}/Suspend`)],
  ['given another role', async (id) => app.admin('PUT', `/api/users/${id}/Role`, { roleId: (await createRole(app)).id })],
])('closes every connection of a user who is %s', async (_, end) => {
  const { id, email } = await createPerson()
  const browsers = [await signIn(email), await signIn(email, second.url)]
  await end(id)
  await expectOpen(id, browsers, [false, false])
})

it('rejects a connection on every node that was negotiated before the session ended', async () => {
  const { email } = await createPerson()
  const browser = await signIn(email)
  const negotiated = await app.call('POST', '/hubs/notifications/negotiate?negotiateVersion=1', undefined, { token: browser.token })
  await browser.call('POST', '/api/account/logout')
  const line = new WebSocket(`${second.url.replace('http', 'ws')}/hubs/notifications?id=${negotiated.body.connectionToken}`)
  const [{ message }] = await once(line, 'error')
  expect(message).toContain('401')
})

it('reaches users on other nodes for roles with many holders', async () => {
  const crowd = await createRole(app, { permissions: ['Clients.View'] })
  const people = await app.sql(
    `with made as (
       insert into users (email, first_name, last_name, role_id) select 'crowd' || n || '@example.com', 'One', 'Of many ' || n, $1 from generate_series(1, 300) n returning id),
     session as (
       insert into sessions (token_hash, user_id, expires_date, permissions_version)
       select encode(sha256(convert_to('crowd-' || id, 'UTF8')), 'hex'), id, now() + interval '1 day', 1 from made)
     select id from made`,
    [crowd.id],
  )
  const some = [0, 1, 150, 229, 230, 298, 299].map((at) => people[at]!.id as string)
  const browsers = await Promise.all(some.map((id, n) => connect(`crowd-${id}`, nodes[n % 2] ?? '')))
  const changed = await app.admin('PUT', `/api/roles/${crowd.id}`, { name: crowd.name, permissions: ['Clients.View', 'Leads.View'] })
  expect(changed.status).toBe(200)
  await vi.waitFor(() => expect(browsers.map(({ isOpen }) => isOpen())).toEqual(browsers.map(() => false)), timeoutMs(10_000))
})
