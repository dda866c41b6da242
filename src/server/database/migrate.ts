import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { keepSearchTexts } from '../kit/entity/search.ts'
import type { Served } from '../kit/entity/served.ts'
import { is, onlyRow, rowsOn } from '../kit/sql/row-types.ts'
import type { DatabaseAddress } from './pool.ts'

export const migrationLock = 4_172_026

/** What the database holds as code of ours: views by name, and statements that make functions and triggers. */
export interface DatabaseProgram {
  views: Record<string, string>
  statements: string[]
}

/** Beside the sources and beside the bundle. */
export const migrationsFolder = ['../migrations', './migrations']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}/meta/_journal.json`))!

/** Brings the schema up to date, one node at a time, on a connection of its own. Answers the secret all nodes share. */
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
    await makeRoomForMigrations(client, folder)
    await migrate(drizzle(client), { migrationsFolder: folder })
    await keepSearchTexts(client, entities)
    await keepProgram(client, program)
    await client.query(`insert into secrets (name, value) values ('addresses', $1) on conflict do nothing`, [
      randomBytes(32).toString('base64url'),
    ])
    const secrets = await rowsOn(client, { value: is.text }, `select value from secrets where name = 'addresses'`)
    return { secret: onlyRow(secrets).value }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.end()
  }
}

const ours = 'Made from code at the start of the product.'
/** Also those that code of an older version made. */
async function dropViews(client: pg.Client) {
  const rows = await rowsOn(
    client,
    { name: is.text },
    `select oid::regclass::text as name from pg_class where relkind = 'v' and obj_description(oid, 'pg_class') = $1`,
    [ours],
  )
  for (const { name } of rows) await client.query(`drop view if exists ${name} cascade`)
}

/** PostgreSQL changes no column that a view shows: where migrations are to come, views go first and are made again after them. */
async function makeRoomForMigrations(client: pg.Client, folder: string) {
  const state = await rowsOn(client, { isOld: is.boolean }, `select to_regclass('drizzle.__drizzle_migrations') is not null as "isOld"`)
  if (!onlyRow(state).isOld) return
  const made = await rowsOn(
    client,
    { last: is.number },
    'select coalesce(max(created_at), 0)::float8 as last from drizzle.__drizzle_migrations',
  )
  const { last } = onlyRow(made)
  if (readMigrationFiles({ migrationsFolder: folder }).every(({ folderMillis }) => folderMillis <= last)) return
  await dropViews(client)
  await client.query(`delete from secrets where name = 'database program'`)
}

/** Makes the views, functions and triggers that areas keep as code, whenever their text differs from what ran last. */
async function keepProgram(client: pg.Client, program: DatabaseProgram) {
  const views = Object.entries(program.views).flatMap(([name, query]) => [
    `create view ${name} as ${query}`,
    `comment on view ${name} is '${ours}'`,
  ])
  const statements = [...views, ...program.statements]
  const hash = createHash('sha256').update(statements.join(';')).digest('hex')
  const [known] = await rowsOn(client, { value: is.text }, `select value from secrets where name = 'database program'`)
  if (known?.value === hash) return
  await client.query('begin')
  await dropViews(client)
  for (const statement of statements) await client.query(statement)
  await client.query(
    `insert into secrets (name, value) values ('database program', $1) on conflict (name) do update set value = excluded.value`,
    [hash],
  )
  await client.query('commit')
}
