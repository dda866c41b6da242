import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { offerStepCalls, readOfferBalance } from '../../model/offers/offer-calls.ts'
import { mayTakeOfferStep, type OfferState, type OfferStepName, offerStepDone, offerSteps } from '../../model/offers/offer-steps.ts'
import { resourceOffers as resourceOffersModel } from '../../model/offers/resource-offers.ts'
import { ResourceOfferState } from '../../model/planning/enums.ts'
import { dnaDefaults } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { checkStage, holdProject } from '../projects/public.ts'
import { readBalance } from './balance.ts'
import { personNamed } from './moved-lines.ts'
import { loadDeciders, notifyAboutRequest } from './news.ts'
import { checkHours, makeContract, type Offer } from './offer-lines.ts'
import { resourceOffersTable } from './offers-tables.ts'
import { ofLivingProject } from './requests.ts'
import { resourceOffers, shownOffer } from './resource-offers.ts'
import { recordStep } from './step-traces.ts'

/** Locks the offer, and before it its project, so that the stage stays and no other approval uses the hours meanwhile. */
async function lockOfferForStep(ctx: Context, id: number) {
  const [seen] = await ctx.rows(
    { projectId: is.number },
    `select t.project_id from resource_offers t where t.id = $1 and ${ofLivingProject}`,
    [id],
  )
  const project = seen && (await holdProject(ctx, seen.projectId))
  return { offer: await resourceOffers.get(ctx, id, { lock: true }), project }
}

async function runOfferStep(
  ctx: Context,
  id: number,
  name: OfferStepName,
  comment: string | null,
  rowVersion: number | null,
): Promise<Offer> {
  const { offer, project } = await lockOfferForStep(ctx, id)
  await checkVersion(offer, rowVersion, `${offer.name} has`, () => shownOffer(ctx, id))
  const step: Transition<OfferState> = offerSteps[name]
  if (!canStartFrom(step, offer)) throw conflict(`${name} is not possible while ${ResourceOfferState.label(offer.state)}.`)
  if (!mayTakeOfferStep(name, offer, ctx.actor.userId)) throw forbidden()
  checkStage('resourceOffer', name, offer.projectStage)
  await checkComment(ctx, name, comment)
  let contractId: number | null = null
  if (name === 'Submit') await checkOfferSubmission(ctx, offer)
  if (name === 'Accept') await checkHours(ctx, offer)
  if (name === 'Approve' && project) {
    contractId = (await makeContract(ctx, offer, project, await checkHours(ctx, offer))).id
  }
  await writeOfferStep(ctx, offer, name, comment, contractId)
  await notifyAboutStep(ctx, offer, name, comment)
  return shownOffer(ctx, id)
}

async function checkComment(ctx: Context, name: OfferStepName, comment: string | null) {
  const isNeeded = name === 'Reject' || (name === 'Decline' && (await dnaDefaults(ctx)).resourceOffers.requireDeclineReason)
  if (isNeeded && !comment) throw badRequest({ comment: [messages.required] })
}

async function checkOfferSubmission(ctx: Context, offer: Offer) {
  const target = await personNamed(ctx, offer.targetUser.id)
  if (!target || target.isSuspended) throw conflict(`${target?.name ?? 'The person'} is suspended.`)
  const { maxHoursPerOffer } = (await dnaDefaults(ctx)).resourceOffers
  if (maxHoursPerOffer > 0 && centsOf(offer.hours) > centsOf(maxHoursPerOffer))
    throw conflict(`An offer has at most ${maxHoursPerOffer} h; this one has ${offer.hours} h.`)
  await checkHours(ctx, offer)
}

/** Columns a step writes besides the state. */
function stepColumns({ actor }: Context, name: OfferStepName, comment: string | null): UpdateValues<typeof resourceOffersTable> {
  const decision = { decidedById: actor.userId || null, decidedDate: sql`now()` }
  switch (name) {
    case 'Submit':
      return { submittedDate: sql`now()` }
    case 'Recall':
      return { submittedDate: null }
    case 'Accept':
      return { targetDecisionDate: sql`now()` }
    case 'Decline':
      return { targetDecisionDate: sql`now()`, declineReason: comment }
    case 'Approve':
      return decision
    case 'Reject':
      return { ...decision, rejectReason: comment }
    case 'Revise':
      return {
        submittedDate: null,
        targetDecisionDate: null,
        declineReason: null,
        decidedById: null,
        decidedDate: null,
        rejectReason: null,
      }
  }
}

async function writeOfferStep(ctx: Context, offer: Offer, name: OfferStepName, comment: string | null, contractId: number | null) {
  const { state } = offerSteps[name].to
  const row = { state, ...stepColumns(ctx, name, comment), contractId: contractId ?? undefined }
  ctx.sendUpdate(resourceOffersTable, offer.id, row)
  await recordStep(ctx, resourceOffersModel, offer, {
    title: offerStepDone[name],
    notes: comment,
    from: ResourceOfferState.label(offer.state),
    to: ResourceOfferState.label(state),
    states: [offer.state, state],
  })
}

const offerNotification = ({ id, rowVersion }: { id: number; rowVersion: number }) =>
  ({ entity: 'resourceOffers', id, rowVersion: rowVersion + 1, needs: resourceOffersModel.permission.view, link: `/offers/${id}` }) as const

/** Notifies users who must decide, and users who wait for the decision (domain 7.4, 14.2). */
async function notifyAboutStep(ctx: Context, offer: Offer, name: OfferStepName, comment: string | null) {
  const { id, project, sourceUser, targetUser, createdBy } = offer
  const about = `${offer.hours} h on ${project.name}`
  const text = [about, comment].filter(Boolean).join(': ')
  const news = { ...offerNotification(offer), text }
  const from = [sourceUser?.id ?? '', createdBy?.id ?? ''].filter(Boolean)
  if (name === 'Submit')
    await notifyAboutRequest(ctx, {
      ...news,
      kind: 'decide',
      userIds: [targetUser.id],
      title: `You have been offered hours: ${offer.name}`,
    })
  if (name === 'Accept') {
    const { notifyUserIds } = (await dnaDefaults(ctx)).resourceOffers
    const userIds = await loadDeciders(ctx, {
      approve: 'ResourceOffers.Approve',
      manage: 'ResourceOffers.Manage',
      notified: notifyUserIds,
      except: targetUser.id,
    })
    const needs = 'ResourceOffers.Manage'
    await notifyAboutRequest(ctx, {
      ...news,
      kind: 'decide',
      userIds,
      needs,
      title: `${offer.name} is waiting for approval`,
      link: `/manage-offers/${id}`,
    })
  }
  if (name === 'Decline') await notifyAboutRequest(ctx, { ...news, kind: 'decided', userIds: from, title: `${offer.name} was declined` })
  const decided = name === 'Approve' ? 'was approved' : name === 'Reject' ? 'was rejected' : undefined
  if (decided)
    await notifyAboutRequest(ctx, { ...news, kind: 'decided', userIds: [...from, targetUser.id], title: `${offer.name} ${decided}` })
}

/** Offers to a suspended user return to their creator (domain 7.4). */
export async function withdrawFrom(ctx: Context, userId: string) {
  const { PendingTarget, PendingManagement, Draft } = ResourceOfferState
  const waiting = await ctx.rows(
    { id: is.number, name: is.text, state: is.choice(ResourceOfferState), createdById: is.uuid, rowVersion: is.number },
    `update resource_offers o set state = $2, submitted_date = null, target_decision_date = null, row_version = o.row_version + 1, update_date = now()
     from resource_offers before where before.id = o.id and o.target_user_id = $1 and o.state in ($3, $4) and not o.is_deleted
     returning o.id, o.name, before.state, o.created_by_id, o.row_version`,
    [userId, Draft, PendingTarget, PendingManagement],
  )
  for (const { id, name, state, createdById, rowVersion } of waiting) {
    const before = { id, name, rowVersion: rowVersion - 1 }
    await recordStep(ctx, resourceOffersModel, before, {
      title: 'Back to draft: the person was suspended',
      notes: null,
      from: ResourceOfferState.label(state),
      to: ResourceOfferState.label(Draft),
      states: [state, Draft],
    })
    const text = 'The person it was offered to has been suspended.'
    const news = { ...offerNotification(before), kind: 'back', userIds: [createdById], text } as const
    await notifyAboutRequest(ctx, { ...news, title: `${name} is a draft again` })
  }
}

export const offerStepRoutes: Route[] = [
  ...offerStepCalls.map(({ step, call }) =>
    defineRoute(call, (ctx, { params, body }) => runOfferStep(ctx, params.id, step, body.comment, body.rowVersion)),
  ),
  defineRoute(readOfferBalance, (ctx, { query }) => readBalance(ctx, query, 'ResourceOffers.CreateForOthers')),
]
