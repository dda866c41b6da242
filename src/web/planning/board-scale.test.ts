import { describe, expect, it } from 'vitest'
import { rangeOfMonth, rangeOfWeek } from '../../model/planning/spread.ts'
import { assignLanes, mergeAdjacentPhases } from './board-lines.ts'
import { columnHeading, columnIndexAt, columnWidth, createScale, dayAt, dayPosition, fullTimeIn, rangeSpan } from './board-scale.ts'
import { convertHours, formatInUnit, formatWithUnit } from './board-units.ts'

const createMonth = (key: string) => ({ key, ...rangeOfMonth(key), workingDays: 20, fullTimeHours: 160 })
const week = (key: string) => ({ key, ...rangeOfWeek(key), workingDays: 5, fullTimeHours: 40 })
const months = ['2026-11', '2026-12', '2027-01'].map(createMonth)
const scale = createScale(months, 300)

describe('board days', () => {
  it('have a proportional position within a month of any length', () => {
    expect(scale).toMatchObject({ width: 100, full: 300 })
    expect(dayPosition(scale, '2026-11-01')).toBe(0)
    expect(dayPosition(scale, '2026-11-16')).toBe(50)
    expect(dayPosition(scale, '2027-01-01')).toBe(200)
    expect([dayPosition(scale, '2026-01-01'), dayPosition(scale, '2028-01-01')]).toEqual([0, 300])
  })
  it('can be found by position, in every month', () => {
    for (const day of ['2026-11-01', '2026-11-30', '2026-12-17', '2027-01-31'])
      expect(dayAt(scale, dayPosition(scale, day) + 0.5)).toBe(day)
  })
  it('form bars from the first to the last day, and none outside the board', () => {
    expect(rangeSpan(scale, rangeOfMonth('2026-12'))).toEqual({ left: 100, width: 100 })
    expect(rangeSpan(scale, { startDate: '2026-10-01', endDate: '2026-11-15' })).toEqual({ left: 0, width: 50 })
    expect(rangeSpan(scale, rangeOfMonth('2027-02'))).toBeUndefined()
    expect(columnIndexAt(months, '2026-12-31')).toBe(1)
  })
  it('never have columns narrower than readable', () => {
    expect(createScale(months, 90).width).toBe(columnWidth)
  })
  it('have month or week headings, with the year at its start', () => {
    expect(months.map(columnHeading)).toEqual([
      { name: 'Nov', year: '2026' },
      { name: 'Dec', year: undefined },
      { name: 'Jan', year: '2027' },
    ])
    expect(['2026-12-21', '2026-12-28', '2027-01-04'].map(week).map(columnHeading)).toEqual([
      { name: 'Dec 21', year: '2026' },
      { name: 'Dec 28', year: undefined },
      { name: 'Jan 4', year: '2027' },
    ])
  })
})

describe('board units', () => {
  it('are hours, full-time people, or percent of capacity', () => {
    expect(convertHours('hours', 40, { fullTime: 160 })).toBe(40)
    expect(convertHours('fte', 40, { fullTime: 160, capacity: 80 })).toBe(0.25)
    expect(convertHours('percent', 40, { fullTime: 160, capacity: 80 })).toBe(50)
    expect(convertHours('percent', 40, { fullTime: 160 })).toBe(25)
    expect(convertHours('percent', 40, { fullTime: 160, capacity: 0 })).toBe(0)
    expect([formatInUnit('hours', 1240.255), formatInUnit('fte', 0.5), formatInUnit('percent', 66.6)]).toEqual(['1,240.26', '0.50', '67'])
    expect([formatWithUnit('hours', 1240.4), formatWithUnit('fte', 2)]).toEqual(['1,240 h', '2.00 FTE'])
  })
  it('measure a phase by its days on the board', () => {
    expect(fullTimeIn(months, rangeOfMonth('2026-12'))).toBe(160)
    expect(fullTimeIn(months, { startDate: '2026-11-16', endDate: '2026-12-31' })).toBe(240)
    expect(fullTimeIn(months, rangeOfMonth('2028-12'))).toBe(0)
  })
})

const bar = (key: string, startDate: string, endDate: string, more = {}) => ({
  key,
  type: 3 as const,
  isTentative: false,
  text: '',
  title: '',
  startDate,
  endDate,
  hours: 10,
  ...more,
})

it('puts overlapping bars into separate lanes', () => {
  const { bars, lanes } = assignLanes([
    bar('c', '2026-12-05', '2026-12-31'),
    bar('a', '2026-11-01', '2026-11-30'),
    bar('b', '2026-11-20', '2026-12-10'),
  ])
  expect(bars.map(({ key, lane }) => [key, lane])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ])
  expect(lanes).toBe(2)
})

it('joins consecutive phases of the same kind', () => {
  const next = (day: string) => `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`
  const bars = mergeAdjacentPhases(
    [
      bar('b', '2026-11-11', '2026-11-20'),
      bar('a', '2026-11-01', '2026-11-10'),
      bar('c', '2026-11-22', '2026-11-25'),
      bar('d', '2026-11-21', '2026-11-30', { isTentative: true }),
    ],
    next,
  )
  expect(bars.map(({ startDate, endDate, hours }) => [startDate, endDate, hours])).toEqual([
    ['2026-11-01', '2026-11-20', 20],
    ['2026-11-21', '2026-11-30', 10],
    ['2026-11-22', '2026-11-25', 10],
  ])
})
