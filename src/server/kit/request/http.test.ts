import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { databaseUrl } from '../../../../test/kit/database.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { timeoutMs } from '../../../../test/kit/timeouts.ts'
import { routes } from '../../areas.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
const signIn = (url: string) =>
  fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...forwarded },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'Wrong-12345' }),
  })

describe('client address', async () => {
  const direct = await startApp()
  const balanced = await startApp({ settings: { proxies: 1 } })

  it.each([
    ['is that of the connection', direct, '127.0.0.1'],
    ['is the one the balancer saw where there is one, not what a caller says', balanced, '198.51.100.9'],
  ])('%s', async (_, app, ip) => {
    expect((await signIn(app.url)).status).toBe(400)
    const rows = await app.sql(`select subject from sign_in_brakes where subject like 'ip:%'`)
    expect(rows).toEqual([{ subject: `ip:${ip}` }])
  })
})

describe('invalid id', async () => {
  const app = await startApp()

  it.each([
    ['/api/equipments', 'Equipment'],
    ['/api/leads', 'Lead'],
    ['/api/projects/deleted', 'Project'],
    ['/api/Manufactures', 'Manufacturer'],
    ['/api/spaces', 'Space'],
    ['/api/users', 'User'],
  ])('returns 404 below %s like an unknown id', async (path, kind) => {
    const isPerson = kind === 'User'
    for (const id of ['x', '1.5', '99999999999999999999', isPerson ? '00000000-0000-4000-8000-000000000000' : '999999']) {
      const { status, body } = await app.admin('GET', `${path}/${id}`)
      expect({ status, ...body }, id).toEqual({ status: 404, errorType: 'NotFound', message: `${kind} not found.` })
    }
  })

  it('returns the entity name for every route', async () => {
    const named = new Set<string>()
    for (const { call } of routes.filter(({ call }) => Object.keys(call.params).length > 0)) {
      const { status, body } = await app.admin(
        call.method,
        `/api${call.path.replace(/:\w+/g, 'x')}`,
        call.method === 'GET' ? undefined : {},
      )
      if (status === 404) named.add(body.message)
    }
    for (const message of named) expect(message).toMatch(/^[A-Z][A-Za-z -]+ not found\.$/)
    for (const vague of ['Row', 'Id', 'Deleted', 'Item']) expect(named).not.toContain(`${vague} not found.`)
    expect(named.size).toBeGreaterThan(20)
  })
})

describe('URL in another spelling', async () => {
  const app = await startApp()
  const spellings = ['/API/environment', '/Api/Environment', '/%61pi/environment', '/api/%65nvironment', '/API/nowhere', '/%41PI/nowhere']

  it('is not cached', async () => {
    for (const path of spellings) {
      const { status, headers } = await app.call('GET', path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, path.endsWith('nowhere') ? 404 : 200, 'no-store'])
      expect(headers.get('content-security-policy'), path).toContain('sandbox')
    }
  })

  it('counts toward the overload limit', async () => {
    const { token } = await app.signInAs(['Clients.View'], { isNew: true })
    const fetchMe = () => app.call('GET', '/API/account/me', undefined, { token })
    let waiting: Promise<{ status: number }[]> | undefined
    await app.product.work(async (ctx) => {
      // Blocks authentication while the lock is held.
      await ctx.run('lock table sessions in access exclusive mode')
      waiting = Promise.all(Array.from({ length: 400 }, fetchMe))
      await expect.poll(async () => (await app.call('GET', '/Api/environment')).status).toBe(503)
    })
    expect((await waiting)?.every(({ status }) => status === 200)).toBe(true)
    expect((await app.call('GET', '/api/environment')).status).toBe(200)
  })
})

describe('URL with other methods', async () => {
  const app = await startApp()

  it.each([
    ['PUT', '/api/equipments', 'GET, POST'],
    ['PUT', '/api/projects/', 'GET, POST'],
    ['DELETE', '/api/auditLogs/1', 'GET'],
  ] as const)('returns 405 for %s %s with the allowed methods', async (method, path, allowed) => {
    const { status, body, headers } = await app.admin(method, path, method === 'PUT' ? {} : undefined)
    expect([status, body.errorType, headers.get('allow')]).toEqual([405, 'NotFound', allowed])
  })

  it('returns 404 for an unknown URL', async () => {
    expect((await app.admin('PUT', '/api/nothing', {})).status).toBe(404)
  })
})

it('retries a read that deadlocked with a schema change', async () => {
  const app = await startApp()
  const known = async () => {
    const [row] = await app.sql<{ name: string; deadlocks: string }>(
      'select datname as name, deadlocks from pg_stat_database where datname = current_database()',
    )
    return { name: row?.name ?? '', deadlocks: Number(row?.deadlocks) }
  }
  const { name, deadlocks } = await known()
  const changing = new pg.Client(databaseUrl(inject('cluster'), name))
  await changing.connect()
  // The session that waits for `deadlock_timeout` detects the deadlock; here that is the reader.
  await changing.query(`begin; set local deadlock_timeout = '60s'; lock table manufacturers in access exclusive mode`)
  const reading = app.admin('GET', '/api/equipments')
  const waiting = `select from pg_locks w join pg_locks h on h.pid = w.pid and h.granted and h.relation = 'equipments'::regclass
    where not w.granted and w.relation = 'manufacturers'::regclass`
  await expect.poll(() => app.sql(waiting), { timeout: timeoutMs(10_000), interval: 5 }).toHaveLength(1)
  await changing.query('lock table equipments in access exclusive mode; commit')
  expect((await reading).status).toBe(200)
  await changing.end()
  await expect.poll(async () => (await known()).deadlocks, { timeout: timeoutMs(15_000) }).toBe(deadlocks + 1)
})
