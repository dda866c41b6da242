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

const house = await startApp()
const cluster = inject('cluster')
const folder = mkdtempSync(join(tmpdir(), 'dna-backup-'))
const file = join(folder, 'backup.tar')
const made: string[] = []

async function ask<T = Record<string, any>>(url: string, text: string): Promise<T[]> {
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
  await ask(cluster, `create database ${name}`)
  made.push(name)
  return databaseUrl(cluster, name)
}
onCleanup(async () => {
  for (const name of made) await ask(cluster, `drop database if exists ${name} with (force)`)
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

async function contentOf(url: string): Promise<Record<string, unknown>> {
  const tables = await ask(
    url,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'drizzle') and tablename <> 'search_definitions' order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables)
    content[name] = (await ask(url, `select t::text as row from ${name} t order by 1`))
      .map(({ row }) => row)
      .filter((row) => !row.startsWith('("database program"'))
  content.sequences = await ask(url, `select schemaname, sequencename, last_value::text from pg_sequences order by 1, 2`)
  content.keys = await ask(
    url,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint where conname not like 'search_definitions%' order by 1, 2`,
  )
  return content
}
const databaseOf = async () => {
  const [{ name }] = (await house.sql('select current_database() as name')) as [{ name: string }]
  return databaseUrl(cluster, name)
}

describe('a back-up', () => {
  it('holds every table and file, and a product goes on with what is restored from it', async () => {
    const texts = ['plain', `it's "quoted", (in) \\\\ brackets`, 'Zeile\nzwei,\t3', 'ähm 👩‍👩‍👧', '{null}', 'NULL', '\\N', '()', '""']
    const names: string[] = []
    for (const notes of texts) {
      const { name } = await createRow(house, '/api/signalTypes', { name: uniqueName('Odd'), abbreviation: uniqueName('S'), notes })
      names.push(name)
    }
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo "x".png')
    const upload = await house.admin('POST', '/api/files', form)
    expect(upload.status).toBe(201)
    const { body: task } = await house.admin('GET', '/api/signalTypes/Export')
    await waitForFile(house.admin, task.id)
    const before = await contentOf(await databaseOf())
    expect(Object.keys(filesIn(house.dataDir)).length).toBe(2)

    const written = await writeBackup({ connectionString: await databaseOf() }, store(house.dataDir), file)
    expect(written.files).toBe(2)
    const url = await emptyDatabase()
    const target = join(folder, 'restored')
    expect(await restoreBackup({ connectionString: url }, store(target), file)).toEqual(written)

    const after = await contentOf(url)
    for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]])
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(filesIn(target)).toEqual(filesIn(house.dataDir))

    const product = await startProduct(settingsFor(url, target))
    try {
      const headers = { authorization: `Bearer ${house.admin.token}` }
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
      expect((await ask(url, `select search_text from signal_types where name = 'After the restore'`))[0]!.search_text).toMatch(
        'after the restore',
      )
    } finally {
      await product.stop()
    }
  })

  it('that is cut or changed anywhere is refused and leaves nothing', async () => {
    const whole = readFileSync(file)
    const url = await emptyDatabase()
    const target = join(folder, 'never')
    const bad = join(folder, 'bad.tar')
    const refused = async (data: Buffer) => {
      writeFileSync(bad, data)
      await expect(restoreBackup({ connectionString: url }, store(target), bad)).rejects.toThrow(/back-up/)
    }
    for (const part of [0, 1, 511, 512, 5000, whole.length / 2, whole.length - 1024, whole.length - 512, whole.length - 1])
      await refused(whole.subarray(0, Math.floor(part)))
    await refused(Buffer.concat([whole, Buffer.alloc(512)]))
    for (let i = 0; i < 60; i++) {
      const changed = Buffer.from(whole)
      const at = Math.floor(((i + 0.5) / 60) * whole.length)
      changed[at] = changed[at]! ^ (1 << (i % 8))
      await refused(changed)
    }
    expect(await ask(url, `select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([
      { tables: 0 },
    ])
    expect(filesIn(target)).toEqual({})
  })

  it('that cannot be restored to its end leaves nothing either', async () => {
    const url = await emptyDatabase()
    const target = join(folder, 'full')
    const whole = store(target)
    let puts = 0
    const full = {
      ...whole,
      put: (...given: Parameters<typeof whole.put>) => (++puts > 1 ? Promise.reject(new Error('no room')) : whole.put(...given)),
    }
    await expect(restoreBackup({ connectionString: url }, full, file)).rejects.toThrow('no room')
    expect(await ask(url, `select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([
      { tables: 0 },
    ])
    expect(filesIn(target)).toEqual({})
  })

  it('is restored only where nothing is, and not over another file', async () => {
    const connectionString = await databaseOf()
    const before = await contentOf(connectionString)
    await expect(restoreBackup({ connectionString }, store(join(folder, 'other')), file)).rejects.toThrow('The database is not empty')
    await expect(restoreBackup({ connectionString: await emptyDatabase() }, store(house.dataDir), file)).rejects.toThrow(
      'files is not empty',
    )
    expect(await contentOf(connectionString)).toEqual(before)
    expect(() => writeBackup({ connectionString }, store(house.dataDir), file)).toThrow('already exists')
  })
})

describe('the commands', () => {
  it('back up a running product and restore it into another folder', async () => {
    const from = newFolder()
    const to = newFolder()
    const command = (...words: string[]) => ['--import', 'tsx', join('src', 'server', 'main.ts'), ...words]
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
      const taken = join(folder, 'running.tar')
      const backedUp = await runToEnd({ DATA_DIR: from }, command('backup', taken))
      expect([backedUp.code, backedUp.output]).toEqual([0, expect.stringMatching(/holds \d[\d,]* rows of \d+ tables/)])
      expect((await product.end('SIGTERM')).code).toBe(0)

      const refused = await runToEnd({ DATA_DIR: from }, command('restore', taken))
      expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/is not empty/)])
      const missing = await runToEnd({ DATA_DIR: to }, command('restore', join(folder, 'nowhere.tar')))
      expect([missing.code, readdirSync(to)]).toEqual([1, []])
      const restored = await runToEnd({ DATA_DIR: to }, command('restore', taken))
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
