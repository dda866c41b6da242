import { describe, expect, it } from 'vitest'
import { start } from '../../../test/kit/start.ts'

const house = await start()
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)
const list = async (query: Record<string, unknown>) => (await house.admin('GET', '/api/signalTypes', undefined, { query })).body

describe('a list', () => {
  it('has the same order, pages and total whether many rows or few match', { timeout: 60_000 }, async () => {
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
      // The second time the total is known, which is asked in another way.
      for (const page of [1, 1, 2, 3, Math.ceil(all.length / 50), 1000]) {
        const answer = await list({ search: word, itemsPerPage: 50, page, ...order })
        expect([word, page, answer.total, names(answer)]).toEqual([word, page, all.length, pageOf(page)])
      }
    }
    expect(await list({ search: 'nowhere to be found' })).toEqual({ items: [], total: 0 })
  })
})
