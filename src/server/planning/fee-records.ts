import { LaborType } from '../../model/access/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { BoardRecord } from '../../model/planning/board-money.ts'
import { allocationsIn } from '../contracts/public.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'

/** A record as listed per phase: hours in hundredths, rates in cents. */
export const feeRecordRow = {
  laborType: is.choice(LaborType),
  hundredths: is.number,
  allocations: allocationsIn,
  sellRate: is.number,
  costRate: is.number,
  gaFeePercent: is.number,
}

/** Properties for `json_build_object`; `r` is the record. Rates are read only if the user may see figures based on them. */
export function feeRecordParts(needed: { revenue: boolean; cost: boolean }): string {
  const rate = (isNeeded: boolean, column: string) => (isNeeded ? `r.${column}` : '0')
  return `'laborType', r.labor_type, 'hundredths', r.hours, 'allocations', r.allocations, 'sellRate', ${rate(needed.revenue, 'sell_rate')},
    'costRate', ${rate(needed.cost, 'cost_rate')}, 'gaFeePercent', ${rate(needed.cost, 'ga_fee_percent')}`
}

export const toBoardRecord = ({ allocations, gaFeePercent, ...record }: RowOfShape<typeof feeRecordRow>): BoardRecord => ({
  ...record,
  allocations: allocations.map(({ month, hours }) => ({ month, hundredths: centsOf(hours) })),
  gaFee: centsOf(gaFeePercent),
  isCounted: true,
})
