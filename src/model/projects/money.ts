import { InstallerCode, ProviderCode } from '../catalogue/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { money } from '../kit/field.ts'
import { centsOf, dollarsOf, formatUsd, roundedProduct, sumMoney } from '../kit/money.ts'

/**
 * What equipment costs, said once: the price of a line, its installation, what the owner furnishes, and how totals come about
 * (domain 9.1, 9.2). Amounts are US dollars with two decimals and are added up as whole cents; half a cent is rounded away
 * from zero, once, in the figure that is shown. The view `line_amounts` says the same in SQL, and a test holds the two together.
 */
export const defaultInstallationFactor = 0.25

interface PricedLine {
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

/** A price of nothing that nobody agreed on is one nobody knows: it is shown as missing, and counts as nothing in every sum. */
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

/** Equipment and its installation: what a card, a space, a level, a quote and a bill of materials come to (domain 9.1). */
export function totalPriceOf(totalMsrpPrice: number, installationFactor = defaultInstallationFactor): number {
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

/** Everything one line amounts to, as a row of the view `line_amounts` has it. */
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
  /** What the owner furnishes is not bought again. */
  readonly excludeOwnerFurnished?: boolean
}

/** One line of the opinion of probable cost, each figure rounded so that columns add up (domain 9.2). */
export function costOfLine(line: CostedLine, { installationFactor, laborFactor = 0, excludeOwnerFurnished = true }: CostRules) {
  const { extendedMsrpPrice, isExisting } = line
  const isLeftOut = isExisting || (isFurnishedByOwner(line) && excludeOwnerFurnished)
  const hardware = isLeftOut ? 0 : extendedMsrpPrice
  const installation = installationCost(extendedMsrpPrice, installationFactor)
  return {
    hardware,
    ownerFurnished: isLeftOut ? extendedMsrpPrice : 0,
    /** The contractor installs what the owner brings, too. */
    installation: isInstalledByOwner(line) ? 0 : installation,
    ownerInstalled: isInstalledByOwner(line) ? installation : 0,
    labor: roundedProduct(2, [hardware, laborFactor]),
  }
}

/** What is added to all lines of a project together. */
export interface ProjectRules {
  readonly shippingPercent?: number
  readonly taxPercent?: number
  readonly contingencyPercent?: number
  /** Square feet; 0 when unknown. */
  readonly totalArea?: number
}
export const opinionShape = {
  /** Everything at its price, and with installation: what the project's card shows. */
  totalMsrpPrice: money('Equipment, MSRP'),
  totalPrice: money('Equipment with installation'),
  hardware: money('Hardware'),
  /** Furnished by the owner or there already, and so not in `hardware`. */
  ownerFurnished: money('Furnished by the owner'),
  installation: money('Installation'),
  /** Installation by the owner, and so not in `installation`. */
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

/** The opinion of probable cost of a project: sums of rounded lines, so that columns add up. */
export function opinionOf(costs: readonly CountedCost[], rules: CostRules & ProjectRules): OpinionOfCost {
  const { shippingPercent = 0, taxPercent = 0, contingencyPercent = 0, totalArea = 0 } = rules
  const sum = (of: (cost: CountedCost) => number) =>
    dollarsOf(costs.reduce((cents, cost) => cents + centsOf(of(cost)) * (cost.count ?? 1), 0))
  const share = (of: number, percent: number) => roundedProduct(2, [of, percent, 0.01])
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
    totalPrice: totalPriceOf(totalMsrpPrice, rules.installationFactor),
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

/** One of the amounts that make a total; `how` says where it comes from when it is not simply added up. */
interface AmountPart {
  readonly label: string
  readonly amount: number
  readonly how?: string
}
/** A total with the parts it is the sum of, to the cent. */
export interface Derivation {
  readonly label: string
  readonly total: number
  readonly parts: readonly AmountPart[]
}

const present = (parts: AmountPart[]) => parts.filter(({ amount }) => amount !== 0)
const less = (amount: number) => (amount === 0 ? 0 : -amount)
/** What single rounded lines differ by from the whole rounded once. */
export const roundingLabel = 'Rounding, line by line'
const roundingOf = (total: number, parts: AmountPart[]): AmountPart => ({
  label: roundingLabel,
  amount: sumMoney([total, ...parts.map(({ amount }) => -amount)]),
})

interface Priced {
  readonly totalMsrpPrice: number
  readonly installationFactor: number
}

/** How equipment and installation make the total of a project, a level, a space or a quote. */
export function howTotalPrice({ totalMsrpPrice, installationFactor }: Priced, label = 'Total'): Derivation {
  const installation = installationCost(totalMsrpPrice, installationFactor)
  return {
    label,
    total: totalPriceOf(totalMsrpPrice, installationFactor),
    parts: [
      { label: 'Equipment, MSRP', amount: totalMsrpPrice },
      { label: 'Installation', amount: installation, how: `${formatUsd(totalMsrpPrice)} × ${installationFactor}` },
    ],
  }
}

/** What leads from a total to what it will probably cost; a room has neither labor nor shipping of its own. */
type Opinion = Pick<OpinionOfCost, 'totalPrice' | 'ownerFurnished' | 'ownerInstalled' | 'total'> & Partial<OpinionOfCost>

/** How the opinion of probable cost adds up. */
export function howOpinion(opinion: OpinionOfCost, rules: CostRules & ProjectRules): Derivation {
  const { laborFactor = 0, shippingPercent = 0, taxPercent = 0, contingencyPercent = 0 } = rules
  return {
    label: 'Estimate, OPC total',
    total: opinion.total,
    parts: present([
      { label: 'Hardware', amount: opinion.hardware, how: opinion.ownerFurnished > 0 ? 'without what the owner furnishes' : undefined },
      { label: 'Installation', amount: opinion.installation, how: `each line × ${rules.installationFactor}` },
      { label: 'Labor', amount: opinion.labor, how: `hardware of each line × ${laborFactor}` },
      { label: 'Shipping', amount: opinion.shipping, how: `${shippingPercent}% of hardware` },
      { label: 'Tax', amount: opinion.tax, how: `${taxPercent}% of hardware` },
      { label: 'Contingency', amount: opinion.contingency, how: `${contingencyPercent}% of all but tax` },
    ]),
  }
}

/** How the same equipment leads from the total on the card to the opinion of probable cost. */
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
  return { label, total: opinion.total, parts: present([...parts, roundingOf(opinion.total, parts)]) }
}

/** How rows with an installation each lead to the total of the whole. */
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
  const total = totalPriceOf(totalMsrpPrice, installationFactor)
  return { label, total, parts: [...parts, ...present([{ ...roundingOf(total, parts), how: 'the whole is rounded once' }])] }
}
