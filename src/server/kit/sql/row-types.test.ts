import { expect, it } from 'vitest'
import { enumeration } from '../../../model/kit/enumeration.ts'
import { differencesFrom, is, onlyRow, orNull, type Queryable, rowsOn } from './row-types.ts'

const Size = enumeration('Size', { Small: [1, 'Small'], Large: [2, 'Large'] })
const field = (name: string, dataTypeID: number) => ({ name, dataTypeID })
const [number, text] = [23, 25]

it('finds what an answer has that its shape does not say, and the other way round', () => {
  const answered = { fields: [field('id', number), field('size', number)], rows: [{ id: 1, size: 2 }] }
  expect(differencesFrom({ id: is.number, size: is.choice(Size) }, answered)).toEqual([])
  expect(differencesFrom({ id: is.number }, answered)).toEqual(['size is answered but not named'])
  expect(differencesFrom({ id: is.text, size: is.number }, answered)).toEqual([expect.stringContaining('id has the type 23')])
  expect(differencesFrom({ id: is.number, size: is.number, name: is.text }, answered)).toEqual(['name is named but not answered'])
  const doubled = { fields: [field('id', number), field('id', number)], rows: [] }
  expect(differencesFrom({ id: is.number }, doubled)).toEqual(['two columns have one name'])
})

it('finds a null and a choice that no list knows', () => {
  const fields = [field('name', text), field('size', number)]
  const shape = { name: is.text, size: is.choice(Size) }
  expect(differencesFrom(shape, { fields, rows: [{ name: null, size: 1 }] })).toEqual(['name is null'])
  expect(differencesFrom(shape, { fields, rows: [{ name: 'A', size: 3 }] })).toEqual(['size is 3'])
  const loose = { name: orNull(is.text), size: orNull(is.choice(Size)) }
  expect(differencesFrom(loose, { fields, rows: [{ name: null, size: null }] })).toEqual([])
  expect(differencesFrom(loose, { fields, rows: [{ name: null, size: 3 }] })).toEqual(['size is 3'])
})

it('holds JSON to its parts, each with its type, its nulls and its choices', () => {
  const shape = {
    records: orNull(is.listOf(is.jsonOf({ size: is.choice(Size), hours: is.number, months: is.listOf(is.text), note: orNull(is.text) }))),
  }
  const record = { size: 1, hours: 40, months: ['2026-03'], note: null }
  const found = (records: unknown) => differencesFrom(shape, { fields: [field('records', 114)], rows: [{ records }] })
  expect([found(null), found([]), found([record, record])]).toEqual([[], [], []])
  const { hours: _, ...without } = record
  expect(found([record, without])).toEqual(['records[1].hours is named but not answered'])
  expect(found([{ ...record, cost: 1 }])).toEqual(['records[0].cost is answered but not named'])
  expect(found([{ ...record, hours: '40' }])).toEqual(['records[0].hours is "40"'])
  expect(found([{ ...record, hours: null }])).toEqual(['records[0].hours is null'])
  expect(found([{ ...record, size: 3 }])).toEqual(['records[0].size is 3'])
  expect(found([{ ...record, months: '2026-03' }])).toEqual(['records[0].months is "2026-03"'])
  expect(found([{ ...record, months: [3] }])).toEqual(['records[0].months[0] is 3'])
  expect(found([[1, 40]])).toEqual([expect.stringContaining('records[0].0 is answered but not named')])
  expect(found(record)).toEqual([expect.stringContaining('records is {')])
})

it('refuses what a connection answers otherwise than its shape says', async () => {
  const connection: Queryable = { query: async () => ({ fields: [field('id', number)], rows: [{ id: 1 }], rowCount: 1 }) }
  await expect(rowsOn(connection, { id: is.number }, 'select 1 as id')).resolves.toEqual([{ id: 1 }])
  await expect(rowsOn(connection, { id: is.text }, { text: 'select 1 as id' })).rejects.toThrow(/id has the type 23.*\nselect 1 as id/s)
})

it('takes the row of a statement that answers one, and no other', () => {
  expect(onlyRow([{ id: 1 }])).toEqual({ id: 1 })
  expect(() => onlyRow([])).toThrow('answered 0')
  expect(() => onlyRow([{ id: 1 }, { id: 2 }])).toThrow('answered 2')
})
