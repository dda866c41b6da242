import { sumHours } from '../../model/contracts/money.ts'
import { ownOffers } from '../../model/offers/offer-calls.ts'
import { canDeleteOffer, openOfferSteps, ownsOffer } from '../../model/offers/offer-steps.ts'
import { managedOffers as managedOf, resourceOffers as resourceOffersModel } from '../../model/offers/resource-offers.ts'
import { ResourceOfferState } from '../../model/planning/enums.ts'
import type { Params } from '../kit/entity/rows.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { conflict, forbidden } from '../kit/request/errors.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import type { Problems } from './moved-lines.ts'
import { loadOfferBoard, type Offer, type OfferLine, readLines } from './offer-lines.ts'
import { resourceOffersTable } from './offers-tables.ts'
import { checkForOthers, checkWorker, isProjectSeen, ofLivingProject, openProjectForRequest, throwProblems } from './requests.ts'

const { Draft, Approved } = ResourceOfferState

const ownOfferSql = (actor: Actor, p: Params) => {
  const id = `${p.add(actor.userId)}::uuid`
  return `(t.source_user_id = ${id} or t.target_user_id = ${id} or t.created_by_id = ${id})`
}

export const isToMe = (actor: Actor, p: StatementValues) => `t.target_user_id = ${p.add(actor.userId)}::uuid`

/** Limits the list to the user's own offers, or to one direction. */
function inDirection(actor: Actor, p: Params, query: object): string {
  const direction = 'direction' in query ? query.direction : undefined
  if (direction === 'toMe') return isToMe(actor, p)
  if (direction === 'fromMe') return `(t.source_user_id = ${p.add(actor.userId)}::uuid or t.created_by_id = ${p.add(actor.userId)}::uuid)`
  return ownOfferSql(actor, p)
}

const computed = { projectStage: 'r_project_id.stage' }
const elsewhere = { board: 'worked out, only in the detail', isProjectSeen: 'only in the detail' } as const
const filters = {
  userIds: (ids: string[], p: Params) => `(t.source_user_id = any(${p.add(ids)}::uuid[]) or t.target_user_id = any(${p.add(ids)}::uuid[]))`,
  clientIds: (ids: number[], p: Params) => `t.project_id in (select p.id from living_projects p where p.client_id = any(${p.add(ids)}))`,
  laborTypes: (types: number[], p: Params) =>
    `exists (select from jsonb_array_elements(t.lines) line where (line ->> 'laborType')::smallint = any(${p.add(types)}))`,
}

export const resourceOffers = serve({
  resource: resourceOffersModel,
  table: resourceOffersTable,
  computed,
  elsewhere,
  filters,
  scope: (actor, p) => (actor.held.has('ResourceOffers.Manage') ? ofLivingProject : `${ofLivingProject} and ${ownOfferSql(actor, p)}`),
  where: inDirection,
  parameters: ['direction'],

  async beforeWrite(ctx, values, before) {
    if (before && !ownsOffer(before, ctx.actor.userId)) throw forbidden()
    if (before && before.state !== Draft) throw conflict(`An offer cannot be changed while ${ResourceOfferState.label(before.state)}.`)
    const projectId = values.projectId ?? before?.project.id ?? 0
    const sourceUserId = values.sourceUserId ?? before?.sourceUser?.id ?? ctx.actor.userId
    const targetUserId = values.targetUserId ?? before?.targetUser.id ?? ''
    checkForOthers(ctx, sourceUserId, before?.sourceUser?.id, 'ResourceOffers.CreateForOthers')
    const problems: Problems = {}
    const project = await openProjectForRequest(ctx, 'resourceOffer', projectId, before, problems)
    const target = await checkWorker(ctx, 'targetUserId', targetUserId, problems)
    if (targetUserId === sourceUserId) problems.targetUserId = ['Hours must be offered to someone else.']
    const read = await readLines(ctx, { projectId, sourceUserId, lines: values.lines ?? before?.lines ?? [] })
    throwProblems({ ...problems, ...read.problems })
    return {
      sourceUserId,
      name: values.name ?? `${target} on ${project ?? before?.project.name ?? ''}`.slice(0, 200),
      ...offerLineColumns(read.lines),
      ...(!before && { state: Draft }),
    }
  },
  async beforeDelete(ctx, offer) {
    if (offer.createdBy?.id !== ctx.actor.userId && !ctx.actor.held.has('ResourceOffers.Manage')) throw forbidden('ResourceOffers.Manage')
    if (!canDeleteOffer(offer)) throw conflict(`An offer cannot be deleted while ${ResourceOfferState.label(offer.state)}.`)
  },
  detail: offerDetail,
})

function offerLineColumns(lines: readonly OfferLine[]) {
  const months = lines.map(({ month }) => month).sort()
  return {
    lines,
    hours: sumHours(lines.map(({ hours }) => hours)),
    firstMonth: months[0] ?? '',
    lastMonth: months.at(-1) ?? '',
  }
}

async function offerDetail(ctx: Context, offer: Offer): Promise<Partial<Offer>> {
  const [board, isSeen] = await Promise.all([loadOfferBoard(ctx, offer, offer.state === Approved), isProjectSeen(ctx, offer.project.id)])
  return {
    board,
    isProjectSeen: isSeen,
    actions: openOfferSteps(offer, ctx.actor.userId, ctx.actor.held),
  }
}

export async function shownOffer(ctx: Context, id: number): Promise<Offer> {
  const offer = await resourceOffers.get(ctx, id)
  return { ...offer, ...(await offerDetail(ctx, offer)) }
}

/** Managers may read offers they take no part in. */
const seen = { any: ['ResourceOffers.View', 'ResourceOffers.Manage'] } as const
export const servedOffers = withOverrides(resourceOffers, {
  list: { call: ownOffers.list },
  query: { call: ownOffers.query },
  counts: { call: ownOffers.counts },
  ...(ownOffers.export && { export: { call: ownOffers.export } }),
  read: { permission: seen },
  logs: { permission: seen },
  update: false,
  remove: false,
})
/** Updating and deleting depends on the owner, besides the permission. */
const byOwners = [resourceOffers.calls.update, resourceOffers.calls.remove]
export const ownOfferRoutes = resourceOffers.routes.filter(({ call }) => byOwners.some((byOwner) => byOwner === call))

export const managedOffers = serve({
  resource: managedOf,
  table: resourceOffersTable,
  computed,
  elsewhere,
  filters,
  scope: () => ofLivingProject,
  detail: offerDetail,
})
