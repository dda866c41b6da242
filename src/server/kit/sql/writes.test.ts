import { boolean, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { expect, expectTypeOf, it } from 'vitest'
import { startApp } from '../../../../test/kit/start.ts'
import type { Context } from '../request/context.ts'
import { auditColumns, decimalColumn, idColumn, identityColumn, instantColumn, plainTable } from './table.ts'
import { type InsertValues, sql } from './writes.ts'

const samples = plainTable('write_samples', {
  id: identityColumn(),
  kind: smallint().notNull(),
  name: text().notNull(),
  note: text(),
  share: decimalColumn({ decimals: 2 }),
  numbers: idColumn().array().notNull().default([]),
  parts: jsonb(),
  order: integer().notNull().default(0),
  isMain: boolean().notNull().default(false),
  seenDate: instantColumn(),
  ...auditColumns(),
})
const app = await startApp()
await app.sql(`create table write_samples (id bigint generated always as identity, kind smallint not null, name text not null, note text,
  share numeric(14, 2), numbers bigint[] not null default '{}', parts jsonb, "order" integer not null default 0, is_main boolean not null default false,
  seen_date timestamptz(3), create_date timestamptz(3) not null default now(), update_date timestamptz(3) not null default '2020-01-01',
  created_by_id uuid, updated_by_id uuid, row_version integer not null default 1, is_deleted boolean not null default false,
  delete_date timestamptz(3), deleted_by_id uuid, unique (kind, name))`)
const work = app.product.work
const actor = {
  userId: app.admin.userId,
  sessionId: null,
  firstName: 'A',
  lastName: 'B',
  isExternal: false,
  held: new Set<never>(),
  roleId: 1,
}
const stored = (id: number) => app.sql('select * from write_samples where id = $1', [id]).then(([row]) => row!)

it('inserts a row with its author and returns the columns asked for', async () => {
  const row = {
    kind: 1,
    name: 'one',
    share: 12.5,
    numbers: [3, 4],
    parts: { a: [1, null] },
    seenDate: sql`now() - ${5} * interval '1 day'`,
  }
  const [created] = await work((ctx) => ctx.insert(samples, row, { returning: ['id', 'share', 'rowVersion', 'note', 'numbers'] }), actor)
  expect(created).toEqual({ id: expect.any(Number), share: 12.5, rowVersion: 1, note: null, numbers: [3, 4] })
  expectTypeOf(created!.note).toEqualTypeOf<string | null>()
  expect(await stored(created!.id)).toMatchObject({ parts: { a: [1, null] }, created_by_id: actor.userId, updated_by_id: actor.userId })
  expect(Date.now() - Date.parse((await stored(created!.id)).seen_date)).toBeGreaterThan(4 * 86_400_000)
})

it('never writes a value into the text of the statement', async () => {
  const name = `x'); drop table write_samples; --`
  const [created] = await work((ctx) => ctx.insert(samples, { kind: 2, name, note: sql`lower(${name})` }, { returning: ['name', 'note'] }))
  expect(created).toEqual({ name, note: name })
})

it('rejects keys that are no columns, in values, conditions, and returned columns', async () => {
  const extra: object = { 'name = $1; --': 1 }
  const writes: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx) => ctx.insert(samples, { kind: 3, name: 'three', ...extra }),
    (ctx) => ctx.update(samples, 1, { ...extra }),
    (ctx) => ctx.update(samples, { id: 1, ...extra }, { name: 'three' }),
    (ctx) => ctx.insertMany(samples, [{ kind: 3, name: 'three', ...extra }]),
  ]
  for (const write of writes) await expect(work(write)).rejects.toThrow('write_samples has no column name = $1; --')
  await expect(work((ctx) => ctx.update(samples, {}, { name: 'all' }))).rejects.toThrow('No condition')
})

it('requires a value for every column without a default, and no other keys', async () => {
  const built = { kind: 1, name: 'built elsewhere', former: 1 }
  // @ts-expect-error: the table has no such column, as after it was renamed
  await expect(work((ctx) => ctx.insert(samples, built))).rejects.toThrow('has no column former')
  // @ts-expect-error: likewise in an update
  await expect(work((ctx) => ctx.update(samples, 1, built))).rejects.toThrow('has no column former')
  expectTypeOf<{ kind: number; name: string }>().toExtend<InsertValues<typeof samples>>()
  expectTypeOf<{ kind: number }>().not.toExtend<InsertValues<typeof samples>>()
  expectTypeOf<{ kind: number; name: null }>().not.toExtend<InsertValues<typeof samples>>()
})

it('writes a change with version, date, and user, or silently', async () => {
  const [created] = await work((ctx) => ctx.insert(samples, { kind: 4, name: 'four' }, { returning: ['id'] }))
  const { id } = created!
  expect(await work((ctx) => ctx.update(samples, id, { note: 'n', order: undefined }), actor)).toBe(1)
  const changed = await stored(id)
  expect(changed).toMatchObject({ note: 'n', order: 0, row_version: 2, updated_by_id: actor.userId })
  expect(Date.parse(changed.update_date)).toBeGreaterThan(Date.parse('2021-01-01'))
  await work((ctx) => ctx.update(samples, id, { order: sql`"order" + ${5}` }, { isSilent: true }), actor)
  expect(await stored(id)).toMatchObject({ order: 5, row_version: 2, update_date: changed.update_date })
  expect(await work((ctx) => ctx.markDeleted(samples, id, { returning: ['rowVersion'] }), actor)).toEqual([{ rowVersion: 3 }])
  expect(await stored(id)).toMatchObject({ is_deleted: true, deleted_by_id: actor.userId, update_date: changed.update_date })
})

it('finds rows by lists, missing values, truth, and fragments', async () => {
  const rows = [1, 2, 3].map((order) => ({ kind: 5, name: `five ${order}`, note: order === 1 ? null : 'n', order, isMain: order === 3 }))
  expect(await work((ctx) => ctx.insertMany(samples, rows))).toBe(3)
  const count = (where: object) => work((ctx) => ctx.update(samples, { kind: 5, ...where }, { share: 1 }, { isSilent: true }))
  expect(await count({ order: [1, 3, 9] })).toBe(2)
  expect([await count({ note: null }), await count({ isMain: true }), await count({ isMain: false })]).toEqual([1, 1, 2])
  expect([await count({ order: sql`>= ${2}` }), await count({ order: 2 })]).toEqual([2, 1])
  await expect(count({ order: undefined }), 'a forgotten value').rejects.toThrow('No value for')
})

it('inserts many rows in their order, with missing values and documents', async () => {
  const rows = ['c', 'a', 'b'].map((name, at) => ({
    kind: 6,
    name,
    note: at ? null : 'n',
    numbers: [at],
    parts: at === 1 ? null : [{ at }],
  }))
  const created = await work((ctx) => ctx.insertMany(samples, rows, { returning: ['id', 'name'] }), actor)
  expect(created.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  expect(created.map(({ id }) => id - created[0]!.id)).toEqual([0, 1, 2])
  expect(
    await app.sql('select note, numbers, parts, parts is null as is_empty, updated_by_id from write_samples where kind = 6 order by id'),
  ).toEqual([
    { note: 'n', numbers: [0], parts: [{ at: 0 }], is_empty: false, updated_by_id: actor.userId },
    { note: null, numbers: [1], parts: null, is_empty: true, updated_by_id: actor.userId },
    { note: null, numbers: [2], parts: [{ at: 2 }], is_empty: false, updated_by_id: actor.userId },
  ])
  expect(await work((ctx) => ctx.insertMany(samples, [], { returning: ['id'] }))).toEqual([])
  const uneven = [
    { kind: 6, name: 'd' },
    { kind: 6, name: 'e', note: 'n' },
  ]
  await expect(work((ctx) => ctx.insertMany(samples, uneven))).rejects.toThrow('different columns')
})

it('skips or replaces existing rows', async () => {
  const row = { kind: 7, name: 'seven', note: 'a', order: 1 }
  expect(await work((ctx) => ctx.insert(samples, row, { onConflict: 'skip' }))).toBe(1)
  expect(await work((ctx) => ctx.insert(samples, row, { onConflict: 'skip' }))).toBe(0)
  const keys = ['kind', 'name'] as const
  await work((ctx) => ctx.insert(samples, { ...row, note: 'b', order: 2 }, { onConflict: { keys } }))
  const [now] = await app.sql('select note, "order", row_version from write_samples where kind = 7')
  expect(now).toEqual({ note: 'b', order: 2, row_version: 1 })
  const set = { order: sql`write_samples."order" + 1` }
  const counted = await work((ctx) => ctx.insert(samples, row, { onConflict: { keys, set }, returning: ['order', 'note'] }))
  expect(counted).toEqual([{ order: 3, note: 'b' }])
  const many = [row, { ...row, name: 'new' }].map((one) => ({ ...one, note: 'c' }))
  expect(await work((ctx) => ctx.insertMany(samples, many, { onConflict: { keys } }))).toBe(2)
  expect(await app.sql('select note from write_samples where kind = 7')).toEqual([{ note: 'c' }, { note: 'c' }])
})

it('writes different values into many rows, and leaves equal ones alone', async () => {
  const rows = [1, 2].map((order) => ({ kind: 8, name: `eight ${order}`, order }))
  const created = await work((ctx) => ctx.insertMany(samples, rows, { returning: ['id'] }))
  const changes = created.map(({ id }) => ({ id, order: 2, parts: { id } }))
  expect(await work((ctx) => ctx.updateMany(samples, changes), actor)).toBe(2)
  const order = () => app.sql('select "order", row_version, updated_by_id from write_samples where kind = 8 order by id')
  expect(await order()).toEqual([2, 2].map((value) => ({ order: value, row_version: 2, updated_by_id: actor.userId })))
  const places = created.map(({ id }, at) => ({ id, order: at + 1 }))
  expect(await work((ctx) => ctx.updateMany(samples, places, { skipsEqual: true }))).toBe(1)
  expect(await order()).toMatchObject([
    { order: 1, row_version: 3 },
    { order: 2, row_version: 2 },
  ])
  const named = [{ kind: 8, name: 'eight 1', note: 'found' }]
  expect(await work((ctx) => ctx.updateMany(samples, named, { by: ['kind', 'name'], isSilent: true }))).toBe(1)
  expect(await work((ctx) => ctx.updateMany(samples, []))).toBe(0)
})
