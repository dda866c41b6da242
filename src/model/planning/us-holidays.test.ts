import { expect, it } from 'vitest'
import { federalHolidays } from './us-holidays.ts'

const dates = (year: number) => federalHolidays(year).map(({ date }) => date)

it('returns the published federal holidays', () => {
  expect(dates(2026)).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
  expect(dates(2027)).toEqual([
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-05-31',
    '2027-06-18',
    '2027-07-05',
    '2027-09-06',
    '2027-10-11',
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-31',
  ])
})

it('marks observed holidays, and includes Juneteenth since 2021', () => {
  expect(federalHolidays(2026).find(({ date }) => date === '2026-07-03')?.name).toBe('Independence Day, observed')
  expect(federalHolidays(2022).map(({ date }) => date)).not.toContain('2022-01-01')
  expect(dates(2020)).not.toContain('2020-06-19')
  expect(federalHolidays(2026).every(({ share }) => share === 1)).toBe(true)
})
