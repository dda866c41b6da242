import { expect, it } from 'vitest'
import { startApp } from '../../../../test/kit/start.ts'
import { createStatementNamer } from './prepared.ts'

const prepared = createStatementNamer(10)
const often = (text: string, values: unknown[] = [1]) => Array.from({ length: 8 }, () => prepared(text, values)).at(-1)!

it('names a repeated statement once, for both row formats', () => {
  const text = 'select 1 from users where first_name = $1'
  expect(prepared(text, ['Ann'])).toEqual({ text, values: ['Ann'] })
  const { name } = often(text)
  expect(name).toMatch(/^s\d+$/)
  expect(prepared(text, ['Ben'], 'array')).toEqual({ text, values: ['Ben'], name, rowMode: 'array' })
  expect(often(`${text} and last_name = $2`).name).not.toBe(name)
})

it('leaves statements unnamed whose plan depends on the values', () => {
  for (const condition of ['id = any($1)', 'id = ANY ($1::int[])', 'search_text like $1', 'id in (select unnest($1::int[]))'])
    expect(often(`select 2 from users where ${condition}`).name, condition).toBeUndefined()
  expect(often('select 3 from jsonb_to_recordset($1) as x(id int)').name).toBeUndefined()
  expect(often('select 4 from users', []).name, 'without values').toBeUndefined()
  // A list stored in the row is not a parameter of the statement.
  expect(often('select 5 from equipment_ports p join signal_types s on s.id = any(p.signal_type_ids) where p.id = $1').name).toBeDefined()
})

it('returns the same before and after a plan is cached', async () => {
  const app = await startApp()
  const roles = (await app.admin('GET', '/api/roles')).body.items
  for (let time = 0; time < 12; time++)
    expect((await app.admin('GET', `/api/roles/${roles[time % 2].id}`)).body.id).toBe(roles[time % 2].id)
})

it('caches a limited number of statements', () => {
  const names = Array.from({ length: 40 }, (_, n) => often(`select ${n} as bounded where $1 = 1`).name)
  expect(names.filter(Boolean).length).toBeLessThan(10)
  expect(names.at(-1)).toBeUndefined()
})
