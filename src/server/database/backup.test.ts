import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../test/kit/database.ts'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { cleanUp, newFolder, runToEnd, startProcess } from '../../../test/kit/process.ts'
import { administrator, settingsFor } from '../../../test/kit/settings.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { startProduct } from '../product.ts'
import { localFileStore } from '../tools/file-store.ts'
import { restoreBackup, writeBackup } from './backup.ts'

const app = await startApp()
const cluster = inject('cluster')
const folder = mkdtempSync(join(tmpdir(), 'dna-backup-'))
const file = join(folder, 'backup.tar')
const created: string[] = []

async function queryDatabase<T = Record<string, any>>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `r${randomBytes(6).toString('hex')}`
  await queryDatabase(cluster, `create database ${name}`)
  created.push(name)
  return databaseUrl(cluster, name)
}
onCleanup(async () => {
  for (const name of created) await queryDatabase(cluster, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

const store = (path: string) => localFileStore(join(path, 'files'))
const filesIn = (path: string): Record<string, string> => {
  const root = join(path, 'files')
  try {
    return Object.fromEntries(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(root, name)).isFile())
        .map((name): [string, string] => [name, readFileSync(join(root, name)).toString('base64')])
        .sort(),
    )
  } catch {
    return {}
  }
}

async function readContent(url: string): Promise<Record<string, unknown>> {
  const tables = await queryDatabase(
    url,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'drizzle') and tablename <> 'search_definitions' order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables)
    content[name] = (await queryDatabase(url, `select t::text as row from ${name} t order by 1`))
      .map(({ row }) => row)
      .filter((row) => !row.startsWith('("database program"'))
  content.sequences = await queryDatabase(url, `select schemaname, sequencename, last_value::text from pg_sequences order by 1, 2`)
  content.keys = await queryDatabase(
    url,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint where conname not like 'search_definitions%' order by 1, 2`,
  )
  return content
}
const testDatabaseUrl = async () => {
  const [{ name }] = (await app.sql('select current_database() as name')) as [{ name: string }]
  return databaseUrl(cluster, name)
}

describe('backup archive', () => {
  it('contains every table and file, and the app runs on a restored copy', async () => {
    const texts = ['plain', `it's "quoted", (in) \\\\ brackets`, 'Zeile\nzwei,\t3', 'ähm 👩‍👩‍👧', '{null}', 'NULL', '\\N', '()', '""']
    const names: string[] = []
    for (const notes of texts) {
      const { name } = await createRow(app, '/api/signalTypes', { name: uniqueName('Odd'), abbreviation: uniqueName('S'), notes })
      names.push(name)
    }
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo "x".png')
    const upload = await app.admin('POST', '/api/files', form)
    expect(upload.status).toBe(201)
    const { body: task } = await app.admin('GET', '/api/signalTypes/Export')
    await waitForFile(app.admin, task.id)
    const before = await readContent(await testDatabaseUrl())
    expect(Object.keys(filesIn(app.dataDir)).length).toBe(2)

    const written = await writeBackup({ connectionString: await testDatabaseUrl() }, store(app.dataDir), file)
    expect(written.files).toBe(2)
    const url = await emptyDatabase()
    const target = join(folder, 'restored')
    expect(await restoreBackup({ connectionString: url }, store(target), file)).toEqual(written)

    const after = await readContent(url)
    for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]])
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(filesIn(target)).toEqual(filesIn(app.dataDir))

    const product = await startProduct(settingsFor(url, target))
    try {
      const headers = { authorization: `Bearer ${app.admin.token}` }
      const list = await (
        await fetch(`${product.url}/api/signalTypes?itemsPerPage=200&search=${encodeURIComponent(names[1]!)}`, { headers })
      ).json()
      expect(list.items.map((item: { name: string }) => item.name)).toContain(names[1])
      const download = await (await fetch(`${product.url}/api/DownloadCenter/${task.id}`, { headers })).json()
      expect((await fetch(product.url + download.url)).status).toBe(200)
      const next = await fetch(`${product.url}/api/signalTypes`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'After the restore', abbreviation: 'ATR' }),
      })
      expect(next.status).toBe(201)
      expect((await queryDatabase(url, `select search_text from signal_types where name = 'After the restore'`))[0]!.search_text).toMatch(
        'after the restore',
      )
    } finally {
      await product.stop()
    }
  })

  it('is rejected when truncated or changed, and leaves no data', async () => {
    const fullArchive = readFileSync(file)
    const url = await emptyDatabase()
    const target = join(folder, 'never')
    const bad = join(folder, 'bad.tar')
    const refused = async (data: Buffer) => {
      writeFileSync(bad, data)
      await expect(restoreBackup({ connectionString: url }, store(target), bad)).rejects.toThrow(/back-up/)
    }
    for (const part of [
      0,
      1,
      511,
      512,
      5000,
      fullArchive.length / 2,
      fullArchive.length - 1024,
      fullArchive.length - 512,
      fullArchive.length - 1,
    ])
      await refused(fullArchive.subarray(0, Math.floor(part)))
    await refused(Buffer.concat([fullArchive, Buffer.alloc(512)]))
    for (let i = 0; i < 60; i++) {
      const changed = Buffer.from(fullArchive)
      const at = Math.floor(((i + 0.5) / 60) * fullArchive.length)
      changed[at] = changed[at]! ^ (1 << (i % 8))
      await refused(changed)
    }
    expect(await queryDatabase(url, `select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([
      { tables: 0 },
    ])
    expect(filesIn(target)).toEqual({})
  })

  it('leaves no data when the restore fails midway', async () => {
    const url = await emptyDatabase()
    const target = join(folder, 'full')
    const fullStore = store(target)
    let puts = 0
    const full = {
      ...fullStore,
      put: (...args: Parameters<typeof fullStore.put>) => (++puts > 1 ? Promise.reject(new Error('no room')) : fullStore.put(...args)),
    }
    await expect(restoreBackup({ connectionString: url }, full, file)).rejects.toThrow('no room')
    expect(await queryDatabase(url, `select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([
      { tables: 0 },
    ])
    expect(filesIn(target)).toEqual({})
  })

  it('is restored only into an empty target, and does not overwrite a file', async () => {
    const connectionString = await testDatabaseUrl()
    const before = await readContent(connectionString)
    await expect(restoreBackup({ connectionString }, store(join(folder, 'other')), file)).rejects.toThrow('The database is not empty')
    await expect(restoreBackup({ connectionString: await emptyDatabase() }, store(app.dataDir), file)).rejects.toThrow('files is not empty')
    expect(await readContent(connectionString)).toEqual(before)
    expect(() => writeBackup({ connectionString }, store(app.dataDir), file)).toThrow('already exists')
  })
})

describe('commands', () => {
  it('back up a running app and restore it into another folder', async () => {
    const from = newFolder()
    const to = newFolder()
    const command = (...args: string[]) => ['--import', 'tsx', join('src', 'server', 'main.ts'), ...args]
    const signIn = async (url: string) => {
      const answer = await fetch(`${url}/api/account/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(administrator),
      })
      return { authorization: `Bearer ${(await answer.json()).token}`, 'content-type': 'application/json' }
    }
    try {
      const product = await startProcess({ DATA_DIR: from })
      const headers = await signIn(product.url)
      const body = JSON.stringify({ name: 'Kept', abbreviation: 'K' })
      expect((await fetch(`${product.url}/api/signalTypes`, { method: 'POST', headers, body })).status).toBe(201)
      const backupFile = join(folder, 'running.tar')
      const backedUp = await runToEnd({ DATA_DIR: from }, command('backup', backupFile))
      expect([backedUp.code, backedUp.output]).toEqual([0, expect.stringMatching(/holds \d[\d,]* rows of \d+ tables/)])
      expect((await product.end('SIGTERM')).code).toBe(0)

      const refused = await runToEnd({ DATA_DIR: from }, command('restore', backupFile))
      expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/is not empty/)])
      const missing = await runToEnd({ DATA_DIR: to }, command('restore', join(folder, 'nowhere.tar')))
      expect([missing.code, readdirSync(to)]).toEqual([1, []])
      const restored = await runToEnd({ DATA_DIR: to }, command('restore', backupFile))
      expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/^Restored /)])

      const again = await startProcess({ DATA_DIR: to })
      const list = await (await fetch(`${again.url}/api/signalTypes?search=Kept`, { headers: await signIn(again.url) })).json()
      expect(list.items.map((item: { name: string }) => item.name)).toEqual(['Kept'])
      expect((await again.end('SIGTERM')).code).toBe(0)
    } finally {
      await cleanUp(from)
      await cleanUp(to)
    }
  })
})
