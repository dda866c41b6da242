import { expect, it } from 'vitest'
import { SpaceStatus } from '../spaces/enums.ts'
import { TimelineItemType } from './enums.ts'
import { nextDates } from './next-dates.ts'

const today = '2026-11-30'
const item = (id: number, date: string, more: { endDate?: string; isDone?: boolean } = {}) => ({
  ...{ id, title: `Item ${id}`, type: TimelineItemType.Milestone, date, endDate: more.endDate ?? null, isDone: more.isDone ?? false },
})
const drawing = (id: number, dueDate: string, state: SpaceStatus = SpaceStatus.Created) => ({
  ...{ id, number: `A-${id}`, title: `Plan ${id}`, dueDate, state },
})
const shown = (...args: Parameters<typeof nextDates>) => nextDates(...args).map(({ title, date, isLate }) => [title, date, isLate])

it('lists open dates by day, late ones first', () => {
  expect(shown([item(1, '2027-02-28'), item(2, '2026-11-02'), item(3, '2026-12-01', { isDone: true })], [], today)).toEqual([
    ['Item 2', '2026-11-02', true],
    ['Item 1', '2027-02-28', false],
  ])
})

it('counts a period that has begun by its end', () => {
  const periods = [item(1, '2026-11-20', { endDate: '2026-12-20' }), item(2, '2026-12-10', { endDate: '2026-12-24' })]
  expect(shown(periods, [], today)).toEqual([
    ['Item 2', '2026-12-10', false],
    ['Item 1', '2026-12-20', false],
  ])
  expect(shown([item(3, '2026-11-01', { endDate: '2026-11-29' })], [], today)).toEqual([['Item 3', '2026-11-29', true]])
})

it('gathers the drawings due on one day, without completed ones', () => {
  const due = [
    drawing(1, '2026-12-09'),
    drawing(2, '2026-12-09'),
    drawing(3, '2026-12-09', SpaceStatus.Completed),
    drawing(4, '2026-12-11'),
  ]
  expect(shown([], due, today)).toEqual([
    ['2 drawings', '2026-12-09', false],
    ['Plan 4', '2026-12-11', false],
  ])
})
