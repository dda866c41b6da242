import { personOffers, personShiftRequests, personStats } from '../../model/offers/person-stats.ts'
import { users } from '../access/public.ts'
import { countWorkOf } from '../contracts/public.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { managedOffers, resourceOffers } from './resource-offers.ts'
import { managedShiftRequests, shiftRequests } from './shift-requests.ts'

const hasPartIn = (userId: string) => (_: Actor, p: StatementValues) => {
  const id = `${p.add(userId)}::uuid`
  return `${id} in (t.source_user_id, t.target_user_id)`
}
const asks = (userId: string) => (_: Actor, p: StatementValues) => `t.requester_user_id = ${p.add(userId)}::uuid`

/** For other users, returns only offers in which the reader takes part, unless the reader manages all offers. */
async function listUserOffers(ctx: Context, userId: string, query: ListQuery<typeof resourceOffers.resource>) {
  await users.get(ctx, userId)
  const served = ctx.actor.held.has('ResourceOffers.Manage') ? managedOffers : resourceOffers
  return served.list(ctx, query, { extra: hasPartIn(userId) })
}
async function listUserShifts(ctx: Context, userId: string, query: ListQuery<typeof shiftRequests.resource>) {
  await users.get(ctx, userId)
  const served = ctx.actor.held.has('ResourceShiftRequests.Manage') ? managedShiftRequests : shiftRequests
  return served.list(ctx, query, { extra: asks(userId) })
}

export const personStatsRoutes: Route[] = [
  defineRoute(personOffers, (ctx, { params, query }) => listUserOffers(ctx, params.id, query)),
  defineRoute(personShiftRequests, (ctx, { params, query }) => listUserShifts(ctx, params.id, query)),
  defineRoute(personStats, async (ctx, { params }) => {
    const item = { page: 1, itemsPerPage: 1 }
    const { held } = ctx.actor
    return {
      ...(await countWorkOf(ctx, params.id)),
      offersCount: held.has('ResourceOffers.View') ? (await listUserOffers(ctx, params.id, item)).total : 0,
      shiftRequestsCount: held.has('ResourceShiftRequests.View') ? (await listUserShifts(ctx, params.id, item)).total : 0,
    }
  }),
]
