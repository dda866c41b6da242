import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { createRow } from '../../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'
import { projects } from '../../projects/projects.ts'
import type { ListQuery } from '../entity/served.ts'
import type { AnyRow } from '../request/context.ts'

const house = await startApp()
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)
const list = async (query: Record<string, unknown>) => (await house.admin('GET', '/api/signalTypes', undefined, { query })).body

describe('a list', () => {
  it('has the same order, pages and total whether many rows or few match', async () => {
    await house.sql(
      `insert into signal_types (name, abbreviation, line_style, color)
       select case when n % 50 = 0 then 'Seldom ' else 'Often ' end || n * 7919 % 6007, 'B' || n, 'solid', '#' || lpad((n % 9)::text, 6, '0') from generate_series(1, 6000) n`,
    )
    const right = async (word: string, order: string) =>
      (await house.sql(`select name from signal_types where search_text like '%' || $1 || '%' order by ${order}`, [word])).map(
        ({ name }) => name,
      )
    const natural = 'collate natural_order'
    const asked: [string, Record<string, unknown>, string][] = [
      ['often', { sortBy: 'name' }, `name ${natural}, id`],
      ['seldom', { sortBy: 'name' }, `name ${natural}, id`],
      ['often', { sortBy: ['color', 'name'], sortDesc: ['true', 'false'] }, `color desc nulls last, name ${natural}, id`],
      ['seldom', { sortBy: ['color', 'name'], sortDesc: ['true', 'true'] }, `color desc nulls last, name ${natural} desc, id desc`],
      ['seldom', { sortBy: 'createdBy' }, 'id'],
      ['often', { sortBy: 'createdBy', sortDesc: 'true' }, 'id desc'],
    ]
    for (const [word, order, sql] of asked) {
      const all = await right(word, sql)
      expect(all.length).toBe(word === 'often' ? 5880 : 120)
      const pageOf = (page: number) => all.slice((page - 1) * 50, page * 50)
      // The second request uses the cached total, which takes a different statement.
      for (const page of [1, 1, 2, 3, Math.ceil(all.length / 50), 1000]) {
        const answer = await list({ search: word, itemsPerPage: 50, page, ...order })
        expect([word, page, answer.total, names(answer)]).toEqual([word, page, all.length, pageOf(page)])
      }
    }
    expect(await list({ search: 'nowhere to be found' })).toEqual({ items: [], total: 0 })
    // A picker counts only one row past its limit.
    const namesFor = async (search?: string) =>
      (await house.admin('GET', '/api/signalTypes/typeHead', undefined, { query: { search } })).body.total
    expect([await namesFor('often'), await namesFor('often'), await namesFor(), await namesFor('seldom')]).toEqual([5001, 5001, 5001, 120])
  })

  it('counts once for all who are told the same, until a row changes', async () => {
    const other = await house.signInAs(['SignalTypes.View'], { isNew: true })
    const query = { search: 'nobody has asked for that', itemsPerPage: 5 }
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const counts = async (who: Caller) => {
      asked.mockClear()
      await who('GET', '/api/signalTypes', undefined, { query })
      return asked.mock.calls.filter(([statement]) => Object(statement).text?.includes('from signal_types')).length
    }
    expect(await counts(house.admin)).toBe(1)
    // Without rows and with a cached total, no count runs. Fake timers keep the cache from expiring.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect([await counts(house.admin), await counts(other)]).toEqual([0, 0])
    await createRow(house, '/api/signalTypes', { name: uniqueName('Changed'), abbreviation: 'CH', lineStyle: 'solid', color: '#000000' })
    expect(await counts(other)).toBe(1)
    vi.useRealTimers()
    asked.mockRestore()
  })

  it('finds the same by a plan that is kept, also when much is found that was little', async () => {
    const make = (from: number, to: number) =>
      house.sql(
        `insert into signal_types (name, abbreviation, line_style, color) select 'Kept plan ' || n, 'K' || n, 'solid', '#000000' from generate_series(${from}, ${to}) n`,
      )
    const found = async (search: string, page = 1) => {
      const { total, items } = await list({ search, sortBy: 'name', itemsPerPage: 3, page })
      return { total, names: items.map(({ name }: AnyRow) => name) }
    }
    const ten = { total: 10, names: ['Kept plan 1', 'Kept plan 2', 'Kept plan 3'] }
    await make(1, 10)
    // Each connection uses custom plans for the first five executions.
    for (let time = 0; time < 30; time++) expect(await found('kept plan')).toEqual(ten)
    for (let time = 0; time < 30; time++)
      expect(await found(`kept pla${'n'.repeat(1 + (time % 2))}`)).toEqual(time % 2 ? { total: 0, names: [] } : ten)
    await make(11, 5600)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
    expect([await found('kept plan'), await found('kept plan', 1867)]).toEqual([
      { ...ten, total: 5600 },
      { total: 5600, names: ['Kept plan 5599', 'Kept plan 5600'] },
    ])
    vi.useRealTimers()
    await house.sql(`delete from signal_types where name like 'Kept plan %'`)
  })

  it('finds exactly what holds every word, whatever the words are made of', async () => {
    const made = [
      'AB-0012/X',
      'AB 0012',
      'ab0012',
      'Müller 12',
      'Muller-twelve',
      '100% wool_',
      '100 percent',
      'Öl-Kännchen',
      'aaa',
      'Ⅻ-日本語-777',
    ]
    for (const [at, name] of made.entries())
      await createRow(house, '/api/signalTypes', { name: `Probe ${name}`, abbreviation: `PR${at}`, color: '#000000', lineStyle: 'solid' })
    const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const searches = [
      'ab-0012',
      '0012',
      'ab0012',
      'müller',
      'MULLER',
      'uller 12',
      'muller twelve',
      '100%',
      '%',
      'wool_',
      'kannchen',
      'Kännchen öl',
    ]
    for (const search of [...searches, 'aaaa', 'aaa', '日本語', 'x-777', '語-777', '12', '-', 'percent 100 probe', 'proberx', '0012/x']) {
      const words = plain(search).split(' ')
      const right = made.map((name) => `Probe ${name}`).filter((name) => words.every((word) => plain(name).includes(word)))
      const found = names(await list({ search: `probe ${search}`, itemsPerPage: 50 }))
      expect([search, found.toSorted()]).toEqual([search, right.toSorted()])
    }
  })

  it('of one manufacturer has the order in which it was asked for', async () => {
    const [category] = await house.sql('select id from categories order by id limit 1')
    const makers = [
      await createRow(house, '/api/Manufactures', { name: uniqueName('Maker') }),
      await createRow(house, '/api/Manufactures', { name: uniqueName('Maker') }),
    ]
    for (let n = 1; n <= 12; n++)
      await createRow(house, '/api/equipments', {
        tag: `T${n}`,
        model: `Model ${n}`,
        manufactureId: makers[n % 2].id,
        categoryId: category!.id,
      })
    const models = async (query: Record<string, unknown>) =>
      (await house.admin('GET', '/api/equipments', undefined, { query })).body.items.map((item: { model: string }) => item.model)
    const odd = [1, 3, 5, 7, 9, 11].map((n) => `Model ${n}`)
    const entry = { manufacturerIds: makers[1].id }
    expect(await models(entry)).toEqual(odd)
    expect(await models({ ...entry, sortBy: 'manufacture', sortDesc: 'true' })).toEqual(odd.toReversed())
    expect(await models({ ...entry, sortBy: ['manufacture', 'model'], sortDesc: ['false', 'true'] })).toEqual(odd.toReversed())
    const both = { manufacturerIds: makers.map(({ id }) => id) }
    expect(await models({ ...both, itemsPerPage: 20 })).toEqual([...[2, 4, 6, 8, 10, 12].map((n) => `Model ${n}`), ...odd])
  })

  it('asked by our own code for a filter it does not have ends, instead of leaving everything', async () => {
    // @ts-expect-error there is no such filter
    await expect(house.product.work((ctx) => projects.list(ctx, { phases: [1] }))).rejects.toThrow('cannot be asked for "phases"')
    const handed = { itemsPerPage: 1, phases: [1] }
    await expect(house.product.work((ctx) => projects.list(ctx, handed))).rejects.toThrow('cannot be asked for "phases"')
    expect((await house.admin('GET', '/api/projects', undefined, { query: { stages: 1 } })).status).toBe(200)
  })

  it('is sorted by own code by columns it has, and refuses others to whoever asks', async () => {
    const sorted = (sortBy: ListQuery<typeof projects.resource>['sortBy']) => house.product.work((ctx) => projects.list(ctx, { sortBy }))
    expect((await sorted(['client', 'name'])).total).toBeGreaterThanOrEqual(0)
    // @ts-expect-error there is no such column
    await expect(sorted(['customer'])).rejects.toMatchObject({ status: 400 })
    // @ts-expect-error nor to begin with
    const begun = { order: ['customer'] } satisfies Parameters<typeof projects.list>[2]
    expect(begun.order).toHaveLength(1)
  })

  it('answers only the columns that are asked for, each as it is anyway, in any order of the list', async () => {
    const projects = [await createProject(house), await createProject(house)]
    const ask = async (query: Record<string, unknown>) => {
      const { status, body } = await house.admin('GET', '/api/projects', undefined, {
        query: { ids: projects.map(({ id }) => id), ...query },
      })
      expect(status).toBe(200)
      return body
    }
    const whole = await ask({ sortBy: 'number' })
    const parts = (keys: string[]) =>
      whole.items.map((item: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, item[key]])))
    expect(whole.items).toHaveLength(2)
    expect(await ask({ sortBy: 'number', columns: ['client', 'totalPrice'] })).toEqual({
      total: 2,
      items: parts(['id', 'rowVersion', 'name', 'client', 'totalPrice']),
    })
    // The sort column may be one that is not returned, here from another table.
    const byClient = async (columns?: string[]) =>
      (await ask({ sortBy: 'client', sortDesc: 'true', columns })).items.map((row: AnyRow) => row.id)
    expect(await byClient(['stage'])).toEqual(await byClient())
    const { status, body } = await house.admin('GET', '/api/projects', undefined, { query: { columns: ['name', 'search_text'] } })
    expect([status, body.fields]).toEqual([400, { columns: ['There is no column "search_text" to show.'] }])
    // Properties of the detail page are not list columns.
    expect((await house.admin('GET', '/api/projects', undefined, { query: { columns: 'companies' } })).status).toBe(400)
  })

  it('counts for each person what that person sees now, whoever asked a moment ago', async () => {
    const projects = [await createProject(house), await createProject(house), await createProject(house)]
    const [reader, other] = [
      await house.signInAs(['Projects.View'], { isNew: true }),
      await house.signInAs(['Projects.View'], { isNew: true }),
    ]
    const asked = { ids: projects.map(({ id }) => id) }
    const seen = async (who: Caller) => {
      const { body } = await who('GET', '/api/projects', undefined, { query: asked })
      expect(body.items).toHaveLength(body.total)
      return body.total
    }
    expect([await seen(house.admin), await seen(reader), await seen(other)]).toEqual([3, 3, 3])
    // Access entries change in their own table without an event.
    await addToAccessList(house, projects[0]!, other.userId)
    await addToAccessList(house, projects[1]!, house.admin.userId)
    expect([await seen(house.admin), await seen(reader), await seen(other)]).toEqual([3, 1, 2])
    await house.sql('delete from project_access_entries')
    expect([await seen(reader), await seen(other)]).toEqual([3, 3])
  })
})
