import { describe, expect, it } from 'vitest'
import { inTreeOrder, monthsOutside, movedRange, phaseRange, planDeletion } from './construction-phases.ts'
import { PhaseDateRangeType, PhaseDeleteOption } from './enums.ts'

const { Custom, Month } = PhaseDateRangeType

describe('date ranges', () => {
  it('uses the two dates of a custom range', () => {
    expect(phaseRange({ dateRangeType: Custom, startDate: '2026-03-02', endDate: '2026-03-02' })).toEqual({
      range: { startDate: '2026-03-02', endDate: '2026-03-02' },
    })
  })
  it('extends a month range from the first to the last day', () => {
    const range = { startDate: '2026-02-01', endDate: '2026-04-30' }
    expect(phaseRange({ dateRangeType: Month, startMonth: '2026-02', endMonth: '2026-04' })).toEqual({ range })
    // Custom becomes Month: the months it touches.
    expect(phaseRange({ dateRangeType: Month, startDate: '2026-02-27', endDate: '2026-04-01' })).toEqual({ range })
  })
  it('reports missing or invalid values on the requested field', () => {
    expect(phaseRange({ dateRangeType: Custom, startDate: '2026-03-02' }).problems).toEqual({ endDate: ['This field is required!'] })
    expect(phaseRange({ dateRangeType: Month }).problems).toEqual({
      startMonth: ['This field is required!'],
      endMonth: ['This field is required!'],
    })
    expect(phaseRange({ dateRangeType: Month, startMonth: '2026-13', endMonth: '2026-12' }).problems).toEqual({
      startMonth: ['This is not a date'],
    })
    expect(phaseRange({ dateRangeType: Custom, startDate: '2026-03-02', endDate: '2026-03-01' }).problems).toHaveProperty('endDate')
    expect(phaseRange({ dateRangeType: Custom, startDate: '2026-01-01', endDate: '2037-01-01' }).problems).toHaveProperty('endDate')
  })
  it('keeps the length of a moved range, in whole months for month ranges', () => {
    const range = { startDate: '2026-03-01', endDate: '2026-03-31' }
    expect(movedRange(range, 30, Custom)).toEqual({ startDate: '2026-03-31', endDate: '2026-04-30' })
    expect(movedRange(range, 31, Month)).toEqual({ startDate: '2026-04-01', endDate: '2026-05-31' })
  })
  it('lists the months of hours outside the range', () => {
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
    const { removed, moved } = planDeletion(tree, id, option)
    const rest = tree.filter((item) => !removed.includes(item.id)).map((item) => moved.find((move) => move.id === item.id) ?? item)
    return inTreeOrder(rest).map(({ id, parentPhaseId }) => [id, parentPhaseId])
  }
  it('starts with the tree in order', () => expect(inTreeOrder(tree).map(({ id }) => id)).toEqual([A, P, C1, C2, B]))
  it('1: deletes the children too', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndChildren)).toEqual([
      [A, null],
      [B, null],
    ])
  })
  it('2: moves the children into its place, in order', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndKeepChildren)).toEqual([
      [A, null],
      [C1, null],
      [C2, null],
      [B, null],
    ])
  })
  it('3: promotes the first child, which adopts its siblings', () => {
    expect(left(PhaseDeleteOption.DeleteParentAndPromoteFirstChild)).toEqual([
      [A, null],
      [C1, null],
      [C2, C1],
      [B, null],
    ])
  })
  it('deletes only the phase if it has no children, for every option', () => {
    for (const option of [null, 1, 2, 3] as const) expect(planDeletion(tree, C1, option)).toEqual({ removed: [C1], moved: [] })
  })
})
