import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { is, onlyRow, queryRows } from '../kit/sql/row-types.ts'
import type { Settings } from '../settings.ts'
import { type FileStore, localFileStore, s3FileStore } from '../tools/file-store.ts'
import { version } from '../version.ts'
import { DamagedArchive, type Entry, readArchive, readContent, readContentPieces, writeArchive } from './backup-archive.ts'
import { findRunningDatabase, startBundledDatabase } from './bundled.ts'
import { migrationLock, migrationsFolder } from './migrate.ts'
import type { DatabaseAddress } from './pool.ts'

const rowsAtOnce = 500
const chunkLength = 4 * 1024 * 1024

interface Table {
  schema: string
  name: string
  columns: string[]
  rows: number
  chunks: string[]
}
interface Manifest {
  format: 1
  version: string
  date: string
  migrations: string[]
  tables: Table[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  files: string[]
  /** Checksum by entry name, for all entries that precede the manifest. */
  entries: Record<string, string>
}
interface Summary {
  tables: number
  rows: number
  files: number
}

/** Rebuilt from code at the next start, so it must not be restored as existing. */
const madeAtStart = 'search_definitions'
/** Required settings of sessions that read rows as text, so that the text is identical. */
export const sameText = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`
const quoteIdentifier = (name: string) => pg.escapeIdentifier(name)
export const qualified = ({ schema, name }: { schema: string; name: string }) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

export async function withClient<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, application_name: 'dna back-up' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function listTables(client: pg.Client): Promise<Omit<Table, 'rows' | 'chunks'>[]> {
  return queryRows(
    client,
    { schema: is.text, name: is.text, columns: is.texts },
    `select n.nspname as schema, c.relname as name, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle') and c.relname <> $1 group by 1, 2 order by 1, 2`,
    [madeAtStart],
  )
}

/**
 * Writes all tables from one snapshot and all stored files to one file, also while the app runs. `inspect` reads from the same snapshot.
 */
export function writeBackup(
  address: DatabaseAddress,
  files: FileStore,
  path: string,
  inspect?: (client: pg.Client) => Promise<void>,
): Promise<Summary> {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name, or remove it first.`)
  return withClient(address, (client) =>
    writeArchive(path, async (add) => {
      await client.query(`begin isolation level repeatable read read only; ${sameText}`)
      const known = await listTables(client)
      if (!known.some(({ schema }) => schema === 'drizzle'))
        throw new Error('There is nothing to back up: the product was never started here.')
      const entries: Record<string, string> = {}
      const keep = ({ name, sha256 }: Entry) => {
        entries[name] = sha256
        return name
      }
      await inspect?.(client)
      const migrations = await queryRows(client, { hash: is.text }, 'select hash from drizzle.__drizzle_migrations order by created_at, id')
      const sequences = await readSequences(client)
      const tables: Table[] = []
      for (const table of known) {
        let rows = 0
        const chunks: string[] = []
        for await (const texts of readTableRows(client, table)) {
          rows += texts.length
          const data = await promisify(gzip)(JSON.stringify(texts))
          chunks.push(keep(await add(`tables/${table.schema}/${table.name}/${chunks.length + 1}.json.gz`, data.length, data)))
        }
        tables.push({ ...table, rows, chunks })
      }
      const keys: string[] = []
      const contents = await queryRows(client, { key: is.text, size: is.number }, 'select key, size::float8 from files order by key')
      for (const { key, size } of contents) {
        const { stream } = await files.get(key)
        keep(await add(`files/${key}`, size, stream))
        keys.push(key)
      }
      await client.query('commit')
      const manifest: Manifest = {
        format: 1,
        version,
        date: new Date().toISOString(),
        migrations: migrations.map(({ hash }) => hash),
        tables,
        sequences,
        files: keys,
        entries,
      }
      const text = Buffer.from(JSON.stringify(manifest, null, 1))
      const { sha256 } = await add('manifest.json', text.length, text)
      await add('manifest.sha256', sha256.length, Buffer.from(sha256))
      return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: keys.length }
    }),
  )
}

async function* readTableRows(client: pg.Client, table: { schema: string; name: string }): AsyncGenerator<string[]> {
  await client.query(`declare backup no scroll cursor for select t::text from ${qualified(table)} t`)
  let texts: string[] = []
  let length = 0
  for (;;) {
    const rows = await queryRows(client, { t: is.text }, `fetch ${rowsAtOnce} from backup`)
    for (const { t: text } of rows) {
      texts.push(text)
      length += text.length
    }
    if (texts.length > 0 && (length >= chunkLength || rows.length === 0)) {
      yield texts
      texts = []
      length = 0
    }
    if (rows.length === 0) break
  }
  await client.query('close backup')
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const rows = await queryRows(
    client,
    { name: is.text },
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences where schemaname in ('public', 'drizzle') order by 1`,
  )
  const found: Manifest['sequences'] = []
  for (const { name } of rows) {
    const state = await queryRows(
      client,
      { value: is.text, isCalled: is.boolean },
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    found.push({ name, ...onlyRow(state) })
  }
  return found
}

/** Reads and verifies the whole file before any change. */
async function checkedManifest(handle: FileHandle): Promise<{ manifest: Manifest; entries: Map<string, Entry> }> {
  const all = await readArchive(handle)
  const [last, seal] = all.slice(-2)
  const isSealed =
    last?.name === 'manifest.json' && seal?.name === 'manifest.sha256' && (await readContent(handle, seal)).toString() === last.sha256
  if (!isSealed) throw new DamagedArchive('This is not a whole back-up of the product. Nothing was restored.')
  const manifest = JSON.parse((await readContent(handle, last)).toString('utf8')) as Manifest
  const content = all.slice(0, -2)
  const isSame =
    content.length === Object.keys(manifest.entries).length && content.every(({ name, sha256 }) => manifest.entries[name] === sha256)
  if (!isSame) throw new DamagedArchive('The back-up is damaged (a checksum differs). Nothing was restored.')
  return { manifest, entries: new Map(content.map((entry) => [entry.name, entry])) }
}

/** Restores a backup into an empty database and file store, or leaves both unchanged. */
export async function restoreBackup(address: DatabaseAddress, files: FileStore, path: string): Promise<Summary> {
  const handle = await open(path)
  try {
    const { manifest, entries } = await checkedManifest(handle)
    for await (const _key of files.list()) throw new Error('The store of files is not empty. A back-up is only restored into an empty one.')
    return await withClient(address, (client) => restoreInto(client, files, handle, manifest, entries))
  } finally {
    await handle.close()
  }
}

async function restoreInto(client: pg.Client, files: FileStore, handle: FileHandle, manifest: Manifest, entries: Map<string, Entry>) {
  const put: string[] = []
  try {
    await client.query(`begin; ${sameText}`)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    if ((await listTables(client)).length > 0) throw new Error('The database is not empty. A back-up is only restored into an empty one.')
    await makeTables(client, manifest)
    const foreignKeys = await dropForeignKeys(client)
    for (const table of manifest.tables) await fillTable(client, handle, table, entries)
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`)
    for (const { name, value, isCalled } of manifest.sequences) await client.query('select setval($1, $2, $3)', [name, value, isCalled])
    await client.query(`delete from secrets where name = 'database program'`)
    for (const key of manifest.files) {
      const entry = entries.get(`files/${key}`)!
      put.push(key)
      const { sha256 } = await files.put(key, Readable.from(readContentPieces(handle, entry)), entry.size)
      if (sha256 !== entry.sha256) throw new DamagedArchive(`The back-up changed while it was read. Nothing was restored.`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of put) await files.remove(key).catch(() => undefined)
    throw error
  }
  await client.query('analyze')
  return { tables: manifest.tables.length, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files: put.length }
}

/** Creates the tables of the backup's version; the next start applies later migrations. */
async function makeTables(client: pg.Client, manifest: Manifest) {
  const known = new Map(readMigrationFiles({ migrationsFolder }).map((migration) => [migration.hash, migration]))
  const unknown = manifest.migrations.some((hash) => !known.has(hash))
  if (unknown) throw new Error(`The back-up was made by version ${manifest.version}, whose tables this version ${version} does not know.`)
  for (const hash of manifest.migrations) for (const statement of known.get(hash)!.sql) await client.query(statement)
  await client.query('create schema if not exists drizzle')
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  const shapeOf = (tables: Omit<Table, 'rows' | 'chunks'>[]) =>
    JSON.stringify(tables.map(({ schema, name, columns }) => [schema, name, columns]))
  if (shapeOf(await listTables(client)) !== shapeOf(manifest.tables))
    throw new Error(`The tables of the back-up are not those of version ${manifest.version}. Nothing was restored.`)
}

/** Drops foreign keys, because rows are restored table by table. They are recreated at the end, which verifies every row. */
async function dropForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const rows = await queryRows(
    client,
    { table: is.text, name: is.text, definition: is.text },
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`)
  return rows
}

async function fillTable(client: pg.Client, handle: FileHandle, table: Table, entries: Map<string, Entry>) {
  let rows = 0
  for (const name of table.chunks) {
    const texts: string[] = JSON.parse((await promisify(gunzip)(await readContent(handle, entries.get(name)!))).toString('utf8'))
    const { rowCount } = await client.query(
      `insert into ${qualified(table)} overriding system value
       select (line.r).* from (select given::${qualified(table)} as r from unnest($1::text[]) given offset 0) line`,
      [texts],
    )
    rows += rowCount ?? 0
  }
  if (rows !== table.rows) throw new DamagedArchive(`The back-up is damaged (${table.name} lacks rows). Nothing was restored.`)
}

export const settingsFileStore = (settings: Settings, dataDir: string) =>
  settings.s3 ? s3FileStore(settings.s3) : localFileStore(join(dataDir, 'files'))

export function databaseAddress({ databaseUrl, dataDir }: Settings): DatabaseAddress {
  if (databaseUrl) return { connectionString: databaseUrl }
  const running = findRunningDatabase(dataDir)
  if (!running) throw new Error(`The product is not running in ${dataDir}.`)
  return running.poolConfig
}

/** Writes an audit log entry, which the system status reads. The backup is valid without it. */
async function noteBackup(address: DatabaseAddress, path: string) {
  const note = `insert into audit_log (action, entity, entity_name) values ('Export', 'backups', $1)`
  await withClient(address, (client) => client.query(note, [basename(path)])).catch(() => undefined)
}

/** `npm run backup -- FILE`: backs up the app of these settings, running or not. */
export async function backup(settings: Settings, path: string): Promise<Summary> {
  const files = settingsFileStore(settings, settings.dataDir)
  const write = async (address: DatabaseAddress) => {
    const summary = await writeBackup(address, files, path)
    await noteBackup(address, path)
    return summary
  }
  if (settings.databaseUrl) return write({ connectionString: settings.databaseUrl })
  const running = findRunningDatabase(settings.dataDir)
  if (running) return write(running.poolConfig)
  if (!existsSync(join(settings.dataDir, 'postgres'))) throw new Error(`There is nothing to back up in ${settings.dataDir}.`)
  const database = await startBundledDatabase(settings.dataDir)
  try {
    return await write(database.poolConfig)
  } finally {
    await database.stop()
  }
}

/** `npm run restore -- FILE`: restores into an empty data folder, and an empty database or bucket if configured. */
export async function runRestore(settings: Settings, path: string): Promise<Summary> {
  const { dataDir } = settings
  // The only leftover of a killed restore.
  const aside = join(dataDir, '.restoring')
  await mkdir(dataDir, { recursive: true })
  await rm(aside, { recursive: true, force: true })
  if ((await readdir(dataDir)).some((name) => name !== 'lost+found'))
    throw new Error(`${dataDir} is not empty. A back-up is only restored into an empty folder; set DATA_DIR to one.`)
  await mkdir(aside, { mode: 0o711 })
  try {
    const files = settingsFileStore(settings, aside)
    const restored = settings.databaseUrl
      ? await restoreBackup({ connectionString: settings.databaseUrl }, files, path)
      : await restoreWithDatabase(aside, files, path)
    // Moves the database last: without it, the folder does not count as initialized.
    for (const name of ['files', 'postgres-password', 'postgres'])
      if (existsSync(join(aside, name))) await rename(join(aside, name), join(dataDir, name))
    return restored
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function restoreWithDatabase(dataDir: string, files: FileStore, path: string): Promise<Summary> {
  const database = await startBundledDatabase(dataDir)
  try {
    return await restoreBackup(database.poolConfig, files, path)
  } finally {
    await database.stop()
  }
}

export async function runCommand(command: 'backup' | 'restore', path: string | undefined, settings: Settings) {
  if (!path) throw new Error(`Say which file: npm run ${command} -- FILE`)
  const { tables, rows, files } = await (command === 'backup' ? backup : runRestore)(settings, path)
  const amount = `${rows.toLocaleString('en-US')} rows of ${tables} tables and ${files.toLocaleString('en-US')} files`
  console.log(command === 'backup' ? `${path} holds ${amount}.` : `Restored ${amount}. Start the product with npm start.`)
}
