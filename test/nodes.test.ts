import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, it } from 'vitest'
import { trySignal } from '../src/server/database/bundled-leftover.ts'
import { createApiClient } from './kit/api-client.ts'
import { onCleanup } from './kit/cleanup.ts'
import { composeNodes, environmentOf, startNodes } from './kit/nodes.ts'
import { childrenOf, postmasterOf } from './kit/process.ts'
import { administrator } from './kit/settings.ts'
import { timeoutMs } from './kit/timeouts.ts'

const set = await startNodes({ standbys: 1 })
onCleanup(set.stop)
const ask = await createApiClient(set.url)
const signalType = (name: string) => ({ name, abbreviation: `A${name.length}${name.slice(-6)}`.replaceAll(' ', ''), color: '#2f6bc6' })
const [standby] = set.standbys
const looking = new pg.Pool({ ...standby!.poolConfig, max: 1 })
looking.on('error', () => undefined)
onCleanup(() => looking.end())
const webNodes = () => set.nodes.filter(({ name }) => name !== 'worker').map(({ running }) => running)

it('has the services of compose.yaml and no others', () => {
  const here = [...set.nodes.map(({ name }) => name), 'balancer', 'database', 'store', 'bucket']
  const there = composeNodes().map(({ name }) => name)
  expect(there.sort()).toEqual(here.sort())
  expect(() => environmentOf('web', { DATABASE_URI: 'x' })).toThrow('compose.yaml says nothing of DATABASE_URI')
  expect(() => environmentOf('web', {})).toThrow('Nobody says the DATABASE_URL of compose.yaml here')
})

it('answers on every node what one has written, and knows who asked through the balancer', async () => {
  const { status, body } = await ask('POST', '/api/signalTypes', signalType('Everywhere'))
  expect(status).toBe(201)
  for (const { url } of webNodes())
    expect((await ask('GET', `/api/signalTypes/${body.id}`, undefined, { url })).body.name).toBe('Everywhere')
  const form = new FormData()
  form.append('file', new Blob(['kept in the store']), 'kept.txt')
  const file = await ask('POST', '/api/files', form)
  expect([...set.store.files.values()].map(String)).toContain('kept in the store')
  for (const { url } of webNodes()) expect(String((await ask('GET', file.body.url, undefined, { url })).body)).toBe('kept in the store')
  expect((await ask('GET', '/metrics')).status).toBe(404)
  const asked = request(`${set.url}/api/account/login`, {
    method: 'POST',
    localAddress: '127.0.0.7',
    headers: { 'content-type': 'application/json' },
  })
  asked.end(JSON.stringify(administrator))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect([answer.statusCode, (await buffer(answer)).length > 0]).toEqual([200, true])
  const { body: sessions } = await ask('GET', '/api/account/Sessions')
  expect(sessions.items.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['127.0.0.1', '127.0.0.7'])
})

it('makes a file on the worker, which no web node does', async () => {
  const { status, body } = await ask('GET', '/api/signalTypes/Export')
  expect(status).toBe(202)
  const state = async () => (await ask('GET', `/api/DownloadCenter/${body.id}`)).body.status
  await expect.poll(state, { timeout: timeoutMs(10_000) }).toBe(2)
})

it('goes on without a node that was killed, which comes back by itself', async () => {
  const [first] = set.nodes.filter(({ name }) => name === 'web1')
  const back = first!.end('SIGKILL')
  for (let at = 0; at < 30; at++) expect((await ask('GET', '/api/signalTypes')).status).toBe(200)
  await back
  expect((await fetch(`${first!.running.url}/api/health`)).status).toBe(200)
})

const names = async (url?: string) => {
  const { status, body } = await ask('GET', '/api/signalTypes?itemsPerPage=200&sortBy=createDate&sortDesc=true', undefined, { url })
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

it('reads lists from the replica and shows everybody at once what was written on another node', async () => {
  const before = await readsOfReplica()
  const [one, other] = webNodes()
  for (let at = 0; at < 40; at++) {
    const written = await ask('POST', '/api/signalTypes', signalType(`Written ${at}`), { url: [one, other][at % 2]!.url })
    expect(written.status).toBe(201)
    expect(await names([other, one][at % 2]!.url)).toContain(`Written ${at}`)
  }
  await expect.poll(readsOfReplica, { timeout: timeoutMs(5000) }).toBeGreaterThan(before + 20)
})

it('answers from the database itself while the replica lags, and from the replica once it is there again', async () => {
  await looking.query('select pg_wal_replay_pause()')
  await ask('POST', '/api/signalTypes', signalType('While it lags'))
  for (const { url } of webNodes()) expect(await names(url)).toContain('While it lags')
  const parts = async () => {
    const answers = await Promise.all(webNodes().map(({ url }) => ask('GET', '/api/systemStatus', undefined, { url })))
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

it('says in its health which part is away, and goes on without it', async () => {
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

it('fails no read and tells nothing old when the replica is frozen or killed', async () => {
  const postmaster = postmasterOf(join(set.folder, 'standby1'))!
  /** Signals all processes of the replica. A connection backend may exit meanwhile. */
  const toReplica = (signal: NodeJS.Signals) => {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) trySignal(pid, signal)
  }
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    const asked = Array.from({ length: 20 }, (_, index) => names(webNodes()[index % 2]!.url))
    toReplica(signal)
    const written = `Without a replica, ${signal}`
    await ask('POST', '/api/signalTypes', { ...signalType(written), abbreviation: signal })
    await Promise.all(asked)
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
