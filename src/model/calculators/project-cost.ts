import { roundedProduct, sumMoney } from '../kit/money.ts'

/** Rough cost estimate of a project in US dollars and square feet, before equipment is specified. */
export interface ProjectCost {
  hardwareCost: number
  totalArea: number
  installFactor: number
  installCost: number
  laborFactor: number
  laborCost: number
}

export const projectCostStart: ProjectCost = {
  hardwareCost: 1000,
  totalArea: 0,
  installFactor: 0.25,
  installCost: 250,
  laborFactor: 0.25,
  laborCost: 250,
}

const costAt = (hardware: number, factor: number) => roundedProduct(2, [hardware, factor])

/** Without hardware cost, no factor can be derived, so the last one is retained. */
const costFactor = (amount: number, hardware: number, last: number) => (hardware === 0 ? last : roundedProduct(4, [amount], hardware))

/** Amounts follow hardware cost and factors; an amount edited directly changes its factor. */
export function editProjectCost(now: ProjectCost, edited: keyof ProjectCost, value: number): ProjectCost {
  const next = { ...now, [edited]: value }
  const { hardwareCost, installFactor, laborFactor } = next
  switch (edited) {
    case 'hardwareCost':
      return {
        ...next,
        installCost: costAt(hardwareCost, installFactor),
        laborCost: costAt(hardwareCost, laborFactor),
      }
    case 'installFactor':
      return { ...next, installCost: costAt(hardwareCost, installFactor) }
    case 'laborFactor':
      return { ...next, laborCost: costAt(hardwareCost, laborFactor) }
    case 'installCost':
      return { ...next, installFactor: costFactor(value, hardwareCost, installFactor) }
    case 'laborCost':
      return { ...next, laborFactor: costFactor(value, hardwareCost, laborFactor) }
    case 'totalArea':
      return next
  }
}

export function projectCostTotals({ hardwareCost, installCost, laborCost, totalArea }: ProjectCost) {
  const total = sumMoney([hardwareCost, installCost, laborCost])
  const perSquareFoot = (cost: number) => (totalArea > 0 ? roundedProduct(2, [cost], totalArea) : 0)
  return {
    total,
    hardwarePerSquareFoot: perSquareFoot(hardwareCost),
    installPerSquareFoot: perSquareFoot(installCost),
    laborPerSquareFoot: perSquareFoot(laborCost),
    totalPerSquareFoot: perSquareFoot(total),
  }
}
