import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parse } from 'yaml'
import { isBuilt } from '../../scripts/build.mjs'
import { type BundledDatabase, startBundledDatabase } from '../../src/server/database/bundled.ts'
import { startBalancer } from './balancer.ts'
import { cleanUp, newFolder, type RunningApp, startProcess } from './process.ts'
import { startS3Store } from './s3-store.ts'
import { administrator } from './settings.ts'

interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, string | number>
}
const root = join(import.meta.dirname, '..', '..')
export const compose: { services: Record<string, Service> } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true })

/** Services of compose.yaml: nodes by their ROLE, and the services all nodes share. */
export function composeNodes() {
  return Object.entries(compose.services).map(([name, { environment = {} }]) => ({ name, role: String(environment.ROLE ?? name) }))
}

/** Environment of a node as in compose.yaml, with our values where it has placeholders. A variable missing in either one is an error. */
export function nodeEnvironment(role: string, overrides: Record<string, string>): Record<string, string> {
  const { name } = composeNodes().find((composeNode) => composeNode.role === role) ?? {}
  const composeEnvironment = name ? (compose.services[name]?.environment ?? {}) : {}
  for (const key of Object.keys(overrides)) if (!(key in composeEnvironment)) throw new Error(`compose.yaml says nothing of ${key}.`)
  return Object.fromEntries(
    Object.entries(composeEnvironment).map(([key, value]) => {
      const given =
        overrides[key] ?? String(value).replace(/\$\{(\w+):-([^}]*)\}/g, (_, variable, fallback) => process.env[variable] ?? fallback)
      if (given.includes('${')) throw new Error(`Nobody says the ${key} of compose.yaml here.`)
      return [key, given]
    }),
  )
}

/** PostgreSQL settings from the `-c name=value` arguments in compose.yaml. */
export function databaseSettings(): Record<string, string> {
  const commandArgs = compose.services.database?.command ?? []
  return Object.fromEntries(
    commandArgs.flatMap((arg, index) => (commandArgs[index - 1] === '-c' ? [arg.split('=', 2) as [string, string]] : [])),
  )
}

interface Options {
  web?: number
  port?: number
  tls?: { key: string; cert: string }
  standbys?: number
  environment?: Record<string, string>
  database?: Record<string, string>
  say?(line: string): void
}

export interface Node {
  name: string
  running: RunningApp
  /** Sends the signal. The node restarts like under the restart policy of compose.yaml; resolves when it is up again. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Removes the node from the load balancer, stops it gracefully, starts the new program and adds it again. */
  replaceBy(program: string): Promise<void>
}
export type Nodes = Awaited<ReturnType<typeof startNodes>>

/** Starts the services of compose.yaml as local processes. All data is temporary. */
export async function startNodes(options: Options = {}) {
  // Prefers the build, because three processes from source would compile everything three times.
  const program = isBuilt() ? [join('build', 'server', 'main.js')] : []
  const { web = 2, standbys = 0, say: log = () => undefined } = options
  const folder = newFolder()
  const { max_connections, ...settings } = databaseSettings()
  const shared = { maxConnections: Number(max_connections), overPort: true, settings: { ...settings, ...options.database } }
  const database = await startBundledDatabase(placeIn(folder, 'database'), shared)
  const readers: Standby[] = []
  for (let at = 1; at <= standbys; at++)
    readers.push(await startStandby(database, join(folder, 'database'), placeIn(folder, `standby${at}`), shared))
  const store = await startS3Store({ bucket: 'dna', accessKeyId: 'dna' })
  const balancer = await startBalancer(options)
  let isStopping = false
  const nodes: Node[] = []
  let beingReplaced: Node | undefined
  const lead = () =>
    balancer.leadTo(nodes.filter((node) => node.name !== 'worker' && node !== beingReplaced).map(({ running }) => running.port))
  const ownEnvironment = {
    HOST: '127.0.0.1',
    PORT: '0',
    APP_ENV: 'TEST',
    DATABASE_URL: database.url,
    DATABASE_READ_URL: readers.map(({ url }) => url).join(','),
    S3_ENDPOINT: store.settings.endpoint,
    S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    ADMIN_PASSWORD: administrator.password,
    PUBLIC_URL: balancer.url,
  }
  const launch = (name: string, args: string[]) =>
    startProcess(
      { ...nodeEnvironment(name === 'worker' ? 'worker' : 'web', ownEnvironment), DATA_DIR: placeIn(folder, name), ...options.environment },
      args,
    )
  async function start(name: string) {
    let own = program
    const node: Node = {
      name,
      running: await launch(name, own),
      async end(signal) {
        const before = node.running
        before.end(signal)
        await before.ended
        while (node.running === before && !isStopping) await new Promise((done) => setTimeout(done, 20))
      },
      async replaceBy(next) {
        own = [next]
        beingReplaced = node
        lead()
        await node.end('SIGTERM')
        beingReplaced = undefined
        lead()
      },
    }
    const keep = (): Promise<void> =>
      node.running.ended.then(async ({ code, signal }) => {
        if (isStopping) return
        log(`${name} ended (${signal ?? code}) and is started again`)
        node.running = await launch(name, own)
        lead()
        void keep()
      })
    void keep()
    nodes.push(node)
  }
  // The first node migrates the database; the others would only wait for it.
  await start('worker')
  await Promise.all(Array.from({ length: web }, (_, index) => start(`web${index + 1}`)))
  lead()
  return {
    url: balancer.url,
    folder,
    nodes,
    database,
    standbys: readers,
    store,
    balancer,
    async stop() {
      isStopping = true
      await Promise.all(nodes.map(({ running }) => running.end('SIGTERM')))
      await balancer.close()
      await store.close()
      for (const { stop } of readers) await stop()
      await database.stop()
      await cleanUp(folder)
    },
  }
}

function placeIn(folder: string, name: string): string {
  const nodeFolder = join(folder, name)
  mkdirSync(nodeFolder, { recursive: true })
  chmodSync(nodeFolder, 0o755)
  return nodeFolder
}

export type Standby = BundledDatabase

/** Creates a streaming standby of a running database. Replaces pg_basebackup, which is not among the bundled programs. */
export async function startStandby(
  bundledDatabase: BundledDatabase,
  from: string,
  to: string,
  options: Parameters<typeof startBundledDatabase>[1] = {},
): Promise<Standby> {
  const client = new pg.Client(bundledDatabase.poolConfig)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    cpSync(join(from, 'postgres'), join(to, 'postgres'), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/postgres\/(postmaster\.(pid|opts)|pg_replslot\/.+)$/.test(path),
    })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'postgres', 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  cpSync(join(from, 'postgres-password'), join(to, 'postgres-password'))
  const { host, port, user, password } = bundledDatabase.poolConfig
  writeFileSync(
    join(to, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password} application_name=standby'\n`,
  )
  writeFileSync(join(to, 'postgres', 'standby.signal'), '')
  chmodSync(join(to, 'postgres'), 0o700)
  rmSync(join(to, 'postgres', 'current_logfiles'), { force: true })
  return startBundledDatabase(to, options)
}
