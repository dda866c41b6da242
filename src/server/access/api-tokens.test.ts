import { randomBytes } from 'node:crypto'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../test/kit/database.ts'
import { routeName } from '../../../test/kit/entity-contract/subject.ts'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, type Method, startApp } from '../../../test/kit/start.ts'
import type { Permission } from '../../model/permissions.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { routes } from '../areas.ts'
import { usePropertyNames } from '../database/pool.ts'
import { loadActor } from './sessions.ts'
import { brakes } from './sign-in-rate-limit.ts'

const app = await startApp()
const [{ name: database }] = (await app.sql('select current_database() as name')) as [{ name: string }]
const pool = new pg.Pool({ connectionString: databaseUrl(inject('cluster'), database) })
pool.on('connect', usePropertyNames)
onCleanup(() => pool.end())
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const tokenInput = (permissions: readonly Permission[]) => ({ name: 'Price list', permissions, expiresDate: dayFromNow(30) })

async function createToken(caller: Caller, permissions: readonly Permission[]) {
  const { status, body } = await caller('POST', '/api/account/Tokens', tokenInput(permissions))
  expect(status).toBe(201)
  const call: typeof app.call = (method, path, sent, more) => app.call(method, path, sent, { token: body.token, ...more })
  return { id: body.id as number, token: body.token as string, call }
}

it('allows exactly two actions of all routes with two permissions', async () => {
  const { call } = await createToken(app.admin, ['SignalTypes.View', 'SignalTypes.Create'])
  const open: string[] = []
  for (const { call: one } of routes) {
    if (one.permission === 'anyone') continue
    const path = one.path.replace(/:(\w+)/g, (_, name) =>
      one.params[name]?.kind === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999',
    )
    const { status } = await call(one.method as Method, `/api${path}`, ['POST', 'PUT'].includes(one.method) && !one.upload ? {} : undefined)
    if (status !== 403) open.push(routeName(one))
  }
  expect(open.sort()).toEqual(
    [
      'GET /signalTypes',
      'GET /signalTypes/:id',
      'GET /signalTypes/Export',
      'GET /signalTypes/counts',
      'GET /signalTypes/query',
      'GET /signalTypes/typeHead',
      'POST /signalTypes',
    ].sort(),
  )
})

it('opens made files of its user only with the permissions that made them', async () => {
  const owner = await app.signInAs(['SignalTypes.View', 'Manufacturers.View', 'DownloadCenter.View', 'PersonalSettings.View'], {
    isNew: true,
  })
  const { body: requested } = await owner('GET', '/api/manufactures/Export')
  const { url } = await waitForFile(owner, requested.id)
  const [plain] = url.split('?')
  const open = async (permissions: Permission[]) => (await (await createToken(owner, permissions)).call('GET', plain)).status
  expect([await open(['SignalTypes.View', 'DownloadCenter.View']), await open(['Manufacturers.View'])]).toEqual([404, 200])
  expect((await owner('GET', plain)).status).toBe(200)
  // A role that lost the permission closes the file to its owner too.
  await app.sql(`update roles set permissions = array_remove(permissions, 'Manufacturers.View') where id = $1`, [owner.roleId])
  await expect.poll(async () => (await owner('GET', plain)).status).toBe(404)
})

it('opens a file with masked figures only to tokens that see them', async () => {
  const owner = await app.signInAs(['ProjectContracts.Manage', 'ProjectContracts.ViewRevenueSums', 'DownloadCenter.View'], { isNew: true })
  const { body: requested } = await owner('GET', '/api/contracts/Export?columns=name&columns=totalRevenue')
  const { url } = await waitForFile(owner, requested.id)
  const [plain] = url.split('?')
  const open = async (permissions: Permission[]) => (await (await createToken(owner, permissions)).call('GET', plain)).status
  expect(await open(['ProjectContracts.Manage'])).toBe(404)
  expect(await open(['ProjectContracts.Manage', 'ProjectContracts.ViewRevenueSums'])).toBe(200)
})

it('cannot save a webhook, which could receive data the token may not read', async () => {
  const { call } = await createToken(app.admin, ['AppSettings.View', 'AppSettings.Create', 'AppSettings.Update', 'AppSettings.Delete'])
  const body = { address: 'https://hooks.example.com/token', events: ['contract.created'], isActive: false }
  expect((await call('POST', '/api/webhooks', body)).status).toBe(403)
  const webhook = (await app.admin('POST', '/api/webhooks', body)).body
  expect((await call('PUT', `/api/webhooks/${webhook.id}`, { ...body, address: 'https://elsewhere.example.com' })).status).toBe(403)
  expect((await call('GET', `/api/webhooks/${webhook.id}`)).body.address).toBe(body.address)
  expect((await call('DELETE', `/api/webhooks/${webhook.id}`)).status).toBe(204)
})

it('returns the token once: only its hash is stored, also for a repeated request', async () => {
  const headers = { 'idempotency-key': 'token-once' }
  const first = await app.admin('POST', '/api/account/Tokens', tokenInput(['Clients.View']), { headers })
  const again = await app.admin('POST', '/api/account/Tokens', tokenInput(['Clients.View']), { headers })
  expect(first.body.token).toMatch(/^dna_[\w-]{43}$/)
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id } })
  expect(again.body.token).toBeUndefined()
  for (const table of ['api_tokens', 'audit_log', 'idempotency'])
    expect(await app.sql(`select 1 from ${table} t where t::text like $1`, [`%${first.body.token}%`]), table).toEqual([])
  const { items } = (await app.admin('GET', '/api/account/Tokens')).body
  expect(items.find(({ id }: { id: number }) => id === first.body.id)).toMatchObject({ name: 'Price list', lastUsedDate: null })
})

it('grants only permissions its user holds, for at most a year', async () => {
  const person = await app.signInAs(['Clients.View'])
  const refused = async (more: object) => {
    const { status, body } = await person('POST', '/api/account/Tokens', { ...tokenInput(['Clients.View']), ...more })
    return [status, body.fields ?? body.detail]
  }
  expect(await refused({ permissions: ['Clients.View', 'Clients.Delete'] })).toEqual([403, 'Clients.Delete'])
  expect(await refused({ permissions: ['Clients.Fly'] })).toEqual([400, { permissions: ['There is no permission Clients.Fly.'] }])
  expect(await refused({ expiresDate: dayFromNow(-2) })).toEqual([400, { expiresDate: ['This day has passed.'] }])
  expect(await refused({ expiresDate: dayFromNow(367) })).toEqual([400, { expiresDate: ['A token is valid for one year at most.'] }])
  expect((await refused({ permissions: [] }))[0]).toBe(400)
  expect((await (await app.signInAs([], { external: true }))('GET', '/api/account/Tokens')).status).toBe(403)
})

it('loses permissions its user loses, and ends on role change, suspension and expiry', async () => {
  const role = await createRole(app, { permissions: ['Clients.View', 'Architects.View'] })
  const user = await createUser(app, { roleId: role.id, password: 'Correct-horse-1' })
  const signIn = async () => (await app.call('POST', '/api/account/login', { email: user.email, password: 'Correct-horse-1' })).body.token
  const token = await signIn()
  const as: Caller = Object.assign(((method, path, body) => app.call(method, path, body, { token })) as typeof app.call, {
    userId: user.id,
    roleId: role.id,
    email: user.email,
    token,
  })
  const program = await createToken(as, ['Clients.View', 'Architects.View'])
  const status = async (path: string) => (await program.call('GET', path)).status
  expect([await status('/api/clients'), await status('/api/architects')]).toEqual([200, 200])
  const change = await app.admin('PUT', `/api/roles/${role.id}`, { name: role.name, permissions: ['Clients.View'] })
  expect(change.status).toBe(200)
  expect([await status('/api/clients'), await status('/api/architects')]).toEqual([200, 403])

  const listed = await app.admin('GET', `/api/users/${user.id}/Tokens`)
  expect(listed.body.items).toMatchObject([{ id: program.id, name: 'Price list' }])
  expect(listed.body.items[0].lastUsedDate).not.toBeNull()
  await app.sql(`update api_tokens set expires_date = current_date - 1 where id = $1`, [program.id])
  await expect.poll(() => status('/api/clients')).toBe(401)
  await app.sql(`update api_tokens set expires_date = current_date where id = $1`, [program.id])
  await expect.poll(() => status('/api/clients')).toBe(200)

  const other = await createRole(app, { permissions: ['Clients.View'] })
  expect((await app.admin('PUT', `/api/users/${user.id}/Role`, { roleId: other.id })).status).toBe(200)
  expect(await status('/api/clients')).toBe(401)
  const next = await signIn()
  const created = await app.call('POST', '/api/account/Tokens', tokenInput(['Clients.View']), { token: next })
  const fetchStatus = async () => (await app.call('GET', '/api/clients', undefined, { token: created.body.token })).status
  expect(await fetchStatus()).toBe(200)
  expect((await app.admin('PUT', `/api/users/${user.id}/Suspend`, {})).status).toBe(200)
  expect(await fetchStatus()).toBe(401)
})

it('can be revoked by its user or a user manager, and is named in the audit log', async () => {
  const person = await app.signInAs(['Clients.View', 'Clients.Create'], { isNew: true })
  const [one, two] = [await createToken(person, ['Clients.Create']), await createToken(person, ['Clients.View'])]
  const address = { addressLine1: '1 Main St', addressLine2: null, city: 'Denver', state: 'CO', postalCode: '80014', country: 'US' }
  const created = await one.call('POST', '/api/clients', { name: 'By a program', abbreviatedName: 'BAP', address })
  expect(created.status).toBe(201)
  const [entry] = await app.sql('select user_id, user_agent from audit_log where entity = $1 and entity_id = $2', [
    'clients',
    String(created.body.id),
  ])
  expect(entry).toMatchObject({ user_id: person.userId, user_agent: expect.stringContaining('API token “Price list”') })
  expect((await person('DELETE', `/api/account/Tokens/${one.id}`)).status).toBe(204)
  expect((await one.call('GET', '/api/clients')).status).toBe(401)
  const stranger = await app.signInAs(['Clients.View'], { isNew: true })
  expect((await stranger('DELETE', `/api/account/Tokens/${two.id}`)).status).toBe(404)
  expect((await app.admin('DELETE', `/api/users/${stranger.userId}/Tokens/${two.id}`)).status).toBe(404)
  expect((await app.admin('DELETE', `/api/users/${person.userId}/Tokens/${two.id}`)).status).toBe(204)
  expect((await two.call('GET', '/api/clients')).status).toBe(401)
})

it('opens no live connection or session, even when it changes the role of its user', async () => {
  const role = await createRole(app, { permissions: ['Roles.View', 'Roles.Update', 'DNAUsers.Update'] })
  const user = await createUser(app, { roleId: role.id, password: 'Correct-horse-1' })
  const { token } = (await app.call('POST', '/api/account/login', { email: user.email, password: 'Correct-horse-1' })).body
  const created = await app.call('POST', '/api/account/Tokens', tokenInput(['Roles.View', 'Roles.Update', 'DNAUsers.Update']), { token })
  const by = { token: created.body.token }
  const changed = await app.call('PUT', `/api/roles/${role.id}`, { name: role.name, permissions: ['Roles.View', 'Roles.Update'] }, by)
  expect(changed.status).toBe(200)
  expect(changed.body.token).toBeUndefined()
  const line = new HubConnectionBuilder()
    .withUrl(`${app.url}/hubs/notifications`, { accessTokenFactory: () => created.body.token })
    .configureLogging(LogLevel.None)
    .build()
  await expect(line.start()).rejects.toThrow(/401/)
})

it("exports files with the token's own permissions", async () => {
  const person = await app.signInAs(['Equipments.View', 'DownloadCenter.View', 'Manufacturers.View'], { isNew: true })
  const { call, id } = await createToken(person, ['Equipments.View', 'DownloadCenter.View'])
  const exportAnswer = await call('GET', '/api/equipments/Export')
  expect(exportAnswer.status).toBe(202)
  await expect
    .poll(async () => (await call('GET', `/api/DownloadCenter/${exportAnswer.body.id}`)).body.status)
    .toBe(DownloadStatus.Succeeded)
  expect([...(await loadActor(pool, person.userId, id)).held].sort()).toEqual(['DownloadCenter.View', 'Equipments.View'])
  expect((await loadActor(pool, person.userId)).held.size).toBe(3)
  const other = await app.signInAs(['Clients.View'])
  expect((await loadActor(pool, other.userId, id)).held.size).toBe(0)
  expect((await person('DELETE', `/api/account/Tokens/${id}`)).status).toBe(204)
  expect((await loadActor(pool, person.userId, id)).held.size).toBe(0)
})

it('rate-limits wrong tokens from one address without revealing valid ones', async () => {
  await app.sql('delete from sign_in_brakes')
  const { token, call } = await createToken(app.admin, ['Clients.View'])
  const other = await createToken(app.admin, ['Clients.View'])
  const status = async (token: string) => (await app.call('GET', '/api/clients', undefined, { token })).status
  const guess = () => `dna_${randomBytes(32).toString('base64url')}`
  expect((await call('GET', '/api/clients')).status).toBe(200)
  const [stale, ...more] = Array.from({ length: brakes.ip }, guess)
  // A program that keeps using an expired token does not count as guessing.
  for (let at = 0; at < brakes.ip + 5; at++) expect(await status(stale ?? '')).toBe(401)
  expect(await status(other.token)).toBe(200)
  await app.admin('DELETE', `/api/account/Tokens/${other.id}`)
  const fresh = await createToken(app.admin, ['Clients.View'])
  for (const text of more) expect(await status(text)).toBe(401)

  const braked = await app.call('GET', '/api/clients', undefined, { token: guess() })
  expect([braked.status, braked.body]).toEqual([429, 'Too many attempts. Please wait and try again.'])
  expect(Number(braked.headers.get('retry-after'))).toBeGreaterThan(60)
  // A valid token is rejected like an invalid one unless it was used before; users can still sign in.
  const right = await app.call('GET', '/api/clients', undefined, { token: fresh.token })
  expect([right.status, right.body]).toEqual([braked.status, braked.body])
  expect(await status(token)).toBe(200)
  expect((await app.admin('GET', '/api/clients')).status).toBe(200)
  await app.sql(`update sign_in_brakes set since = since - interval '16 minutes'`)
  expect(await status(fresh.token)).toBe(200)

  const address = () => app.call('GET', `/api/calendar/${randomBytes(32).toString('hex')}.ics`, undefined, { token: null })
  for (let at = 0; at < brakes.ip; at++) expect((await address()).status).toBe(404)
  expect((await address()).status).toBe(429)
})
