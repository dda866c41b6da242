import { describe, expect, it } from 'vitest'
import { moveInOrder } from './order.ts'

describe('item order', () => {
  it('moves an item to another position and shifts the others', () => {
    expect(moveInOrder([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3])
    expect(moveInOrder([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4])
    expect(moveInOrder(['a', 'b'], 'a', 1)).toEqual(['b', 'a'])
  })
  it('returns undefined for the same position, past the ends and for unknown items', () => {
    expect(moveInOrder([1, 2, 3], 2, 1)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 1, -1)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 3, 3)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 9, 0)).toBeUndefined()
  })
  it('moves among siblings only, which keep their positions', () => {
    const isEven = (id: number) => id % 2 === 0
    expect(moveInOrder([1, 2, 3, 4, 5, 6], 6, 0, isEven)).toEqual([1, 6, 3, 2, 5, 4])
    expect(moveInOrder([1, 2, 3, 4], 2, 2, isEven)).toBeUndefined()
  })
})
