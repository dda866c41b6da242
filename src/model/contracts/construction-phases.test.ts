import { describe, expect, it } from 'vitest'
import { deletionOf, inTreeOrder, monthsOutside, movedRange, rangeOf } from './construction-phases.ts'
import { PhaseDateRangeType, PhaseDeleteOption } from './enums.ts'

const { Custom, Month } = PhaseDateRangeType

describe('ranges', () => {
  it('of two dates are these', () => {
    expect(rangeOf({ dateRangeType: Custom, startDate: '2026-03-02', endDate: '2026-03-02' })).toEqual({
      range: { startDate: '2026-03-02', endDate: '2026-03-02' },
    })
  })
  it('of months go from the first to the last day', () => {
    const range = { startDate: '2026-02-01', endDate: '2026-04-30' }
    expect(rangeOf({ dateRangeType: Month, startMonth: '2026-02', endMonth: '2026-04' })).toEqual({ range })
    // Custom becomes Month: the months it touches.
    expect(rangeOf({ dateRangeType: Month, startDate: '2026-02-27', endDate: '2026-04-01' })).toEqual({ range })
  })
  it('say what is missing or wrong at the field that was asked for', () => {
    expect(rangeOf({ dateRangeType: Custom, startDate: '2026-03-02' }).problems).toEqual({ endDate: ['This field is required!'] })
    expect(rangeOf({ dateRangeType: Month }).problems).toEqual({
      startMonth: ['This field is required!'],
      endMonth: ['This field is required!'],
    })
    expect(rangeOf({ dateRangeType: Month, startMonth: '2026-13', endMonth: '2026-12' }).problems).toEqual({
      startMonth: ['This is not a date'],
    })
    expect(rangeOf({ dateRangeType: Custom, startDate: '2026-03-02', endDate: '2026-03-01' }).problems).toHaveProperty('endDate')
    expect(rangeOf({ dateRangeType: Custom, startDate: '2026-01-01', endDate: '2037-01-01' }).problems).toHaveProperty('endDate')
  })
  it('keep their length when moved, months as months', () => {
    const range = { startDate: '2026-03-01', endDate: '2026-03-31' }
    expect(movedRange(range, 30, Custom)).toEqual({ startDate: '2026-03-31', endDate: '2026-04-30' })
    expect(movedRange(range, 31, Month)).toEqual({ startDate: '2026-04-01', endDate: '2026-05-31' })
  })
  it('name the months of hours outside them', () => {
    const allocations = ['2026-05', '2026-02', '2026-04'].map((month) => ({ month, hours: 1 }))
    expect(monthsOutside(allocations, { startDate: '2026-03-15', endDate: '2026-04-02' })).toEqual(['2026-02', '2026-05'])
  })
})

describe('deleting P, between A and B, with children C1 and C2', () => {
  const [A, P, C1, C2, B] = [1, 2, 3, 4, 5]
  const tree = [
    { id: A, parentPhaseId: null, order: 1 },
    { id: B, parentPhaseId: null, order: 3 },
    { id: C2, parentPhaseId: P, order: 2 },
    { id: C1, parentPhaseId: P, order: 1 },
    { id: P, parentPhaseId: null, order: 2 },
  ]
  const left = (option: PhaseDeleteOption | null, id = P) => {
    const { gone, moved } = deletionOf(tree, id, option)
    const rest = tree.filter((item) => !gone.includes(item.id)).map((item) => moved.find((move) => move.id === item.id) ?? item)
    return inTreeOrder(rest).map(({ id, parentPhaseId }) => [id, parentPhaseId])
  }
  it('stands in order before it', () => expect(inTreeOrder(tree).map(({ id }) => id)).toEqual([A, P, C1, C2, B]))
  it('1: the children go with it', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndChildren)).toEqual([
      [A, null],
      [B, null],
    ])
  })
  it('2: the children take its place, in order', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndKeepChildren)).toEqual([
      [A, null],
      [C1, null],
      [C2, null],
      [B, null],
    ])
  })
  it('3: the first child takes its place and its siblings', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndPromoteFirstChild)).toEqual([
      [A, null],
      [C1, null],
      [C2, C1],
      [B, null],
    ])
  })
  it('a phase without children goes alone, whatever is chosen', () => {
    for (const option of [null, 1, 2, 3] as const) expect(deletionOf(tree, C1, option)).toEqual({ gone: [C1], moved: [] })
  })
})
