import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { readShiftBalance, shiftStepCalls } from '../../model/offers/shift-calls.ts'
import { shiftRequests as shiftRequestsModel } from '../../model/offers/shift-requests.ts'
import { mayTakeShiftStep, type ShiftState, type ShiftStepName, shiftStepDone, shiftSteps } from '../../model/offers/shift-steps.ts'
import { ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { dnaDefaults } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { checkStage, holdProject } from '../projects/public.ts'
import { readBalance } from './balance.ts'
import { loadDeciders, notifyAboutRequest } from './news.ts'
import { shiftRequestsTable } from './offers-tables.ts'
import { checkShift, makeShiftContract, type Shift } from './shift-lines.ts'
import { shiftRequests, shownShift } from './shift-requests.ts'
import { recordStep } from './step-traces.ts'

/** Locks the request, and before it its project, so that the stage stays and no other approval uses the hours meanwhile. */
async function lockShiftForStep(ctx: Context, id: number) {
  const seen = await shiftRequests.get(ctx, id)
  const project = await holdProject(ctx, seen.project.id)
  return { shift: await shiftRequests.get(ctx, id, { lock: true }), project }
}

async function runShiftStep(
  ctx: Context,
  id: number,
  name: ShiftStepName,
  comment: string | null,
  rowVersion: number | null,
): Promise<Shift> {
  const { shift, project } = await lockShiftForStep(ctx, id)
  await checkVersion(shift, rowVersion, `${shift.name} has`, () => shownShift(ctx, id))
  const step: Transition<ShiftState> = shiftSteps[name]
  if (!canStartFrom(step, shift)) throw conflict(`${name} is not possible while ${ResourceShiftRequestState.label(shift.state)}.`)
  if (!mayTakeShiftStep(name, shift, ctx.actor.userId, ctx.actor.held)) throw forbidden()
  checkStage('shiftRequest', name, shift.projectStage)
  if (name === 'Reject' && !comment) throw badRequest({ comment: [messages.required] })
  let contractId: number | null = null
  if (name === 'Submit') await checkShiftSubmission(ctx, shift)
  if (name === 'Approve') contractId = (await makeShiftContract(ctx, shift, project, await checkShift(ctx, shift))).id
  await writeShiftStep(ctx, shift, name, comment, contractId)
  await notifyAboutStep(ctx, shift, name, comment)
  return shownShift(ctx, id)
}

async function checkShiftSubmission(ctx: Context, shift: Shift) {
  const { requireReason } = (await dnaDefaults(ctx)).shiftRequests
  if (requireReason && !shift.reason) throw conflict('A shift request needs a reason.')
  await checkShift(ctx, shift)
}

/** Columns a step writes besides the state. */
function stepColumns({ actor }: Context, name: ShiftStepName, comment: string | null): UpdateValues<typeof shiftRequestsTable> {
  const decision = { decidedById: actor.userId || null, decidedDate: sql`now()` }
  switch (name) {
    case 'Submit':
      return { submittedDate: sql`now()` }
    case 'Recall':
      return { submittedDate: null }
    case 'Approve':
      return decision
    case 'Reject':
      return { ...decision, rejectReason: comment }
    case 'Revise':
      return { submittedDate: null, decidedById: null, decidedDate: null, rejectReason: null }
  }
}

async function writeShiftStep(ctx: Context, shift: Shift, name: ShiftStepName, comment: string | null, contractId: number | null) {
  const { state } = shiftSteps[name].to
  const row = { state, ...stepColumns(ctx, name, comment), contractId: contractId ?? undefined }
  await ctx.update(shiftRequestsTable, shift.id, row)
  await recordStep(ctx, shiftRequestsModel, shift, {
    title: shiftStepDone[name],
    notes: comment,
    from: ResourceShiftRequestState.label(shift.state),
    to: ResourceShiftRequestState.label(state),
    states: [shift.state, state],
  })
}

/** Notifies users who can decide, and the requester of the decision (domain 7.5, 14.2). */
async function notifyAboutStep(ctx: Context, shift: Shift, name: ShiftStepName, comment: string | null) {
  const { id, rowVersion, project, requesterUser, createdBy, reason } = shift
  const said = name === 'Submit' ? reason : comment
  const text = [`${shift.hours} h on ${project.name}`, said].filter(Boolean).join(': ')
  const news = { entity: 'resourceShiftRequests', id, rowVersion: rowVersion + 1, text } as const
  const requester = requesterUser?.id ?? ''
  if (name === 'Submit') {
    const userIds = await loadDeciders(ctx, {
      approve: 'ResourceShiftRequests.Approve',
      manage: 'ResourceShiftRequests.Manage',
      notified: (await dnaDefaults(ctx)).shiftRequests.notifyUserIds,
      except: requester,
    })
    await notifyAboutRequest(ctx, {
      ...news,
      kind: 'decide',
      userIds,
      needs: 'ResourceShiftRequests.Manage',
      title: `${shift.name} is waiting for approval`,
      link: `/manage-shift-requests/${id}`,
    })
  }
  const decided = name === 'Approve' ? 'was approved' : name === 'Reject' ? 'was rejected' : undefined
  const userIds = [requester, createdBy?.id ?? ''].filter(Boolean)
  const needs = shiftRequestsModel.permission.view
  if (decided)
    await notifyAboutRequest(ctx, {
      ...news,
      kind: 'decided',
      userIds,
      needs,
      title: `${shift.name} ${decided}`,
      link: `/shift-requests/${id}`,
    })
}

export const shiftStepRoutes: Route[] = [
  ...shiftStepCalls.map(({ step, call }) =>
    defineRoute(call, (ctx, { params, body }) => runShiftStep(ctx, params.id, step, body.comment, body.rowVersion)),
  ),
  defineRoute(readShiftBalance, (ctx, { query }) => readBalance(ctx, query, 'ResourceShiftRequests.CreateForOthers')),
]
