import { addMonths } from '../../model/kit/dates.ts'
import { offerStepCalls } from '../../model/offers/offer-calls.ts'
import type { OfferStepName } from '../../model/offers/offer-steps.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftStepCalls } from '../../model/offers/shift-calls.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import type { ShiftStepName } from '../../model/offers/shift-steps.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { Logger } from '../tools/log.ts'
import { demoFirm, onDay } from './firm.ts'
import { type As, createCall, stepCall } from './invoke.ts'

interface Known {
  as: As
  actorOf(key: string | null): Actor
  people: Map<string, string>
  /** User id of the first person to view the demo. */
  administrator: string
  today: string
  log: Logger
}
type DemoOffer = (typeof demoFirm.offers)[number]
type DemoShift = (typeof demoFirm.shiftRequests)[number]

type By = 'writer' | 'target' | 'management'
const offerWays: Record<ResourceOfferState, readonly (readonly [step: OfferStepName, by: By])[]> = {
  [ResourceOfferState.Draft]: [],
  [ResourceOfferState.PendingTarget]: [['Submit', 'writer']],
  [ResourceOfferState.DeclinedByTarget]: [
    ['Submit', 'writer'],
    ['Decline', 'target'],
  ],
  [ResourceOfferState.PendingManagement]: [
    ['Submit', 'writer'],
    ['Accept', 'target'],
  ],
  [ResourceOfferState.Approved]: [
    ['Submit', 'writer'],
    ['Accept', 'target'],
    ['Approve', 'management'],
  ],
  [ResourceOfferState.RejectedByManagement]: [
    ['Submit', 'writer'],
    ['Accept', 'target'],
    ['Reject', 'management'],
  ],
}
const shiftWays: Record<ResourceShiftRequestState, readonly (readonly [step: ShiftStepName, by: By])[]> = {
  [ResourceShiftRequestState.Draft]: [],
  [ResourceShiftRequestState.PendingManagement]: [['Submit', 'writer']],
  [ResourceShiftRequestState.Approved]: [
    ['Submit', 'writer'],
    ['Approve', 'management'],
  ],
  [ResourceShiftRequestState.Rejected]: [
    ['Submit', 'writer'],
    ['Reject', 'management'],
  ],
}

/** Creates offers and shift requests in every state, each step performed by the right person. One offer waits for the administrator. */
export async function makeRequests(known: Known) {
  const { people, administrator, log } = known
  const toAdministrator = demoFirm.offers.filter(({ state }) => state === ResourceOfferState.PendingTarget)
  const offers = [
    ...demoFirm.offers.map((offer) => [offer, people.get(offer.target)] as const),
    ...toAdministrator.map((offer) => [{ ...offer, hours: offer.hours / 2 }, administrator] as const),
  ]
  for (const [offer, target] of offers) {
    try {
      await makeOffer(offer, target, known)
    } catch (error) {
      log.error({ err: error, project: offer.project }, 'a demo offer could not be made')
    }
  }
  for (const shift of demoFirm.shiftRequests) {
    try {
      await makeShift(shift, known)
    } catch (error) {
      log.error({ err: error, project: shift.project }, 'a demo shift request could not be made')
    }
  }
}

async function makeOffer(offer: DemoOffer, target: string | undefined, known: Known) {
  const { as, actorOf, people, today } = known
  const writer = actorOf(offer.source)
  const { id } = await as(async (call, ctx) => {
    const { phaseRecordId, projectId } = await findRecord(ctx, offer, people.get(offer.source))
    const month = addMonths(today.slice(0, 7), offer.month)
    return call(createCall(resourceOffers), {
      body: {
        projectId,
        targetUserId: target,
        lines: [{ phaseRecordId, contractId: null, phaseType: null, laborType: null, month, hours: offer.hours }],
        note: offer.note || null,
      },
    })
  }, writer)
  const actors: Record<By, Actor> = { writer, target: { ...writer, userId: target ?? writer.userId }, management: actorOf(null) }
  for (const [step, by] of offerWays[offer.state])
    await as(
      (call) => call(stepCall(offerStepCalls, step), { params: { id }, body: { comment: ownWords(step, offer.reason) } }),
      actors[by],
    )
  await as((_, ctx) =>
    ctx.run(
      `update resource_offers set submitted_date = submitted_date - ${ago}, target_decision_date = target_decision_date - ${ago} + interval '1 day',
         decided_date = decided_date - ${ago} + interval '2 days', create_date = create_date - ${ago} - interval '1 day',
         update_date = least(now(), update_date - ${ago} + interval '2 days') where id = $1`,
      [id, today, onDay(today, offer.submittedDay ?? 0)],
    ),
  )
}

async function makeShift(shift: DemoShift, { as, actorOf, people, administrator, today }: Known) {
  const isDraft = shift.state === ResourceShiftRequestState.Draft
  const requester = people.get(shift.requester)
  const writer = isDraft ? { ...actorOf(null), userId: administrator } : actorOf(shift.requester)
  const { id } = await as(async (call, ctx) => {
    const { phaseRecordId, projectId } = await findRecord(ctx, shift, requester)
    const [fromMonth, toMonth] = [addMonths(today.slice(0, 7), shift.fromMonth), addMonths(today.slice(0, 7), shift.toMonth)]
    return call(createCall(shiftRequests), {
      body: {
        name: `Move ${shift.phase}`,
        projectId,
        requesterUserId: requester,
        reason: shift.reason,
        lines: [{ phaseRecordId, fromMonth, toMonth, hours: shift.hours }],
      },
    })
  }, writer)
  const actors: Record<By, Actor> = { writer, target: writer, management: actorOf(null) }
  for (const [step, by] of shiftWays[shift.state])
    await as(
      (call) => call(stepCall(shiftStepCalls, step), { params: { id }, body: { comment: ownWords(step, shift.rejectReason) } }),
      actors[by],
    )
  await as((_, ctx) =>
    ctx.run(
      `update resource_shift_requests set submitted_date = submitted_date - ${ago}, decided_date = decided_date - ${ago} + interval '2 days',
         create_date = create_date - ${ago} - interval '1 day', update_date = least(now(), update_date - ${ago} + interval '2 days') where id = $1`,
      [id, today, onDay(today, shift.submittedDay ?? 0)],
    ),
  )
}

/** Shifts dates from today to the day of the firm's year. */
const ago = `($2::date - $3::date) * interval '1 day'`
const ownWords = (step: OfferStepName | ShiftStepName, reason: string | null) => (step === 'Decline' || step === 'Reject' ? reason : null)

async function findRecord(
  ctx: Context,
  { project, contract, phase }: Pick<DemoOffer, 'project' | 'contract' | 'phase'>,
  userId: string | undefined,
) {
  const name = demoFirm.projects.find(({ key }) => key === project)?.name
  const [record] = await ctx.rows(
    { phaseRecordId: is.number, projectId: is.number },
    `select r.id as "phaseRecordId", p.id as "projectId" from planned_records r join planned_phases ph on ph.id = r.phase_id
     join planned_contracts c on c.id = r.contract_id join living_projects p on p.id = c.project_id
     where p.name = $1 and c.name = $2 and ph.name = $3 and r.user_id = $4 limit 1`,
    [name, contract, phase, userId],
  )
  if (!record) throw new Error(`Nobody has these hours: ${phase} of ${contract}, ${name}`)
  return record
}
