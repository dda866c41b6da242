import { round } from '../kit/money.ts'
import { continuousShare } from '../spaces/rack-figures.ts'

/**
 * Rules of the design check (domain 25) with their constants; `sources` cites the reference for each finding. PoE classes are defined in
 * `spaces/poe.ts`, cable lengths in the settings and signal types.
 */
export const designRules = ['circuits', 'poe', 'cables', 'racks', 'conduits', 'displays', 'budgets', 'data'] as const
export type DesignRule = (typeof designRules)[number]
export const ruleLabels: Readonly<Record<DesignRule, string>> = {
  circuits: 'Circuits',
  poe: 'PoE',
  cables: 'Cable length',
  racks: 'Racks',
  conduits: 'Conduits',
  displays: 'Display size',
  budgets: 'Budgets',
  data: 'Data',
}

export const sources = {
  circuits: 'Continuous load at most 80% of the breaker, NEC 210.20(A)',
  sharedCircuit: 'Equipment fastened in place takes at most 50% of a shared circuit, NEC 210.23(A)(2)',
  withoutCircuit: 'A line without a circuit counts as missing; 20 A at 120 V',
  poeSource: 'A device powered by PoE needs a connection to a PoE source',
  poePorts: 'A PoE budget needs ports that supply PoE',
  poeBudget: 'Power at the source by class, IEEE 802.3bt',
  poeClass: 'The smallest class that covers the power of the device, IEEE 802.3bt',
  cables: 'Maximum cable length of the signal type',
  fixedCable: 'A pre-terminated cable cannot be shorter than its run',
  stockedCable: 'The default cable of a signal type comes in fixed lengths',
  distance: 'Between two spaces, the distance table applies',
  conduits: 'Fill at most 53% with one cable, 31% with two, 40% with three or more, NEC chapter 9',
  jam: 'Three cables can jam where the conduit diameter is 2.8 to 3.2 times that of one of them',
  diameter: 'A cable of unknown diameter is left out of the fill and counted as missing',
  displays: 'Image height at least farthest viewer / (200 × element height)',
  viewer: 'A display is checked against the farthest viewer of its space',
  racks: 'Rack units, faces, half widths and depth must fit',
  rackWeight: 'Total weight within the load limit of the rack',
  rackCenter: 'Heavy devices belong below the middle of the rack',
  rackSpare: 'At least 20% of the units stay free in front',
  rackUnknown: 'Values missing from the catalog are counted as missing, not as 0',
  budgets: 'Limits of the space',
  switches: 'PoE the switches of the space can supply',
  price: 'A line without a price is missing from every total',
  cablePrice: 'A cable is priced by the piece or whole stock length, bulk cable without one by the foot',
  cableStock: 'A pre-terminated cable is one stock length',
  power: 'A line without power is counted as missing, not as 0 W',
  availability: 'Specified equipment must still be available',
  furnished: 'Owner-furnished equipment has a note on what was agreed',
  empty: 'A space has equipment, or is canceled',
  number: 'A drawing document has a number',
  outline: 'The area drawn on a calibrated plan is within 10% of the entered one',
} as const

export const usualBreakerAmps = 20
export const usualVolts = 120
/** Continuous load limit of a breaker: 16 A of 20, 12 A of 15. */
export const continuousAmps = (breakerAmps: number) => round(breakerAmps * continuousShare, 2)
export const neededCircuits = (amps: number, breakerAmps: number) => Math.ceil(round(amps / (breakerAmps * continuousShare), 6))

/** Share of a circuit available to fixed equipment if other loads are on it too. */
export const sharedShare = 0.5

/** Maximum conduit fill in percent by number of cables. */
export const mostFill = (cables: number) => (cables === 1 ? 53 : cables === 2 ? 31 : 40)
export const conduitFillPercent = (innerDiameterIn: number, cableDiametersIn: readonly number[]) =>
  round((100 * cableDiametersIn.reduce((sum, diameter) => sum + diameter ** 2, 0)) / innerDiameterIn ** 2, 1)
/** Three cables can jam side by side in a bend; returns undefined for any other number. */
export function jamRatio(innerDiameterIn: number, cableDiametersIn: readonly number[]): number | undefined {
  if (cableDiametersIn.length !== 3) return undefined
  const mean = cableDiametersIn.reduce((sum, diameter) => sum + diameter, 0) / 3
  return round(innerDiameterIn / mean, 2)
}
export const jams = (ratio: number) => ratio >= 2.8 && ratio <= 3.2

export const usualElementPercent = 4
/** Inches: 30 ft and 4% need 45. */
export const imageHeightNeeded = (farthestViewerFt: number, elementPercent: number) =>
  round((farthestViewerFt * 12) / (200 * (elementPercent / 100)), 2)
const wide = Math.hypot(16, 9)
/** Assumes a 16:9 display. */
export const imageHeight = (diagonalIn: number) => round((diagonalIn * 9) / wide, 1)
