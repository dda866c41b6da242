import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl, template } from '../../../test/kit/database.ts'
import { bringUpToDate, migrationsFolder } from './migrate.ts'

/** The migrations of today and one more. */
function withOneMore(statement: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dna-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_one-more' })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(join(folder, '9999_one-more.sql'), statement)
  return folder
}

it('migrates a column that a view shows, and makes the views anew', async () => {
  const cluster = inject('cluster')
  const name = `migrating${process.pid}`
  const [main, own] = [new pg.Client(cluster), new pg.Client(databaseUrl(cluster, name))]
  await main.connect()
  await main.query(`create database ${name} template ${template}`)
  await own.connect()
  onTestFinished(async () => {
    await own.end()
    await main.query(`drop database ${name} with (force)`)
    await main.end()
  })
  const views = async () =>
    (await own.query(`select viewname from pg_views where schemaname = 'public' order by 1`)).rows.map(({ viewname }) => viewname)
  const typeOf = async (table: string) =>
    (await own.query(`select data_type from information_schema.columns where table_name = $1 and column_name = 'quantity'`, [table]))
      .rows[0]?.data_type
  const address = { connectionString: databaseUrl(cluster, name) }

  const probe = { probe_amounts: 'select id, quantity * 2 as twice from space_equipment' }
  await bringUpToDate(address, [], { views: probe, statements: [] })
  // A view that is no longer in the code goes with what the product made before.
  expect(await views()).toEqual(['probe_amounts'])
  await own.query('create view of_somebody_else as select 1 as one')
  await expect(own.query('alter table space_equipment alter column quantity type bigint')).rejects.toThrow(/used by a view/)

  const folder = withOneMore('alter table space_equipment alter column quantity type bigint')
  await bringUpToDate(
    address,
    [],
    { views: { ...probe, line_quantities: 'select id, quantity from space_equipment' }, statements: [] },
    folder,
  )
  expect(await typeOf('space_equipment')).toBe('bigint')
  expect(await views()).toEqual(['line_quantities', 'of_somebody_else', 'probe_amounts'])
  expect(await typeOf('line_quantities')).toBe('bigint')
})
