import { expect, it } from 'vitest'
import { type Contents, compareWithTemplate, type Difference, isNothing, type Line, updatedBaseline } from './drift.ts'

let ids = 100
const createLine = (equipmentId: number, more: Partial<Line> = {}): Line => ({
  id: ++ids,
  areaGroupId: null,
  equipmentId,
  quantity: 1,
  provider: 'AVV',
  installer: 'AVV',
  unitPriceOverride: null,
  isExisting: false,
  ...more,
})
const contents = (lines: Line[], groups: Contents['groups'] = []): Contents => ({ lines, groups })
/** The same lines in a space, with other line ids and the mapped group ids. */
const inSpace = (
  contents: Contents,
  groupIds: Record<number, number> = {},
  change: (line: Line) => Partial<Line> = () => ({}),
): Contents => ({
  groups: contents.groups.map((group) => ({ ...group, id: groupIds[group.id]! })),
  lines: contents.lines.map((item) => ({
    ...item,
    ...change(item),
    id: item.id + 1000,
    areaGroupId: item.areaGroupId === null ? null : groupIds[item.areaGroupId]!,
  })),
})
const summarize = ({ kind, cause, fields, isBlocked }: Difference) =>
  [kind, cause, ...(isBlocked ? ['blocked'] : []), ...(fields ?? []).map((field) => `${field.field} ${field.cause}`)].join(', ')
const compare = (...args: Parameters<typeof compareWithTemplate>) => {
  const { differences, pending } = compareWithTemplate(...args)
  return { words: differences.map(summarize), differences, pending }
}
const wall = { id: 1, name: 'Front wall' }
const rack = { id: 2, name: 'Rack' }

it('returns no differences when nothing changed', () => {
  const base = contents([createLine(1, { areaGroupId: 1, quantity: 2 }), createLine(2)], [wall])
  const { differences, pending } = compare(base, base, inSpace(base, { 1: 51 }))
  expect(differences).toEqual([])
  expect(isNothing(pending)).toBe(true)
})

it('applies changes made only in the template', () => {
  const [screen, camera, old] = [createLine(1, { quantity: 2 }), createLine(2), createLine(3)]
  const base = contents([screen, camera, old])
  const fresh = createLine(4)
  const now = contents([{ ...screen, quantity: 3, installer: 'GC' }, camera, fresh])
  const space = inSpace(base)
  const found = compare(base, now, space)
  expect(found.words).toEqual(['changed, template, quantity template, installer template', 'removed, template', 'added, template'])
  expect(found.pending).toMatchObject({
    added: [{ equipmentId: 4 }],
    removed: [{ id: old.id + 1000 }],
    changed: [{ line: { id: screen.id + 1000 }, to: { quantity: 3 }, fields: ['quantity', 'installer'] }],
  })
})

it('keeps manual changes in the space', () => {
  const [screen, camera, mount] = [createLine(1, { quantity: 2 }), createLine(2), createLine(3)]
  const base = contents([screen, camera, mount])
  const space = contents([{ ...screen, id: 1, quantity: 5 }, { ...mount, id: 2, provider: 'FBO' }, createLine(9)])
  const found = compare(base, base, space)
  expect(found.words).toEqual(['changed, space, quantity space', 'removed, space', 'changed, space, provider space', 'added, space'])
  expect(isNothing(found.pending)).toBe(true)
})

it('keeps the manual value if both changed a field, and applies the rest of the line', () => {
  const screen = createLine(1, { quantity: 2 })
  const base = contents([screen])
  const now = contents([{ ...screen, quantity: 3, provider: 'EC' }])
  const space = inSpace(base, {}, () => ({ quantity: 7 }))
  const found = compare(base, now, space)
  expect(found.words).toEqual(['changed, both, quantity both, provider template'])
  expect(found.pending.changed).toMatchObject([{ fields: ['provider'] }])
})

it('reports no difference when the space already matches the template', () => {
  const screen = createLine(1, { quantity: 2 })
  const now = contents([{ ...screen, quantity: 3 }, createLine(2)])
  const space = contents([createLine(1, { quantity: 3 }), createLine(2)])
  expect(compare(contents([screen]), now, space).words).toEqual([])
})

it('does not remove manually changed lines or restore manually removed ones', () => {
  const [removedLine, takenLine] = [createLine(1, { quantity: 2 }), createLine(2)]
  const base = contents([removedLine, takenLine])
  const now = contents([{ ...takenLine, quantity: 4 }])
  const space = contents([{ ...removedLine, id: 1, quantity: 3 }])
  const found = compare(base, now, space)
  expect(found.words).toEqual(['removed, both', 'removed, both'])
  expect(isNothing(found.pending)).toBe(true)
})

it('keeps the manual quantity when both added a line with different quantities', () => {
  const found = compare(contents([]), contents([createLine(1, { quantity: 2 })]), contents([createLine(1, { quantity: 5 })]))
  expect(found.words).toEqual(['changed, both, quantity both'])
  expect(isNothing(found.pending)).toBe(true)
})

it('tracks a renamed group, and a line moved to another group', () => {
  const [screen, switcher] = [createLine(1, { areaGroupId: 1 }), createLine(2, { areaGroupId: 1 })]
  const base = contents([screen, switcher], [wall, rack])
  const now = contents([screen, { ...switcher, areaGroupId: 2 }], [{ ...wall, name: 'Teaching wall' }, rack])
  const found = compare(base, now, inSpace(base, { 1: 51, 2: 52 }))
  expect(found.words).toEqual(['groupRenamed, template', 'changed, template, areaGroup template'])
  expect(found.pending).toMatchObject({ renames: [{ group: { id: 51 }, to: 'Teaching wall' }], newGroups: [], added: [], removed: [] })
})

it('creates a group only if the space has none with that name', () => {
  const base = contents([])
  const now = contents([createLine(1, { areaGroupId: 1 }), createLine(2, { areaGroupId: 2 })], [wall, rack])
  const space = contents([createLine(1, { areaGroupId: 70 })], [{ id: 70, name: 'front WALL' }])
  const found = compare(base, now, space)
  expect(found.words).toEqual(['groupAdded, template', 'added, template'])
  expect(found.pending.newGroups).toEqual([rack])
})

it('recreates a manually deleted group when a new line belongs to it', () => {
  const base = contents([createLine(1, { areaGroupId: 1 })], [wall])
  const now = contents([...base.lines, createLine(2, { areaGroupId: 1 })], [wall])
  const found = compare(base, now, contents([]))
  expect(found.words).toEqual(['removed, space', 'added, template'])
  expect(found.pending.newGroups).toEqual([wall])
})

it('does not rename a group to a name that another group has', () => {
  const base = contents([], [wall])
  const now = contents([], [{ ...wall, name: 'Rack' }])
  const found = compare(
    base,
    now,
    contents(
      [],
      [
        { id: 51, name: 'Front wall' },
        { id: 52, name: 'RACK' },
      ],
    ),
  )
  expect(found.words).toEqual(['groupRenamed, both'])
  expect(found.pending.renames).toEqual([])
})

it('matches lines of the same product by similarity', () => {
  const [bought, owned] = [createLine(1, { quantity: 2 }), createLine(1, { quantity: 1, provider: 'FBO' })]
  const base = contents([bought, owned])
  const now = contents([bought, { ...owned, quantity: 4 }])
  const space = contents([
    { ...owned, id: 2 },
    { ...bought, id: 1, quantity: 3 },
  ])
  const found = compare(base, now, space)
  expect(found.words).toEqual(['changed, space, quantity space', 'changed, template, quantity template'])
  expect(found.pending.changed).toMatchObject([{ line: { id: 2 } }])
})

it('replaces equipment in place, unless it can no longer be added', () => {
  const screen = createLine(1)
  const base = contents([screen])
  const now = contents([{ ...screen, equipmentId: 8 }, createLine(9)])
  const space = inSpace(base)
  expect(compare(base, now, space).pending).toMatchObject({ changed: [{ fields: ['equipment'] }], added: [{ equipmentId: 9 }] })
  const blocked = compare(base, now, space, () => false)
  expect(blocked.words).toEqual(['changed, template, blocked, equipment template', 'added, template, blocked'])
  expect(isNothing(blocked.pending)).toBe(true)
  // The space already has the replacement.
  expect(compare(base, contents([{ ...screen, equipmentId: 8 }]), contents([createLine(8)])).words).toEqual([])
})

it.each([
  ['different products', () => ({})],
  ['one product at different prices', (at: number) => ({ equipmentId: 1, unitPriceOverride: at })],
])('scales linearly with the number of lines: %s', (_what, more) => {
  const looksFor = (count: number) => {
    let looks = 0
    const counting = (lines: readonly Line[]) =>
      lines.map(
        (item) =>
          new Proxy(item, {
            get(line, key) {
              looks++
              return line[key as keyof Line]
            },
          }),
      )
    const base = contents(Array.from({ length: count }, (_, index) => createLine(index, more(index))))
    const space = inSpace(base, {}, (item) => ({ unitPriceOverride: (item.unitPriceOverride ?? 0) + 100_000 }))
    compareWithTemplate(base, base, { ...space, lines: counting(space.lines) })
    return looks
  }
  expect(looksFor(1200) / looksFor(600)).toBeLessThan(2.5)
})

it('matches the template except for blocked changes, which stay pending', () => {
  const [old, removedLine, keptLine] = [createLine(1, { areaGroupId: 2 }), createLine(2), createLine(3)]
  const base = contents([old, keptLine], [wall, rack])
  const now = contents([{ ...old, equipmentId: 9, areaGroupId: null }, removedLine, { ...keptLine, quantity: 4 }], [wall])
  const space = inSpace(base, { 1: 51, 2: 52 })
  const isAvailable = (id: number) => id !== 9 && id !== 2
  const { differences } = compareWithTemplate(base, now, space, isAvailable)
  const result = updatedBaseline(base, now, differences)
  expect(result).toEqual(contents([old, { ...keptLine, quantity: 4 }], [wall, rack]))
  const after = { ...space, lines: space.lines.map((item) => (item.equipmentId === 3 ? { ...item, quantity: 4 } : item)) }
  expect(compare(result, now, after, isAvailable).words).toEqual([
    'changed, template, blocked, areaGroup template, equipment template',
    'added, template, blocked',
  ])
  expect(updatedBaseline(base, now, compareWithTemplate(base, now, space).differences)).toBe(now)
})
