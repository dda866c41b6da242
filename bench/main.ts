import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import { allocator, heapOptions } from '../scripts/memory.mjs'
import { findRunningDatabase } from '../src/server/database/bundled.ts'
import { growCables } from './cables.ts'
import { grow, largeRoom, type Size } from './data.ts'
import type { Scripts, Statement } from './floor.ts'
import { growHours, measureApprovals } from './hours.ts'
import type { Figures, Load } from './load.ts'
import { measureMixed } from './mixed.ts'
import { measureNodes } from './nodes.ts'
import { measurePages } from './pages.ts'
import { consultantToken, growPeople, guestToken } from './people.ts'
import { growPlans } from './plans.ts'
import { type Kind, makeKinds, type Request } from './requests.ts'
import { measureSheets } from './sheets.ts'

/**
 * Measures the built app against a minimal Node server with the app's own statements (`floor.ts`) and against hand-written SQL (`bare.ts`).
 * All run interleaved in one run on one database, so that a busy machine slows all of them. Only the ratios matter; no result passes or
 * fails. An administrator and a consultant ask for every kind, and the slower one counts; an external user asks for the portal.
 *
 * npm run bench 100,000 pieces of equipment, 5,000 projects, 60,000 spaces, 600,000 lines
 * npm run bench -- --quick a tenth of it
 * npm run bench -- --million continues to 1,000,000 pieces of equipment; the baselines run at each size
 * npm run bench -- --only list,search --connections 16 --seconds 5
 * npm run bench -- --only mixed memory one process needs for a minute of mixed load
 * npm run bench -- --quick --only nodes the node set of compose.yaml, without and with a standby
 * npm run bench -- --data DIR keeps the data in DIR and reuses it in the next run
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    only: { type: 'string' },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string' },
    profile: { type: 'string' },
  },
})
const scale = options.quick ? 0.1 : 1
const size: Size = { equipment: 100_000 * scale, projects: 5000 * scale, spaces: 60_000 * scale, lines: 600_000 * scale }
const growth = [size.equipment / 10, size.equipment, ...(options.million ? [1_000_000] : [])]
const repoRoot = join(import.meta.dirname, '..')
const password = 'Start-12345'
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)

const children = new Set<ChildProcess>()
const log = (text: string) => console.error(text)

interface Running {
  child: ChildProcess
  port: number
  ms: number
  stop(): Promise<void>
}

async function startProduct(dataDir: string, args: string[], ipc = false): Promise<Running> {
  const since = performance.now()
  const child = spawn(process.execPath, [...heapOptions([]), ...args], {
    cwd: repoRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      ...allocator,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
  })
  children.add(child)
  let output = ''
  const port = await new Promise<number>((done, fail) => {
    child.stdout!.on('data', (chunk) => {
      output += chunk
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)
      if (found) done(Number(found[1]))
    })
    child.on('exit', (code) => fail(new Error(`The product ended with ${code}: ${output}`)))
  })
  const ms = performance.now() - since
  return {
    child,
    port,
    ms,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      children.delete(child)
    },
  }
}

const built = join('build', 'server', 'main.js')

async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password }),
  })
  return ((await answer.json()) as { token: string }).token
}

const askers = ['administrator', 'consultant', 'guest'] as const
type Asker = (typeof askers)[number]
async function signInAll(dataDir: string, port: number): Promise<Record<Asker, string>> {
  const [consultant, guest] = await onDatabase(
    dataDir,
    async (client) => [await consultantToken(client), await guestToken(client)] as const,
  )
  return { administrator: await signIn(port), consultant, guest }
}

async function onDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(findRunningDatabase(dataDir)!.poolConfig)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Matches statements that are not part of the response: session lookup, recent-access tracking, and notifications to other nodes. */
const isAside = ({ text, name }: Statement) => name === 'session' || /recent_access|last_seen_date|pg_notify|^listen |^select 1$/.test(text)

/** Numbers for rows written while recording, distinct from those of the load test. */
let recordedNumber = 90_000_000

async function recordScripts(dataDir: string, product: Running, kinds: Kind[]): Promise<Scripts> {
  // Uses a high id range, so that ids of new rows are not mistaken for other numbers.
  await onDatabase(dataDir, (client) =>
    client.query(`select setval(pg_get_serial_sequence('equipments', 'id'), greatest(900000000, (select max(id) from equipments)))`),
  )
  const { administrator, guest } = await signInAll(dataDir, product.port)
  const take = async () => {
    product.child.send('take')
    const [recorded] = (await once(product.child, 'message')) as [Statement[]]
    return recorded.filter((statement) => !isAside(statement))
  }
  const sendRequest = async ({ method, path, body }: Request, token: string) => {
    const text = body && JSON.stringify(body).replaceAll('~00000000~', `~${recordedNumber++}~`)
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) },
      body: text,
    })
    const answered = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answered.slice(0, 500)}`)
  }
  const scripts: Scripts = {}
  for (const { name, requests, isExternal } of kinds) {
    const token = isExternal ? guest : administrator
    scripts[name] = []
    for (const request of requests) {
      // Totals are cached from the second request on. The recording uses the cached state, so the baseline always has that advantage.
      if (request.method === 'GET') await sendRequest(request, token)
      await take()
      await sendRequest(request, token)
      scripts[name].push(await take())
    }
  }
  return scripts
}

const formatRequest = ({ method, path, body }: Request, token?: string) => {
  const text = body ? JSON.stringify(body) : ''
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}${text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : ''}\r\n${text}`
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Returns the median over all requests of each request's best time out of six tries, in ms, which filters out machine noise. */
async function medianOfBest(port: number, token: string, requests: Request[]): Promise<number> {
  const best = requests.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 6; round++)
    for (const [at, { path }] of requests.entries()) {
      const since = performance.now()
      await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
      best[at] = Math.min(best[at]!, performance.now() - since)
    }
  return median(best)
}

function makeLoader() {
  const loader = fork(join(repoRoot, 'bench', 'load.ts'), { execArgv: ['--import', 'tsx'] })
  children.add(loader)
  const ended = once(loader, 'exit').then(() => {
    throw new Error('The one who asks has ended, perhaps because the product did.')
  })
  ended.catch(() => undefined)
  let number = 10_000_000
  return async (load: Omit<Load, 'warmMs' | 'firstNumber'>): Promise<Figures> => {
    loader.send({ ...load, warmMs: 300, firstNumber: number })
    const [figures] = (await Promise.race([once(loader, 'message'), ended])) as [Figures]
    number = figures.nextNumber
    if (Object.keys(figures.errors).length > 0) log(`  answers other than 2xx: ${JSON.stringify(figures.errors)} ${figures.example}`)
    return figures
  }
}

const fixed = (value: number, decimals = 1) => (Number.isFinite(value) ? value.toFixed(decimals) : '–')
function printTable(title: string, head: string[], rows: string[][]) {
  const widths = head.map((text, index) => Math.max(text.length, ...rows.map((row) => row[index]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, index) => (index < 1 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ')
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row))
}

const memory = (pid: number, metric: string) => {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Number(new RegExp(`^${metric}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024
}

async function main() {
  const dataDir = options.data ?? realpathSync(mkdtempSync(join(tmpdir(), 'dna-bench-')))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const load = makeLoader()
  try {
    const medians = new Map<string, number[]>()
    const measured: number[] = []
    let kinds: Kind[] = []
    for (const equipment of growth) {
      const isWhole = equipment === size.equipment
      // Data retained from an earlier run cannot shrink.
      if (!isWhole && equipment < size.equipment && existsSync(join(dataDir, 'postgres'))) continue
      log(`${equipment.toLocaleString('en-US')} pieces of equipment …`)
      let product = await startProduct(dataDir, [built])
      const part = equipment / size.equipment
      const dataSize =
        part >= 1
          ? { ...size, equipment }
          : { equipment, projects: size.projects * part, spaces: size.spaces * part, lines: size.lines * part }
      kinds = await onDatabase(dataDir, async (client) => {
        await grow(client, dataSize)
        await growPlans(client)
        await growCables(client)
        await growHours(client)
        await growPeople(client)
        return makeKinds(client)
      })
      const everyKind = kinds
      if (options.only) kinds = kinds.filter(({ name }) => options.only!.split(',').includes(name))
      const reads = kinds.filter(({ requests }) => requests[0]!.method === 'GET')
      const tokens = await signInAll(dataDir, product.port)
      measured.push(equipment)
      for (const { name, requests, isExternal } of reads) {
        const token = isExternal ? tokens.guest : tokens.administrator
        medians.set(name, [...(medians.get(name) ?? []), await medianOfBest(product.port, token, requests)])
      }
      await product.stop()
      if (!isWhole && !options.million) continue

      log('Recording the statements …')
      product = await startProduct(dataDir, ['--import', join(repoRoot, 'bench', 'record-statements.mjs'), built], true)
      const scripts = await recordScripts(dataDir, product, kinds)
      await product.stop()
      product = await startProduct(dataDir, [...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []), built])
      const floor = await startFloor('floor.ts', dataDir, scripts)
      const bare = await startFloor('bare.ts', dataDir)
      await expectSameAnswers(kinds, product, bare.port)
      const [productPid, productPort] = [product.child.pid!, product.port]
      const tokensNow = await signInAll(dataDir, productPort)
      const targets: Target[] = [
        ...askers.map((asker): Target => ({ name: 'product', pid: productPid, port: productPort, token: tokensNow[asker], asker })),
        { name: 'floor', pid: floor.pid, port: floor.port, path: (kind, variant) => `/${kind}/${variant}` },
        { name: 'bare', pid: bare.pid, port: bare.port },
      ]
      await compareTargets(kinds, targets, dataDir, load, `${equipment.toLocaleString('en-US')} pieces of equipment`)
      if (!isWhole) {
        for (const item of [floor, bare]) item.floor.kill()
        await product.stop()
        continue
      }
      if (!options.only || options.only.split(',').includes('scroll')) {
        const room = await onDatabase(dataDir, largeRoom)
        const pages = await measurePages(product.port, await signIn(product.port), room)
        const formatTimes = ({ median, p95 }: { median: number; p95: number }) => `${fixed(median)} ms (p95 ${fixed(p95)})`
        const frames = ({ steady, leaps }: NonNullable<typeof pages>['inventory']) =>
          `${formatTimes(steady)}, in leaps ${formatTimes(leaps)}`
        console.log(
          pages
            ? `\nA frame while the table of equipment scrolls: ${frames(pages.inventory)}; aim: under 20 ms` +
                `\nA frame while 5,000 lines of a project scroll: ${frames(pages.lines)}; aim: under 20 ms` +
                `\nA room of 300 lines, from the click until it is painted: ${formatTimes(pages.room)}; aim: under 200 ms`
            : '\nNo browser: nothing scrolls.',
        )
      }
      if (!options.only || options.only.split(',').includes('approvals')) {
        const { port } = product
        const token = await signIn(port)
        await onDatabase(dataDir, (client) => measureApprovals(client, { port, token }))
      }
      const pid = product.child.pid!
      if (!options.only || options.only.split(',').includes('sheets'))
        await measureSheets({ port: product.port, token: await signIn(product.port), pid })
      if (!options.only || options.only.split(',').includes('mixed')) {
        const token = await signIn(product.port)
        await measureMixed(everyKind, { pid, port: product.port, textOf: (request) => formatRequest(request, token), load })
      }
      if (options.only?.split(',').includes('nodes')) await measureNodes(seconds, processorMs)
      console.log(
        `\nMemory of the product's process after the run: ${fixed(memory(pid, 'VmRSS'), 0)} MB now, ${fixed(memory(pid, 'VmHWM'), 0)} MB at most; aim: under 200 MB`,
      )
      for (const item of [floor, bare]) item.floor.kill()
      await product.stop()

      const starts: number[] = []
      for (let i = 0; i < 3; i++) {
        const started = await startProduct(dataDir, [join('scripts', 'start.mjs')])
        starts.push(started.ms)
        await started.stop()
      }
      console.log(
        `Start with nothing to build, until it listens: ${starts.map((ms) => `${fixed(ms / 1000, 2)} s`).join(', ')}; aim: under 5 s`,
      )
    }
    printTable(
      'Growth: median over the requests of the best of six, one connection, ms; aim: at most twofold',
      ['kind', ...measured.map((rows) => rows.toLocaleString('en-US')), 'times'],
      [...medians].map(([name, values]) => [name, ...values.map((value) => fixed(value, 2)), fixed(values.at(-1)! / values[0]!, 2)]),
    )
  } finally {
    for (const child of children) child.kill('SIGTERM')
    if (!options.data) rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}

async function startFloor(file: string, dataDir: string, scripts?: Scripts) {
  const floor = fork(join(repoRoot, 'bench', file), { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } })
  children.add(floor)
  floor.send({ scripts, poolConfig: findRunningDatabase(dataDir)!.poolConfig })
  const [port] = (await once(floor, 'message')) as [number]
  return { floor, port, pid: floor.pid! }
}

const numbersAt = (answer: object, keys: string[]) =>
  Object.fromEntries(Object.entries(answer).filter(([key, value]) => keys.includes(key) && typeof value === 'number'))

/** Verifies that the bare server returns the same rows in the same order; otherwise the comparison is invalid. */
async function expectSameAnswers(kinds: Kind[], product: Running, barePort: number) {
  const token = await signIn(product.port)
  for (const { name, bareAim, requests } of kinds)
    for (const { method, path } of bareAim !== undefined && requests[0]!.method === 'GET' ? requests : []) {
      const [ours, bare] = await Promise.all(
        [product.port, barePort].map(async (port) =>
          (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).json(),
        ),
      )
      const summarize = (answer: { items?: { id: number }[]; total?: number; rows?: object[] }) =>
        // For a single row, compare every number the baseline returns.
        'rows' in answer ? answer : answer.items ? [answer.total, answer.items.map(({ id }) => id)] : numbersAt(answer, Object.keys(bare))
      if (!isDeepStrictEqual(summarize(ours), summarize(bare))) log(`  ${name} ${path}: the bare floor answers other rows`)
    }
}

function processorMs(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const text = readFileSync(file, 'utf8')
  const parts = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(parts[11]) + Number(parts[12])) * 10
}
function databaseMs(dataDir: string): number {
  const master = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const own = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ').map(Number)
  // Processor time of a connection that has ended is counted in its parent.
  const parts = readFileSync(`/proc/${master}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return own.reduce((sum, pid) => sum + processorMs(pid), (Number(parts[13]) + Number(parts[14])) * 10)
}

interface Target {
  name: 'product' | 'floor' | 'bare'
  pid: number
  port: number
  token?: string
  asker?: Asker
  path?(kind: string, variant: number): string
}

/** False if the role of the consultant forbids this kind. Any other error is a mistake in the benchmark. */
async function mayAsk({ requests: [request] }: Kind, { port, token }: Target): Promise<boolean> {
  const { method, path, body } = request!
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body).replaceAll('~00000000~', `~${recordedNumber++}~`),
  })
  if (!answer.ok && answer.status !== 403) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.ok
}

async function askersOf(kind: Kind, targets: Target[]): Promise<Target[]> {
  if (kind.isExternal) return targets.filter(({ asker }) => asker === 'guest')
  const [administrator, consultant] = (['administrator', 'consultant'] as const).map((name) => targets.find(({ asker }) => asker === name)!)
  return (await mayAsk(kind, consultant!)) ? [administrator!, consultant!] : [administrator!]
}

async function compareTargets(kinds: Kind[], targets: Target[], dataDir: string, load: ReturnType<typeof makeLoader>, amount: string) {
  const rows: string[][] = []
  for (const kind of kinds) {
    const { name, aim, bareAim, requests } = kind
    const products = await askersOf(kind, targets)
    const asking = [
      ...products,
      ...targets.filter((target) => target.name === 'floor' || (target.name === 'bare' && bareAim !== undefined)),
    ]
    for (const connections of options.connections.split(',').map(Number)) {
      const figures = asking.map((): Figures[] => [])
      const cost = asking.map(() => ({ server: 0, database: 0, asked: 0 }))
      for (let round = 0; round < rounds; round++)
        for (const [at, { pid, port, token, path }] of asking.entries()) {
          const texts = requests.map((request, variant) => formatRequest(path ? { ...request, path: path(name, variant) } : request, token))
          const before = { server: processorMs(pid), database: databaseMs(dataDir) }
          const some = await load({ port, requests: texts, connections, ms: (seconds * 1000) / rounds })
          cost[at]!.server += processorMs(pid) - before.server
          cost[at]!.database += databaseMs(dataDir) - before.database
          cost[at]!.asked += some.requestedAt
          figures[at]!.push(some)
        }
      const medianOf = (at: number, metric: 'perSecond' | 'p50' | 'p95') =>
        figures[at] ? median(figures[at].map((figure) => figure[metric])) : Number.NaN
      const [slowest, other] = products.map((_, at) => at).sort((a, b) => medianOf(a, 'perSecond') - medianOf(b, 'perSecond'))
      const [floor, bare] = [asking.findIndex((target) => target.name === 'floor'), asking.findIndex((target) => target.name === 'bare')]
      const ratio = (at: number) =>
        figures[at] ? median(figures[slowest!]!.map(({ perSecond }, round) => perSecond / figures[at]![round]!.perSecond)) : Number.NaN
      const costOf = (at: number) => {
        const item = cost[at]
        return item ? `${fixed(item.server / item.asked, 2)} + ${fixed(item.database / item.asked, 2)}` : '–'
      }
      rows.push([
        name,
        String(connections),
        asking[slowest!]!.asker!,
        fixed(medianOf(slowest!, 'perSecond'), 0),
        other === undefined ? '–' : fixed(medianOf(other, 'perSecond'), 0),
        fixed(medianOf(floor, 'perSecond'), 0),
        fixed(medianOf(bare, 'perSecond'), 0),
        `${fixed(ratio(floor), 2)} (${fixed(aim, 1)})`,
        `${fixed(ratio(bare), 2)} (${fixed(bareAim ?? Number.NaN, 2)})`,
        ...[slowest!, floor].flatMap((at) => [fixed(medianOf(at, 'p50')), fixed(medianOf(at, 'p95'))]),
        costOf(slowest!),
        other === undefined ? '–' : costOf(other),
        costOf(bare),
      ])
      log(`  ${rows.at(-1)!.join('  ')}`)
    }
  }
  printTable(
    `Requests per second by turns, ${amount}: the product for the slower of its askers, the floor that runs its statements, the bare floor with its own (${availableParallelism()} processors; times in ms, processor ms per request of server + PostgreSQL)`,
    [
      ...['kind', 'connections', 'slower asker', 'product', 'other asker', 'floor', 'bare', 'to floor (aim)', 'to bare (aim)'],
      ...['p50', 'p95', 'floor p50', 'p95', 'product costs', 'other costs', 'bare costs'],
    ],
    rows,
  )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(1)
  })
await main()
process.exit(0)
