import { describe, expect, it } from 'vitest'
import { carryPrices } from './carry-prices.ts'
import { bidTotals, type ComparedBidLine, compareLine, isOutlier, medianPrice, plugAmounts } from './comparison.ts'

/** A small generator with a seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Cents = bigint
const cents = (dollars: number): Cents => BigInt(Math.round(dollars * 100))
/** Division rounded half away from zero, with whole numbers only. */
function divided(a: bigint, b: bigint): bigint {
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b]
  const rounded = top / bottom + ((top % bottom) * 2n >= bottom ? 1n : 0n)
  return a < 0n !== b < 0n ? -rounded : rounded
}

function createPackage(random: (below: number) => number) {
  const lines = Array.from({ length: 1 + random(12) }, (_, index) => ({
    lineKey: String(index + 1),
    quantity: 1 + random(40),
    estimateUnitPrice: random(6) === 0 ? null : random(500_000) / 100,
  }))
  const bids = Array.from({ length: 1 + random(7) }, (_, index) => {
    const prices = new Map<string, ComparedBidLine>()
    for (const { lineKey } of lines)
      if (random(9) > 0)
        prices.set(lineKey, {
          unitPrice: random(12) === 0 ? null : random(random(2) === 0 ? 300 : 500_000) / 100,
          isExcluded: random(8) === 0,
          isSubstituted: random(7) === 0,
        })
    return {
      invitationId: index + 1,
      lineOf: (lineKey: string) => prices.get(lineKey),
      costs: Array.from({ length: random(5) }, () => random(9_999_999) / 100),
    }
  })
  return { lines, bids, allowances: Array.from({ length: random(3) }, () => random(1_000_000) / 100) }
}

it('agrees with an independent recomputation of 200 random packages to the cent', () => {
  const random = randomFrom(20_261_130)
  for (let round = 0; round < 200; round++) {
    const { lines, bids, allowances } = createPackage(random)
    for (const { lineOf, costs } of bids) {
      let [ofLines, ofCosts, ofAllowances] = [0n, 0n, 0n]
      for (const { lineKey, quantity } of lines) {
        const price = lineOf(lineKey)
        if (price && !price.isExcluded && price.unitPrice !== null) ofLines += BigInt(quantity) * cents(price.unitPrice)
      }
      for (const cost of costs) ofCosts += cents(cost)
      for (const amount of allowances) ofAllowances += cents(amount)
      const expected = [ofLines, ofCosts, ofAllowances, ofLines + ofCosts + ofAllowances].map((sum) => Number(sum) / 100)
      const { lines: l, costs: c, allowances: a, total } = bidTotals(lines, lineOf, costs, allowances)
      expect([l, c, a, total]).toEqual(expected)
    }
    for (const line of lines) {
      const row = compareLine(line, bids, 25)
      const priced = bids.flatMap(({ lineOf }) => {
        const own = lineOf(line.lineKey)
        return own && !own.isExcluded && own.unitPrice !== null ? [{ price: cents(own.unitPrice), isSubstituted: own.isSubstituted }] : []
      })
      const sorted = priced.map(({ price }) => price).sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
      const half = Math.floor(sorted.length / 2)
      const median =
        sorted.length === 0
          ? null
          : sorted.length % 2 === 1
            ? (sorted[half] ?? 0n)
            : divided((sorted[half - 1] ?? 0n) + (sorted[half] ?? 0n), 2n)
      expect(row.median).toBe(median === null ? null : Number(median) / 100)
      const own = priced
        .filter(({ isSubstituted }) => !isSubstituted)
        .map(({ price }) => price)
        .sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
      const [low = null] = own
      const high = sorted.at(-1) ?? 0n
      expect(row.low).toBe(low === null ? null : Number(low) / 100)
      expect(row.spreadPercent).toBe(low === null || low === 0n ? null : Number(divided((high - low) * 10_000n, low)) / 100)
      for (const [index, cell] of row.cells.entries()) {
        const bid = bids[index]?.lineOf(line.lineKey)
        const price = bid && !bid.isExcluded && bid.unitPrice !== null ? cents(bid.unitPrice) : null
        expect(cell.isMissing).toBe(!bid?.isExcluded && price === null)
        expect(cell.isExcluded).toBe(bid?.isExcluded ?? false)
        const estimate = line.estimateUnitPrice === null ? 0n : cents(line.estimateUnitPrice)
        const difference = price === null || estimate === 0n ? null : Number(divided((price - estimate) * 10_000n, estimate)) / 100
        expect(cell.differencePercent).toBe(difference)
        expect(cell.isLow).toBe(price !== null && price === low && !bid?.isSubstituted)
        const away = price === null || median === null ? 0n : price > median ? price - median : median - price
        expect(cell.isOutlier).toBe(price !== null && median !== null && sorted.length >= 3 && away * 100n > median * 25n)
      }
    }
  }
})

describe('rules of the comparison', () => {
  it('rounds the mean of two middle prices half away from zero', () => {
    expect(medianPrice([1.01, 1.02])).toBe(1.02)
    expect(medianPrice([3, 1, 2])).toBe(2)
    expect(medianPrice([])).toBeNull()
  })
  it('marks an outlier only above the limit and from three prices on', () => {
    expect(isOutlier(125, 100, 3, 25)).toBe(false)
    expect(isOutlier(125.01, 100, 3, 25)).toBe(true)
    expect(isOutlier(500, 100, 2, 25)).toBe(false)
  })
  it('proposes extended plug numbers', () => {
    const cells = [{ unitPrice: 10 }, { unitPrice: null }, { unitPrice: 20 }]
    expect(plugAmounts(3, cells, 12)).toEqual({ median: 45, highest: 60, estimate: 36 })
    expect(plugAmounts(3, [], null)).toEqual({ median: null, highest: null, estimate: null })
  })
})

it('carries prices to a new revision by line, then by product and place, and marks the others', () => {
  const line = (lineKey: string, equipment: number, quantity = 1, space = 1) => ({
    lineKey,
    space: { id: space },
    areaGroup: null,
    equipment: { id: equipment },
    quantity,
  })
  const before = [line('1', 10), line('2', 20, 4), line('3', 30), line('4', 40)]
  const now = [line('1', 10), line('2', 20, 5), line('9', 30), line('4', 41), line('10', 50)]
  const prices = ['1', '2', '3', '4'].map((lineKey) => ({ lineKey, unitPrice: Number(lineKey) }))
  expect(carryPrices(before, now, prices)).toEqual({
    lines: [
      { lineKey: '1', unitPrice: 1 },
      { lineKey: '9', unitPrice: 3 },
    ],
    priceAgain: ['2', '4', '10'],
  })
})
