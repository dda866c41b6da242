import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { type BundledDatabase, type BundledDatabaseOptions, findRunningDatabase, startBundledDatabase } from './bundled.ts'
import { findPostgresBinaries } from './bundled-binaries.ts'
import { isRunning, readPostmasterPid } from './bundled-leftover.ts'
import { takeLock } from './bundled-lock.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function givenFolder(mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dna-test-')))
  chmodSync(folder, mode)
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const made = realpathSync(mkdtempSync(join(tmpdir(), 'dna-test-made-')))
chmodSync(made, 0o755)
await (await startBundledDatabase(made)).stop()
onCleanup(() => rmSync(made, { recursive: true, force: true }))

function givenData(): string {
  const folder = givenFolder()
  execFileSync('cp', ['-a', join(made, 'postgres'), folder])
  return folder
}

async function start(dataDir: string, options?: BundledDatabaseOptions): Promise<BundledDatabase> {
  const database = await startBundledDatabase(dataDir, options)
  cleanUps.push(() => database.stop())
  return database
}

async function ask<Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

const until = (isSo: () => unknown) => expect.poll(isSo, { message: String(isSo), interval: 20 }).toBeTruthy()

function postmasterOf(dataDir: string): number {
  return readPostmasterPid(join(dataDir, 'postgres')) ?? 0
}

interface Owner {
  process: ChildProcess
  url: string
  wasAdopted: boolean
  error?: { code?: string; message: string }
}

async function givenOwner(dataDir: string, as: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {}): Promise<Owner> {
  const script = `
    import { startBundledDatabase } from ${JSON.stringify(new URL('./bundled.ts', import.meta.url).href)}
    const say = (what) => console.log(JSON.stringify(what))
    try {
      const { url, wasAdopted, stop } = await startBundledDatabase(process.argv[2])
      process.once('SIGTERM', () => stop().then(() => process.exit(0)))
      say({ url, wasAdopted })
      setInterval(() => {}, 1000)
    } catch ({ code, message }) {
      say({ error: { code, message } })
    }`
  const folder = givenFolder()
  writeFileSync(join(folder, 'owner.mjs'), script)
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const child = spawn(process.execPath, ['--import', tsx, join(folder, 'owner.mjs'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...as,
  })
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const gone = once(child, 'close').then(([code, signal]) =>
    Promise.reject(new Error(`The owner ended (${code ?? signal}) and said nothing.`)),
  )
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), gone])
  return { process: child, ...JSON.parse(line) }
}

async function killHard(owner: Owner): Promise<void> {
  owner.process.kill('SIGKILL')
  await once(owner.process, 'exit')
}

/** A PostgreSQL left running after its app was killed, without a parent-death signal. */
async function givenLeftover(dataDir: string): Promise<number> {
  await (await startBundledDatabase(dataDir)).stop()
  const { postgres, environment } = findPostgresBinaries(join(dataDir, 'libraries'))
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const args = ['-D', join(dataDir, 'postgres'), '-k', join(dataDir, 'socket'), '-c', 'listen_addresses=']
  const child = spawn(postgres, args, { env: environment, stdio: 'ignore', detached: true, cwd: '/', uid, gid })
  cleanUps.push(() => child.kill('SIGKILL'))
  await until(() => findRunningDatabase(dataDir))
  return child.pid!
}

describe('the bundled database', () => {
  it('makes itself at the first start and keeps its data over a restart', async () => {
    const folder = join(givenFolder(), 'new', 'data')
    const first = await start(folder)
    const [made] = await ask<{ encoding: string; lower: string }>(
      first.url,
      `select current_setting('server_encoding') as encoding, lower('ÄÉ'), current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('listen_addresses') as listens, 'B' < 'a' as by_code_point`,
    )
    expect(made).toEqual({ encoding: 'UTF8', lower: 'äé', checksums: 'on', fsync: 'on', listens: '', by_code_point: true })
    await ask(first.url, 'create table kept (n int)')
    await ask(first.url, 'insert into kept values (7)')
    await first.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()

    const second = await start(folder)
    expect(second.wasAdopted).toBe(false)
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('lets nobody else reach the socket', async () => {
    const folder = givenData()
    const { poolConfig } = await start(folder)
    expect(statSync(poolConfig.host).mode & 0o777).toBe(0o700)
    expect(poolConfig.host).toBe(join(folder, 'socket'))
  })

  it('takes settings and the number of connections from its caller', async () => {
    const { url } = await start(givenData(), { maxConnections: 17, settings: { work_mem: '5MB' } })
    expect(await ask(url, `select current_setting('max_connections') as max, current_setting('work_mem') as mem`)).toEqual([
      { max: '17', mem: '5MB' },
    ])
  })

  it('can search by trigrams and without accents', async () => {
    const { url } = await start(givenData())
    await ask(url, 'create extension pg_trgm')
    await ask(url, 'create extension unaccent')
    expect(await ask(url, `select unaccent('Café') as plain, cardinality(show_trgm('é')) as trigrams`)).toEqual([
      { plain: 'Cafe', trigrams: 2 },
    ])
  })

  it('finishes a first start that was killed half way', async () => {
    const folder = givenFolder()
    mkdirSync(join(folder, 'postgres.new'))
    writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '18\n')
    const { url } = await start(folder)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a database of another version and says the way out', async () => {
    const folder = givenFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '15\n')
    await expect(start(folder)).rejects.toThrow(/written by PostgreSQL 15, this release brings 18/)
  })

  it('puts the socket elsewhere when the path of the data folder is too long, and finds it again', async () => {
    const folder = join(givenFolder(), 'x'.repeat(100))
    const first = await start(folder)
    expect(first.poolConfig.host.startsWith(folder)).toBe(false)
    expect(statSync(first.poolConfig.host).mode & 0o777).toBe(0o700)
    cleanUps.push(() => rmSync(first.poolConfig.host, { recursive: true, force: true }))
    expect(findRunningDatabase(folder)?.url).toBe(first.url)
    await first.stop()
    const second = await start(folder)
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('keeps its log within bounds', async () => {
    const folder = givenData()
    writeFileSync(join(folder, 'postgres.log'), 'x'.repeat(11 * 1024 * 1024))
    await start(folder)
    expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(100_000)
    expect(statSync(join(folder, 'postgres.log.old')).size).toBe(11 * 1024 * 1024)
  })

  it('says what PostgreSQL said when it cannot start', async () => {
    await expect(start(givenData(), { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "shared_buffers": "plenty"/,
    )
  })

  it('makes the library links that npm left out', () => {
    const real = dirname(dirname(dirname(findPostgresBinaries('/nowhere').postgres)))
    const copy = givenFolder()
    mkdirSync(join(copy, 'native', 'lib'), { recursive: true })
    cpSync(join(real, 'native', 'pg-symlinks.json'), join(copy, 'native', 'pg-symlinks.json'))
    const { environment } = findPostgresBinaries(join(copy, 'spare'), copy)
    expect(environment.LD_LIBRARY_PATH).toBeUndefined()
    for (const { source, target } of JSON.parse(readFileSync(join(real, 'native', 'pg-symlinks.json'), 'utf8'))) {
      writeFileSync(join(copy, source), '')
      expect(realpathSync(join(copy, target))).toBe(join(copy, source))
    }
  })
})

describe('over a port, as on Windows', () => {
  it('listens on this machine only, to whoever knows the password, and is found by a command beside it', async () => {
    const folder = givenFolder()
    const database = await start(folder, { overPort: true })
    const [said] = await ask<Record<string, string>>(
      database.url,
      `select current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets`,
    )
    expect(said).toEqual({ listens: '127.0.0.1', sockets: '' })
    expect(statSync(join(folder, 'postgres-password')).mode & 0o077).toBe(0)
    const wrong = new URL(database.url)
    wrong.password = 'guessed'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(findRunningDatabase(folder)).toEqual({ url: database.url, poolConfig: database.poolConfig })
  })

  it('comes again on its port when it dies, keeps its data, and ends well when its own program asks', async () => {
    const folder = givenFolder()
    const first = await start(folder, { overPort: true })
    await ask(first.url, 'create table kept (n int)')
    const pid = postmasterOf(folder)
    process.kill(pid, 'SIGKILL')
    await until(() => postmasterOf(folder) !== pid && !isRunning(pid))
    await until(async () => (await ask<{ n: number }>(first.url, 'select count(*)::int as n from kept').catch(() => []))[0]?.n === 0)
    const before = readFileSync(join(folder, 'postgres.log'), 'utf8')
    expect(before).toContain('not properly shut down')
    await first.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()
    const second = await start(folder, { overPort: true })
    expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
    // It was shut down, not killed, so no recovery was needed.
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8').slice(before.length)).not.toContain('not properly shut down')
  })
})

describe('two products on one folder', () => {
  it('refuses the second, in this process and in another', async () => {
    const folder = givenFolder()
    const owner = await givenOwner(folder)
    expect(owner.error).toBeUndefined()
    await expect(start(folder)).rejects.toMatchObject({
      code: 'DATA_DIR_IN_USE',
      message: expect.stringContaining(`${folder} is in use by another copy of the product (process ${owner.process.pid})`),
    })
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets one of many that start at once win', async () => {
    const folder = givenData()
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start(folder)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const item of starts) if (item.status === 'rejected') expect(item.reason).toMatchObject({ code: 'DATA_DIR_IN_USE' })
  })

  it('lets the next one in as soon as the first has stopped', async () => {
    const folder = givenData()
    await (await start(folder)).stop()
    await (await start(folder)).stop()
    const owner = await givenOwner(folder)
    expect(owner.error).toBeUndefined()
  })

  it('refuses while a PostgreSQL it cannot see works on the cluster', async () => {
    const folder = givenData()
    await (await start(folder)).stop()
    const lock = await takeLock(join(folder, 'postgres.lock'))
    cleanUps.push(() => lock?.release())
    await expect(start(folder)).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' })
  })
})

describe('after a kill', () => {
  it('starts PostgreSQL again when it dies, and the pool finds it', async () => {
    const folder = givenData()
    const lines: string[] = []
    const { poolConfig } = await start(folder, { log: (line) => lines.push(line) })
    const pool = new Pool(poolConfig)
    pool.on('error', () => {})
    cleanUps.push(() => pool.end())
    await pool.query('create table kept (n int)')
    for (let n = 1; n <= 3; n++) {
      await pool.query('insert into kept values ($1)', [n])
      const killed = postmasterOf(folder)
      process.kill(killed, 'SIGKILL')
      await until(() =>
        pool.query('select 1').then(
          () => ![killed, process.pid, 0].includes(postmasterOf(folder)),
          () => false,
        ),
      )
    }
    expect((await pool.query('select n from kept order by n')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    // A process that dies before the supervisor considers it ready logs a different message.
    expect(lines.filter((line) => line.includes('ended by itself with signal SIGKILL')).length).toBeGreaterThan(0)
  })

  const moments: [string, (killed: number, folder: string, lines: string[]) => unknown][] = [
    ['at once', () => undefined],
    ['when the end has been seen', (_killed, _folder, lines) => until(() => lines.some((line) => line.includes('ended by itself')))],
    ['when another is on its way', (killed, folder) => until(() => ![killed, process.pid, 0].includes(postmasterOf(folder)))],
    ['when another runs', (_killed, _folder, lines) => until(() => lines.includes('PostgreSQL runs again'))],
  ]
  it.each(moments)('stops for good when told to while it is being started again, %s', async (_when, hasCome) => {
    const folder = givenData()
    const lines: string[] = []
    const database = await start(folder, { log: (line) => lines.push(line) })
    const killed = postmasterOf(folder)
    process.kill(killed, 'SIGKILL')
    await hasCome(killed, folder, lines)
    await database.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()
    const said = lines.length
    const next = await start(folder)
    expect(next.wasAdopted).toBe(false)
    expect(lines.slice(said)).toEqual([])
  })

  it('keeps every acknowledged row when its product is killed, and leaves no PostgreSQL behind', async () => {
    const folder = givenData()
    let acknowledged = 0
    for (let round = 0; round < 3; round++) {
      const owner = await givenOwner(folder)
      expect(owner.error).toBeUndefined()
      const client = new Client(owner.url)
      client.on('error', () => {})
      await client.connect()
      await client.query('create table if not exists kept (n int)')
      const writing = (async () => {
        for (;;) {
          await client.query('insert into kept values (1)')
          acknowledged++
        }
      })().catch(() => {})
      const enough = acknowledged + 5
      await until(() => acknowledged >= enough)
      const postmaster = postmasterOf(folder)
      await killHard(owner)
      await writing
      await until(() => !isRunning(postmaster))
    }
    const { url } = await start(folder)
    const [{ count } = { count: 0 }] = await ask<{ count: number }>(url, 'select count(*)::int from kept')
    expect(acknowledged).toBeGreaterThan(10)
    expect(count).toBeGreaterThanOrEqual(acknowledged)
  })

  it('comes up when product and PostgreSQL were killed together', async () => {
    const folder = givenData()
    const owner = await givenOwner(folder)
    await ask(owner.url, 'create table kept as select 5 as n')
    process.kill(postmasterOf(folder), 'SIGKILL')
    await killHard(owner)
    const { url } = await start(folder)
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 5 }])
  })

  it('takes over a PostgreSQL that was left running', async () => {
    const folder = givenData()
    const leftover = await givenLeftover(folder)
    await until(() =>
      ask(findRunningDatabase(folder)!.url, 'create table kept as select 6 as n').then(
        () => true,
        () => false,
      ),
    )
    const database = await start(folder)
    expect(database.wasAdopted).toBe(true)
    expect(isRunning(leftover)).toBe(false)
    expect(await ask(database.url, 'select n from kept')).toEqual([{ n: 6 }])
  })

  it('leaves alone a stranger who was given the number in a stale pid file', async () => {
    const folder = givenData()
    await (await start(folder)).stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    cleanUps.push(() => stranger.kill())
    const lines = [stranger.pid, join(folder, 'postgres'), 1_700_000_000, 5432, join(folder, 'socket'), '', '  1 1', 'ready']
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`)
    const database = await start(folder)
    expect(database.wasAdopted).toBe(false)
    expect(isRunning(stranger.pid!)).toBe(true)
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.each(['', 'nonsense\n', '12'])('starts over a broken pid file %j', async (text) => {
    const folder = givenData()
    await (await start(folder)).stop()
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), text)
    const { url } = await start(folder)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('an ordinary user', () => {
  it.runIf(isRoot)('runs it in a folder of its own', async () => {
    const folder = givenFolder()
    chownSync(folder, nobody, nobody)
    const owner = await givenOwner(folder, { uid: nobody, gid: nobody })
    expect(owner.error).toBeUndefined()
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody)
    owner.process.kill('SIGTERM')
    expect(await once(owner.process, 'exit')).toEqual([0, null])
  })

  it.runIf(isRoot)('is told when the database belongs to somebody else', async () => {
    const folder = givenFolder()
    await (await start(folder)).stop()
    for (const name of ['.', 'dna.lock', 'postgres.lock']) chownSync(join(folder, name), nobody, nobody)
    chownSync(join(folder, 'postgres'), 1, 1)
    const { error } = await givenOwner(folder, { uid: nobody, gid: nobody })
    expect(error?.message).toContain(`belongs to the system user 1, the product runs as ${nobody}`)
  })

  it.runIf(isRoot)('needs no name, as in a container that runs under a bare number', async () => {
    const folder = givenFolder()
    chownSync(folder, 54321, 54321)
    const owner = await givenOwner(folder, { uid: 54321, gid: 54321 })
    expect(owner.error).toBeUndefined()
    expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('root', () => {
  it('runs it as an unprivileged system user', async () => {
    const folder = givenFolder()
    const { url } = await start(folder)
    const { uid } = statSync(join(folder, 'postgres'))
    expect(uid).not.toBe(0)
    expect(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmasterOf(folder)}/status`, 'utf8'))?.[1]).toBe(String(uid))
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('goes on with a folder that an ordinary user has used, without taking it away', async () => {
    const folder = givenFolder()
    chownSync(folder, nobody, nobody)
    await (await start(folder)).stop()
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody)
  })

  it('runs it below a private home, where no other user gets in', async () => {
    const home = givenFolder(0o700)
    const folder = join(home, 'product', 'data')
    const first = await start(folder)
    await ask(first.url, 'create table kept as select 8 as n')
    expect(statSync(join(folder, 'postgres')).uid).toBe(0)
    await first.stop()

    chmodSync(home, 0o755)
    const opened = await start(folder)
    expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
    expect(await ask(opened.url, 'select n from kept')).toEqual([{ n: 8 }])
    await opened.stop()

    chmodSync(home, 0o700)
    const closed = await start(folder)
    expect(await ask(closed.url, 'select n from kept')).toEqual([{ n: 8 }])
  })

  it('names the ways out where neither is possible', async () => {
    const folder = join(givenFolder(0o700), 'data')
    const { error } = await givenOwner(folder, { env: { PATH: '/nonexistent' } })
    expect(error?.message).toMatch(/ordinary user.*DATA_DIR.*DATABASE_URL/)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  })

  it('also refuses a second start where no program locks files', async () => {
    const folder = givenFolder()
    const env = { PATH: '/nonexistent' }
    const owner = await givenOwner(folder, { env })
    expect(owner.error).toBeUndefined()
    const second = await givenOwner(folder, { env })
    expect(second.error?.code).toBe('DATA_DIR_IN_USE')
    await killHard(owner)
    const third = await givenOwner(folder, { env })
    expect(third.error).toBeUndefined()
    expect(third.wasAdopted).toBe(true)
  })

  it('runs with node_modules of another user that lack the library links', async () => {
    const folder = givenFolder()
    const real = dirname(dirname(dirname(findPostgresBinaries('/nowhere').postgres)))
    const copy = join(folder, 'package')
    mkdirSync(join(copy, 'native', 'lib'), { recursive: true })
    symlinkSync(join(real, 'native', 'bin'), join(copy, 'native', 'bin'))
    for (const name of readdirSync(join(real, 'native', 'lib')))
      if (lstatSync(join(real, 'native', 'lib', name)).isFile())
        symlinkSync(join(real, 'native', 'lib', name), join(copy, 'native', 'lib', name))
    cpSync(join(real, 'native', 'pg-symlinks.json'), join(copy, 'native', 'pg-symlinks.json'))
    const probe = join(folder, 'probe.mjs')
    writeFileSync(
      probe,
      `import { findPostgresBinaries } from ${JSON.stringify(new URL('./bundled-binaries.ts', import.meta.url).href)}
       console.log(findPostgresBinaries(process.argv[2], process.argv[3]).environment.LD_LIBRARY_PATH)`,
    )
    const spare = join(folder, 'spare')
    mkdirSync(spare)
    chownSync(spare, nobody, nobody)
    const tsx = createRequire(import.meta.url).resolve('tsx')
    const child = spawn(process.execPath, ['--import', tsx, probe, spare, copy], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
      uid: nobody,
      gid: nobody,
    })
    const [line] = await once(createInterface(child.stdout!), 'line')
    expect(line).toBe(spare)
    expect(existsSync(join(spare, 'libpq.so.5'))).toBe(true)
  })
})
