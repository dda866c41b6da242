import { centsOf, dollarsOf, roundedProduct, sumMoney } from '../kit/money.ts'

/** All amounts are US dollars; sums are made in whole cents. */
export const defaultInstallationFactor = 0.25

export interface PricedLine {
  readonly quantity: number
  /** The price agreed for this line; it beats the catalogue. */
  readonly unitPriceOverride?: number | null
  /** The price kept when the project closed. */
  readonly frozenUnitPrice?: number | null
  /** The price in the catalogue today. */
  readonly msrpPrice: number
}

export function unitMsrpPrice({ unitPriceOverride, frozenUnitPrice, msrpPrice }: PricedLine): number {
  return unitPriceOverride ?? frozenUnitPrice ?? msrpPrice
}

export function extendedMsrpPrice(line: PricedLine): number {
  return dollarsOf(line.quantity * centsOf(unitMsrpPrice(line)))
}

/** What closing or archiving a project writes on the line, so that its total no longer follows the catalogue. */
export function priceToFreeze(line: PricedLine): number | null {
  const hasOverride = line.unitPriceOverride !== null && line.unitPriceOverride !== undefined
  return hasOverride ? (line.frozenUnitPrice ?? null) : unitMsrpPrice(line)
}

export interface EquipmentSums {
  readonly equipmentCount: number
  readonly totalMsrpPrice: number
}

export function sumLines(lines: readonly PricedLine[]): EquipmentSums {
  return {
    equipmentCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalMsrpPrice: sumMoney(lines.map(extendedMsrpPrice)),
  }
}

/** The sums of a project over its counted spaces. */
export function sumSpaces(countedSpaces: readonly EquipmentSums[]): EquipmentSums & { spaceCount: number } {
  return {
    spaceCount: countedSpaces.length,
    equipmentCount: countedSpaces.reduce((sum, space) => sum + space.equipmentCount, 0),
    totalMsrpPrice: sumMoney(countedSpaces.map((space) => space.totalMsrpPrice)),
  }
}

export function installationCost(msrpPrice: number, installationFactor = defaultInstallationFactor): number {
  return roundedProduct(2, [msrpPrice, installationFactor])
}

/** The price on the project's card: the equipment and its installation. */
export function cardTotal(totalMsrpPrice: number, installationFactor = defaultInstallationFactor): number {
  return sumMoney([totalMsrpPrice, installationCost(totalMsrpPrice, installationFactor)])
}
