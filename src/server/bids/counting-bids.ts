import { CompanyType } from '../../model/companies/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { contentShape, totalsShape } from './bid-contents.ts'
import { type BidPackage, requireOpenBids } from './bid-packages.ts'

const shape = {
  invitationId: is.number,
  company: is.jsonOf({ id: is.number, name: is.text, type: is.choice(CompanyType) }),
  version: is.number,
  submittedAt: is.instant,
  signedBy: is.text,
  fingerprint: is.text,
  content: contentShape,
  totals: totalsShape,
}

/**
 * Bids that count: the last version of each bidder, unless it was withdrawn or priced another revision. The only reader of bids for staff;
 * throws while they are sealed.
 */
export async function loadCountingBids(ctx: Context, bidPackage: BidPackage) {
  requireOpenBids(bidPackage)
  return ctx.rows(
    shape,
    `select i.id as "invitationId", json_build_object('id', i.company_id, 'name', i.company_name, 'type', i.company_type) as company,
       v.version, v.submitted_at, v.signed_by, v.fingerprint, v.content, v.totals
     from bid_invitations i join bid_versions v on v.invitation_id = i.id
     where i.package_id = $1 and not v.is_withdrawn and v.revision_id = $2
       and v.version = (select max(n.version) from bid_versions n where n.invitation_id = i.id)
     order by (v.totals->>'total')::numeric, i.id`,
    [bidPackage.id, bidPackage.revision.id],
  )
}
export type CountingBid = Awaited<ReturnType<typeof loadCountingBids>>[number]
