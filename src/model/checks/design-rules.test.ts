import { describe, expect, it } from 'vitest'
import {
  conduitFillPercent,
  continuousAmps,
  imageHeight,
  imageHeightNeeded,
  jamRatio,
  jams,
  mostFill,
  neededCircuits,
} from './design-rules.ts'

describe('design check limits (25)', () => {
  it('limits a breaker to 80%: 16 A of 20, 12 A of 15', () => {
    expect([20, 15, 30].map(continuousAmps)).toEqual([16, 12, 24])
    expect([0, 0.1, 16, 16.01, 32, 33.6].map((amps) => neededCircuits(amps, 20))).toEqual([0, 1, 1, 2, 2, 3])
    expect(neededCircuits(12.01, 15)).toBe(2)
  })
  it('limits conduit fill to 53% for one cable, 31% for two and 40% for more', () => {
    expect([1, 2, 3, 9].map(mostFill)).toEqual([53, 31, 40, 40])
    expect(conduitFillPercent(1, [0.5])).toBe(25)
    expect(conduitFillPercent(1.049, [0.3, 0.3, 0.3, 0.3])).toBe(32.7)
  })
  it('reports a jam risk for three cables at a diameter ratio of 2.8 to 3.2', () => {
    expect(jamRatio(0.9, [0.3, 0.3, 0.3])).toBe(3)
    expect(jamRatio(0.9, [0.3, 0.3])).toBeUndefined()
    expect(jamRatio(0.9, [0.3, 0.3, 0.3, 0.3])).toBeUndefined()
    expect([2.79, 2.8, 3.2, 3.21].map(jams)).toEqual([false, true, true, false])
  })
  it('requires a 45 in high, 91.8 in diagonal image for 30 ft and 4% (29)', () => {
    expect(imageHeightNeeded(30, 4)).toBe(45)
    expect(imageHeight(91.8)).toBe(45)
    expect(imageHeightNeeded(36, 4)).toBe(54)
    expect(imageHeightNeeded(30, 3)).toBe(60)
    expect(imageHeight(98)).toBe(48)
  })
})
