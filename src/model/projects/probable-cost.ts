import { InstallerCode, ProviderCode } from '../catalogue/enums.ts'
import { round, roundedProduct, sumMoney } from '../kit/money.ts'
import { installationCost } from './prices.ts'

export interface CostedLine {
  readonly extendedMsrpPrice: number
  readonly provider: ProviderCode
  readonly installer: InstallerCode
  readonly isExisting: boolean
}

export interface CostRules {
  readonly installationFactor: number
  readonly laborFactor?: number
  /** What the owner furnishes is not bought again. */
  readonly excludeOwnerFurnished?: boolean
}

/** One line of the opinion of probable cost in US dollars, each figure rounded so that columns add up (domain 9.2). */
export function costOfLine(line: CostedLine, { installationFactor, laborFactor = 0, excludeOwnerFurnished = true }: CostRules) {
  const { extendedMsrpPrice, provider, installer, isExisting } = line
  const isOwners = isExisting || (provider === ProviderCode.of.FBO && excludeOwnerFurnished)
  const hardware = isOwners ? 0 : extendedMsrpPrice
  return {
    hardware,
    ownerFurnished: isOwners ? extendedMsrpPrice : 0,
    /** The contractor installs what the owner brings, too. */
    installation: installer === InstallerCode.of.IBO ? 0 : installationCost(extendedMsrpPrice, installationFactor),
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
export interface OpinionOfCost {
  hardware: number
  ownerFurnished: number
  installation: number
  labor: number
  shipping: number
  tax: number
  contingency: number
  total: number
  /** Per square foot; 0 without an area. */
  totalPerArea: number
}
type CountedCost = ReturnType<typeof costOfLine> & { readonly count?: number }

/** The opinion of probable cost of a project: sums of rounded lines, so that columns add up. */
export function opinionOf(costs: readonly CountedCost[], rules: ProjectRules = {}): OpinionOfCost {
  const { shippingPercent = 0, taxPercent = 0, contingencyPercent = 0, totalArea = 0 } = rules
  const sum = (of: (cost: CountedCost) => number) =>
    costs.reduce((cents, cost) => cents + Math.round(of(cost) * 100) * (cost.count ?? 1), 0) / 100
  const share = (of: number, percent: number) => roundedProduct(2, [of, percent, 0.01])
  const hardware = sum((cost) => cost.hardware)
  const installation = sum((cost) => cost.installation)
  const labor = sum((cost) => cost.labor)
  const shipping = share(hardware, shippingPercent)
  const tax = share(hardware, taxPercent)
  const contingency = share(sumMoney([hardware, installation, labor, shipping]), contingencyPercent)
  const total = sumMoney([hardware, installation, labor, shipping, tax, contingency])
  const ownerFurnished = sum((cost) => cost.ownerFurnished)
  const totalPerArea = totalArea > 0 ? round(total / totalArea, 2) : 0
  return { hardware, ownerFurnished, installation, labor, shipping, tax, contingency, total, totalPerArea }
}
