import { openOfferSteps } from '../../model/offers/offer-steps.ts'
import { resourceOffers as offersOf } from '../../model/offers/resource-offers.ts'
import { shiftRequests as shiftsOf } from '../../model/offers/shift-requests.ts'
import { openShiftSteps } from '../../model/offers/shift-steps.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { listKeys } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { isToMe, managedOffers, resourceOffers } from './resource-offers.ts'
import { managedShiftRequests } from './shift-requests.ts'

const longestFirst = { order: ['submittedDate'] } as const
const offerKeys = { ...longestFirst, keys: new Set([...listKeys(offersOf), 'projectStage' as const]) }
const shiftKeys = { ...longestFirst, keys: new Set([...listKeys(shiftsOf), 'projectStage' as const]) }

export async function listOffersFor(ctx: Context, itemsPerPage: number) {
  const { items, total } = await resourceOffers.list(
    ctx,
    { states: [ResourceOfferState.PendingTarget], itemsPerPage },
    { ...offerKeys, extra: isToMe },
  )
  return { items: items.map((row) => ({ ...row, actions: openOfferSteps(row, ctx.actor.userId, ctx.actor.held) })), total }
}

export async function listPendingOffers(ctx: Context, itemsPerPage: number) {
  const { items, total } = await managedOffers.list(ctx, { states: [ResourceOfferState.PendingManagement], itemsPerPage }, offerKeys)
  return { items: items.map((row) => ({ ...row, actions: openOfferSteps(row, ctx.actor.userId, ctx.actor.held) })), total }
}

export async function listPendingShifts(ctx: Context, itemsPerPage: number) {
  const { items, total } = await managedShiftRequests.list(
    ctx,
    { states: [ResourceShiftRequestState.PendingManagement], itemsPerPage },
    shiftKeys,
  )
  return { items: items.map((row) => ({ ...row, actions: openShiftSteps(row, ctx.actor.userId, ctx.actor.held) })), total }
}

export async function countRequests(ctx: Context) {
  const { held, userId } = ctx.actor
  const offers = held.has('ResourceOffers.View')
    ? await ctx.rows(
        { state: is.choice(ResourceOfferState), count: is.number },
        `select t.state, count(*) as count from resource_offers t join living_projects p on p.id = t.project_id
         where not t.is_deleted and (t.source_user_id = $1 or t.created_by_id = $1) group by t.state order by t.state`,
        [userId],
      )
    : null
  const shiftRequests = held.has('ResourceShiftRequests.View')
    ? await ctx.rows(
        { state: is.choice(ResourceShiftRequestState), count: is.number },
        `select t.state, count(*) as count from resource_shift_requests t join living_projects p on p.id = t.project_id
         where not t.is_deleted and (t.requester_user_id = $1 or t.created_by_id = $1) group by t.state order by t.state`,
        [userId],
      )
    : null
  return { offers, shiftRequests }
}
