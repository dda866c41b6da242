import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, it } from 'vitest'
import { trySignal } from '../src/server/database/bundled-leftover.ts'
import { createApiClient } from './kit/api-client.ts'
import { onCleanup } from './kit/cleanup.ts'
import { composeNodes, nodeEnvironment, startNodes } from './kit/nodes.ts'
import { listChildPids, readPostmasterPid } from './kit/process.ts'
import { administrator } from './kit/settings.ts'
import { timeoutMs } from './kit/timeouts.ts'

const set = await startNodes({ standbys: 1 })
onCleanup(set.stop)
const callApi = await createApiClient(set.url)
const signalType = (name: string) => ({ name, abbreviation: `A${name.length}${name.slice(-6)}`.replaceAll(' ', ''), color: '#2f6bc6' })
const [standby] = set.standbys
const looking = new pg.Pool({ ...standby!.poolConfig, max: 1 })
looking.on('error', () => undefined)
onCleanup(() => looking.end())
const webNodes = () => set.nodes.filter(({ name }) => name !== 'worker').map(({ running }) => running)

it('has exactly the services of compose.yaml', () => {
  const here = [...set.nodes.map(({ name }) => name), 'balancer', 'database', 'store', 'bucket']
  const there = composeNodes().map(({ name }) => name)
  expect(there.sort()).toEqual(here.sort())
  expect(() => nodeEnvironment('web', { DATABASE_URI: 'x' })).toThrow('compose.yaml says nothing of DATABASE_URI')
  expect(() => nodeEnvironment('web', {})).toThrow('Nobody says the DATABASE_URL of compose.yaml here')
})

it('reads on every node what another wrote, and sees the client address through the balancer', async () => {
  const { status, body } = await callApi('POST', '/api/signalTypes', signalType('Everywhere'))
  expect(status).toBe(201)
  for (const { url } of webNodes())
    expect((await callApi('GET', `/api/signalTypes/${body.id}`, undefined, { url })).body.name).toBe('Everywhere')
  const form = new FormData()
  form.append('file', new Blob(['kept in the store']), 'kept.txt')
  const file = await callApi('POST', '/api/files', form)
  expect([...set.store.files.values()].map(String)).toContain('kept in the store')
  for (const { url } of webNodes()) expect(String((await callApi('GET', file.body.url, undefined, { url })).body)).toBe('kept in the store')
  expect((await callApi('GET', '/metrics')).status).toBe(404)
  const clientRequest = request(`${set.url}/api/account/login`, {
    method: 'POST',
    localAddress: '127.0.0.7',
    headers: { 'content-type': 'application/json' },
  })
  clientRequest.end(JSON.stringify(administrator))
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  expect([answer.statusCode, (await buffer(answer)).length > 0]).toEqual([200, true])
  const { body: sessions } = await callApi('GET', '/api/account/Sessions')
  expect(sessions.items.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['127.0.0.1', '127.0.0.7'])
})

it('generates a file on the worker, not on a web node', async () => {
  const { status, body } = await callApi('GET', '/api/signalTypes/Export')
  expect(status).toBe(202)
  const state = async () => (await callApi('GET', `/api/DownloadCenter/${body.id}`)).body.status
  await expect.poll(state, { timeout: timeoutMs(10_000) }).toBe(2)
})

it('continues without a killed node, which restarts automatically', async () => {
  const [first] = set.nodes.filter(({ name }) => name === 'web1')
  const back = first!.end('SIGKILL')
  for (let at = 0; at < 30; at++) expect((await callApi('GET', '/api/signalTypes')).status).toBe(200)
  await back
  expect((await fetch(`${first!.running.url}/api/health`)).status).toBe(200)
})

const names = async (url?: string) => {
  const { status, body } = await callApi('GET', '/api/signalTypes?itemsPerPage=200&sortBy=createDate&sortDesc=true', undefined, { url })
  expect(status).toBe(200)
  return body.items.map(({ name }: { name: string }) => name)
}
/** Number of reads on the replica. The statistics lag by a moment. */
const readsOfReplica = async () =>
  Number(
    (
      await looking.query(
        `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'signal_types'`,
      )
    ).rows[0].n,
  )

it('reads lists from the replica, and shows writes of another node at once', async () => {
  const before = await readsOfReplica()
  const [one, other] = webNodes()
  for (let at = 0; at < 40; at++) {
    const written = await callApi('POST', '/api/signalTypes', signalType(`Written ${at}`), { url: [one, other][at % 2]!.url })
    expect(written.status).toBe(201)
    expect(await names([other, one][at % 2]!.url)).toContain(`Written ${at}`)
  }
  await expect.poll(readsOfReplica, { timeout: timeoutMs(5000) }).toBeGreaterThan(before + 20)
})

it('reads from the primary while the replica lags, and from the replica once it recovers', async () => {
  await looking.query('select pg_wal_replay_pause()')
  await callApi('POST', '/api/signalTypes', signalType('While it lags'))
  for (const { url } of webNodes()) expect(await names(url)).toContain('While it lags')
  const parts = async () => {
    const answers = await Promise.all(webNodes().map(({ url }) => callApi('GET', '/api/systemStatus', undefined, { url })))
    return answers.map(({ body }) => body.parts.find(({ name }: { name: string }) => name === 'Read replicas').text)
  }
  expect(String(await parts())).toContain('lags behind')
  await looking.query('select pg_wal_replay_resume()')
  await expect
    .poll(
      async () => {
        await Promise.all(webNodes().map(({ url }) => names(url)))
        return String(await parts())
      },
      { timeout: timeoutMs(10_000) },
    )
    .not.toContain('lags')
})

it('reports an unavailable part in its health, and continues without it', async () => {
  const { url } = webNodes()[0]!
  const health = async () => {
    const answer = await fetch(`${url}/api/health`)
    const { database, files, jobs, replicas } = await answer.json()
    return [answer.status, database, files, jobs, ...replicas].join(' ')
  }
  const soon = { timeout: timeoutMs(20_000) }
  await expect.poll(health, soon).toBe('200 up up up up')
  const database = new pg.Client(set.database.poolConfig)
  await database.connect()
  // No worker handles this job, so it waits as if there were no worker.
  await database.query(`insert into jobs (name, input, run_after) values ('nobody does this', '{}', now() - interval '11 minutes')`)
  set.store.rule.always = (_, response) => response.writeHead(503).end()
  await expect.poll(health, soon).toBe('200 up away late up')
  set.store.rule.always = set.store.reply
  await database.query(`delete from jobs where name = 'nobody does this'`)
  await database.end()
  await expect.poll(health, soon).toBe('200 up up up up')
})

it('fails no read and returns no stale data when the replica is frozen or killed', async () => {
  const postmaster = readPostmasterPid(join(set.folder, 'standby1'))!
  /** Signals all processes of the replica. A connection backend may exit meanwhile. */
  const toReplica = (signal: NodeJS.Signals) => {
    for (const pid of [postmaster, ...listChildPids(postmaster)]) trySignal(pid, signal)
  }
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    const requests = Array.from({ length: 20 }, (_, index) => names(webNodes()[index % 2]!.url))
    toReplica(signal)
    const written = `Without a replica, ${signal}`
    await callApi('POST', '/api/signalTypes', { ...signalType(written), abbreviation: signal })
    await Promise.all(requests)
    for (const { url } of webNodes()) expect(await names(url)).toContain(written)
    if (signal === 'SIGSTOP') toReplica('SIGCONT')
  }
  // Once its supervisor has restarted it, the replica serves reads again.
  const isUp = async () => {
    await names()
    return (await readsOfReplica().catch(() => -1)) >= 0
  }
  await expect.poll(isUp, { timeout: timeoutMs(20_000) }).toBe(true)
  const before = await readsOfReplica()
  await expect
    .poll(
      async () => {
        await names()
        return readsOfReplica()
      },
      { timeout: timeoutMs(20_000) },
    )
    .toBeGreaterThan(before)
})
