import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { startApp } from '../../../../test/kit/start.ts'
import { storeAccesses } from './activities.ts'

const app = await startApp()
const { services } = app.product
afterEach(() => vi.useRealTimers())

const itemIds = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id)
const recent = async () => itemIds(await app.admin('GET', '/api/Manufactures/Recent'))
const createdIds: number[] = []
for (const name of ['First', 'Second', 'Third']) createdIds.push((await app.admin('POST', '/api/Manufactures', { name })).body.id)
const [a, b, c] = createdIds

it('keeps the order of rows opened within one millisecond', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  for (const id of [a, b, c, a]) expect((await app.admin('GET', `/api/Manufactures/${id}`)).status).toBe(200)
  vi.useRealTimers()
  expect(await recent()).toEqual([a, c, b])
  await storeAccesses(services, { query: (text, values) => app.sql(text, values) })
  expect(await app.sql('select count(distinct date)::int as moments from recent_access')).toEqual([{ moments: 3 }])
  expect(await recent()).toEqual([a, c, b])
})

it('keeps the newer time when an older one is stored later', async () => {
  const open = async (id: number | undefined) => expect((await app.admin('GET', `/api/Manufactures/${id}`)).status).toBe(200)
  for (const id of [a, b]) await open(id)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const slow = storeAccesses(services, { query: (text, values) => held.then(() => app.sql(text, values)) })
  await open(a)
  await storeAccesses(services, { query: (text, values) => app.sql(text, values) })
  release()
  await slow
  expect((await recent()).slice(0, 2)).toEqual([a, b])
})

it('is stored in its own database, even with another app in the process', async () => {
  const other = await startApp()
  const open = async (id: number | undefined) => expect((await app.admin('GET', `/api/Manufactures/${id}`)).status).toBe(200)
  for (const id of [a, b]) await open(id)
  await storeAccesses(other.product.services, { query: (text, values) => other.sql(text, values) })
  for (const id of [c, a]) await open(id)
  expect(await recent()).toEqual([a, c, b])
  expect(await other.sql('select entity_id from recent_access')).toEqual([])
})

it('ignores prefetch requests', async () => {
  const before = await recent()
  const last = before.at(-1)
  expect((await app.admin('GET', `/api/Manufactures/${last}`, undefined, { headers: { purpose: 'prefetch' } })).body.id).toBe(last)
  expect(await recent()).toEqual(before)
  await app.admin('GET', `/api/Manufactures/${last}`)
  expect((await recent())[0]).toBe(last)
})

it('includes rows stored while the list is read', async () => {
  const storing = new pg.Client(app.product.databaseUrl)
  await storing.connect()
  await app.admin('GET', `/api/Manufactures/${b}`)
  await storing.query('begin')
  await storing.query('lock table recent_access in access exclusive mode')
  const read = recent()
  const isWaiting = async () =>
    (await app.sql(`select 1 from pg_locks l where not granted and relation = 'recent_access'::regclass and mode = 'AccessShareLock'`))
      .length > 0
  while (!(await isWaiting())) await new Promise(setImmediate)
  // The access is removed from the pending map, but the running list still sees the table before the commit.
  await storeAccesses(services, { query: async () => undefined })
  await storing.query('rollback')
  await storing.end()
  expect((await read)[0]).toBe(b)
})
