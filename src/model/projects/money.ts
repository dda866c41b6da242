import { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { money } from '../kit/field.ts'
import { centsOf, dollarsOf, formatUsd, roundedProduct, sumMoney } from '../kit/money.ts'

/**
 * Equipment cost (domain 9.1, 9.2): line prices, installation, owner-furnished amounts, and totals. Amounts are US dollars with two
 * decimals, summed in whole cents; half a cent is rounded away from zero, once, in the displayed figure. The SQL view `line_amounts`
 * computes the same, and a test compares both.
 */
export const defaultInstallationFactor = 0.25

interface PricedLine {
  readonly quantity: number
  /** Price agreed for this line; overrides the catalog. */
  readonly unitPriceOverride?: number | null
  /** Price stored when the project was closed. */
  readonly frozenUnitPrice?: number | null
  readonly msrpPrice: number
}

export function unitMsrpPrice({ unitPriceOverride, frozenUnitPrice, msrpPrice }: PricedLine): number {
  return unitPriceOverride ?? frozenUnitPrice ?? msrpPrice
}

/** A price of zero that was not agreed on is unknown: it is displayed as missing and counts as zero in sums. */
export const isUnpriced = (unitPrice: number, isAgreed: boolean) => unitPrice === 0 && !isAgreed

export function extendedMsrpPrice(line: PricedLine): number {
  return dollarsOf(line.quantity * centsOf(unitMsrpPrice(line)))
}

interface EquipmentSums {
  readonly equipmentCount: number
  readonly totalMsrpPrice: number
}

export function sumLines(lines: readonly PricedLine[]): EquipmentSums {
  return {
    equipmentCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalMsrpPrice: sumMoney(lines.map(extendedMsrpPrice)),
  }
}

export function installationCost(msrpPrice: number, installationFactor = defaultInstallationFactor): number {
  return roundedProduct(2, [msrpPrice, installationFactor])
}

/** Equipment with installation: the total of a card, space, level, quote, or bill of materials (domain 9.1). */
export function computeTotalPrice(totalMsrpPrice: number, installationFactor = defaultInstallationFactor): number {
  return sumMoney([totalMsrpPrice, installationCost(totalMsrpPrice, installationFactor)])
}

interface Responsibility {
  readonly provider: ProviderCode
  readonly installer: InstallerCode
  readonly isExisting: boolean
}
export interface CostedLine extends Responsibility {
  readonly extendedMsrpPrice: number
}

export const isFurnishedByOwner = ({ provider }: { readonly provider: ProviderCode | null }) => provider === ProviderCode.FBO
const isInstalledByOwner = ({ installer }: { readonly installer: InstallerCode | null }) => installer === InstallerCode.IBO

export function lineAmounts(line: PricedLine & Responsibility, installationFactor: number) {
  const amount = extendedMsrpPrice(line)
  return {
    unitPrice: unitMsrpPrice(line),
    amount,
    installation: installationCost(amount, installationFactor),
    isOwnerFurnished: isFurnishedByOwner(line),
    isOwnerInstalled: isInstalledByOwner(line),
  }
}

export interface CostRules {
  readonly installationFactor: number
  readonly laborFactor?: number
  readonly excludeOwnerFurnished?: boolean
}

/** One line of the opinion of probable cost. Each figure is rounded, so that columns add up (domain 9.2). */
export function costOfLine(line: CostedLine, { installationFactor, laborFactor = 0, excludeOwnerFurnished = true }: CostRules) {
  const { extendedMsrpPrice, isExisting } = line
  const isLeftOut = isExisting || (isFurnishedByOwner(line) && excludeOwnerFurnished)
  const hardware = isLeftOut ? 0 : extendedMsrpPrice
  const installation = installationCost(extendedMsrpPrice, installationFactor)
  return {
    hardware,
    ownerFurnished: isLeftOut ? extendedMsrpPrice : 0,
    /** The contractor also installs owner-furnished equipment. */
    installation: isInstalledByOwner(line) ? 0 : installation,
    ownerInstalled: isInstalledByOwner(line) ? installation : 0,
    labor: roundedProduct(2, [hardware, laborFactor]),
  }
}

export interface ProjectRules {
  readonly shippingPercent?: number
  readonly taxPercent?: number
  readonly contingencyPercent?: number
  /** Square feet; 0 if unknown. */
  readonly totalArea?: number
}
export const opinionShape = {
  /** All equipment at its price, and with installation: the total on the project's card. */
  totalMsrpPrice: money('Equipment, MSRP'),
  totalPrice: money('Equipment with installation'),
  hardware: money('Hardware'),
  /** Owner-furnished or existing; not included in `hardware`. */
  ownerFurnished: money('Furnished by the owner'),
  installation: money('Installation'),
  /** Owner-installed; not included in `installation`. */
  ownerInstalled: money('Installed by the owner'),
  labor: money('Labor'),
  shipping: money('Shipping'),
  tax: money('Tax'),
  contingency: money('Contingency'),
  total: money('Total'),
  /** Per square foot; 0 without an area. */
  totalPerArea: money('Total per square foot'),
}
export type OpinionOfCost = ValuesOf<typeof opinionShape>
type CountedCost = ReturnType<typeof costOfLine> & { readonly count?: number }

/** Computes the opinion of probable cost from rounded lines, so that columns add up. */
export function opinionOfCost(costs: readonly CountedCost[], rules: CostRules & ProjectRules): OpinionOfCost {
  const { shippingPercent = 0, taxPercent = 0, contingencyPercent = 0, totalArea = 0 } = rules
  const sum = (amountOf: (cost: CountedCost) => number) =>
    dollarsOf(costs.reduce((cents, cost) => cents + centsOf(amountOf(cost)) * (cost.count ?? 1), 0))
  const share = (amount: number, percent: number) => roundedProduct(2, [amount, percent, 0.01])
  const hardware = sum((cost) => cost.hardware)
  const ownerFurnished = sum((cost) => cost.ownerFurnished)
  const installation = sum((cost) => cost.installation)
  const labor = sum((cost) => cost.labor)
  const shipping = share(hardware, shippingPercent)
  const tax = share(hardware, taxPercent)
  const contingency = share(sumMoney([hardware, installation, labor, shipping]), contingencyPercent)
  const total = sumMoney([hardware, installation, labor, shipping, tax, contingency])
  const totalMsrpPrice = sumMoney([hardware, ownerFurnished])
  return {
    totalMsrpPrice,
    totalPrice: computeTotalPrice(totalMsrpPrice, rules.installationFactor),
    hardware,
    ownerFurnished,
    installation,
    ownerInstalled: sum((cost) => cost.ownerInstalled),
    labor,
    shipping,
    tax,
    contingency,
    total,
    totalPerArea: totalArea > 0 ? roundedProduct(2, [total], totalArea) : 0,
  }
}

interface AmountPart {
  readonly label: string
  readonly amount: number
  readonly how?: string
}
export interface Derivation {
  readonly label: string
  readonly total: number
  readonly parts: readonly AmountPart[]
}

const nonZeroParts = (parts: AmountPart[]) => parts.filter(({ amount }) => amount !== 0)
const less = (amount: number) => (amount === 0 ? 0 : -amount)
export const roundingLabel = 'Rounding, line by line'
const roundingPart = (total: number, parts: AmountPart[]): AmountPart => ({
  label: roundingLabel,
  amount: sumMoney([total, ...parts.map(({ amount }) => -amount)]),
})

interface Priced {
  readonly totalMsrpPrice: number
  readonly installationFactor: number
}

export function howTotalPrice({ totalMsrpPrice, installationFactor }: Priced, label = 'Total'): Derivation {
  const installation = installationCost(totalMsrpPrice, installationFactor)
  return {
    label,
    total: computeTotalPrice(totalMsrpPrice, installationFactor),
    parts: [
      { label: 'Equipment, MSRP', amount: totalMsrpPrice },
      { label: 'Installation', amount: installation, how: `${formatUsd(totalMsrpPrice)} × ${installationFactor}` },
    ],
  }
}

/** Figures that lead from a total to the probable cost; a room has neither labor nor shipping. */
type Opinion = Pick<OpinionOfCost, 'totalPrice' | 'ownerFurnished' | 'ownerInstalled' | 'total'> & Partial<OpinionOfCost>

export function howOpinion(opinion: OpinionOfCost, rules: CostRules & ProjectRules): Derivation {
  const { laborFactor = 0, shippingPercent = 0, taxPercent = 0, contingencyPercent = 0 } = rules
  return {
    label: 'Estimate, OPC total',
    total: opinion.total,
    parts: nonZeroParts([
      { label: 'Hardware', amount: opinion.hardware, how: opinion.ownerFurnished > 0 ? 'without owner-furnished equipment' : undefined },
      { label: 'Installation', amount: opinion.installation, how: `each line × ${rules.installationFactor}` },
      { label: 'Labor', amount: opinion.labor, how: `hardware of each line × ${laborFactor}` },
      { label: 'Shipping', amount: opinion.shipping, how: `${shippingPercent}% of hardware` },
      { label: 'Tax', amount: opinion.tax, how: `${taxPercent}% of hardware` },
      { label: 'Contingency', amount: opinion.contingency, how: `${contingencyPercent}% of everything except tax` },
    ]),
  }
}

/** Explains the difference between the total on the card and the opinion of probable cost. */
export function howTotalBecomesOpinion(opinion: Opinion, label = 'Estimate, OPC total'): Derivation {
  const parts: AmountPart[] = [
    { label: 'Total with installation', amount: opinion.totalPrice },
    { label: 'Owner-furnished or existing', amount: less(opinion.ownerFurnished) },
    { label: 'Installed by the owner', amount: less(opinion.ownerInstalled) },
    { label: 'Labor', amount: opinion.labor ?? 0 },
    { label: 'Shipping', amount: opinion.shipping ?? 0 },
    { label: 'Tax', amount: opinion.tax ?? 0 },
    { label: 'Contingency', amount: opinion.contingency ?? 0 },
  ]
  return { label, total: opinion.total, parts: nonZeroParts([...parts, roundingPart(opinion.total, parts)]) }
}

export function howRowsAddUp(
  rows: readonly { readonly extendedMsrpPrice: number; readonly installationCost: number }[],
  installationFactor: number,
  label = 'Total',
): Derivation {
  const totalMsrpPrice = sumMoney(rows.map((row) => row.extendedMsrpPrice))
  const parts: AmountPart[] = [
    { label: 'Equipment, MSRP', amount: totalMsrpPrice },
    { label: 'Installation', amount: sumMoney(rows.map((row) => row.installationCost)), how: `each row × ${installationFactor}` },
  ]
  const total = computeTotalPrice(totalMsrpPrice, installationFactor)
  return { label, total, parts: [...parts, ...nonZeroParts([{ ...roundingPart(total, parts), how: 'only the total is rounded' }])] }
}
