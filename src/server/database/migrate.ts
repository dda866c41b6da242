import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { keepSearchTexts } from '../kit/entity/search.ts'
import type { Served } from '../kit/entity/served.ts'
import type { DatabaseAddress } from './pool.ts'

export const migrationLock = 4_172_026

/** Beside the sources and beside the bundle. */
export const migrationsFolder = ['../migrations', './migrations']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}/meta/_journal.json`))!

/** Brings the schema up to date, one node at a time, on a connection of its own. Answers the secret all nodes share. */
export async function bringUpToDate(address: DatabaseAddress, entities: Served[], program: string[] = []): Promise<{ secret: string }> {
  if (!migrationsFolder) throw new Error('The migrations are missing from this build.')
  const client = new pg.Client({ ...address, application_name: 'dna migration' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder })
    await keepSearchTexts(client, entities)
    await keepProgram(client, program)
    await client.query(`insert into secrets (name, value) values ('addresses', $1) on conflict do nothing`, [
      randomBytes(32).toString('base64url'),
    ])
    const { rows } = await client.query(`select value from secrets where name = 'addresses'`)
    return { secret: rows[0].value }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.end()
  }
}

/** Runs the functions and triggers that areas keep as code, whenever their text differs from what ran last. */
async function keepProgram(client: pg.Client, program: string[]) {
  const hash = createHash('sha256').update(program.join(';')).digest('hex')
  const { rows } = await client.query(`select value from secrets where name = 'database program'`)
  if (rows[0]?.value === hash) return
  await client.query('begin')
  for (const statement of program) await client.query(statement)
  await client.query(
    `insert into secrets (name, value) values ('database program', $1) on conflict (name) do update set value = excluded.value`,
    [hash],
  )
  await client.query('commit')
}
