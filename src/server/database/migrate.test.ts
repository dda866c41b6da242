import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl, templateDatabase } from '../../../test/kit/database.ts'
import { bringUpToDate, migrationsFolder } from './migrate.ts'

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

async function ownDatabase() {
  const cluster = inject('cluster')
  const name = `migrating${randomBytes(4).toString('hex')}`
  const [main, own] = [new pg.Client(cluster), new pg.Client(databaseUrl(cluster, name))]
  await main.connect()
  await main.query(`create database ${name} template ${templateDatabase}`)
  await own.connect()
  onTestFinished(async () => {
    await own.end()
    await main.query(`drop database ${name} with (force)`)
    await main.end()
  })
  return { own, address: { connectionString: databaseUrl(cluster, name) } }
}

it('migrates a column used by a view and recreates the views', async () => {
  const { own, address } = await ownDatabase()
  const views = async () =>
    (await own.query(`select viewname from pg_views where schemaname = 'public' order by 1`)).rows.map(({ viewname }) => viewname)
  const typeOf = async (table: string) =>
    (await own.query(`select data_type from information_schema.columns where table_name = $1 and column_name = 'quantity'`, [table]))
      .rows[0]?.data_type

  const probe = { probe_amounts: 'select id, quantity * 2 as twice from space_equipment' }
  await bringUpToDate(address, [], { views: probe, statements: [] })
  // A view no longer in the code is dropped with those the app created before.
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

it('leaves a newer database unchanged', async () => {
  const { own, address } = await ownDatabase()
  const next = { views: { probe_amounts: 'select id, quantity, next from space_equipment' }, statements: [] }
  await bringUpToDate(address, [], next, withOneMore('alter table space_equipment add column next text'))
  await bringUpToDate(address, [], { views: { probe_amounts: 'select id from space_equipment' }, statements: [] })
  const { fields } = await own.query('select * from probe_amounts limit 0')
  expect(fields.map(({ name }) => name)).toEqual(['id', 'quantity', 'next'])
})

it('migrates all or nothing, and yields to readers', async () => {
  const { own, address } = await ownDatabase()
  const program = (views: Record<string, string>) => ({ views, statements: [] })
  await bringUpToDate(address, [], program({ probe_amounts: 'select id, quantity from space_equipment' }))
  const broken = withOneMore('alter table space_equipment add column next text;\n--> statement-breakpoint\nselect 1 / 0')
  await expect(bringUpToDate(address, [], program({}), broken)).rejects.toThrow('division by zero')
  await own.query('select id, quantity from probe_amounts')

  // On a lock cycle with a reader, the schema change backs off, not the reader.
  await own.query('begin')
  await own.query('select 1 from projects limit 1')
  const changed = bringUpToDate(
    address,
    [],
    program({}),
    withOneMore('alter table signal_types add column next text;\n--> statement-breakpoint\nalter table projects add column next text'),
  )
  const waits = `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()`
  await expect.poll(async () => (await own.query(waits)).rows[0].waiting).toBe(1)
  await own.query('select 1 from signal_types limit 1')
  await own.query('commit')
  await changed
  await own.query('select next from projects limit 1')
})

it('adds missing connector types once, and leaves those of the firm as they are', async () => {
  const { own } = await ownDatabase()
  const statements = readFileSync(join(migrationsFolder, '0032_connector-types.sql'), 'utf8')
  const names = async () =>
    (await own.query(`select name from connector_physical_types where not is_deleted order by name`)).rows.map(({ name }) => name)
  const usb = async () =>
    (
      await own.query(
        `select c.name from signal_types s join connector_physical_types c on c.id = any(s.compatible_connector_ids)
         where s.name = 'USB' order by c.name`,
      )
    ).rows.map(({ name }) => name)

  await own.query('delete from signal_types')
  await own.query('delete from connector_physical_types')
  await own.query(statements)
  expect(await names(), 'a new database gets its types at the first start').toEqual([])

  const insert = `insert into connector_physical_types (name, code, pin_style, is_network, is_deleted) values ($1, $2, 1, false, $3) returning id`
  await own.query(insert, ['Modular 4', 'rj11', false])
  await own.query(insert, ['USB Mini-B', null, true])
  const { rows } = await own.query(insert, ['USB A', 'USBA', false])
  await own.query(
    `insert into signal_types (name, abbreviation, line_style, industry_type, compatible_connector_ids) values ('USB', 'USB', 1, 1, array[$1::bigint])`,
    [rows[0].id],
  )
  for (let run = 0; run < 2; run++) {
    await own.query(statements)
    expect(await names()).toEqual(['Modular 4', 'RJ12', 'USB A', 'USB Micro-B'])
    expect(await usb()).toEqual(['USB A', 'USB Micro-B'])
  }
})
