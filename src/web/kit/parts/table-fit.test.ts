import { expect, it } from 'vitest'
import type { Column } from './table-columns.ts'
import { dropSpareColumns, growColumns, shrinkColumns } from './table-fit.ts'

const words = (key: string, width: number, more: Partial<Column> = {}): Column => ({
  key,
  label: key,
  width,
  text: String,
  cell: () => null,
  ...more,
})
const columns = [
  words('name', 280, { tone: 'name' }),
  words('maker', 212),
  words('category', 162),
  words('note', 120, { least: 118 }),
  words('price', 200, { text: undefined }),
]
const widths = (excess: number) => shrinkColumns(columns, excess).map(({ width }) => width)

it('lets words step back by as much as is missing, those with most room most', () => {
  expect(widths(0)).toEqual([280, 212, 162, 120, 200])
  expect(widths(76)).toEqual([280, 162, 137, 119, 200])
})

it('keeps words readable, and names and figures as they are', () => {
  expect(widths(5000)).toEqual([280, 112, 112, 118, 200])
})

it('gives words the room that is left before the empty space behind the names, and names theirs first', () => {
  const wide = [
    words('name', 0, { tone: 'name', width: undefined, least: 280, wants: 300 }),
    words('maker', 120, { wants: 180 }),
    words('note', 200, { wants: 340 }),
    words('price', 90),
  ]
  const widths = (room: number) => growColumns(wide, room).map(({ width }) => width)
  expect(widths(-40)).toEqual([undefined, 120, 200, 90])
  expect(widths(20)).toEqual([undefined, 120, 200, 90])
  expect(widths(120)).toEqual([undefined, 150, 270, 90])
  expect(widths(2000)).toEqual([undefined, 180, 340, 90])
})

it('leaves out what stands elsewhere too only where the rest then fits', () => {
  const all = [words('name', 280), words('circuit', 76, { stepsBack: true }), words('price', 100)]
  const keys = (excess: number) => dropSpareColumns(all, excess).map(({ key }) => key)
  expect(keys(-10)).toEqual(['name', 'circuit', 'price'])
  expect(keys(76)).toEqual(['name', 'price'])
  expect(keys(77)).toEqual(['name', 'circuit', 'price'])
})
