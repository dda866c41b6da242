import { Termination } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { decimal, integer, optional } from '../kit/field.ts'
import { round, round2 } from '../kit/money.ts'

export interface CableRules {
  /** Allowance for routing around obstacles. */
  slackPercent: number
  /** Length at each end for termination and a service loop. */
  endLengthFt: number
  /** Default distance between two units in one space. */
  insideFt: number
}
export const usualCableRules: CableRules = { slackPercent: 10, endLengthFt: 6, insideFt: 25 }

const metersPerFoot = 0.3048
export const feetToMeters = (feet: number) => round(feet * metersPerFoot, 2)
/** Limits of signal types are entered in meters; all other cable lengths are in feet. */
export const metersToFeet = (meters: number) => round(meters / metersPerFoot, 2)

/** Cable length for a distance; null if the distance is unknown. */
export const estimatedLength = (distanceFt: number | null, { slackPercent, endLengthFt }: CableRules): number | null =>
  distanceFt === null ? null : round2(distanceFt * (1 + slackPercent / 100) + 2 * endLengthFt)

export interface Distance {
  fromSpaceId: number
  toSpaceId: number
  distanceFt: number
}
const spacePairKey = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`)

export function createDistanceLookup(distances: readonly Distance[], { insideFt }: CableRules) {
  const known = new Map(distances.map(({ fromSpaceId, toSpaceId, distanceFt }) => [spacePairKey(fromSpaceId, toSpaceId), distanceFt]))
  return (from: number, to: number): number | null => known.get(spacePairKey(from, to)) ?? (from === to ? insideFt : null)
}

/** The default of a space applies, because neither a length nor a distance has been entered. */
export function createAssumptionLookup(distances: readonly Distance[]) {
  const known = new Set(distances.map(({ fromSpaceId, toSpaceId }) => spacePairKey(fromSpaceId, toSpaceId)))
  return (from: number, to: number): boolean => from === to && !known.has(spacePairKey(from, to))
}

interface CableProduct {
  termination?: Termination | null
  lengthFt?: number | null
}
/** Length of a pre-terminated cable, which cannot be cut; null for bulk cable. */
export const fixedCableLength = (spec: CableProduct | null | undefined, stockLengthFt: number | null): number | null =>
  spec?.termination === Termination.PreTerminated ? (spec.lengthFt ?? stockLengthFt) : null

export const cableToBuyShape = {
  count: integer('Cables'),
  /** Null for pre-terminated cables, which are bought by the piece. */
  totalFt: optional(decimal('Total length', { unit: 'ft' })),
  unknownCount: integer('Cables of unknown length'),
  stockLengthFt: optional(decimal('Stock length', { unit: 'ft' })),
  /** Whole reels or cables to buy; null if the catalog has no stock length. */
  stockCount: optional(integer('Reels or cables to buy')),
  leftOverFt: optional(decimal('Remainder', { unit: 'ft' })),
}
type CableToBuy = ValuesOf<typeof cableToBuyShape>

/**
 * Computes the reels to buy. A run is one piece; the longest is cut first, each from the first reel with enough left. A run longer than a
 * reel uses as many as it needs. A pre-terminated cable has a fixed length and is bought by the piece, one for each run.
 */
export function cableToBuy(lengths: readonly (number | null)[], stockLengthFt: number | null, isFixed = false): CableToBuy {
  const known = lengths.filter((length) => length !== null)
  const totalFt = round2(known.reduce((sum, length) => sum + length, 0))
  const base = { count: lengths.length, totalFt, unknownCount: lengths.length - known.length, stockLengthFt }
  if (isFixed) return { ...base, totalFt: null, stockCount: lengths.length, leftOverFt: null }
  if (!stockLengthFt) return { ...base, stockCount: null, leftOverFt: null }
  const left: number[] = []
  let used = 0
  for (const length of [...known].sort((a, b) => b - a)) {
    if (length > stockLengthFt) {
      used += Math.ceil(length / stockLengthFt)
      continue
    }
    const at = left.findIndex((rest) => rest + 1e-9 >= length)
    if (at < 0) left.push(stockLengthFt - length)
    else left[at] = (left[at] ?? 0) - length
  }
  const stockCount = used + left.length
  return { ...base, stockCount, leftOverFt: round2(stockCount * stockLengthFt - totalFt) }
}

/** Lowest plausible price in dollars: of a pre-terminated cable, and of a foot of bulk cable. */
const leastPiecePrice = 1
const leastFootPrice = 0.03

interface PricedCable extends CableProduct {
  stockLengthFt: number | null
  /** Dollars; 0 if there is none. */
  price: number
}
const isPreTerminated = ({ termination }: CableProduct) => termination === Termination.PreTerminated

/**
 * Dollars for the cables to buy. The price of a cable is that of a piece, or of a whole stock length; bulk cable without a stock length is
 * priced by the foot.
 */
export function extendedCablePrice(cable: PricedCable, { count, totalFt, stockCount }: CableToBuy): number {
  if (stockCount !== null) return round2(cable.price * stockCount)
  return round2(cable.price * (cable.termination === Termination.Unterminated ? (totalFt ?? 0) : count))
}

/** A price of less than a dollar a piece, or of a reel that comes to less than 3 cents a foot, is entered for the wrong unit. */
export const isCablePriceImplausible = (cable: PricedCable): boolean =>
  cable.price > 0 && cable.price < (isPreTerminated(cable) ? leastPiecePrice : leastFootPrice * (cable.stockLengthFt ?? 1))

/** A pre-terminated cable is one stock length. */
export const isLongerThanStock = (cable: CableProduct & { stockLengthFt: number | null }): boolean =>
  isPreTerminated(cable) && (cable.lengthFt ?? 0) > (cable.stockLengthFt ?? Number.POSITIVE_INFINITY)
