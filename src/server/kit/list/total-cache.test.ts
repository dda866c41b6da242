import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../../test/kit/database.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { timeoutMs } from '../../../../test/kit/timeouts.ts'
import { Params } from '../entity/rows.ts'
import { cachedTotal } from './total-cache.ts'

const app = await startApp()
const [{ name }] = (await app.sql<{ name: string }>('select current_database() as name')) as [{ name: string }]
const connections: pg.Client[] = []
async function connected() {
  const client = new pg.Client(databaseUrl(inject('cluster'), name))
  client.on('error', () => undefined)
  await client.connect()
  connections.push(client)
  return client
}
onCleanup(() => Promise.all(connections.map((client) => client.end())))
const [reader, writer, other] = [await connected(), await connected(), await connected()]

// Stops the app, because its own writes would affect the snapshot.
await app.product.stop()
await writer.query('create table counted (n int)')

/** Returns the count with a random part, which shows when it was counted again. */
const counting = 'select count(*)::int * 1000000 + (random() * 999999)::int from counted'
const [here, there] = [{ services: {} }, { services: {} }]
async function readTotal({ on = reader, at = here, clock = 'null' } = {}) {
  const p = new Params()
  const cached = cachedTotal(at, p, counting, clock)
  const { rows } = await on.query<{ total: number; shown: string | null }>(
    `select ${cached.total} as total, ${cached.shown} as shown`,
    p.values,
  )
  const [row] = rows
  if (!row) throw new Error('nothing answered')
  cached.keep(row)
  return { count: Math.floor(row.total / 1e6), total: row.total, shown: row.shown }
}

async function readUntilCached(how: Parameters<typeof readTotal>[0] = {}) {
  let last = await readTotal(how)
  const isKept = async () => {
    const before = last
    last = await readTotal(how)
    return last.shown !== null && last.total === before.total
  }
  await expect.poll(isKept, { timeout: timeoutMs(10_000), interval: 5 }).toBe(true)
  return last
}

it('counts once per node until a commit', async () => {
  const first = await readUntilCached()
  expect(first.count).toBe(0)
  expect((await readTotal({ at: there })).total).not.toBe(first.total)
  await writer.query('insert into counted values (1)')
  expect((await readTotal()).count).toBe(1)
  expect((await readUntilCached()).count).toBe(1)
  expect((await readTotal({ at: there })).count).toBe(1)
})

it('is correct for overlapping writers in any commit order', async () => {
  for (const [early, late] of [
    [writer, other],
    [other, writer],
  ] as const) {
    const { count } = await readUntilCached()
    for (const client of [writer, other]) await client.query('begin; insert into counted values (2)')
    expect((await readTotal()).count).toBe(count)
    await early.query('commit')
    expect((await readTotal()).count).toBe(count + 1)
    expect((await readUntilCached()).count).toBe(count + 1)
    await late.query('commit')
    expect((await readTotal()).count).toBe(count + 2)
  }
})

it('is correct after a partial rollback', async () => {
  const { count } = await readUntilCached()
  await writer.query('begin; insert into counted values (3); savepoint s; insert into counted values (4); rollback to s')
  expect((await readTotal()).count).toBe(count)
  await writer.query('commit')
  expect((await readTotal()).count).toBe(count + 1)
  await writer.query('begin; insert into counted values (5); rollback')
  expect((await readTotal()).count).toBe(count + 1)
})

it('does not cache or share a count that includes uncommitted rows', async () => {
  const { count } = await readUntilCached()
  await writer.query('begin; insert into counted values (6)')
  expect(await readTotal({ on: writer })).toMatchObject({ count: count + 1, shown: null })
  expect((await readTotal()).count).toBe(count)
  expect((await readTotal({ on: writer })).count).toBe(count + 1)
  await writer.query('rollback')
  expect((await readTotal()).count).toBe(count)
})

it('uses the snapshot of a repeatable-read transaction', async () => {
  await other.query('begin isolation level repeatable read')
  const { count } = await readUntilCached({ on: other })
  await writer.query('insert into counted values (7)')
  expect((await readTotal()).count).toBe(count + 1)
  expect((await readTotal({ on: other })).count).toBe(count)
  expect((await readTotal()).count).toBe(count + 1)
  await other.query('commit')
})

it('expires at the time given by its clock', async () => {
  const nowIs = (at: string) => reader.query(`select set_config('counted.now', $1, false)`, [at])
  const clock = `(select min(at) from (values ('2040-05-01 12:00+00'::timestamptz)) x(at) where at > current_setting('counted.now')::timestamptz)`
  await nowIs('2040-05-01 11:59+00')
  const before = await readUntilCached({ clock })
  await nowIs('2040-05-01 12:00+00')
  const after = await readUntilCached({ clock })
  expect(after.count).toBe(before.count)
  expect(after.total).not.toBe(before.total)
  // The key includes the time only while it is in the future.
  const named = / \d{4}-\d\d-\d\d \S+\+00$/
  expect([named.test(before.shown ?? ''), named.test(after.shown ?? '')]).toEqual([true, false])
})
