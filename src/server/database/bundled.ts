import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { asError } from '../tools/errors.ts'
import { type Account, chooseAccount, readPostgresVersion } from './bundled-account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './bundled-binaries.ts'
import { clusterPaths, ensureCluster, type Folders, findPort, findSocketFolder, owner, socketFolder, usesPort } from './bundled-cluster.ts'
import { disarmPidFile, endPostmaster, findLeftover, type Signaller, trySignal } from './bundled-leftover.ts'
import { type Lock, lockHolderPid, takeLock } from './bundled-lock.ts'

export interface DatabaseAddress {
  url: string
  poolConfig: { host: string; port?: number; user: string; password?: string; database: string }
}

export interface BundledDatabase extends DatabaseAddress {
  stop(): Promise<void>
  wasAdopted: boolean
}

export interface BundledDatabaseOptions {
  log?: (line: string) => void
  maxConnections?: number
  settings?: Record<string, string>
  /** Listens on a local port with a password instead of a unix socket, as required on Windows. */
  overPort?: boolean
}

const megabyte = 1024 * 1024
const logLimit = 10 * megabyte
const logCheckMs = 60_000
const readyWithinMs = 10 * 60_000
const refuseAfterMs = 2500
const takeOverWithinMs = 8000
const slowestRestartMs = 5000
const steadyAfterMs = 30_000

/** Starts the bundled PostgreSQL on this data folder and restarts it until `stop` is called. */
export async function startBundledDatabase(
  dataDir: string,
  { log = () => {}, maxConnections = 60, settings = {}, overPort = usesPort }: BundledDatabaseOptions = {},
): Promise<BundledDatabase> {
  const folders = clusterPaths(resolve(dataDir))
  // PostgreSQL started by root runs as another user, who needs to traverse the folder.
  mkdirSync(folders.data, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const locks: Lock[] = [await takeProductLock(folders)]
  const releaseLocks = () => locks.forEach((lock) => void lock.release())
  try {
    const binaries = findPostgresBinaries(join(folders.data, 'postgres-libraries'))
    const version = readPostgresVersion(binaries)
    const account = chooseAccount(binaries, folders.data, folders.cluster)
    const send = overPort ? signalsBy(account, binaries) : trySignal
    const wasAdopted = await endLeftover(folders, log, send)
    const clusterLock = await takeClusterLock(folders)
    locks.push(clusterLock)
    ensureCluster(folders, account, binaries, version, overPort)

    const endpoint = overPort ? await findFreePort() : socketFolder(folders, account)
    const address = clusterAddress(endpoint, folders)
    const command = serverCommand(account, binaries, folders, {
      ...ourSettings(endpoint),
      max_connections: String(maxConnections),
      ...settings,
    })
    const launch = () => launchPostmaster({ ...command, folders, endpoint, lock: clusterLock, binaries })
    const stop = await supervise(launch, () => isReady(address), folders, log, send)
    try {
      await ensureDatabase(address)
    } catch (error) {
      await stop()
      throw error
    }
    log(`PostgreSQL ${version} runs as ${account.name} on ${folders.cluster}`)
    return { ...address, wasAdopted, stop: () => stop().finally(releaseLocks) }
  } catch (error) {
    releaseLocks()
    throw error
  }
}

export function findRunningDatabase(dataDir: string): DatabaseAddress | undefined {
  const folders = clusterPaths(resolve(dataDir))
  const endpoint = findLeftover(folders.cluster) && (findSocketFolder(folders) ?? findPort(folders))
  return endpoint ? clusterAddress(endpoint, folders) : undefined
}

/** Waits long enough for a copy that is shutting down. */
async function takeProductLock({ data }: Folders): Promise<Lock> {
  const file = join(data, 'dna.lock')
  const lock = await takeLockWithin(file, refuseAfterMs)
  if (lock) return lock
  const holder = lockHolderPid(file)
  throw inUse(
    `The data folder ${data} is in use by another copy of the product${holder ? ` (process ${holder})` : ''}. Stop that one, or set DATA_DIR to another folder.`,
  )
}

/** PostgreSQL and all its backends hold this lock, so that no leftover goes unnoticed, even in another container. */
async function takeClusterLock({ data, cluster }: Folders): Promise<Lock> {
  const lock = await takeLockWithin(join(data, 'postgres.lock'), takeOverWithinMs)
  if (lock) return lock
  throw inUse(`Another PostgreSQL is still at work on ${cluster}, perhaps in another container. Stop it and start again.`)
}

async function takeLockWithin(file: string, patienceMs: number): Promise<Lock | undefined> {
  const until = Date.now() + patienceMs
  for (;;) {
    const lock = await takeLock(file)
    if (lock || Date.now() > until) return lock
    await sleep(50)
  }
}

function inUse(message: string): Error {
  return Object.assign(new Error(message), { code: 'DATA_DIR_IN_USE' })
}

/** Stops a leftover instead of keeping it: a restart takes less than a second and makes it our child with our settings. */
async function endLeftover({ cluster }: Folders, log: (line: string) => void, send: Signaller): Promise<boolean> {
  const leftover = findLeftover(cluster)
  if (!leftover) return false
  log(`PostgreSQL (process ${leftover}) was left running by a product that was killed; taking over`)
  if (!(await endPostmaster(leftover, undefined, send)))
    throw inUse(`PostgreSQL (process ${leftover}) is still at work on ${cluster} and does not end. End it and start again.`)
  return true
}

/** Windows has no signals: sending one kills a process, so PostgreSQL's own pg_ctl is used instead. */
function signalsBy(account: Account, { pgCtl, environment }: PostgresBinaries): Signaller {
  return (pid, signal) => {
    if (signal === 'SIGKILL') return trySignal(pid, signal)
    const { program, args, ...as } = account.command(pgCtl, ['kill', signal.replace('SIG', ''), String(pid)])
    spawnSync(program, args, { ...as, env: environment, cwd: '/', stdio: 'ignore', windowsHide: true })
  }
}

function ourSettings(endpoint: string | number): Record<string, string> {
  const listen: Record<string, string> =
    typeof endpoint === 'number'
      ? { listen_addresses: '127.0.0.1', port: String(endpoint), unix_socket_directories: '' }
      : { listen_addresses: '', port: '5432', unix_socket_directories: `"${endpoint.replaceAll('"', '""')}"` }
  return {
    ...listen,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    max_wal_size: '512MB',
    // Short queries of many users: neither JIT nor parallel execution pays off, and containers have a small /dev/shm.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Omits the detail line, which would write user data to the log.
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
  }
}

function serverCommand(
  account: Account,
  { postgres, environment }: PostgresBinaries,
  { cluster }: Folders,
  settings: Record<string, string>,
) {
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  return endsWithItsParent(environment)
    ? account.command('setpriv', ['--pdeathsig', 'INT', '--', postgres, ...args])
    : account.command(postgres, args)
}

/** On Linux, the kernel signals PostgreSQL to shut down when the app is killed; elsewhere the next start takes it over. */
function endsWithItsParent(env: NodeJS.ProcessEnv): boolean {
  if (process.platform !== 'linux') return false
  return spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true'], { env, stdio: 'ignore' }).status === 0
}

interface Launch {
  program: string
  args: string[]
  uid?: number
  gid?: number
  folders: Folders
  endpoint: string | number
  lock: Lock
  binaries: PostgresBinaries
}

interface Postmaster {
  pid: number
  hasEnded(): boolean
  ended: Promise<string>
  said(): string
}

function launchPostmaster({ program, args, uid, gid, folders, endpoint, lock, binaries }: Launch): Postmaster {
  disarmPidFile(folders.cluster)
  if (typeof endpoint === 'string')
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(endpoint, name), { force: true })
  const log = openSync(folders.log, 'a', 0o600)
  const from = fstatSync(log).size
  const postmaster: ChildProcess = spawn(program, args, {
    ...(uid === undefined ? {} : { uid, gid }),
    env: binaries.environment,
    cwd: '/',
    // Detached session: Ctrl+C in the terminal goes only to the app, which needs its database to shut down cleanly.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, lock.descriptor ?? 'ignore'],
  })
  closeSync(log)
  let end: string | undefined
  const ended = new Promise<string>((done) => {
    postmaster.once('error', (error) => done(error.message))
    postmaster.once('exit', (code, signal) => done(signal ? `signal ${signal}` : `code ${code}`))
  }).then((reason) => {
    end = reason
    return reason
  })
  return {
    pid: postmaster.pid ?? 0,
    hasEnded: () => end !== undefined,
    ended,
    said: () => readFileSync(folders.log).subarray(from).toString('utf8').trim().slice(-2000),
  }
}

async function supervise(
  launch: () => Postmaster,
  isReady: () => Promise<boolean>,
  { log: logFile }: Folders,
  log: (line: string) => void,
  send: Signaller,
): Promise<() => Promise<void>> {
  let postmaster: Postmaster | undefined
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()
  let delayMs = 0

  async function bringUp(): Promise<void> {
    const current = launch()
    postmaster = current
    const since = Date.now()
    while (!(await isReady())) {
      if (current.hasEnded()) throw new Error(`PostgreSQL ended with ${await current.ended}: ${current.said()}`)
      if (Date.now() - since > readyWithinMs) {
        await endPostmaster(current.pid, current.hasEnded, send)
        throw new Error(`PostgreSQL was not ready within ${readyWithinMs / 60_000} minutes: ${current.said()}`)
      }
      await sleep(20)
    }
    const readyAt = Date.now()
    void current.ended.then((reason) => {
      if (stopping) return
      log(`PostgreSQL ended by itself with ${reason}; starting it again`)
      if (Date.now() - readyAt > steadyAfterMs) delayMs = 0
      restarting = bringUpAgain()
    })
  }

  async function bringUpAgain(): Promise<void> {
    while (!stopping) {
      await sleep(delayMs)
      delayMs = Math.min(Math.max(delayMs * 2, 100), slowestRestartMs)
      if (stopping) return
      try {
        await bringUp()
        log('PostgreSQL runs again')
        return
      } catch (error) {
        if (!stopping) log(`PostgreSQL could not be started again, next try in ${delayMs} ms. ${asError(error).message}`)
      }
    }
  }

  /** The backends of a killed postmaster need a moment to notice and exit. */
  async function bringUpFirst(): Promise<void> {
    const until = Date.now() + takeOverWithinMs
    for (;;) {
      try {
        return await bringUp()
      } catch (error) {
        if (Date.now() > until || !/shared memory block .* still in use/.test(asError(error).message)) throw error
        await sleep(200)
      }
    }
  }

  boundLog(logFile)
  await bringUpFirst()
  const checkingLog = setInterval(boundLog, logCheckMs, logFile).unref()
  const endWithUs = () => {
    if (postmaster && !postmaster.hasEnded()) send(postmaster.pid, 'SIGINT')
  }
  process.on('exit', endWithUs)

  async function stop(): Promise<void> {
    clearInterval(checkingLog)
    if (postmaster && !(await endPostmaster(postmaster.pid, postmaster.hasEnded, send)))
      throw new Error(`PostgreSQL (process ${postmaster.pid}) does not end.`)
    await restarting
    process.off('exit', endWithUs)
  }
  return () => {
    stopping ??= stop()
    return stopping
  }
}

/** Retains one older file. PostgreSQL only appends, so the file can be truncated while open. */
function boundLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < logLimit) return
  copyFileSync(file, `${file}.old`)
  truncateSync(file)
}

async function isReady({ poolConfig }: DatabaseAddress): Promise<boolean> {
  const client = new Client({ ...poolConfig, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase({ poolConfig }: DatabaseAddress): Promise<void> {
  const client = new Client({ ...poolConfig, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [poolConfig.database])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(poolConfig.database)}`)
  } finally {
    await client.end()
  }
}

function clusterAddress(endpoint: string | number, { password: passwordFile }: Folders): DatabaseAddress {
  if (typeof endpoint === 'string')
    return {
      url: `postgres://${owner}@/${owner}?host=${encodeURIComponent(endpoint)}&port=5432`,
      poolConfig: { host: endpoint, port: 5432, user: owner, database: owner },
    }
  const password = readFileSync(passwordFile, 'utf8').trim()
  return {
    url: `postgres://${owner}:${password}@127.0.0.1:${endpoint}/${owner}`,
    poolConfig: { host: '127.0.0.1', port: endpoint, user: owner, password, database: owner },
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
