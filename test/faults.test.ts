import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { findRunningDatabase } from '../src/server/database/bundled.ts'
import { onCleanup } from './kit/cleanup.ts'
import { cleanUp, listChildPids, newFolder, type RunningApp, readPostmasterPid, runToEnd, startProcess } from './kit/process.ts'
import { administrator } from './kit/settings.ts'
import { timeoutMs } from './kit/timeouts.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const clients = 6

const folder = newFolder()
onCleanup(() => cleanUp(folder))

// Below the ephemeral port range, so no other process takes it between two starts.
const environment: Record<string, string> = { DATA_DIR: folder, PORT: String(20_000 + (process.pid % 10_000)) }
let product: RunningApp

async function startServer() {
  product = await startProcess(environment)
  // Keeps the port after a restart, as behind a load balancer.
  environment.PORT = String(product.port)
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs(10_000)),
  })
  const text = await answer.text()
  return { status: answer.status, body: text && JSON.parse(text) }
}

let token = ''
async function signIn() {
  const { body } = await call('POST', '/account/login', administrator)
  token = body.token
}

const databaseUrl = () => findRunningDatabase(folder)!.url

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(findRunningDatabase(folder)!.poolConfig)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const untilTrue = (label: string, is: () => Promise<boolean> | boolean) =>
  expect.poll(is, { message: label, timeout: timeoutMs(30_000) }).toBe(true)

type Kill = 'the product' | 'PostgreSQL' | 'a backend of PostgreSQL' | 'both at once'

/** Kills the named process without warning and restarts what does not restart by itself. */
async function strike(kill: Kill) {
  const postmaster = readPostmasterPid(folder)!
  const running = product
  if (kill === 'a backend of PostgreSQL') {
    const connections = await inDatabase(async (client) => {
      const { rows } = await client.query(`select pid from pg_stat_activity where application_name = 'dna' order by state = 'active' desc`)
      return rows.map(({ pid }) => pid as number)
    })
    const own = listChildPids(postmaster)
    process.kill(connections.find((pid) => own.includes(pid))!, 'SIGKILL')
  }
  if (kill === 'PostgreSQL' || kill === 'both at once') process.kill(postmaster, 'SIGKILL')
  if (kill === 'the product' || kill === 'both at once') {
    await running.end('SIGKILL')
    await startServer()
  }
  return running
}

interface Sent {
  kind: 'row' | 'note'
  text: string
  tries: number
}

/** Writes rows one at a time and repeats each with its idempotency key until it is acknowledged. */
async function writeUntil(isOver: () => boolean, roleId: number, sent: Sent[], oddities: string[]) {
  for (let n = 0; !isOver(); n++) {
    const item: Sent = { kind: n % 2 ? 'note' : 'row', text: `Fault ${randomUUID()}`, tries: 0 }
    const key = { 'idempotency-key': randomUUID() }
    let last: Awaited<ReturnType<typeof call>> | undefined
    const isAnswered = async () => {
      item.tries++
      last = await (item.kind === 'row'
        ? call('POST', '/signalTypes', { name: item.text, abbreviation: item.text.slice(6, 24) }, key)
        : call('POST', `/roles/${roleId}/ActivityLogs`, { notes: item.text, type: 2 }, key)
      ).catch(() => undefined)
      // An unavailable database must yield 503, never 500.
      if (last?.status === 500) oddities.push(`try ${item.tries}: 500 ${JSON.stringify(last.body)}`)
      return last !== undefined && last.status < 500
    }
    await vi.waitUntil(isAnswered, { timeout: timeoutMs(30_000), interval: 30 }).catch(() => undefined)
    if (last?.status === 201) sent.push(item)
    else oddities.push(`after ${item.tries} tries: ${last?.status} ${JSON.stringify(last?.body)}`)
  }
}

/** Returns texts that are not in the database exactly once, with the rows that belong to them. */
function wrongCounts(sent: Sent[]): Promise<unknown[]> {
  return inDatabase(async (client) => {
    const texts = (kind: Sent['kind']) => sent.filter((item) => item.kind === kind).map(({ text }) => text)
    const rows = await client.query(
      `select w.text, count(distinct t.id) as rows, count(distinct a.id) as entries from unnest($1::text[]) w(text)
       left join signal_types t on t.name = w.text left join audit_log a on a.entity = 'signalTypes' and a.entity_name = w.text and a.action = 'Create'
       group by 1 having count(distinct t.id) <> 1 or count(distinct a.id) <> 1`,
      [texts('row')],
    )
    const notes = await client.query(
      `select w.text, count(l.id) from unnest($1::text[]) w(text) left join activity_log l on l.notes = w.text group by 1 having count(l.id) <> 1`,
      [texts('note')],
    )
    const unknown = await client.query(
      `select name from signal_types where name like 'Fault %' and name <> all($1) union all select notes from activity_log where notes like 'Fault %' and notes <> all($2)`,
      [texts('row'), texts('note')],
    )
    return [...rows.rows, ...notes.rows, ...unknown.rows]
  })
}

describe.skipIf(process.platform !== 'linux')('acknowledged writes', () => {
  const all: Sent[] = []

  it('start', async () => {
    await startServer()
    await signIn()
  })

  const kills: Kill[] = ['the product', 'PostgreSQL', 'a backend of PostgreSQL', 'both at once']
  for (const kill of kills)
    it(`exist exactly once after a kill -9 of ${kill} during writes`, async () => {
      const roleId = (await call('GET', '/roles')).body.items[0].id
      for (let round = 0; round < rounds; round++) {
        const oddities: string[] = []
        const before = all.length
        let isOver = false
        const writing = Promise.all(Array.from({ length: clients }, () => writeUntil(() => isOver, roleId, all, oddities)))
        const some = 20 + Math.floor(Math.random() * 60)
        await untilTrue('the first writes', () => all.length > before + some)
        const struckAt = all.length
        const running = await strike(kill)
        await untilTrue('writing after the blow', () => all.length > struckAt + 40)
        isOver = true
        await writing
        expect(oddities).toEqual([])
        expect(all.some(({ tries }, index) => index >= before && tries > 1)).toBe(true)
        expect(await wrongCounts(all)).toEqual([])
        if (kill !== 'the product' && kill !== 'both at once') expect(running.isAlive()).toBe(true)
      }
    })

  const sendRequests = (): Promise<{ status: number; body: any }>[] => [
    call('GET', '/signalTypes'),
    call('GET', '/account/me'),
    call('GET', '/signalTypes/Export'),
    call('POST', '/signalTypes', { name: `Frozen ${randomUUID()}`, abbreviation: randomUUID().slice(0, 18) }),
    call('POST', '/account/login', administrator),
  ]
  /** Ten seconds when idle: five to detect the outage, and slack for a busy machine. */
  async function timed(item: Promise<{ status: number }>, startedAt = performance.now()) {
    const { status } = await item
    return { status, isInTime: performance.now() - startedAt < timeoutMs(5000) }
  }
  const toldInTime = { status: 503, isInTime: true }

  it('exist exactly once after PostgreSQL froze: 503 within five seconds, then recovery', async () => {
    const before = all.length
    const oddities: string[] = []
    const roleId = (await call('GET', '/roles')).body.items[0].id
    let isOver = false
    const writing = Promise.all(Array.from({ length: clients }, () => writeUntil(() => isOver, roleId, all, oddities)))
    await untilTrue('the first writes', () => all.length > before + 20)

    const postmaster = readPostmasterPid(folder)!
    const frozen = [postmaster, ...listChildPids(postmaster)]
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      // Early requests wait until the server notices; later ones fail at once, even twenty at a time.
      for (let wave = 0; wave < 3; wave++) {
        const waves = Array.from({ length: 4 }, sendRequests).flat()
        expect(await Promise.all(waves.map((item) => timed(item)))).toEqual(waves.map(() => toldInTime))
        expect(await timed(call('GET', '/health'))).toEqual(toldInTime)
      }
      expect((await fetch(`${product.url}/api/openapi.json`)).status).toBe(200)
      expect(product.isAlive()).toBe(true)
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }

    await untilTrue('health', async () => (await call('GET', '/health')).status === 200)
    const awakeAt = all.length
    await untilTrue('writing', () => all.length > awakeAt + 40)
    isOver = true
    await writing
    expect(oddities).toEqual([])
    expect(await wrongCounts(all)).toEqual([])
    expect((await Promise.all(sendRequests())).map(({ status }) => status)).toEqual([200, 200, 202, 201, 200])
    const { id } = (await call('GET', '/signalTypes/Export')).body
    await untilTrue('the file', async () => (await call('GET', `/DownloadCenter/${id}`)).body.status >= 2)
    expect((await call('GET', `/DownloadCenter/${id}`)).body.errorMessage).toBe(null)
  })

  it('are reported when lost or duplicated', async () => {
    await inDatabase(async (client) => {
      await client.query(`update signal_types set name = 'Fault lost' where name = $1`, [all.find(({ kind }) => kind === 'row')!.text])
      await client.query(
        `insert into activity_log (entity, entity_id, type, title, notes) select entity, entity_id, type, title, notes from activity_log where notes = $1`,
        [all.find(({ kind }) => kind === 'note')!.text],
      )
    })
    expect((await wrongCounts(all)).length).toBe(3)
  })
})

describe.skipIf(process.platform !== 'linux')('background job', () => {
  it('is completed after a kill -9 and restart, with one file', async () => {
    await inDatabase((client) =>
      client.query(
        `insert into signal_types (name, abbreviation, line_style) select 'Many ' || n, 'M' || n, 'solid' from generate_series(1, 15000) n`,
      ),
    )
    const taskOf = async (id: number) => (await call('GET', `/DownloadCenter/${id}`)).body
    let id = 0
    for (let tries = 1; ; tries++) {
      id = (await call('GET', '/signalTypes/Export')).body.id
      await untilTrue('the start of the job', async () => (await taskOf(id)).status !== 0)
      if ((await taskOf(id)).status === 1) break
      // The job finished before the kill.
      expect(tries).toBeLessThan(5)
    }
    await product.end('SIGKILL')
    await startServer()
    await untilTrue('the file', async () => (await taskOf(id)).status >= 2)
    const task = await taskOf(id)
    expect([task.status, task.errorMessage]).toEqual([2, null])
    // The job is deleted after it has reported its result.
    const waiting = `select 1 from jobs where name = 'makeFile'`
    await untilTrue('the end of the job', () => inDatabase(async (client) => (await client.query(waiting)).rowCount === 0))

    const { files, tasks, jobs } = await inDatabase(async (client) => ({
      files: (await client.query(`select key from files`)).rows.map(({ key }) => key as string),
      tasks: (await client.query('select file_id, attempts from download_tasks where id = $1', [id])).rows,
      jobs: (await client.query(`select id from jobs where name = 'makeFile'`)).rows,
    }))
    expect(tasks[0].attempts).toBe(2)
    expect(jobs).toEqual([])
    const stored = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    expect(stored.filter((entry) => entry.isFile()).length).toBe(files.length)
    const file = await fetch(product.url + task.url)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([file.status, bytes.toString('latin1', 0, 2), bytes.length]).toEqual([200, 'PK', task.size])
  })
})

describe('app start', () => {
  it('is rejected with a message on the folder of a running copy', async () => {
    const second = await runToEnd({ DATA_DIR: folder })
    expect([second.code, second.output.trim().split('\n').length]).toEqual([1, 1])
    expect(second.output).toMatch(/is in use by another copy of the product/)
    expect((await call('GET', '/health')).status).toBe(200)
  })

  const wrongSettings: [string, Record<string, string>][] = [
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['HOST', { HOST: 'not a host' }],
    ['DATA_DIR', { DATA_DIR: join(folder, 'a-file') }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'nowhere', S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'a' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'a' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'nobody' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }],
    ['DEMO_DATA', { DEMO_DATA: 'yes' }],
    ['DEMO_DATA', { DEMO_DATA: '1', APP_ENV: 'LIVE' }],
    ['APP_ENV', { APP_ENV: 'production' }],
    ['PROXIES', { PROXIES: 'yes' }],
    ['WEB_PROCESSES', { WEB_PROCESSES: 'all' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://127.0.0.1:1/x' }],
    ['DATABASE_READ_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_READ_URL: 'mysql://localhost/x' }],
    ['ROLE', { ROLE: 'boss' }],
    ['SMTP_URL', { SMTP_URL: 'http://example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.com' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['BACKUP_TIME', { BACKUP_TIME: '25:00' }],
    ['BACKUP_BUCKET', { BACKUP_BUCKET: 'backups' }],
  ]
  it('exits with code 1 and the name of an invalid variable', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const ends: unknown[] = []
    const waiting = [...wrongSettings]
    await Promise.all(
      [1, 2].map(async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [name, environment] = next
          const empty = newFolder()
          const { code, output } = await runToEnd({
            DATA_DIR: join(empty, 'data'),
            // An error that occurs late needs an existing database, so none is created.
            ...(name === 'HOST' ? { DATABASE_URL: databaseUrl() } : {}),
            ...environment,
          })
          ends.push([
            JSON.stringify(environment),
            code,
            output.includes(name) ? name : output,
            /\n\s+at /.test(output) ? output : 'no stack',
          ])
          await cleanUpEmpty(empty)
        }
      }),
    )
    expect(ends.sort()).toEqual(wrongSettings.map(([name, environment]) => [JSON.stringify(environment), 1, name, 'no stack']).sort())
  })

  it('reports a port in use', async () => {
    const empty = newFolder()
    const { code, output } = await runToEnd({ DATA_DIR: join(empty, 'data'), DATABASE_URL: databaseUrl(), PORT: String(product.port) })
    expect([code, output.includes('PORT') || output]).toEqual([1, true])
    await cleanUpEmpty(empty)
  })
})

/** A failed start may leave a folder, but no running process in it. */
async function cleanUpEmpty(empty: string) {
  await untilTrue('the end of its PostgreSQL', () => readPostmasterPid(join(empty, 'data')) === undefined)
  rmSync(empty, { recursive: true, force: true })
}

describe('SIGTERM', () => {
  it('stops the app with code 0 within ten seconds despite clients, and PostgreSQL with it', async () => {
    const idle = connect(product.port, '127.0.0.1')
    const half = connect(product.port, '127.0.0.1')
    for (const socket of [idle, half]) socket.on('error', () => undefined)
    const begun = once(half, 'data')
    half.write(
      `POST /api/files HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\n`,
    )
    const { body } = await call('POST', '/signalTypes', { name: 'Last words', abbreviation: 'LW' })
    // The server is processing an upload that never ends.
    const [answer] = await begun
    expect(String(answer)).toMatch(/^HTTP\/1\.1 100 /)
    const end = await product.end('SIGTERM')
    expect([end.code, end.signal]).toEqual([0, null])
    expect(end.ms).toBeLessThan(timeoutMs(5000))
    expect(readPostmasterPid(folder)).toBe(undefined)
    for (const socket of [idle, half]) socket.destroy()

    await startServer()
    expect((await call('GET', `/signalTypes/${body.id}`)).body.name).toBe('Last words')
    expect((await product.end('SIGTERM')).code).toBe(0)
  })
})
