import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { createSearchTextTriggers } from '../kit/entity/search.ts'
import type { Served } from '../kit/entity/served.ts'
import { is, onlyRow, queryRows } from '../kit/sql/row-types.ts'
import type { DatabaseAddress } from './pool.ts'

export const migrationLock = 4_172_026

/** Code stored in the database: views by name, and statements that create functions and triggers. */
export interface DatabaseProgram {
  views: Record<string, string>
  statements: string[]
}

/** Relative to the sources or to the bundle. */
export const migrationsFolder = ['../migrations', './migrations']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}/meta/_journal.json`))!

/**
 * Migrates the schema, one node at a time, on a separate connection. Nodes of the previous version may run: they see all changes or none
 * and wait at most `lockMs`. A node of an older version changes nothing. Returns the secret shared by all nodes.
 */
export async function bringUpToDate(
  address: DatabaseAddress,
  entities: Served[],
  program: DatabaseProgram,
  folder = migrationsFolder,
): Promise<{ secret: string }> {
  if (!folder) throw new Error('The migrations are missing from this build.')
  const client = new pg.Client({ ...address, application_name: 'dna migration' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const isNewest = await untilItGetsThrough(client, () => migrate(client, program, folder))
    if (isNewest) await createSearchTextTriggers(client, entities)
    await client.query(`insert into secrets (name, value) values ('addresses', $1) on conflict do nothing`, [
      randomBytes(32).toString('base64url'),
    ])
    const secrets = await queryRows(client, { value: is.text }, `select value from secrets where name = 'addresses'`)
    return { secret: onlyRow(secrets).value }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.end()
  }
}

/**
 * Milliseconds other queries wait behind a schema change that itself waits for a lock. Below PostgreSQL's deadlock timeout of one second,
 * so that in a cycle this transaction aborts, not the reader.
 */
const lockMs = 500
const tries = 300
const isHeld = (error: unknown) => error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')

/** Runs in one transaction and retries while others lock the tables, for example a report or a backup. */
async function untilItGetsThrough<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockMs}`)
      const answer = await run()
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (left === 0 || !isHeld(error)) throw error
      await pause(lockMs)
    }
  }
}

/** Applies missing migrations and recreates the views. Returns false if the database is newer than this version. */
async function migrate(client: pg.Client, program: DatabaseProgram, folder: string): Promise<boolean> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const lastApplied = await queryRows(
    client,
    { last: is.number },
    'select coalesce(max(created_at), 0)::float8 as last from drizzle.__drizzle_migrations',
  )
  const { last } = onlyRow(lastApplied)
  const known = readMigrationFiles({ migrationsFolder: folder })
  if (known.every(({ folderMillis }) => folderMillis < last)) return false
  const missing = known.filter(({ folderMillis }) => folderMillis > last)
  if (missing.length > 0 && last > 0) {
    // PostgreSQL cannot alter a column that a view uses, so views are dropped and recreated afterward.
    await dropViews(client)
    await client.query(`delete from secrets where name = 'database program'`)
  }
  for (const { sql, hash, folderMillis } of missing) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
  }
  await keepProgram(client, program)
  return true
}

const ownComment = 'Made from code at the start of the product.'
async function dropViews(client: pg.Client) {
  const rows = await queryRows(
    client,
    { name: is.text },
    `select oid::regclass::text as name from pg_class where relkind = 'v' and obj_description(oid, 'pg_class') = $1`,
    [ownComment],
  )
  for (const { name } of rows) await client.query(`drop view if exists ${name} cascade`)
}

/** Recreates views, functions, and triggers whenever their text differs from the last run. */
async function keepProgram(client: pg.Client, program: DatabaseProgram) {
  const views = Object.entries(program.views).flatMap(([name, query]) => [
    `create view ${name} as ${query}`,
    `comment on view ${name} is '${ownComment}'`,
  ])
  const statements = [...views, ...program.statements]
  const hash = createHash('sha256').update(statements.join(';')).digest('hex')
  const [known] = await queryRows(client, { value: is.text }, `select value from secrets where name = 'database program'`)
  if (known?.value === hash) return
  await dropViews(client)
  for (const statement of statements) await client.query(statement)
  await client.query(
    `insert into secrets (name, value) values ('database program', $1) on conflict (name) do update set value = excluded.value`,
    [hash],
  )
}
