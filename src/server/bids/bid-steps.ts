import { awardPackage, cancelPackage, issuePackage, reopenPackage } from '../../model/bids/bid-calls.ts'
import { bidPackages as bidPackagesModel } from '../../model/bids/bid-packages.ts'
import { type BidStepName, bidSteps } from '../../model/bids/bid-steps.ts'
import { BidPackageState } from '../../model/bids/enums.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { clockNow } from './bid-clock.ts'
import { formatDeadline, mailBidders, packageTitle } from './bid-mails.ts'
import { type BidPackage, bidPackages, getPackage, linesOfPackage, lockPackage, stateLabel } from './bid-packages.ts'
import { bidPackagesTable } from './bid-tables.ts'
import { packageChanged, scheduleClose, storeClose } from './closing.ts'
import { storeContractedPrices } from './contracted-prices.ts'
import { sendInvitations } from './invitations.ts'

interface StepRequest {
  params: { id: number; itemId: number }
  rowVersion: number | null
  step: BidStepName
}

async function beginStep(ctx: Context, { params, rowVersion, step }: StepRequest): Promise<BidPackage> {
  await lockPackage(ctx, params.id, params.itemId)
  const wasStored = await storeClose(ctx, params.itemId)
  const before = await getPackage(ctx, params.id, params.itemId)
  const current = () => bidPackages.detailed(ctx, before)
  await checkVersion({ rowVersion: before.rowVersion - Number(wasStored) }, rowVersion, `${before.name} has`, current)
  const transition: Transition<{ state: BidPackageState }> = bidSteps[step]
  if (!canStartFrom(transition, before)) throw conflict(`${transition.label} is not possible while ${stateLabel(before.state)}.`)
  return before
}

async function endStep(
  ctx: Context,
  before: BidPackage,
  step: BidStepName,
  columns: UpdateValues<typeof bidPackagesTable>,
  notes: string | null = null,
) {
  const { state } = bidSteps[step].to
  await ctx.update(bidPackagesTable, before.id, { ...columns, state })
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: bidPackagesModel.entity,
      entityId: before.id,
      entityName: before.name,
      before: { state: before.state },
      after: { state, ...(notes ? { comment: notes } : {}) },
      activity: {
        title: done[step],
        notes,
        changes: [{ field: 'state', label: 'State', from: BidPackageState.label(before.state), to: BidPackageState.label(state) }],
        projectId: before.projectId,
        needs: bidPackagesModel.permission.view,
      },
    },
  ])
  ctx.after(() => packageChanged(ctx, before))
  return bidPackages.detailed(ctx, await getPackage(ctx, before.projectId, before.id))
}
const done: Record<BidStepName, string> = { Issue: 'Issued', Reopen: 'Reopened', Award: 'Awarded', Cancel: 'Canceled' }

/** By the clock of the database, as every deadline. */
export async function isPast(ctx: Context, instant: string): Promise<boolean> {
  return (await ctx.run(`select where $1::timestamptz <= ${clockNow}`, [instant])) > 0
}

async function issue(ctx: Context, { params, body }: HandlerRequest<typeof issuePackage>) {
  const before = await beginStep(ctx, { params, rowVersion: body.rowVersion, step: 'Issue' })
  const invited = await ctx.run('select from bid_invitations where package_id = $1', [before.id])
  if (invited === 0) throw conflict('Invite at least one bidder first.')
  if (await isPast(ctx, before.dueAt)) throw conflict('The deadline must be in the future.')
  if ((await linesOfPackage(ctx, before)).length === 0) throw conflict('The revision has no lines in the scope of this package.')
  await scheduleClose(ctx, before.id, before.dueAt)
  const after = await endStep(ctx, before, 'Issue', { issuedAt: sql`now()` })
  await sendInvitations(ctx, after)
  return after
}

async function reopen(ctx: Context, { params, body }: HandlerRequest<typeof reopenPackage>) {
  const before = await beginStep(ctx, { params, rowVersion: body.rowVersion, step: 'Reopen' })
  if (await isPast(ctx, body.dueAt)) throw badRequest({ dueAt: ['The deadline must be in the future.'] })
  await scheduleClose(ctx, before.id, body.dueAt)
  const after = await endStep(ctx, before, 'Reopen', { dueAt: body.dueAt, closedAt: null, stateReason: body.reason }, body.reason)
  const { title, project } = await packageTitle(ctx, before.id)
  const deadline = await formatDeadline(ctx, body.dueAt)
  await mailBidders(ctx, before.id, {
    subject: `${title} is open again`,
    paragraphs: () => [`Bidding for ${title} of ${project} is open again until ${deadline}.`, body.reason],
  })
  return after
}

async function cancel(ctx: Context, { params, body }: HandlerRequest<typeof cancelPackage>) {
  const before = await beginStep(ctx, { params, rowVersion: body.rowVersion, step: 'Cancel' })
  const after = await endStep(ctx, before, 'Cancel', { stateReason: body.reason }, body.reason)
  const { title, project } = await packageTitle(ctx, before.id)
  if (before.state !== BidPackageState.Draft)
    await mailBidders(ctx, before.id, {
      subject: `${title} was canceled`,
      paragraphs: () => [`${title} of ${project} was canceled. Bids are no longer accepted.`, body.reason],
    })
  return after
}

async function award(ctx: Context, { params, body }: HandlerRequest<typeof awardPackage>) {
  const before = await beginStep(ctx, { params, rowVersion: body.rowVersion, step: 'Award' })
  await storeContractedPrices(ctx, before, body.invitationId)
  const awarded = { awardedInvitationId: body.invitationId, awardRationale: body.rationale }
  const after = await endStep(ctx, before, 'Award', awarded, body.rationale)
  const { title, project } = await packageTitle(ctx, before.id)
  const isWinner = (id: number) => id === body.invitationId
  const toWinner = body.awardText ?? `Your bid for ${title} of ${project} was selected. We will contact you about the contract.`
  const toOthers = body.regretText ?? `${title} of ${project} was awarded to another bidder. Thank you for your bid.`
  await mailBidders(ctx, before.id, { subject: `Award of ${title}`, paragraphs: () => [toWinner] }, isWinner)
  const submitted = await ctx.rows(
    { id: is.number },
    'select i.id from bid_invitations i where i.package_id = $1 and exists (select from bid_versions v where v.invitation_id = i.id)',
    [before.id],
  )
  const isOther = (id: number) => !isWinner(id) && submitted.some((item) => item.id === id)
  await mailBidders(ctx, before.id, { subject: `Result of ${title}`, paragraphs: () => [toOthers] }, isOther)
  return after
}

export const bidStepRoutes: Route[] = [
  defineRoute(issuePackage, issue),
  defineRoute(reopenPackage, reopen),
  defineRoute(cancelPackage, cancel),
  defineRoute(awardPackage, award),
]
