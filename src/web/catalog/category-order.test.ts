import { describe, expect, it } from 'vitest'
import { inTree } from './category-order.ts'

const category = (id: number, name: string, parent?: number) => ({
  id,
  name,
  number: id,
  masterFormatSection: null,
  parent: parent ? { id: parent } : null,
})
const all = [
  category(1, 'Audio'),
  category(11, 'Microphones', 1),
  category(2, 'Video'),
  category(12, 'Speakers', 1),
  category(21, 'Displays', 2),
]
const tree = (search = '') => inTree(all, search).map(({ category: { id } }) => id)

describe('category tree', () => {
  it('lists children below their parent', () => {
    expect(tree()).toEqual([1, 11, 12, 2, 21])
    expect(inTree(all, '').map(({ isChild }) => isChild)).toEqual([false, true, true, false, true])
  })
  it('finds children with their parent, and a parent with all its children', () => {
    expect(tree('displ')).toEqual([2, 21])
    expect(tree('AUDIO')).toEqual([1, 11, 12])
    expect(tree('12 speak')).toEqual([1, 12])
    expect(tree('nothing')).toEqual([])
  })
  it('keeps children of a missing parent', () => {
    expect(inTree([category(5, 'Orphan', 99)], '').map(({ category: { id } }) => id)).toEqual([5])
  })
})
