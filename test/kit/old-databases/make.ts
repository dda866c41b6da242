// Creates a fixture from a database with every kind of row at the current commit: node --import tsx test/kit/old-databases/make.ts
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningDatabase } from '../../../src/server/database/bundled.ts'
import { cleanUp, newFolder, type RunningApp, runToEnd, startProcess } from '../process.ts'
import { administrator } from '../settings.ts'
import { makeCatalog, makeChangeSets } from './catalog.ts'
import { type Asking, type Row, signedIn } from './client.ts'
import { findDataGaps } from './gaps.ts'
import { measured, readDatabaseProgram } from './measure.ts'
import { makePeople, makeSettings } from './people.ts'
import { lasting, listReadCalls, readTotal, requestEach } from './responses.ts'
import { askForFiles, leaveInFlight } from './rest.ts'
import { createRowMaker, type Ids } from './row-maker.ts'
import { makeWork } from './work.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const fixtures = join(root, 'test', 'fixtures', 'databases')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const log = (message: string) => console.log(`${process.uptime().toFixed(0).padStart(4)} s  ${message}`)
const demoWithinMs = 600_000

async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(findRunningDatabase(dataDir)!.poolConfig)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function fill({ url }: RunningApp) {
  const admin = await signedIn(url, administrator)
  const making = createRowMaker(admin, await admin.get('/openapi.json'))
  const people = await makePeople(url, admin, making)
  await makeSettings(url, admin, making, people)
  const catalog = await makeCatalog(admin, making, people)
  const { project, closed } = await makeWork(admin, making, catalog, people)
  await makeChangeSets(admin, making, catalog)
  const files = await askForFiles(url, admin, making, project)
  const own: Ids = { ...making.ids, DownloadCenter: files.good[0]!.id, filterName: 'Levels' }
  return { project, files, people, sets: [own, { projects: closed.id, projectId: closed.id }] }
}

async function largest(admin: Asking): Promise<Ids> {
  const { items } = await admin.get('/projects?itemsPerPage=100')
  const [project] = items.toSorted((a: Row, b: Row) => b.totalMsrpPrice - a.totalMsrpPrice || a.id - b.id)
  const { items: rooms } = await admin.get(`/spaces?projectId=${project.id}&itemsPerPage=100`)
  const [space] = rooms.toSorted((a: Row, b: Row) => b.totalMsrpPrice - a.totalMsrpPrice || a.id - b.id)
  return { projects: project.id, projectId: project.id, clients: project.client.id, spaces: space.id }
}

async function answersAbout({ url }: RunningApp, sets: Ids[]) {
  const admin = await signedIn(url, administrator)
  const { lists, singles } = listReadCalls(await admin.get('/openapi.json'), [...sets, await largest(admin)])
  const found: { lists: Row; answers: Row } = { lists: {}, answers: {} }
  for (const [path, total] of await requestEach(lists, (path) => readTotal(admin, path)))
    if (typeof total === 'number') found.lists[path] = total
    else log(`${path} answers ${total}`)
  for (const [path, { status, body }] of await requestEach(singles, (path) => admin.ask('GET', path)))
    if (status === 200) found.answers[path] = lasting(body)
    else log(`${path} answers ${status}`)
  return found
}

/** Writes one line per table, list and response, so that diffs are readable. */
function asText(noted: Row): string {
  const lines = (row: Row, indent: string, inner: (value: unknown) => string) =>
    `{\n${Object.entries(row)
      .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${inner(value)}`)
      .join(',\n')}\n${indent.slice(1)}}`
  const part = (value: unknown) => (typeof value === 'object' ? lines(value as Row, '  ', JSON.stringify) : JSON.stringify(value))
  return `${lines(noted, ' ', part)}\n`
}

const story = ({ version, commit, date }: Row) => `# A database of version ${version}

Made on ${date} of commit ${commit} by
\`node --import tsx test/kit/old-databases/make.ts\`: the demo firm, every kind of row it lacks by calls of the product,
killed at work, then \`npm run backup\`.

- \`${version}.tar\`: the back-up
- \`${version}.sql\`: the functions, triggers and indexes the product kept as code, which a back-up leaves out
- \`${version}.json\`: how many rows its tables and lists had, and what it answered

It is never made again: \`test/old-databases.test.ts\` brings it up to date for ever.
`

async function runCommand(dataDir: string, ...args: string[]) {
  const { code, output } = await runToEnd({ DATA_DIR: dataDir }, ['--import', 'tsx', join('src', 'server', 'main.ts'), ...args])
  if (code !== 0) throw new Error(output)
  log(output.trim())
}

async function lived(dataDir: string): Promise<Ids[]> {
  const first = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '1', ROLE: 'web' }, [], demoWithinMs)
  log('the demo is there')
  const { sets, ...filled } = await fill(first)
  await first.end('SIGTERM')
  log('so is what it lacks')
  const { url, end } = await startProcess({ DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:1' })
  const admin = await signedIn(url, administrator)
  const hub = await inDatabase(dataDir, (client) => leaveInFlight(url, admin, client, filled))
  await end('SIGKILL')
  await hub.stop()
  return sets
}

async function createOldDatabase(folder: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const fixturePath = (extension: string) => join(fixtures, `${version}.${extension}`)
  if (existsSync(fixturePath('tar'))) throw new Error(`The database of version ${version} is kept already.`)
  if (git('status', '--porcelain', 'src')) throw new Error('It is made of a commit, and src has changes that are in none.')
  const commit = git('log', '-1', '--format=%H', '--', 'src', 'package.json')
  const file = join(folder, 'backup.tar')
  const sets = await lived(join(folder, 'first'))
  await runCommand(join(folder, 'first'), 'backup', file)

  const again = join(folder, 'again')
  await runCommand(again, 'restore', file)
  const product = await startProcess({ DATA_DIR: again, ROLE: 'web' })
  const { gaps, tables, program } = await inDatabase(again, async (client) => ({
    gaps: await findDataGaps(client),
    tables: Object.fromEntries(Object.entries(await measured(client)).map(([name, { rows }]) => [name, rows])),
    program: await readDatabaseProgram(client),
  }))
  const about = await answersAbout(product, sets)
  await product.end('SIGTERM')
  if (gaps.length > 0) throw new Error(`There are kinds of rows it does not hold:\n${gaps.join('\n')}`)

  const date = new Date().toISOString().slice(0, 10)
  mkdirSync(fixtures, { recursive: true })
  writeFileSync(fixturePath('json'), asText({ version, commit, date, tables, ...about }))
  writeFileSync(fixturePath('sql'), program)
  writeFileSync(fixturePath('md'), story({ version, commit, date }))
  copyFileSync(file, fixturePath('tar'))
  log(`${fixturePath('tar')} with ${Object.keys(about.lists).length} lists and ${Object.keys(about.answers).length} answers`)
}

const folder = newFolder()
try {
  await createOldDatabase(folder)
} finally {
  for (const part of ['first', 'again', '.']) await cleanUp(join(folder, part))
}
