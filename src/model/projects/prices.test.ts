import { expect, it } from 'vitest'
import { cardTotal, extendedMsrpPrice, installationCost, priceToFreeze, sumLines, sumSpaces, unitMsrpPrice } from './prices.ts'

const line = { quantity: 1, msrpPrice: 100 }

it('takes the override first, then the frozen price, then the catalogue', () => {
  expect(unitMsrpPrice(line)).toBe(100)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90 })).toBe(90)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90, unitPriceOverride: 80 })).toBe(80)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: 90, unitPriceOverride: 0 })).toBe(0)
  expect(unitMsrpPrice({ ...line, frozenUnitPrice: null, unitPriceOverride: null })).toBe(100)
})

it('multiplies without losing a cent', () => {
  expect(3 * 1.1).not.toBe(3.3)
  expect(extendedMsrpPrice({ quantity: 3, msrpPrice: 1.1 })).toBe(3.3)
  expect(extendedMsrpPrice({ quantity: 9999, msrpPrice: 99_999_999.99 })).toBe(999_899_999_900.01)
})

it('agrees with the worked example: 2 x 1,500 and 1 x 800 at a quarter', () => {
  const { equipmentCount, totalMsrpPrice } = sumLines([
    { quantity: 2, msrpPrice: 1500 },
    { quantity: 1, msrpPrice: 800 },
  ])
  expect([equipmentCount, totalMsrpPrice]).toEqual([3, 3800])
  expect([installationCost(totalMsrpPrice, 0.25), cardTotal(totalMsrpPrice, 0.25)]).toEqual([950, 4750])
  expect(cardTotal(totalMsrpPrice)).toBe(4750)
})

it.each([
  [0.02, 0.25, 0.03],
  [5.5, 0.03, 5.67],
  [100, 0, 100],
  [0, 0.25, 0],
])('a card of %d at factor %d shows %d', (msrp, factor, total) => {
  expect(cardTotal(msrp, factor)).toBe(total)
})

it('freezes today’s price where no override stands', () => {
  expect(priceToFreeze(line)).toBe(100)
  expect(priceToFreeze({ ...line, frozenUnitPrice: 90 })).toBe(90)
  expect(priceToFreeze({ ...line, unitPriceOverride: 80 })).toBeNull()
})

it('adds spaces up to the project', () => {
  expect(sumSpaces([])).toEqual({ spaceCount: 0, equipmentCount: 0, totalMsrpPrice: 0 })
  const space = { equipmentCount: 2, totalMsrpPrice: 0.1 }
  expect(sumSpaces([space, { ...space, totalMsrpPrice: 0.2 }])).toEqual({
    spaceCount: 2,
    equipmentCount: 4,
    totalMsrpPrice: 0.3,
  })
})
