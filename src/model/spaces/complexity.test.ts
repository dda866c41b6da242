import { expect, it } from 'vitest'
import { suggestComplexity } from './complexity.ts'

it.each([
  [0, 1],
  [7.9999, 1],
  [8, 2],
  [19.5, 2],
  [20, 3],
  [44, 3],
  [45, 4],
  [89.9, 4],
  [90, 5],
  [5000, 5],
])('suggests for score %d the complexity %d', (score, complexity) => {
  expect(suggestComplexity([{ quantity: 1, complexityWeight: score }])).toEqual({ score, complexity })
})

it('weights each line and counts at most ten of a kind', () => {
  const lines = [
    { quantity: 12, complexityWeight: 0.5 },
    { quantity: 2, complexityWeight: 3 },
  ]
  expect(suggestComplexity(lines)).toEqual({ score: 11, complexity: 2 })
})

it('reaches a step despite floating-point error', () => {
  const lines = Array(80).fill({ quantity: 1, complexityWeight: 0.1 })
  expect(suggestComplexity(lines)).toEqual({ score: 8, complexity: 2 })
  expect(suggestComplexity([])).toEqual({ score: 0, complexity: 1 })
})
