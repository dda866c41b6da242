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
import { isProcessRunning, readPostmasterPid } from './bundled-leftover.ts'
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

const tempFolder = realpathSync(mkdtempSync(join(tmpdir(), 'dna-test-made-')))
chmodSync(tempFolder, 0o755)
await (await startBundledDatabase(tempFolder)).stop()
onCleanup(() => rmSync(tempFolder, { recursive: true, force: true }))

function givenData(): string {
  const folder = givenFolder()
  execFileSync('cp', ['-a', join(tempFolder, 'postgres'), folder])
  return folder
}

async function startDatabase(dataDir: string, options?: BundledDatabaseOptions): Promise<BundledDatabase> {
  const database = await startBundledDatabase(dataDir, options)
  cleanUps.push(() => database.stop())
  return database
}

async function queryDatabase<Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

const until = (isSo: () => unknown) => expect.poll(isSo, { message: String(isSo), interval: 20 }).toBeTruthy()

function postmasterPid(dataDir: string): number {
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
  const closed = once(child, 'close').then(([code, signal]) =>
    Promise.reject(new Error(`The owner ended (${code ?? signal}) and said nothing.`)),
  )
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), closed])
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

describe('bundled database', () => {
  it('is created at the first start and keeps its data over a restart', async () => {
    const folder = join(givenFolder(), 'new', 'data')
    const first = await startDatabase(folder)
    const [databaseInfo] = await queryDatabase<{ encoding: string; lower: string }>(
      first.url,
      `select current_setting('server_encoding') as encoding, lower('ÄÉ'), current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('listen_addresses') as listens, 'B' < 'a' as by_code_point`,
    )
    expect(databaseInfo).toEqual({ encoding: 'UTF8', lower: 'äé', checksums: 'on', fsync: 'on', listens: '', by_code_point: true })
    await queryDatabase(first.url, 'create table kept (n int)')
    await queryDatabase(first.url, 'insert into kept values (7)')
    await first.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()

    const second = await startDatabase(folder)
    expect(second.wasAdopted).toBe(false)
    expect(await queryDatabase(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('restricts the socket to its owner', async () => {
    const folder = givenData()
    const { poolConfig } = await startDatabase(folder)
    expect(statSync(poolConfig.host).mode & 0o777).toBe(0o700)
    expect(poolConfig.host).toBe(join(folder, 'socket'))
  })

  it('accepts settings and the maximum connections from its caller', async () => {
    const { url } = await startDatabase(givenData(), { maxConnections: 17, settings: { work_mem: '5MB' } })
    expect(await queryDatabase(url, `select current_setting('max_connections') as max, current_setting('work_mem') as mem`)).toEqual([
      { max: '17', mem: '5MB' },
    ])
  })

  it('supports trigram and accent-insensitive search', async () => {
    const { url } = await startDatabase(givenData())
    await queryDatabase(url, 'create extension pg_trgm')
    await queryDatabase(url, 'create extension unaccent')
    expect(await queryDatabase(url, `select unaccent('Café') as plain, cardinality(show_trgm('é')) as trigrams`)).toEqual([
      { plain: 'Cafe', trigrams: 2 },
    ])
  })

  it('completes a first start that was killed midway', async () => {
    const folder = givenFolder()
    mkdirSync(join(folder, 'postgres.new'))
    writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '18\n')
    const { url } = await startDatabase(folder)
    expect(await queryDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('rejects a database of another version and names the solution', async () => {
    const folder = givenFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startDatabase(folder)).rejects.toThrow(/written by PostgreSQL 15, this release brings 18/)
  })

  it('moves the socket when the data folder path is too long, and finds it again', async () => {
    const folder = join(givenFolder(), 'x'.repeat(100))
    const first = await startDatabase(folder)
    expect(first.poolConfig.host.startsWith(folder)).toBe(false)
    expect(statSync(first.poolConfig.host).mode & 0o777).toBe(0o700)
    cleanUps.push(() => rmSync(first.poolConfig.host, { recursive: true, force: true }))
    expect(findRunningDatabase(folder)?.url).toBe(first.url)
    await first.stop()
    const second = await startDatabase(folder)
    expect(second.url).toBe(first.url)
    expect(await queryDatabase(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('limits the size of its log', async () => {
    const folder = givenData()
    writeFileSync(join(folder, 'postgres.log'), 'x'.repeat(11 * 1024 * 1024))
    await startDatabase(folder)
    expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(100_000)
    expect(statSync(join(folder, 'postgres.log.old')).size).toBe(11 * 1024 * 1024)
  })

  it('reports the PostgreSQL error when it cannot start', async () => {
    await expect(startDatabase(givenData(), { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "shared_buffers": "plenty"/,
    )
  })

  it('creates the library links that npm omits', () => {
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

describe('TCP port, as on Windows', () => {
  it('listens on localhost only, requires the password, and is found by other commands', async () => {
    const folder = givenFolder()
    const database = await startDatabase(folder, { overPort: true })
    const [settingsRow] = await queryDatabase<Record<string, string>>(
      database.url,
      `select current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets`,
    )
    expect(settingsRow).toEqual({ listens: '127.0.0.1', sockets: '' })
    expect(statSync(join(folder, 'postgres-password')).mode & 0o077).toBe(0)
    const wrongUrl = new URL(database.url)
    wrongUrl.password = 'guessed'
    await expect(queryDatabase(wrongUrl.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(findRunningDatabase(folder)).toEqual({ url: database.url, poolConfig: database.poolConfig })
  })

  it('restarts on its port after a crash, keeps its data, and stops cleanly', async () => {
    const folder = givenFolder()
    const first = await startDatabase(folder, { overPort: true })
    await queryDatabase(first.url, 'create table kept (n int)')
    const pid = postmasterPid(folder)
    process.kill(pid, 'SIGKILL')
    await until(() => postmasterPid(folder) !== pid && !isProcessRunning(pid))
    await until(
      async () => (await queryDatabase<{ n: number }>(first.url, 'select count(*)::int as n from kept').catch(() => []))[0]?.n === 0,
    )
    const before = readFileSync(join(folder, 'postgres.log'), 'utf8')
    expect(before).toContain('not properly shut down')
    await first.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()
    const second = await startDatabase(folder, { overPort: true })
    expect(await queryDatabase(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
    // PostgreSQL was shut down, not killed, so no recovery was needed.
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8').slice(before.length)).not.toContain('not properly shut down')
  })
})

describe('two apps on one folder', () => {
  it('rejects the second, in this process and in another', async () => {
    const folder = givenFolder()
    const owner = await givenOwner(folder)
    expect(owner.error).toBeUndefined()
    await expect(startDatabase(folder)).rejects.toMatchObject({
      code: 'DATA_DIR_IN_USE',
      message: expect.stringContaining(`${folder} is in use by another copy of the product (process ${owner.process.pid})`),
    })
    expect(await queryDatabase(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('allows one of several concurrent starts', async () => {
    const folder = givenData()
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startDatabase(folder)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const item of starts) if (item.status === 'rejected') expect(item.reason).toMatchObject({ code: 'DATA_DIR_IN_USE' })
  })

  it('allows the next start as soon as the first has stopped', async () => {
    const folder = givenData()
    await (await startDatabase(folder)).stop()
    await (await startDatabase(folder)).stop()
    const owner = await givenOwner(folder)
    expect(owner.error).toBeUndefined()
  })

  it('rejects a start while an undetected PostgreSQL uses the cluster', async () => {
    const folder = givenData()
    await (await startDatabase(folder)).stop()
    const lock = await takeLock(join(folder, 'postgres.lock'))
    cleanUps.push(() => lock?.release())
    await expect(startDatabase(folder)).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' })
  })
})

describe('after a kill', () => {
  it('restarts PostgreSQL after a crash, and the pool reconnects', async () => {
    const folder = givenData()
    const lines: string[] = []
    const { poolConfig } = await startDatabase(folder, { log: (line) => lines.push(line) })
    const pool = new Pool(poolConfig)
    pool.on('error', () => {})
    cleanUps.push(() => pool.end())
    await pool.query('create table kept (n int)')
    for (let n = 1; n <= 3; n++) {
      await pool.query('insert into kept values ($1)', [n])
      const killed = postmasterPid(folder)
      process.kill(killed, 'SIGKILL')
      await until(() =>
        pool.query('select 1').then(
          () => ![killed, process.pid, 0].includes(postmasterPid(folder)),
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
    ['when another is on its way', (killed, folder) => until(() => ![killed, process.pid, 0].includes(postmasterPid(folder)))],
    ['when another runs', (_killed, _folder, lines) => until(() => lines.includes('PostgreSQL runs again'))],
  ]
  it.each(moments)('stops for good when stopped during a restart, %s', async (_when, hasCome) => {
    const folder = givenData()
    const lines: string[] = []
    const database = await startDatabase(folder, { log: (line) => lines.push(line) })
    const killed = postmasterPid(folder)
    process.kill(killed, 'SIGKILL')
    await hasCome(killed, folder, lines)
    await database.stop()
    expect(findRunningDatabase(folder)).toBeUndefined()
    const lineCount = lines.length
    const next = await startDatabase(folder)
    expect(next.wasAdopted).toBe(false)
    expect(lines.slice(lineCount)).toEqual([])
  })

  it('keeps every committed row when the app is killed, and leaves no PostgreSQL running', async () => {
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
      const postmaster = postmasterPid(folder)
      await killHard(owner)
      await writing
      await until(() => !isProcessRunning(postmaster))
    }
    const { url } = await startDatabase(folder)
    const [{ count } = { count: 0 }] = await queryDatabase<{ count: number }>(url, 'select count(*)::int from kept')
    expect(acknowledged).toBeGreaterThan(10)
    expect(count).toBeGreaterThanOrEqual(acknowledged)
  })

  it('starts after app and PostgreSQL were killed together', async () => {
    const folder = givenData()
    const owner = await givenOwner(folder)
    await queryDatabase(owner.url, 'create table kept as select 5 as n')
    process.kill(postmasterPid(folder), 'SIGKILL')
    await killHard(owner)
    const { url } = await startDatabase(folder)
    expect(await queryDatabase(url, 'select n from kept')).toEqual([{ n: 5 }])
  })

  it('adopts a PostgreSQL left running', async () => {
    const folder = givenData()
    const leftover = await givenLeftover(folder)
    await until(() =>
      queryDatabase(findRunningDatabase(folder)!.url, 'create table kept as select 6 as n').then(
        () => true,
        () => false,
      ),
    )
    const database = await startDatabase(folder)
    expect(database.wasAdopted).toBe(true)
    expect(isProcessRunning(leftover)).toBe(false)
    expect(await queryDatabase(database.url, 'select n from kept')).toEqual([{ n: 6 }])
  })

  it('ignores an unrelated process with the id of a stale pid file', async () => {
    const folder = givenData()
    await (await startDatabase(folder)).stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    cleanUps.push(() => stranger.kill())
    const lines = [stranger.pid, join(folder, 'postgres'), 1_700_000_000, 5432, join(folder, 'socket'), '', '  1 1', 'ready']
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`)
    const database = await startDatabase(folder)
    expect(database.wasAdopted).toBe(false)
    expect(isProcessRunning(stranger.pid!)).toBe(true)
    expect(await queryDatabase(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.each(['', 'nonsense\n', '12'])('starts despite a broken pid file %j', async (text) => {
    const folder = givenData()
    await (await startDatabase(folder)).stop()
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), text)
    const { url } = await startDatabase(folder)
    expect(await queryDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('ordinary user', () => {
  it.runIf(isRoot)('runs it in their own folder', async () => {
    const folder = givenFolder()
    chownSync(folder, nobody, nobody)
    const owner = await givenOwner(folder, { uid: nobody, gid: nobody })
    expect(owner.error).toBeUndefined()
    expect(await queryDatabase(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody)
    owner.process.kill('SIGTERM')
    expect(await once(owner.process, 'exit')).toEqual([0, null])
  })

  it.runIf(isRoot)('receives an error when the database belongs to another user', async () => {
    const folder = givenFolder()
    await (await startDatabase(folder)).stop()
    for (const name of ['.', 'dna.lock', 'postgres.lock']) chownSync(join(folder, name), nobody, nobody)
    chownSync(join(folder, 'postgres'), 1, 1)
    const { error } = await givenOwner(folder, { uid: nobody, gid: nobody })
    expect(error?.message).toContain(`belongs to the system user 1, the product runs as ${nobody}`)
  })

  it.runIf(isRoot)('needs no name, as in a container with a numeric user id', async () => {
    const folder = givenFolder()
    chownSync(folder, 54321, 54321)
    const owner = await givenOwner(folder, { uid: 54321, gid: 54321 })
    expect(owner.error).toBeUndefined()
    expect(await queryDatabase(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('root', () => {
  it('runs it as an unprivileged system user', async () => {
    const folder = givenFolder()
    const { url } = await startDatabase(folder)
    const { uid } = statSync(join(folder, 'postgres'))
    expect(uid).not.toBe(0)
    expect(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmasterPid(folder)}/status`, 'utf8'))?.[1]).toBe(String(uid))
    expect(await queryDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('reuses the folder of an ordinary user without changing its owner', async () => {
    const folder = givenFolder()
    chownSync(folder, nobody, nobody)
    await (await startDatabase(folder)).stop()
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody)
  })

  it('runs it below a private home folder', async () => {
    const home = givenFolder(0o700)
    const folder = join(home, 'product', 'data')
    const first = await startDatabase(folder)
    await queryDatabase(first.url, 'create table kept as select 8 as n')
    expect(statSync(join(folder, 'postgres')).uid).toBe(0)
    await first.stop()

    chmodSync(home, 0o755)
    const opened = await startDatabase(folder)
    expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
    expect(await queryDatabase(opened.url, 'select n from kept')).toEqual([{ n: 8 }])
    await opened.stop()

    chmodSync(home, 0o700)
    const closed = await startDatabase(folder)
    expect(await queryDatabase(closed.url, 'select n from kept')).toEqual([{ n: 8 }])
  })

  it('names the solutions when neither is possible', async () => {
    const folder = join(givenFolder(0o700), 'data')
    const { error } = await givenOwner(folder, { env: { PATH: '/nonexistent' } })
    expect(error?.message).toMatch(/ordinary user.*DATA_DIR.*DATABASE_URL/)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  })

  it('rejects a second start even without a file-lock program', async () => {
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

  it('runs with node_modules of another user without the library links', async () => {
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
