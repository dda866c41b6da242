import { expect, it } from 'vitest'
import type { Column } from './table-columns.ts'
import { dropSpareColumns, growColumns, shrinkColumns } from './table-fit.ts'

const textColumn = (key: string, width: number, more: Partial<Column> = {}): Column => ({
  key,
  label: key,
  width,
  text: String,
  cell: () => null,
  ...more,
})
const columns = [
  textColumn('name', 280, { tone: 'name' }),
  textColumn('maker', 212),
  textColumn('category', 162),
  textColumn('note', 120, { least: 118 }),
  textColumn('price', 200, { text: undefined }),
]
const widths = (excess: number) => shrinkColumns(columns, excess).map(({ width }) => width)

it('shrinks text columns by the missing width, the widest most', () => {
  expect(widths(0)).toEqual([280, 212, 162, 120, 200])
  expect(widths(76)).toEqual([280, 162, 137, 119, 200])
})

it('keeps text columns readable, and names and numbers unchanged', () => {
  expect(widths(5000)).toEqual([280, 112, 112, 118, 200])
})

it('gives spare width to names first, then to other text columns', () => {
  const wide = [
    textColumn('name', 0, { tone: 'name', width: undefined, least: 280, wants: 300 }),
    textColumn('maker', 120, { wants: 180 }),
    textColumn('note', 200, { wants: 340 }),
    textColumn('price', 90),
  ]
  const widths = (room: number) => growColumns(wide, room).map(({ width }) => width)
  expect(widths(-40)).toEqual([undefined, 120, 200, 90])
  expect(widths(20)).toEqual([undefined, 120, 200, 90])
  expect(widths(120)).toEqual([undefined, 150, 270, 90])
  expect(widths(2000)).toEqual([undefined, 180, 340, 90])
})

it('drops redundant columns only if the rest then fits', () => {
  const all = [textColumn('name', 280), textColumn('circuit', 76, { stepsBack: true }), textColumn('price', 100)]
  const keys = (excess: number) => dropSpareColumns(all, excess).map(({ key }) => key)
  expect(keys(-10)).toEqual(['name', 'circuit', 'price'])
  expect(keys(76)).toEqual(['name', 'price'])
  expect(keys(77)).toEqual(['name', 'circuit', 'price'])
})
