import { expect, it } from 'vitest'
import { Termination } from '../catalog/enums.ts'
import { cableToBuy, createDistanceLookup, estimatedLength, extendedCablePrice, feetToMeters, usualCableRules } from './cable-lengths.ts'

it('estimates 25 ft inside a space as 39.5 ft (29)', () => {
  expect(estimatedLength(25, usualCableRules)).toBe(39.5)
  expect(estimatedLength(0, usualCableRules)).toBe(12)
  expect(estimatedLength(33.33, { slackPercent: 7.5, endLengthFt: 2.25, insideFt: 25 })).toBe(40.33)
})

it('returns no length between two spaces without a known distance (29)', () => {
  const distance = createDistanceLookup(
    [
      { fromSpaceId: 2, toSpaceId: 1, distanceFt: 120 },
      { fromSpaceId: 3, toSpaceId: 3, distanceFt: 60 },
    ],
    usualCableRules,
  )
  expect([distance(1, 2), distance(2, 1), distance(1, 1), distance(3, 3), distance(1, 3)]).toEqual([120, 120, 25, 60, null])
  expect(estimatedLength(distance(1, 3), usualCableRules)).toBeNull()
})

it('converts feet to meters', () => expect(feetToMeters(39.5)).toBe(12.04))

it('returns whole stock lengths and the remainder, with each run in one piece (29)', () => {
  expect(cableToBuy([39.5, 39.5, 39.5], 1000)).toEqual({
    count: 3,
    totalFt: 118.5,
    unknownCount: 0,
    stockLengthFt: 1000,
    stockCount: 1,
    leftOverFt: 881.5,
  })
  // Two runs of 60 ft do not fit on one 100 ft reel.
  expect(cableToBuy([60, 60, 40, 30], 100)).toMatchObject({ totalFt: 190, stockCount: 2, leftOverFt: 10 })
  expect(cableToBuy([60, 60, 60], 100)).toMatchObject({ stockCount: 3, leftOverFt: 120 })
  expect(cableToBuy([250], 100)).toMatchObject({ stockCount: 3, leftOverFt: 50 })
})

it('counts cables of unknown length without summing them (29)', () => {
  expect(cableToBuy([null, 12, null], null)).toEqual({
    count: 3,
    totalFt: 12,
    unknownCount: 2,
    stockLengthFt: null,
    stockCount: null,
    leftOverFt: null,
  })
  expect(cableToBuy([null], 50)).toMatchObject({ unknownCount: 1, totalFt: 0, stockCount: 0, leftOverFt: 0 })
})

it('counts pre-terminated cables in pieces, and prices them by the piece', () => {
  const hdmi = { termination: Termination.PreTerminated, lengthFt: 12, stockLengthFt: null, price: 69 }
  const pieces = cableToBuy(
    Array.from({ length: 28 }, () => 39.5),
    12,
    true,
  )
  expect(pieces).toEqual({ count: 28, totalFt: null, unknownCount: 0, stockLengthFt: 12, stockCount: 28, leftOverFt: null })
  expect(extendedCablePrice(hdmi, pieces)).toBe(1932)
})

it('prices bulk cable by whole stock lengths, or by the foot without a stock length', () => {
  const bulk = { termination: Termination.Unterminated, stockLengthFt: 1000, price: 640 }
  expect(extendedCablePrice(bulk, cableToBuy([600, 600], 1000))).toBe(1280)
  expect(extendedCablePrice({ ...bulk, stockLengthFt: null, price: 0.64 }, cableToBuy([600, 600.5], null))).toBe(768.32)
  expect(extendedCablePrice({ termination: null, stockLengthFt: null, price: 4 }, cableToBuy([7.5, null], null))).toBe(8)
})
