import { centsOf } from '../../model/kit/money.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import type { BidPackage } from './bid-packages.ts'
import { contractedPricesTable } from './bid-tables.ts'
import { loadCountingBids } from './counting-bids.ts'

/** Stores the prices of the winning bid beside MSRP and budget, which stay. */
export async function storeContractedPrices(ctx: Context, bidPackage: BidPackage, invitationId: number) {
  const bid = (await loadCountingBids(ctx, bidPackage)).find((item) => item.invitationId === invitationId)
  if (!bid) throw badRequest({ invitationId: ['This bidder has no bid that counts.'] })
  const rows = bid.content.lines.flatMap(({ lineKey, unitPrice, isExcluded }) =>
    unitPrice === null || isExcluded ? [] : { packageId: bidPackage.id, lineKey, unitPrice: centsOf(unitPrice) },
  )
  await ctx.insertMany(contractedPricesTable, rows, { onConflict: { keys: ['packageId', 'lineKey'] } })
}

/** Unit prices in cents by line. */
export async function loadContractedPrices(ctx: Context, packageId: number): Promise<Map<string, number>> {
  const rows = await ctx.rows(
    { lineKey: is.text, unitPrice: is.number },
    'select line_key, unit_price from contracted_prices where package_id = $1',
    [packageId],
  )
  return new Map(rows.map(({ lineKey, unitPrice }) => [lineKey, unitPrice]))
}
