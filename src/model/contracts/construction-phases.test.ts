import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/kit/random.ts'
import { addDays, addMonths, daysBetween, lastDayOf, monthOf, monthsFrom } from '../kit/dates.ts'
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
  it('lasts at most ten calendar years', () => {
    const custom = (startDate: string, endDate: string) => phaseRange({ dateRangeType: Custom, startDate, endDate }).problems
    expect(custom('2026-03-15', '2036-03-15')).toBeUndefined()
    expect(custom('2026-03-15', '2036-03-16')).toEqual({ endDate: ['A phase lasts at most 10 years.'] })
    expect(custom('2024-02-29', '2034-02-28')).toBeUndefined()
    expect(custom('2024-02-29', '2034-03-01')).toHaveProperty('endDate')
    const monthly = (endMonth: string) => phaseRange({ dateRangeType: Month, startMonth: '2026-01', endMonth }).problems
    expect(monthly('2035-12')).toBeUndefined()
    expect(monthly('2036-01')).toHaveProperty('endMonth')
  })
  it('lists the months of hours outside the range', () => {
    const allocations = ['2026-05', '2026-02', '2026-04'].map((month) => ({ month, hours: 1 }))
    expect(monthsOutside(allocations, { startDate: '2026-03-15', endDate: '2026-04-02' })).toEqual(['2026-02', '2026-05'])
  })
})

describe('a moved range', () => {
  it('keeps its length, in whole months for month ranges', () => {
    const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
    expect(movedRange(march, Custom, '2026-01-10', '2026-02-09')).toEqual({ startDate: '2026-03-31', endDate: '2026-04-30' })
    expect(movedRange(march, Month, '2026-01-10', '2026-02-09')).toEqual({ startDate: '2026-04-01', endDate: '2026-04-30' })
  })
  it('keeps January and March as single months when their parent moves from January to February and back', () => {
    for (const month of ['2026-01', '2026-03']) {
      const range = { startDate: `${month}-01`, endDate: lastDayOf(month) }
      const moved = movedRange(range, Month, '2026-01-01', '2026-02-01')
      expect(moved).toEqual({ startDate: `${addMonths(month, 1)}-01`, endDate: lastDayOf(addMonths(month, 1)) })
      expect(movedRange(moved, Month, '2026-02-01', '2026-01-01')).toEqual(range)
    }
  })
  it('keeps its length on any way of its parent, and returns when the parent returns', () => {
    const random = createRandom(10)
    for (let round = 0; round < 2000; round += 1) {
      const type = random(2) === 0 ? Custom : Month
      // From 2023 to 2029, so that leap days are inside, before and after the ranges.
      const day = () => addDays('2023-01-01', random(2500))
      const startDate = type === Month ? `${monthOf(day())}-01` : day()
      const last = addDays(startDate, random(400))
      const range = { startDate, endDate: type === Month ? lastDayOf(monthOf(last)) : last }
      const way = [day(), day(), day()]
      const stops = [...way, way[0] ?? '']
      const path = stops
        .slice(1)
        .reduce<{ at: string; ranges: (typeof range)[] }>(
          ({ at, ranges }, to) => ({ at: to, ranges: [...ranges, movedRange(ranges.at(-1) ?? range, type, at, to)] }),
          { at: stops[0] ?? '', ranges: [range] },
        )
      const length = (moved: typeof range) =>
        type === Month ? monthsFrom(monthOf(moved.startDate), monthOf(moved.endDate)).length : daysBetween(moved.startDate, moved.endDate)
      for (const moved of path.ranges) {
        expect(length(moved)).toBe(length(range))
        if (type === Month)
          expect(moved).toEqual({ startDate: `${monthOf(moved.startDate)}-01`, endDate: lastDayOf(monthOf(moved.endDate)) })
      }
      expect(path.ranges.at(-1)).toEqual(range)
    }
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
