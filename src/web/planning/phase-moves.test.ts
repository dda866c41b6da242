import { describe, expect, it } from 'vitest'
import { PhaseDateRangeType } from '../../model/contracts/enums.ts'
import { movedPhaseRange, steppedPhaseRange, wordsOfMove } from './phase-moves.ts'

const { Custom, Month } = PhaseDateRangeType
const phase = (startDate: string, endDate: string, dateRangeType: PhaseDateRangeType = Custom) => ({ startDate, endDate, dateRangeType })

describe('moved phase', () => {
  it('keeps its length as a whole, and one end when the other is dragged', () => {
    const bidding = phase('2027-06-01', '2027-07-09')
    expect(movedPhaseRange(bidding, 'whole', 14)).toEqual({ startDate: '2027-06-15', endDate: '2027-07-23' })
    expect(movedPhaseRange(bidding, 'start', -3)).toEqual({ startDate: '2027-05-29', endDate: '2027-07-09' })
    expect(movedPhaseRange(bidding, 'end', 3)).toEqual({ startDate: '2027-06-01', endDate: '2027-07-12' })
  })
  it('never ends before it starts', () => {
    const bidding = phase('2027-06-01', '2027-06-04')
    expect(movedPhaseRange(bidding, 'start', 30)).toEqual({ startDate: '2027-06-04', endDate: '2027-06-04' })
    expect(movedPhaseRange(bidding, 'end', -30)).toEqual({ startDate: '2027-06-01', endDate: '2027-06-01' })
  })
  it('stays in whole months if it is monthly', () => {
    const months = phase('2027-02-01', '2027-03-31', Month)
    expect(movedPhaseRange(months, 'whole', 33)).toEqual({ startDate: '2027-03-01', endDate: '2027-04-30' })
    expect(movedPhaseRange(months, 'end', 10)).toEqual({ startDate: '2027-02-01', endDate: '2027-04-30' })
    expect(movedPhaseRange(months, 'start', 80)).toEqual({ startDate: '2027-03-01', endDate: '2027-03-31' })
  })
})

it('moves by a day per key press, or by a month', () => {
  expect(steppedPhaseRange(phase('2027-02-01', '2027-03-31'), 'whole', 1)).toEqual({ startDate: '2027-02-02', endDate: '2027-04-01' })
  expect(steppedPhaseRange(phase('2027-02-01', '2027-03-31', Month), 'whole', -1)).toEqual({
    startDate: '2027-01-01',
    endDate: '2027-02-28',
  })
  expect(steppedPhaseRange(phase('2027-02-01', '2027-02-28', Month), 'end', -1)).toEqual({ startDate: '2027-02-01', endDate: '2027-02-28' })
})

it('describes the new position and the distance', () => {
  const before = { startDate: '2027-06-01', endDate: '2027-07-09' }
  expect(wordsOfMove({ startDate: '2027-06-15', endDate: '2027-07-23' }, before)).toBe('2027/06/15 to 07/23, 14 days later')
  expect(wordsOfMove({ startDate: '2027-06-01', endDate: '2027-07-08' }, before)).toBe('2027/06/01 to 07/08, 1 day earlier')
  expect(wordsOfMove({ startDate: '2026-12-01', endDate: '2027-07-09' }, before)).toBe('2026/12/01 to 2027/07/09, 182 days earlier')
  expect(wordsOfMove(before, before)).toBe('2027/06/01 to 07/09')
})
