import { expect, it } from 'vitest'
import { enumeration } from '../../../model/kit/enumeration.ts'
import * as field from '../../../model/kit/field.ts'
import { type ColumnType, is, onlyRow, orMissing, orNull, type Queryable, queryRows, shapeDifferences } from './row-types.ts'

const Size = enumeration('Size', { Small: [1, 'Small'], Large: [2, 'Large'] })
const column = (name: string, dataTypeID: number) => ({ name, dataTypeID })
const [number, text] = [23, 25]

it('reports columns missing in the shape or in the response', () => {
  const answered = { fields: [column('id', number), column('size', number)], rows: [{ id: 1, size: 2 }] }
  expect(shapeDifferences({ id: is.number, size: is.choice(Size) }, answered)).toEqual([])
  expect(shapeDifferences({ id: is.number }, answered)).toEqual(['size is answered but not named'])
  expect(shapeDifferences({ id: is.text, size: is.number }, answered)).toEqual([expect.stringContaining('id has the type 23')])
  expect(shapeDifferences({ id: is.number, size: is.number, name: is.text }, answered)).toEqual(['name is named but not answered'])
  const doubled = { fields: [column('id', number), column('id', number)], rows: [] }
  expect(shapeDifferences({ id: is.number }, doubled)).toEqual(['two columns have one name'])
})

it('reports an unexpected null and an unknown choice', () => {
  const fields = [column('name', text), column('size', number)]
  const shape = { name: is.text, size: is.choice(Size) }
  expect(shapeDifferences(shape, { fields, rows: [{ name: null, size: 1 }] })).toEqual(['name is null'])
  expect(shapeDifferences(shape, { fields, rows: [{ name: 'A', size: 3 }] })).toEqual(['size is 3'])
  const loose = { name: orNull(is.text), size: orNull(is.choice(Size)) }
  expect(shapeDifferences(loose, { fields, rows: [{ name: null, size: null }] })).toEqual([])
  expect(shapeDifferences(loose, { fields, rows: [{ name: null, size: 3 }] })).toEqual(['size is 3'])
})

it('checks JSON parts with their types, nulls and choices', () => {
  const shape = {
    records: orNull(is.listOf(is.jsonOf({ size: is.choice(Size), hours: is.number, months: is.listOf(is.text), note: orNull(is.text) }))),
  }
  const record = { size: 1, hours: 40, months: ['2026-03'], note: null }
  const found = (records: unknown) => shapeDifferences(shape, { fields: [column('records', 114)], rows: [{ records }] })
  expect([found(null), found([]), found([record, record])]).toEqual([[], [], []])
  const { hours: _, ...without } = record
  expect(found([record, without])).toEqual(['records[1].hours is named but not answered'])
  expect(found([{ ...record, cost: 1 }])).toEqual(['records[0].cost is answered but not named'])
  expect(found([{ ...record, hours: '40' }])).toEqual(['records[0].hours is "40"'])
  expect(found([{ ...record, hours: null }])).toEqual(['records[0].hours is null'])
  expect(found([{ ...record, size: 3 }])).toEqual(['records[0].size is 3'])
  expect(found([{ ...record, months: '2026-03' }])).toEqual(['records[0].months is "2026-03"'])
  expect(found([{ ...record, months: [3] }])).toEqual(['records[0].months[0] is 3'])
  expect(found([[1, 40]])).toEqual([expect.stringContaining('records[0] is [1,40]')])
  expect(found(record)).toEqual([expect.stringContaining('records is {')])
})

const findDifferences = (type: ColumnType<unknown>, value: unknown) =>
  shapeDifferences({ it: type }, { fields: [column('it', 3802)], rows: [{ it: value }] })

it('checks JSON against the model fields at every depth', () => {
  const fields = {
    name: field.text('Name'),
    note: field.optional(field.text('Note')),
    size: field.defaulted(field.choice('Size', Size), Size.Small),
    sizes: field.choices('Sizes', Size),
    people: field.set('People', field.uuid('Person')),
    bits: field.flags('Bits', Size),
    isOn: field.boolean('On'),
    price: field.optional(field.money('Price')),
    sides: field.optional(field.group('Sides', { a: field.decimal('A') })),
    ports: field.list('Ports', { name: field.text('Name'), count: field.integer('Count') }),
  }
  const good = {
    name: 'A',
    note: null,
    size: 1,
    sizes: [1, 2],
    people: ['p'],
    bits: 3,
    isOn: true,
    price: 1.5,
    sides: { a: 1 },
    ports: [{ name: 'B', count: 2 }],
  }
  const type = is.jsonOfFields(fields)
  const faultsWith = (more: object) => findDifferences(type, { ...good, ...more })
  expect([faultsWith({}), faultsWith({ price: null, sides: null, sizes: [], ports: [] })]).toEqual([[], []])
  const { size: _, ...without } = good
  expect(findDifferences(type, without)).toEqual(['it.size is named but not answered'])
  expect(faultsWith({ other: 1 })).toEqual(['it.other is answered but not named'])
  for (const [more, fault] of [
    [{ name: null }, 'it.name is null'],
    [{ note: 1 }, 'it.note is 1'],
    [{ size: 3 }, 'it.size is 3'],
    [{ sizes: [1, 3] }, 'it.sizes[1] is 3'],
    [{ sizes: 1 }, 'it.sizes is 1'],
    [{ people: [1] }, 'it.people[0] is 1'],
    [{ bits: '3' }, 'it.bits is "3"'],
    [{ isOn: 1 }, 'it.isOn is 1'],
    [{ price: '1.5' }, 'it.price is "1.5"'],
    [{ sides: {} }, 'it.sides.a is named but not answered'],
    [
      {
        ports: [
          { name: 'B', count: 2 },
          { name: 'B', count: '2' },
        ],
      },
      'it.ports[1].count is "2"',
    ],
    [{ ports: {} }, 'it.ports is {}'],
  ] as const)
    expect(faultsWith(more)).toEqual([fault])
  expect(findDifferences(is.jsonOfField(fields.ports), [{ name: 'B' }])).toEqual(['it[0].count is named but not answered'])
  expect([findDifferences(is.jsonOfField(fields.sides), null), findDifferences(is.jsonOfField(fields.ports), null)]).toEqual([
    [],
    ['it is null'],
  ])
  expect(findDifferences(is.someOfFields(fields), { note: 'N' })).toEqual([])
  expect(findDifferences(is.someOfFields(fields), { note: 1 })).toEqual(['it.note is 1'])
  expect(findDifferences(is.someOfFields(fields), { other: 1 })).toEqual(['it.other is answered but not named'])
  expect(() => is.jsonOfFields({ any: field.json('Anything') })).toThrow('Anything says nothing of its parts')
})

it('allows extra or missing JSON parts where the type says so', () => {
  const part = is.jsonWith({ name: is.text, count: orMissing(orNull(is.number)) })
  for (const good of [{ name: 'A' }, { name: 'A', count: null }, { name: 'A', count: 1, more: [{}] }])
    expect(findDifferences(part, good)).toEqual([])
  expect(findDifferences(part, { count: 1 })).toEqual(['it.name is named but not answered'])
  expect(findDifferences(part, { name: 'A', count: '1' })).toEqual(['it.count is "1"'])
  expect(findDifferences(is.recordOf(is.number), { a: 1, b: 2 })).toEqual([])
  expect(findDifferences(is.recordOf(is.number), { a: 1, b: '2' })).toEqual(['it.b is "2"'])
  expect(findDifferences(is.recordOf(is.anything), [1])).toEqual(['it is [1]'])
  expect(findDifferences(is.recordOf(is.anything), { a: null, b: { c: 1 } })).toEqual([])
  expect([findDifferences(is.plain('string', 'number'), 'A'), findDifferences(is.plain('string', 'number'), 1)]).toEqual([[], []])
  expect(findDifferences(is.plain('string', 'number'), true)).toEqual(['it is true'])
  expect(findDifferences(is.plain('string', 'number'), null)).toEqual(['it is null'])
  expect([findDifferences(is.anything, null), findDifferences(is.anything, { a: [1] })]).toEqual([[], []])
})

it('rejects a result that differs from its shape', async () => {
  const connection: Queryable = { query: async () => ({ fields: [column('id', number)], rows: [{ id: 1 }], rowCount: 1 }) }
  await expect(queryRows(connection, { id: is.number }, 'select 1 as id')).resolves.toEqual([{ id: 1 }])
  await expect(queryRows(connection, { id: is.text }, { text: 'select 1 as id' })).rejects.toThrow(/id has the type 23.*\nselect 1 as id/s)
})

it('returns the row of a single-row result and rejects other counts', () => {
  expect(onlyRow([{ id: 1 }])).toEqual({ id: 1 })
  expect(() => onlyRow([])).toThrow('answered 0')
  expect(() => onlyRow([{ id: 1 }, { id: 2 }])).toThrow('answered 2')
})
