import { describe, expect, it } from 'vitest'
import { moveInOrder } from './order.ts'

describe('a thing in an order', () => {
  it('goes to another place, and the others make room', () => {
    expect(moveInOrder([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3])
    expect(moveInOrder([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4])
    expect(moveInOrder(['a', 'b'], 'a', 1)).toEqual(['b', 'a'])
  })
  it('stays where it is, at the ends and among strangers', () => {
    expect(moveInOrder([1, 2, 3], 2, 1)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 1, -1)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 3, 3)).toBeUndefined()
    expect(moveInOrder([1, 2, 3], 9, 0)).toBeUndefined()
  })
  it('moves among its siblings only, whose places stay theirs', () => {
    const isEven = (id: number) => id % 2 === 0
    expect(moveInOrder([1, 2, 3, 4, 5, 6], 6, 0, isEven)).toEqual([1, 6, 3, 2, 5, 4])
    expect(moveInOrder([1, 2, 3, 4], 2, 2, isEven)).toBeUndefined()
  })
})
