import { expect, it } from 'vitest'
import { SpaceStatus } from '../spaces/enums.ts'
import { compareStandings, type ReportSnapshot, type SnapshotLine, withoutPrices } from './revision-changes.ts'

const displays = { categoryId: 1, categoryNumber: 10, category: 'Displays' }
const audio = { categoryId: 2, categoryNumber: 20, category: 'Audio' }
const spaces = [
  { id: 1, name: 'Lecture hall', number: '201', status: SpaceStatus.InProgress },
  { id: 2, name: 'Seminar room', number: '214', status: SpaceStatus.InProgress },
]
const createLine = (id: number, more: Partial<SnapshotLine> = {}): SnapshotLine => ({
  id,
  spaceId: 1,
  areaGroupId: null,
  areaGroup: null,
  equipmentId: 7,
  tag: 'DIS-98',
  manufacturer: 'Samsung',
  model: 'QM98T-B',
  ...displays,
  provider: 'AVV',
  installer: 'AVV',
  quantity: 2,
  unitPrice: 100,
  ...more,
})
const state = (lines: SnapshotLine[], more: Partial<ReportSnapshot> = {}): ReportSnapshot => ({
  installationFactor: 0.25,
  spaces,
  lines,
  ...more,
})
const readChangeKinds = (from: SnapshotLine[], to: SnapshotLine[]) =>
  compareStandings(state(from), state(to)).changes.map(({ lineId, kinds }) => [lineId, ...kinds])

it('reports each line change once', () => {
  expect(readChangeKinds([createLine(1)], [createLine(1)])).toEqual([])
  expect(readChangeKinds([], [createLine(1)])).toEqual([[1, 'added']])
  expect(readChangeKinds([createLine(1)], [])).toEqual([[1, 'removed']])
  expect(readChangeKinds([createLine(1)], [createLine(1, { quantity: 3 })])).toEqual([[1, 'quantity']])
  expect(readChangeKinds([createLine(1)], [createLine(1, { unitPrice: 90 })])).toEqual([[1, 'price']])
  expect(readChangeKinds([createLine(1)], [createLine(1, { quantity: 3, unitPrice: 90 })])).toEqual([[1, 'quantity', 'price']])
  expect(readChangeKinds([createLine(1)], [createLine(1, { spaceId: 2 })])).toEqual([[1, 'moved']])
  expect(readChangeKinds([createLine(1)], [createLine(1, { areaGroupId: 4 })])).toEqual([[1, 'moved']])
  expect(
    readChangeKinds([createLine(1)], [createLine(1, { equipmentId: 8, unitPrice: 300 })]),
    'its other price is no second difference',
  ).toEqual([[1, 'replaced']])
})

it('matches a recreated line by product, place, provider and installer, each once', () => {
  expect(readChangeKinds([createLine(1)], [createLine(9)]), 'the same line under another id').toEqual([])
  expect(readChangeKinds([createLine(1)], [createLine(9, { quantity: 5 })])).toEqual([[9, 'quantity']])
  for (const other of [{ spaceId: 2 }, { areaGroupId: 4 }, { equipmentId: 8 }, { provider: 'FBO' }, { installer: 'IBO' }] as const)
    expect(readChangeKinds([createLine(1)], [createLine(9, other)]).toSorted(), JSON.stringify(other)).toEqual([
      [1, 'removed'],
      [9, 'added'],
    ])
  expect(readChangeKinds([createLine(1)], [createLine(8), createLine(9)])).toEqual([[9, 'added']])
  expect(readChangeKinds([createLine(1), createLine(2)], [createLine(2), createLine(9)]), 'the id comes first').toEqual([])
})

it('matches a manually calculated sum', () => {
  const from = state([
    createLine(1, { quantity: 2, unitPrice: 14_999 }),
    createLine(2, { quantity: 2, unitPrice: 3499, tag: 'DIS-75', equipmentId: 8 }),
    createLine(3, { quantity: 12, unitPrice: 395.1, tag: 'SPK-C', equipmentId: 9, ...audio }),
    createLine(4, { quantity: 1, unitPrice: 1299, tag: 'DIS-55', equipmentId: 10 }),
  ])
  const to = state([
    createLine(1, { quantity: 3, unitPrice: 14_999 }),
    createLine(2, { quantity: 2, unitPrice: 3279, tag: 'DIS-75', equipmentId: 8 }),
    createLine(3, { quantity: 16, unitPrice: 395.1, tag: 'SPK-C', equipmentId: 9, ...audio }),
    createLine(5, { quantity: 2, unitPrice: 3999, tag: 'MIC-C', equipmentId: 11, spaceId: 2, ...audio }),
  ])
  const { changes, categories, sums, spaces: all, changedSpaces } = compareStandings(from, to)
  expect(changes.map(({ to: is, from: was, kinds, delta }) => [(is ?? was)?.tag, kinds.join(), delta])).toEqual([
    ['DIS-55', 'removed', -1299],
    ['DIS-75', 'price', -440],
    ['DIS-98', 'quantity', 14_999],
    ['MIC-C', 'added', 7998],
    ['SPK-C', 'quantity', 1580.4],
  ])
  // Displays: 29,998 + 6,998 + 1,299 = 38,295, then 44,997 + 6,558 = 51,555. Audio: 4,741.20, then 6,321.60 + 7,998 = 14,319.60.
  expect(categories).toEqual([
    { id: 1, name: 'Displays', from: 38_295, to: 51_555, delta: 13_260 },
    { id: 2, name: 'Audio', from: 4741.2, to: 14_319.6, delta: 9578.4 },
  ])
  expect(sums).toEqual({ from: 43_036.2, to: 65_874.6, delta: 22_838.4, fromTotal: 53_795.25, toTotal: 82_343.25, totalDelta: 28_548 })
  expect([all, changedSpaces]).toEqual([2, 2])
})

it('counts as the card does: a canceled space removes its lines', () => {
  const canceled = spaces.map((space) => (space.id === 2 ? { ...space, status: SpaceStatus.Cancelled } : space))
  const lines = [createLine(1), createLine(2, { spaceId: 2 })]
  const { changes, sums } = compareStandings(state(lines), state(lines, { spaces: canceled }))
  expect(changes.map(({ lineId, kinds, from, to }) => [lineId, ...kinds, from?.space, to])).toEqual([
    [2, 'removed', '214 Seminar room', null],
  ])
  expect(sums).toMatchObject({ from: 400, to: 200, delta: -200, totalDelta: -250 })
})

it('counts a product that moved to another category in the sums of both', () => {
  const { categories, changes } = compareStandings(
    state([createLine(1)]),
    state([createLine(1, { equipmentId: 8, unitPrice: 150, ...audio })]),
  )
  expect(changes).toMatchObject([{ kinds: ['replaced'], category: 'Audio', delta: 100 }])
  expect(categories.map(({ name, delta }) => [name, delta])).toEqual([
    ['Displays', -200],
    ['Audio', 300],
  ])
})

it('hides money from users who may not see prices', () => {
  const compared = compareStandings(
    state([createLine(1), createLine(2, { spaceId: 2 })]),
    state([createLine(1, { unitPrice: 90, quantity: 3 }), createLine(2, { spaceId: 2, unitPrice: 90 })]),
  )
  const shown = withoutPrices(compared)
  expect(
    shown.changes.map(({ lineId, kinds }) => [lineId, ...kinds]),
    'what differs in its price alone is no difference',
  ).toEqual([[1, 'quantity']])
  expect(shown.changedSpaces).toBe(1)
  expect(JSON.stringify(shown)).not.toMatch(/price|delta|sums|categories/i)
})
