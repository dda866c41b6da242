import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { is, onlyRow, queryRows } from '../kit/sql/row-types.ts'
import { localFileStore } from '../tools/file-store.ts'
import { listTables, qualified, restoreBackup, sameText, withClient } from './backup.ts'
import type { DatabaseAddress } from './pool.ts'

export type Contents = Record<string, string>

/** Requires a transaction that started with `sameText`, because rows are compared as text. */
export async function hashContents(client: pg.Client): Promise<Contents> {
  const contents: Contents = {}
  for (const table of await listTables(client)) {
    // The database program is recreated from code and removed on restore.
    const without = table.name === 'secrets' ? `where t.name <> 'database program'` : ''
    const sums = await queryRows(
      client,
      { sum: is.text },
      `select count(*) || ' ' || coalesce(sum(('x' || substr(md5(t::text), 1, 16))::bit(64)::bigint::numeric), 0) as sum from ${qualified(table)} t ${without}`,
    )
    contents[`${table.schema}.${table.name}`] = onlyRow(sums).sum
  }
  return contents
}

const leftoverMs = 24 * 3_600_000
const proofDatabaseName = (date: number) => `dna_proof_${date}_${randomBytes(4).toString('hex')}`
const proofName = /^dna_proof_(\d+)_[0-9a-f]{8}$/

function siblingAddress(address: DatabaseAddress, database: string): DatabaseAddress {
  const { host, port, user, password, ssl } = new pg.Client(address)
  return { host, port, user, password: password ?? undefined, ssl, database }
}

/**
 * Restores a backup into a temporary database and compares every table with its source. Throws on any difference, or if the database user
 * may not create databases. `folder` stores the files meanwhile.
 */
export async function proveBackup(address: DatabaseAddress, path: string, expected: Contents, folder: string): Promise<void> {
  const name = proofDatabaseName(Date.now())
  await withClient(address, async (client) => {
    await dropLeftovers(client)
    await client.query(`create database ${name}`).catch((error) => {
      throw new Error(`The backup cannot be verified, because no database can be created to restore it into: ${error.message}`)
    })
  })
  try {
    const own = siblingAddress(address, name)
    await restoreBackup(own, localFileStore(folder), path)
    const found = await withClient(own, async (client) => {
      await client.query(`begin read only; ${sameText}`)
      return hashContents(client)
    })
    const different = [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter((table) => expected[table] !== found[table])
    if (different.length > 0) throw new Error(`The backup differs from its source in ${different.slice(0, 5).join(', ')}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await withClient(address, (client) => client.query(`drop database if exists ${name} with (force)`)).catch(() => undefined)
  }
}

/** Drops databases of killed verifications. Recent ones are skipped: another app may be verifying its backup on this server. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const databases = await queryRows(
    client,
    { name: is.text },
    `select datname as name from pg_database where datname like 'dna\\_proof\\_%'`,
  )
  for (const { name } of databases) {
    const createdAt = Number(proofName.exec(name)?.[1])
    if (createdAt < Date.now() - leftoverMs) await client.query(`drop database if exists ${name} with (force)`).catch(() => undefined)
  }
}
