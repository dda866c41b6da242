import { LaborType } from '../access/enums.ts'
import { call, items, shape } from '../kit/call.ts'
import type { Field } from '../kit/description.ts'
import { choice, list, money, optional, percent, uuid } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { type ObjectValues, objects } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { moneyMasks, readingContracts } from './masks.ts'

const typeShape = { laborType: choice('Labor type', LaborType) }
const figuresShape = { sellRate: money('Sell'), costRate: money('Cost'), gaFeePercent: percent('G&A') }
/** Sell and cost rate per hour of a labor type. Values the reader may not see are absent. */
export type LaborRate = ObjectValues<typeof typeShape, typeof figuresShape>
export const laborRates = objects('Labor rates', typeShape, figuresShape)
export const wholeLaborRates = objects('Labor rates', { ...typeShape, ...figuresShape })
export type RateColumn = keyof typeof figuresShape
export const rateColumns: readonly RateColumn[] = typedKeys(figuresShape)

export const ratePermissions: Readonly<Record<RateColumn, { view: Permission; update: Permission }>> = {
  sellRate: { view: moneyMasks.sellRate, update: 'ProjectContracts.UpdateLaborSellRates' },
  costRate: { view: moneyMasks.costRate, update: 'ProjectContracts.UpdateLaborCostRates' },
  gaFeePercent: { view: moneyMasks.gaFeePercent, update: 'ProjectContracts.ViewAndUpdateLaborRatesGAFees' },
}

const rate = { ...typeShape, sellRate: optional(figuresShape.sellRate), costRate: optional(figuresShape.costRate) }
export function oncePerType<F extends Field<{ laborType: LaborType }[]>>(field: F): F {
  return {
    ...field,
    check(value, report) {
      const rows = field.check(value, report)
      if (!Array.isArray(rows)) return rows
      const types = rows.map(({ laborType }) => laborType)
      types.forEach((type, index) => {
        if (types.indexOf(type) < index) report('There is already a row for this labor type.', `[${index}].laborType`)
      })
      return rows
    },
  }
}
/** Omitted columns stay unchanged. */
const rateRows = oncePerType(list('Rates', { ...rate, gaFeePercent: optional(figuresShape.gaFeePercent) }, { max: 8 }))
const userRateRows = oncePerType(list('Rates', rate, { max: 8 }))

const laborRate = shape(typeShape, figuresShape)

export const readContractRates = call({
  method: 'GET',
  path: '/contracts/:id/LaborRates',
  permission: readingContracts,
  summary: 'Get the labor rates of a contract that the caller may see',
  response: items(laborRate),
})
export const writeContractRates = call({
  method: 'PUT',
  path: '/contracts/:id/LaborRates',
  permission: { any: rateColumns.map((column) => ratePermissions[column].update) },
  summary: 'Update the labor rates of a contract',
  body: { rates: rateRows },
  response: items(laborRate),
})
export const refreshContractRates = call({
  method: 'PUT',
  path: '/contracts/:id/LaborRates/Refresh',
  permission: { all: rateColumns.map((column) => ratePermissions[column].update) },
  summary: 'Reset the labor rates of a contract to the DNA defaults',
  response: items(laborRate),
})

const params = { id: uuid('User') }
const userRate = shape(typeShape, { sellRate: rate.sellRate, costRate: rate.costRate })
export const readUserRates = call({
  method: 'GET',
  path: '/users/:id/LaborRates',
  params,
  permission: 'DNAUsers.ViewDefaultLaborRates',
  summary: 'Get the labor rates of a person',
  response: items(userRate),
})
export const writeUserRates = call({
  method: 'PUT',
  path: '/users/:id/LaborRates',
  params,
  permission: 'DNAUsers.UpdateDefaultLaborRates',
  summary: 'Replace the labor rates of a person; labor types left out have none',
  body: { rates: userRateRows },
  response: items(userRate),
})
