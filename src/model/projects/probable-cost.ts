import { InstallerCode, ProviderCode } from '../catalogue/enums.ts'
import { roundedProduct } from '../kit/money.ts'
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
