import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { runRestore } from '../src/server/database/backup.ts'
import { startProduct } from '../src/server/product.ts'
import type { Settings } from '../src/server/settings.ts'
import { onCleanup } from './kit/cleanup.ts'
import { databaseUrl, templateDatabase } from './kit/database.ts'
import { accountForChanges } from './kit/old-databases/changes.ts'
import { type Row, signedIn } from './kit/old-databases/client.ts'
import { findLosses, type Measures, measured, readSchema } from './kit/old-databases/measure.ts'
import { contradictions, lasting, listReadCalls, readTotal, requestEach } from './kit/old-databases/responses.ts'
import { cleanUp, newFolder, startProcess } from './kit/process.ts'
import { administrator, settingsFor } from './kit/settings.ts'
import { timeoutMs } from './kit/timeouts.ts'

/**
 * Databases of past versions. Their contents must survive every later migration, and their schema must end up like a new one. Intentional
 * changes are listed in `kit/old-databases/changes.ts`.
 */
const fixtures = join(import.meta.dirname, 'fixtures', 'databases')
const versions = readdirSync(fixtures)
  .filter((name) => name.endsWith('.tar'))
  .map((name) => name.slice(0, -'.tar'.length))

const cluster = inject('cluster')
const folders: string[] = []
const databases: string[] = []
onCleanup(async () => {
  for (const folder of folders) await cleanUp(folder)
  for (const name of databases) await inDatabase(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
})

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
async function copyDatabase(name = 'template0') {
  const copy = `o${randomBytes(6).toString('hex')}`
  await inDatabase(cluster, (client) => client.query(`create database ${copy} template ${name}`))
  databases.push(copy)
  return { name: copy, url: databaseUrl(cluster, copy) }
}
const emptyFolder = () => {
  const folder = newFolder()
  folders.push(folder)
  return join(folder, 'data')
}
const measuredAt = (url: string) => inDatabase(url, measured)

async function withProduct<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const product = await startProduct(settings)
  try {
    return await work()
  } finally {
    await product.stop()
  }
}
/** Uses a separate process for requests, because cached state of one database must not leak into responses about another. */
async function withProcess<T>(environment: Record<string, string>, work: (url: string) => Promise<T>): Promise<T> {
  const product = await startProcess(environment, [], 75_000)
  const done = await work(product.url)
  expect((await product.end('SIGTERM')).code).toBe(0)
  return done
}

/** Tables that startup may extend with new settings and secrets. */
const toppedUp = ['app_settings', 'secrets']
const withoutToppedUp = (then: Measures, now: Measures): Measures =>
  Object.fromEntries(
    Object.entries(then).filter(([table, { rows }]) => !(toppedUp.includes(table) && now[table]! && now[table].rows >= rows)),
  )
const isComparedLine = (line: string) => !/^column \w+\.search_text /.test(line)

function differences(item: string[], other: string[]): string[] {
  const beyond = (some: string[], known: Set<string>, prefix: string) =>
    some.filter((line) => !known.has(line)).map((line) => `${prefix} ${line}`)
  return [...beyond(item, new Set(other), '+'), ...beyond(other, new Set(item), '-')]
}
const fresh = copyDatabase(templateDatabase).then(({ url }) => inDatabase(url, readSchema))

it('has fixtures of old databases', () => expect(versions).toContain('2.47.0'))

describe.each(versions)('database of version %s', (version) => {
  const noted: Row = JSON.parse(readFileSync(join(fixtures, `${version}.json`), 'utf8'))
  const { left, idle } = accountForChanges(version)

  let before: Measures
  let updated: ReturnType<typeof bringUpToDate>
  let inPlace: ReturnType<typeof updateInPlace>
  beforeAll(async () => {
    const dataDir = emptyFolder()
    const { name, url } = await copyDatabase()
    await runRestore(settingsFor(url, dataDir), join(fixtures, `${version}.tar`))
    before = await measuredAt(url)
    const copy = await copyDatabase(name)
    const files = emptyFolder()
    cpSync(join(dataDir, 'files'), join(files, 'files'), { recursive: true })
    updated = bringUpToDate(url, dataDir)
    inPlace = updateInPlace(copy.url, files)
    // The tests await the promises one after the other.
    for (const promise of [updated, inPlace]) promise.catch(() => undefined)
  })

  async function bringUpToDate(url: string, dataDir: string) {
    const first = await withProcess({ DATABASE_URL: url, DATA_DIR: dataDir, ROLE: 'web', APP_ENV: 'TEST' }, async (at) => {
      const [after, schema] = [await measuredAt(url), await inDatabase(url, readSchema)]
      const admin = await signedIn(at, administrator)
      const { lists } = listReadCalls(await admin.get('/openapi.json'), [{}])
      const totals = await requestEach([...new Set([...Object.keys(noted.lists), ...lists])], (path) => readTotal(admin, path))
      const answers = await requestEach(Object.keys(noted.answers), (path) => admin.ask('GET', path))
      return { after, schema, totals, answers, file: await fileOf(at, answers) }
    })
    const ended = await measuredAt(url)
    const again = await withProduct(settingsFor(url, dataDir, { role: 'web' }), () => measuredAt(url))
    return { ...first, ended, again, url }
  }

  async function fileOf(at: string, answers: Map<string, Row>) {
    const [, { body: task }] = [...answers].find(([path]) => path.startsWith('/DownloadCenter/'))!
    const answer = await fetch(at + task.url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return [answer.status, bytes.toString('latin1', 0, 2), bytes.length === task.size]
  }

  /**
   * Restores the database exactly as it was at the update: with the functions, triggers and indexes of its version and with queued jobs.
   */
  async function updateInPlace(url: string, dataDir: string) {
    const queryDatabase = (text: string) => inDatabase(url, async (client) => (await client.query(text)).rows)
    await queryDatabase(readFileSync(join(fixtures, `${version}.sql`), 'utf8'))
    const waiting = await queryDatabase('select name from jobs')
    return withProduct(settingsFor(url, dataDir), async () => {
      const [after, schema] = [await measuredAt(url), await inDatabase(url, readSchema)]
      await expect.poll(() => queryDatabase('select name, last_error from jobs'), { timeout: timeoutMs(75_000) }).toEqual([])
      const unmade = await queryDatabase('select * from download_tasks where status not in (2, 3) and not is_deleted')
      return { after, schema, waiting, unmade }
    })
  }

  it('is restored with every table and row of its version', () => {
    const counted = Object.fromEntries(Object.entries(before).map(([table, { rows }]) => [table, rows]))
    const { search_definitions: madeAtStart, ...tables } = noted.tables
    // The first start stores the hash of the installed program there.
    expect(counted).toEqual({ ...tables, secrets: tables.secrets - 1 })
    expect(Object.entries(counted).filter(([, rows]) => rows === 0)).toEqual([])
  })

  it('keeps every row and value when migrated', async () => {
    const { after } = await updated
    expect(left(findLosses(withoutToppedUp(before, after), after).filter(isComparedLine))).toEqual([])
  })

  it('lets the administrator sign in and returns the same lists', async () => {
    const { totals } = await updated
    const lines = [...totals].flatMap(([path, now]) => {
      const then: number | undefined = noted.lists[path]
      if (typeof now === 'string') return [`list ${path} answers ${now}`]
      if (now === then || then === undefined || (path.startsWith('/appSettings') && now > then)) return []
      return [`list ${path} has ${now} rows instead of ${then}`]
    })
    expect(left(lines)).toEqual([])
    expect(Object.values<number>(noted.lists).filter((total) => total > 0).length).toBeGreaterThan(100)
  })

  it('returns the same responses, including sums, and opens a file', async () => {
    const { answers, file } = await updated
    const lines = [...answers].flatMap(([path, { status, body }]) =>
      status === 200 ? contradictions(noted.answers[path], lasting(body), `answer ${path}`) : [`answer ${path} is ${status}`],
    )
    expect(left(lines)).toEqual([])
    expect(answers.size).toBeGreaterThan(50)
    expect(file).toEqual([200, 'PK', true])
  })

  it('is unchanged by a further start', async () => {
    const { ended, again } = await updated
    expect(again).toEqual(ended)
  })

  it('matches the schema of a new one', async () => {
    expect(differences((await updated).schema, await fresh)).toEqual([])
  })

  it('is the same after an in-place update, and completes queued jobs', async () => {
    const { after, schema, waiting, unmade } = await inPlace
    expect(differences(schema, await fresh)).toEqual([])
    const atWork = Object.fromEntries(Object.entries(before).filter(([table]) => !['jobs', 'download_tasks', 'files'].includes(table)))
    expect(left(findLosses(withoutToppedUp(atWork, after), after).filter(isComparedLine))).toEqual([])
    expect(waiting.length).toBeGreaterThan(3)
    expect(unmade).toEqual([])
  })

  it('uses every listed exception', () => expect(idle()).toEqual([]))

  it('detects lost and leftover objects', async () => {
    const { url, again } = await updated
    await inDatabase(url, async (client) => {
      await client.query('update projects set total_msrp_price = total_msrp_price + 1 where id = (select max(id) from projects)')
      await client.query('delete from saved_view_groups where access_group_id = (select max(access_group_id) from saved_view_groups)')
      await client.query('create function left_behind() returns int language sql as $f$ select 1 $f$')
      await client.query('alter table projects alter is_deleted drop default')
    })
    const [now, schema] = [await measuredAt(url), await inDatabase(url, readSchema)]
    expect(findLosses(again, now)).toEqual([
      expect.stringMatching(/^column projects.total_msrp_price has other values/),
      expect.stringMatching(/^table saved_view_groups has \d rows instead of \d/),
    ])
    expect(differences(schema, (await updated).schema).map((line) => line.slice(0, 29))).toEqual([
      '+ column projects.is_deleted ',
      '+ function CREATE OR REPLACE ',
      '- column projects.is_deleted ',
    ])
  })
})

describe('comparison', () => {
  it('ignores additions and reports every other difference', () => {
    const then = { name: 'a', list: [{ sum: 1 }, null], none: null }
    expect(contradictions(then, { ...then, more: 1, list: [{ sum: 1, more: 2 }, null] }, 'it')).toEqual([])
    expect(contradictions(then, { name: 'b', list: [{ sum: 1.5 }, null] }, 'it')).toEqual([
      'it name: "a" is "b"',
      'it list 0 sum: 1 is 1.5',
      'it none: null is undefined',
    ])
    expect(contradictions(then, { ...then, list: [] }, 'it')).toEqual(['it list: 2 are 0'])
  })

  it('skips explained differences, and reports explanations without one', () => {
    const item = { upTo: '2.9.0', accountsFor: /^column a\.b is gone$/, why: '0009 moves it' }
    const lines = ['column a.b is gone', 'table c is gone']
    const { left, idle } = accountForChanges('2.8.1', [item])
    expect(idle()).toEqual(['0009 moves it'])
    expect(left(lines)).toEqual(['table c is gone'])
    expect(idle()).toEqual([])
    expect(accountForChanges('2.10.0', [item]).left(lines)).toEqual(lines)
  })
})
