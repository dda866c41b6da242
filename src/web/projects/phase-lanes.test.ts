import { expect, it } from 'vitest'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { arrangePhases, phasePosition } from './phase-lanes.ts'

const { SD, DD, CD } = ConstructionPhaseType
const phases = [
  { type: SD, startDate: '2026-01-01', endDate: '2026-02-28' },
  { type: DD, startDate: '2026-02-01', endDate: '2026-03-31' },
  { type: CD, startDate: '2026-04-01', endDate: '2026-12-31' },
]
const nameOf = ({ type }: { type: ConstructionPhaseType }) => ConstructionPhaseType.label(type)

it('shares a lane between phases that do not overlap', () => {
  const { bars, lanes, marks, now } = arrangePhases(phases, '2026-07-02')
  expect([lanes, bars.map(({ phase, lane }) => [phase.type, lane])]).toEqual([
    2,
    [
      [SD, 0],
      [DD, 1],
      [CD, 0],
    ],
  ])
  expect(bars.map(({ left, width }) => [left, left + width].map(Math.round))).toEqual([
    [0, 16],
    [8, 25],
    [25, 100],
  ])
  expect(marks.map(({ label }) => label)).toEqual(['Jan 2026', 'Mar 2026', 'May 2026', 'Jul 2026', 'Sep 2026', 'Nov 2026'])
  expect(Math.round(now ?? 0)).toBe(50)
})

it('has no mark for a day outside of the phases', () => {
  expect(arrangePhases(phases, '2027-02-01').now).toBeUndefined()
  expect(arrangePhases([], '2027-02-01')).toMatchObject({ bars: [], lanes: 0 })
})

it('describes the current, next or last phase', () => {
  const on = (day: string) => phasePosition(phases, day, nameOf)
  expect(on('2026-02-10')).toBe('DD until 2026/03/31, 49 days left')
  expect(on('2025-12-31')).toBe('SD begins 2026/01/01, in 1 day')
  expect(on('2027-01-01')).toBe('The last phase ended 2026/12/31')
})
