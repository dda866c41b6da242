import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { createRow } from '../../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'
import { projects } from '../../projects/projects.ts'
import type { ListQuery } from '../entity/served.ts'
import type { AnyRow } from '../request/context.ts'

const app = await startApp()
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)
const listSignalTypes = async (query: Record<string, unknown>) => (await app.admin('GET', '/api/signalTypes', undefined, { query })).body

describe('list', () => {
  it('returns the same order, pages and total for many or few matches', async () => {
    await app.sql(
      `insert into signal_types (name, abbreviation, line_style, color)
       select case when n % 50 = 0 then 'Seldom ' else 'Often ' end || n * 7919 % 6007, 'B' || n, 'solid', '#' || lpad((n % 9)::text, 6, '0') from generate_series(1, 6000) n`,
    )
    const right = async (word: string, order: string) =>
      (await app.sql(`select name from signal_types where search_text like '%' || $1 || '%' order by ${order}`, [word])).map(
        ({ name }) => name,
      )
    const natural = 'collate natural_order'
    const cases: [string, Record<string, unknown>, string][] = [
      ['often', { sortBy: 'name' }, `name ${natural}, id`],
      ['seldom', { sortBy: 'name' }, `name ${natural}, id`],
      ['often', { sortBy: ['color', 'name'], sortDesc: ['true', 'false'] }, `color desc nulls last, name ${natural}, id`],
      ['seldom', { sortBy: ['color', 'name'], sortDesc: ['true', 'true'] }, `color desc nulls last, name ${natural} desc, id desc`],
      ['seldom', { sortBy: 'createdBy' }, 'id'],
      ['often', { sortBy: 'createdBy', sortDesc: 'true' }, 'id desc'],
    ]
    for (const [word, order, sql] of cases) {
      const all = await right(word, sql)
      expect(all.length).toBe(word === 'often' ? 5880 : 120)
      const pageOf = (page: number) => all.slice((page - 1) * 50, page * 50)
      // The second request uses the cached total, which takes a different statement.
      for (const page of [1, 1, 2, 3, Math.ceil(all.length / 50), 1000]) {
        const answer = await listSignalTypes({ search: word, itemsPerPage: 50, page, ...order })
        expect([word, page, answer.total, names(answer)]).toEqual([word, page, all.length, pageOf(page)])
      }
    }
    expect(await listSignalTypes({ search: 'nowhere to be found' })).toEqual({ items: [], total: 0 })
    // A picker counts only one row past its limit.
    const namesFor = async (search?: string) =>
      (await app.admin('GET', '/api/signalTypes/typeHead', undefined, { query: { search } })).body.total
    expect([await namesFor('often'), await namesFor('often'), await namesFor(), await namesFor('seldom')]).toEqual([5001, 5001, 5001, 120])
  })

  it('counts once for users with the same view, until a row changes', async () => {
    const other = await app.signInAs(['SignalTypes.View'], { isNew: true })
    const query = { search: 'nobody has asked for that', itemsPerPage: 5 }
    const querySpy = vi.spyOn(pg.Client.prototype, 'query')
    const counts = async (caller: Caller) => {
      querySpy.mockClear()
      await caller('GET', '/api/signalTypes', undefined, { query })
      return querySpy.mock.calls.filter(([statement]) => Object(statement).text?.includes('from signal_types')).length
    }
    expect(await counts(app.admin)).toBe(1)
    // Without rows and with a cached total, no count runs. Fake timers keep the cache from expiring.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect([await counts(app.admin), await counts(other)]).toEqual([0, 0])
    await createRow(app, '/api/signalTypes', { name: uniqueName('Changed'), abbreviation: 'CH', lineStyle: 'solid', color: '#000000' })
    expect(await counts(other)).toBe(1)
    vi.useRealTimers()
    querySpy.mockRestore()
  })

  it('returns the same rows with a cached plan, also when the number of matches grows', async () => {
    const make = (from: number, to: number) =>
      app.sql(
        `insert into signal_types (name, abbreviation, line_style, color) select 'Kept plan ' || n, 'K' || n, 'solid', '#000000' from generate_series(${from}, ${to}) n`,
      )
    const found = async (search: string, page = 1) => {
      const { total, items } = await listSignalTypes({ search, sortBy: 'name', itemsPerPage: 3, page })
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
    await app.sql(`delete from signal_types where name like 'Kept plan %'`)
  })

  it('matches exactly the rows that contain every word, with any characters', async () => {
    const createdNames = [
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
    for (const [at, name] of createdNames.entries())
      await createRow(app, '/api/signalTypes', { name: `Probe ${name}`, abbreviation: `PR${at}`, color: '#000000', lineStyle: 'solid' })
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
      const right = createdNames.map((name) => `Probe ${name}`).filter((name) => words.every((word) => plain(name).includes(word)))
      const found = names(await listSignalTypes({ search: `probe ${search}`, itemsPerPage: 50 }))
      expect([search, found.toSorted()]).toEqual([search, right.toSorted()])
    }
  })

  it('keeps the requested order when filtered by manufacturer', async () => {
    const [category] = await app.sql('select id from categories order by id limit 1')
    const makers = [
      await createRow(app, '/api/Manufactures', { name: uniqueName('Maker') }),
      await createRow(app, '/api/Manufactures', { name: uniqueName('Maker') }),
    ]
    for (let n = 1; n <= 12; n++)
      await createRow(app, '/api/equipments', {
        tag: `T${n}`,
        model: `Model ${n}`,
        manufactureId: makers[n % 2].id,
        categoryId: category!.id,
      })
    const models = async (query: Record<string, unknown>) =>
      (await app.admin('GET', '/api/equipments', undefined, { query })).body.items.map((item: { model: string }) => item.model)
    const odd = [1, 3, 5, 7, 9, 11].map((n) => `Model ${n}`)
    const entry = { manufacturerIds: makers[1].id }
    expect(await models(entry)).toEqual(odd)
    expect(await models({ ...entry, sortBy: 'manufacture', sortDesc: 'true' })).toEqual(odd.toReversed())
    expect(await models({ ...entry, sortBy: ['manufacture', 'model'], sortDesc: ['false', 'true'] })).toEqual(odd.toReversed())
    const both = { manufacturerIds: makers.map(({ id }) => id) }
    expect(await models({ ...both, itemsPerPage: 20 })).toEqual([...[2, 4, 6, 8, 10, 12].map((n) => `Model ${n}`), ...odd])
  })

  it('throws for an unknown filter from server code instead of ignoring it', async () => {
    // @ts-expect-error there is no such filter
    await expect(app.product.work((ctx) => projects.list(ctx, { phases: [1] }))).rejects.toThrow('cannot be asked for "phases"')
    const handed = { itemsPerPage: 1, phases: [1] }
    await expect(app.product.work((ctx) => projects.list(ctx, handed))).rejects.toThrow('cannot be asked for "phases"')
    expect((await app.admin('GET', '/api/projects', undefined, { query: { stages: 1 } })).status).toBe(200)
  })

  it('sorts by known columns from server code and rejects others', async () => {
    const sorted = (sortBy: ListQuery<typeof projects.resource>['sortBy']) => app.product.work((ctx) => projects.list(ctx, { sortBy }))
    expect((await sorted(['client', 'name'])).total).toBeGreaterThanOrEqual(0)
    // @ts-expect-error there is no such column
    await expect(sorted(['customer'])).rejects.toMatchObject({ status: 400 })
    // @ts-expect-error nor to begin with
    const begun = { order: ['customer'] } satisfies Parameters<typeof projects.list>[2]
    expect(begun.order).toHaveLength(1)
  })

  it('returns only requested columns, with unchanged values, in any sort order', async () => {
    const projects = [await createProject(app), await createProject(app)]
    const fetchList = async (query: Record<string, unknown>) => {
      const { status, body } = await app.admin('GET', '/api/projects', undefined, {
        query: { ids: projects.map(({ id }) => id), ...query },
      })
      expect(status).toBe(200)
      return body
    }
    const fullList = await fetchList({ sortBy: 'number' })
    const parts = (keys: string[]) =>
      fullList.items.map((item: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, item[key]])))
    expect(fullList.items).toHaveLength(2)
    expect(await fetchList({ sortBy: 'number', columns: ['client', 'totalPrice'] })).toEqual({
      total: 2,
      items: parts(['id', 'rowVersion', 'name', 'client', 'totalPrice']),
    })
    // The sort column may be one that is not returned, here from another table.
    const byClient = async (columns?: string[]) =>
      (await fetchList({ sortBy: 'client', sortDesc: 'true', columns })).items.map((row: AnyRow) => row.id)
    expect(await byClient(['stage'])).toEqual(await byClient())
    const { status, body } = await app.admin('GET', '/api/projects', undefined, { query: { columns: ['name', 'search_text'] } })
    expect([status, body.fields]).toEqual([400, { columns: ['There is no column "search_text" to show.'] }])
    expect((await app.admin('GET', '/api/projects', undefined, { query: { columns: 'companies' } })).status).toBe(400)
  })

  it('counts the rows each user may see now, regardless of earlier callers', async () => {
    const projects = [await createProject(app), await createProject(app), await createProject(app)]
    const [reader, other] = [await app.signInAs(['Projects.View'], { isNew: true }), await app.signInAs(['Projects.View'], { isNew: true })]
    const idQuery = { ids: projects.map(({ id }) => id) }
    const seen = async (caller: Caller) => {
      const { body } = await caller('GET', '/api/projects', undefined, { query: idQuery })
      expect(body.items).toHaveLength(body.total)
      return body.total
    }
    expect([await seen(app.admin), await seen(reader), await seen(other)]).toEqual([3, 3, 3])
    // Access entries change in their own table without an event.
    await addToAccessList(app, projects[0]!, other.userId)
    await addToAccessList(app, projects[1]!, app.admin.userId)
    expect([await seen(app.admin), await seen(reader), await seen(other)]).toEqual([3, 1, 2])
    await app.sql('delete from project_access_entries')
    expect([await seen(reader), await seen(other)]).toEqual([3, 3])
  })
})
