import { centsOf, dollarsOf, roundedProduct } from '../kit/money.ts'

// Comparison of bids (domain 30.3, 34.1). Amounts are dollars outside and whole cents inside.

interface BidLine {
  unitPrice: number | null
  isExcluded: boolean
}
interface QuantityLine {
  lineKey: string
  quantity: number
}
export interface Totals {
  lines: number
  costs: number
  allowances: number
  total: number
}

const sum = (cents: Iterable<number>) => {
  let all = 0
  for (const amount of cents) all += amount
  return all
}

/** Extended price in dollars; an excluded line counts 0, and a line without a price has none. */
export const extendedPrice = (quantity: number, { unitPrice, isExcluded }: BidLine): number | null =>
  isExcluded ? 0 : unitPrice === null ? null : dollarsOf(quantity * centsOf(unitPrice))

export function bidTotals(
  lines: readonly QuantityLine[],
  priceOf: (lineKey: string) => BidLine | undefined,
  costs: readonly number[],
  allowances: readonly number[],
): Totals {
  const ofLines = sum(
    lines.map(({ lineKey, quantity }) => {
      const line = priceOf(lineKey)
      return (line && centsOf(extendedPrice(quantity, line))) ?? 0
    }),
  )
  const [ofCosts, ofAllowances] = [sum(costs.map((cost) => centsOf(cost))), sum(allowances.map((amount) => centsOf(amount)))]
  return {
    lines: dollarsOf(ofLines),
    costs: dollarsOf(ofCosts),
    allowances: dollarsOf(ofAllowances),
    total: dollarsOf(ofLines + ofCosts + ofAllowances),
  }
}

/** Mean of the two middle prices for an even number, rounded half away from zero to the cent. */
export function medianPrice(prices: readonly number[]): number | null {
  if (prices.length === 0) return null
  const sorted = prices.map((price) => centsOf(price)).sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? 0
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0
  return dollarsOf(roundedProduct(0, [lower + upper], 2))
}

const percentOf = (difference: number, base: number) => roundedProduct(2, [difference, 100], base)

const differencePercent = (unitPrice: number | null, estimate: number | null): number | null =>
  unitPrice === null || estimate === null || estimate === 0 ? null : percentOf(centsOf(unitPrice) - centsOf(estimate), centsOf(estimate))

/** An outlier differs from the median by more than `percent`, where at least three prices are known. */
export function isOutlier(unitPrice: number, median: number | null, count: number, percent: number): boolean {
  if (median === null || count < 3) return false
  return Math.abs(centsOf(unitPrice) - centsOf(median)) * 100 > percent * centsOf(median)
}

interface ComparedLine extends QuantityLine {
  estimateUnitPrice: number | null
}
export interface ComparedBidLine extends BidLine {
  isSubstituted: boolean
}
export interface ComparedBid {
  invitationId: number
  lineOf(lineKey: string): ComparedBidLine | undefined
}
interface ComparedCell {
  invitationId: number
  unitPrice: number | null
  extended: number | null
  differencePercent: number | null
  isExcluded: boolean
  isMissing: boolean
  isLow: boolean
  isOutlier: boolean
}

/** Excluded and missing prices count neither in the median nor in the spread. A substituted line is never the low price. */
export function compareLine(line: ComparedLine, bids: readonly ComparedBid[], outlierPercent: number) {
  const { lineKey, quantity, estimateUnitPrice } = line
  const priced = bids.map(({ invitationId, lineOf }) => {
    const own = lineOf(lineKey)
    const unitPrice = own && !own.isExcluded ? own.unitPrice : null
    return { invitationId, own, unitPrice }
  })
  const prices = priced.flatMap(({ unitPrice }) => unitPrice ?? [])
  const asSpecified = priced.flatMap(({ unitPrice, own }) => (own?.isSubstituted ? [] : (unitPrice ?? [])))
  const median = medianPrice(prices)
  const low = asSpecified.length > 0 ? Math.min(...asSpecified) : null
  const high = prices.length > 0 ? Math.max(...prices) : null
  const spreadPercent = low === null || high === null || low === 0 ? null : percentOf(centsOf(high) - centsOf(low), centsOf(low))
  const cells = priced.map(({ invitationId, own, unitPrice }): ComparedCell => {
    const isExcluded = own?.isExcluded ?? false
    return {
      invitationId,
      unitPrice,
      extended: own ? extendedPrice(quantity, own) : null,
      differencePercent: differencePercent(unitPrice, estimateUnitPrice),
      isExcluded,
      isMissing: !isExcluded && unitPrice === null,
      isLow: unitPrice !== null && unitPrice === low && !own?.isSubstituted,
      isOutlier: unitPrice !== null && isOutlier(unitPrice, median, prices.length, outlierPercent),
    }
  })
  const extended = estimateUnitPrice === null ? null : dollarsOf(quantity * centsOf(estimateUnitPrice))
  return { estimate: { unitPrice: estimateUnitPrice, extended }, median, low, spreadPercent, cells }
}

/** Plug numbers for a line that a bidder left out or excluded: the extended median, highest price, and estimate. */
export function plugAmounts(quantity: number, cells: readonly Pick<ComparedCell, 'unitPrice'>[], estimate: number | null) {
  const prices = cells.flatMap(({ unitPrice }) => unitPrice ?? [])
  const extended = (unit: number | null) => (unit === null ? null : dollarsOf(quantity * centsOf(unit)))
  return {
    median: extended(medianPrice(prices)),
    highest: extended(prices.length > 0 ? Math.max(...prices) : null),
    estimate: extended(estimate),
  }
}
