import type { Permission } from '../permissions.ts'

/** Permission for each contract figure; without it, responses omit the figure (domain 3.4). */
export const moneyMasks = {
  sellRate: 'ProjectContracts.ViewLaborSellRates',
  costRate: 'ProjectContracts.ViewLaborCostRates',
  gaFeePercent: 'ProjectContracts.ViewAndUpdateLaborRatesGAFees',
  expenseCost: 'ProjectContracts.ViewAndUpdateDirectExpensesCost',
  revenueSums: 'ProjectContracts.ViewRevenueSums',
  costSums: 'ProjectContracts.ViewCostSums',
} as const satisfies Record<string, Permission>

export type Held = Pick<ReadonlySet<Permission>, 'has'>

/** Permissions for money keys in audit log entries, by entity and key, at any depth. */
const { sellRate, costRate, gaFeePercent, expenseCost, revenueSums } = moneyMasks
const ofContracts: Readonly<Record<string, Permission>> = { sellRate, costRate, gaFeePercent, fee: revenueSums }
const auditMasks: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  contracts: ofContracts,
  directExpenses: { cost: expenseCost, receiptFileId: expenseCost },
  dnaDefaults: {
    sellRate: 'DNADefaults.ViewLaborRates',
    costRate: 'DNADefaults.ViewLaborRates',
    gaFeePercent: 'DNADefaults.ViewLaborRates',
  },
  userLaborRates: { sellRate: 'DNAUsers.ViewDefaultLaborRates', costRate: 'DNAUsers.ViewDefaultLaborRates' },
}

type Values = Record<string, unknown>

export function withoutMasked(entity: string, values: Values | null, held: Held): Values | null {
  const masks = auditMasks[entity]
  return masks && values ? withoutKeys(values, masks, held) : values
}

function withoutKeys(values: object, masks: Readonly<Record<string, Permission>>, held: Held): Values {
  const seen = Object.entries(values).filter(([key]) => {
    const mask = Object.hasOwn(masks, key) ? masks[key] : undefined
    return !mask || held.has(mask)
  })
  return Object.fromEntries(seen.map(([key, one]) => [key, removeMasked(one, masks, held)]))
}

function removeMasked(value: unknown, masks: Readonly<Record<string, Permission>>, held: Held): unknown {
  if (Array.isArray(value)) return value.map((item) => removeMasked(item, masks, held))
  return typeof value === 'object' && value !== null ? withoutKeys(value, masks, held) : value
}

/** To read one contract and its parts: from its project, or from the list of all contracts. */
export const readingContracts = { any: ['ProjectContracts.View', 'ProjectContracts.Manage'] } as const
