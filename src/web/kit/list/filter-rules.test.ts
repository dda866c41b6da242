import { expect, it } from 'vitest'
import type { ListFilter } from '../../../model/kit/description.ts'
import { datesText, dropOrphanedValues, isParentFilterEmpty, withNegation } from './filter-rules.ts'

const filters: Record<string, ListFilter> = {
  buildingIds: { label: 'Building', kind: 'reference' },
  levelIds: { label: 'Level', kind: 'reference', parentFilter: 'buildingIds' },
  spaceStatuses: { label: 'Status', kind: 'choice' },
}
const chosen = { buildingIds: ['1'], levelIds: ['11'], spaceStatuses: ['2'] }
const after = (before: string[], now: string[]) => dropOrphanedValues(filters, { ...chosen, buildingIds: now }, 'buildingIds', before, now)

it.each([
  ['another building is added', ['1'], ['1', '2'], ['11']],
  ['no building is chosen anymore', ['1'], [], []],
  ['a building goes', ['1', '2'], ['2'], []],
  ['a building replaces another', ['1'], ['2'], []],
  ['levels were chosen before any building', [], ['1'], []],
])('keeps selected levels only if they can still match: %s', (_, before, now, levels) => {
  expect(after(before, now)).toEqual({ buildingIds: now, levelIds: levels, spaceStatuses: ['2'] })
})

it('keeps all values when an independent filter changes', () => {
  expect(dropOrphanedValues(filters, chosen, 'spaceStatuses', ['2'], [])).toBe(chosen)
})

it('drops levels when their buildings are excluded, and offers none of them', () => {
  const { spaceStatuses } = chosen
  const without = withNegation(filters, chosen, 'buildingIds', true, 'not')
  expect(without).toEqual({ buildingIds: ['1'], spaceStatuses, not: ['buildingIds'] })
  expect(withNegation(filters, without, 'buildingIds', false, 'not')).toEqual({ buildingIds: ['1'], spaceStatuses })
  expect(withNegation(filters, chosen, 'spaceStatuses', true, 'not')).toEqual({ ...chosen, not: ['spaceStatuses'] })
  const level = { label: 'Level', kind: 'reference', parentFilter: 'buildingIds' } as const
  expect([chosen, without, {}].map((set) => isParentFilterEmpty(level, set, 'not'))).toEqual([false, true, true])
})

it.each([
  [['2026-11-01', ''], 'since 2026/11/01'],
  [['', '2026-11-21'], 'until 2026/11/21'],
  [['2026-11-01', '2026-11-21'], 'from 2026/11/01 to 2026/11/21'],
  [['2026-11-21', '2026-11-21'], 'on 2026/11/21'],
])('describes dates as a sentence: %s', (days, sentence) => expect(datesText(days).join(' ')).toBe(sentence))
