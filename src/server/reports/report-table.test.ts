import { expect, it } from 'vitest'
import { type FurtherRow, type ReportTable, sheetOfTable } from './report-table.ts'

interface Line {
  kind: string
  name: string
  count: number
  price: number
}
const lines: Line[] = [
  { kind: 'a', name: 'one', count: 2, price: 0.1 },
  { kind: 'a', name: 'two', count: 1, price: 0.2 },
  { kind: 'b', name: 'three', count: 4, price: 1000 },
]
const table: ReportTable<Line> = {
  name: 'Lines',
  columns: [
    { header: '#', value: (_, number) => number },
    { header: 'Name', value: ({ name }) => name, isLabel: true },
    { header: 'Count', kind: 'integer', value: ({ count }) => count, sum: true },
    { header: 'Price', kind: 'money', value: ({ price }) => price, sum: true, isPrice: true },
    { header: 'Kind', value: ({ kind }) => kind, total: (rows) => `${rows.length} lines` },
  ],
  total: 'All',
}
const cells = async (reportTable: ReportTable<Line>, options = {}) =>
  (await sheetOfTable(reportTable, lines, options)).rows.map((row) => (Array.isArray(row) ? row : row.values))

it('sums by group and in total, money to the cent', async () => {
  expect(await cells({ ...table, groupOf: ({ kind }) => kind })).toEqual([
    [null, 'a'],
    [1, 'one', 2, 0.1, 'a'],
    [2, 'two', 1, 0.2, 'a'],
    [null, 'Subtotal a', 3, 0.3, null],
    [null, 'b'],
    [3, 'three', 4, 1000, 'b'],
    [null, 'Subtotal b', 4, 1000, null],
    [null, 'All', 7, 1000.3, '3 lines'],
  ])
})

it('omits the total without a label, and applies outline and style to rows', async () => {
  const { total: _, ...plain } = table
  const sheet = await sheetOfTable(
    { ...plain, lookOf: ({ kind }) => (kind === 'b' ? { style: 'subtotal', outline: 1 } : {}) },
    lines.slice(1),
    { isForScreen: true },
  )
  expect(sheet.rows).toEqual([{ values: [1, 'two', 1, 0.2, 'a'] }, { values: [2, 'three', 4, 1000, 'b'], style: 'subtotal', outline: 1 }])
  expect([sheet.paper, sheet.columns.map(({ wrap }) => wrap)]).toEqual(['letter', new Array(5).fill(undefined)])
})

it('adds extra rows above the total to it, and calculates those below from it', async () => {
  const more: ReportTable<Line> = {
    ...table,
    before: () => [{ label: 'Rounding', amounts: { Price: -0.3 } }],
    after: (sumOf) => [{ label: 'Twice', amounts: { Price: 2 * sumOf('Price'), Count: 2 * sumOf('Count') }, style: 'total' }],
  }
  expect((await cells(more)).slice(3)).toEqual([
    [null, 'Rounding', null, -0.3],
    [null, 'All', 7, 1000, '3 lines'],
    [null, 'Twice', 14, 2000],
  ])
})

it('omits prices as a column, with the rows that depend on them', async () => {
  const more: ReportTable<Line> = {
    ...table,
    groupOf: ({ kind }) => kind,
    after: (sumOf): FurtherRow[] => [
      { label: 'Price alone', amounts: { Price: sumOf('Price') } },
      { label: 'Both', amounts: { Price: 1, Count: 2 } },
    ],
  }
  const sheet = await sheetOfTable(more, lines, { hidesPrices: true })
  expect(sheet.columns.map(({ header }) => header)).toEqual(['#', 'Name', 'Count', 'Kind'])
  expect(await cells(more, { hidesPrices: true })).toEqual([
    [null, 'a'],
    [1, 'one', 2, 'a'],
    [2, 'two', 1, 'a'],
    [null, 'Subtotal a', 3, null],
    [null, 'b'],
    [3, 'three', 4, 'b'],
    [null, 'Subtotal b', 4, null],
    [null, 'All', 7, '3 lines'],
    [null, 'Both', 2],
  ])
})

it('throws for an amount under an unknown column', async () => {
  await expect(cells({ ...table, after: () => [{ label: 'Lost', amounts: { Cost: 1 } }] })).rejects.toThrow('no column "Cost"')
  await expect(cells({ ...table, after: (sumOf) => [{ label: 'Lost', amounts: { Price: sumOf('Cost') } }] })).rejects.toThrow(
    'no column "Cost"',
  )
})

it('yields to other work while it builds thousands of rows', async () => {
  const busy = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  const slow: ReportTable<Line> = { ...table, columns: [...table.columns, { header: 'Slow', value: () => busy(0.1) ?? null }] }
  let turns = 0
  let isDone = false
  const others = () => {
    turns++
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  const sheet = await sheetOfTable(
    slow,
    Array.from({ length: 1000 }, () => lines[0]!),
  )
  isDone = true
  expect(sheet.rows).toHaveLength(1001)
  // 100 ms of work in pieces of a few milliseconds.
  expect(turns).toBeGreaterThan(8)
})
