import { IntegrationAction, IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { cadRequests as cadRequestsModel } from '../../model/wire-cad/cad-requests.ts'
import { WireCadSource } from '../../model/wire-cad/enums.ts'
import { cadStepCalls, retryCadRequest } from '../../model/wire-cad/request-calls.ts'
import { type CadRequestState, type CadStepName, cadStepDone, cadSteps, mayTakeCadStep } from '../../model/wire-cad/request-steps.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { sql, type UpdateValues } from '../kit/sql/writes.ts'
import { createManufacturerLookup } from './apply-item.ts'
import { applyJob } from './apply-job.ts'
import { requireBridge } from './bridge.ts'
import { type CadRequest, cadRequests, shownRequest } from './cad-requests.ts'
import { cadRequestsTable } from './cad-tables.ts'
import { pullJob } from './pull-job.ts'
import { approvers, notifyAboutRequest, notifyRequestChanged, setProgress } from './request-traces.ts'
import { loadStoredItems, rematchItems } from './store-items.ts'

const { Idle, Pending, InProgress, Failed } = LinkedProjectStatus
const { Create, Link, LinkAndUpdate } = IntegrationAction
const requestProjectId = ({ project }: CadRequest) => project?.id ?? null

async function runRequestStep(ctx: Context, id: number, name: CadStepName, comment: string | null, rowVersion: number | null) {
  const request = await cadRequests.get(ctx, id, { lock: true })
  await checkVersion(request, rowVersion, `${request.name} has`, () => shownRequest(ctx, id))
  const step: Transition<CadRequestState> = cadSteps[name]
  if (!canStartFrom(step, request)) throw conflict(`${name} is not possible while ${IntegrationRequestState.label(request.state)}.`)
  if (!mayTakeCadStep(name, request, ctx.actor.userId)) throw forbidden()
  if (name === 'Reject' && !comment) throw badRequest({ comment: [messages.required] })
  if (name === 'Rematch') await rematchItems(ctx, { id, projectId: requestProjectId(request) })
  if (name === 'Submit') checkRequestSubmission(request)
  if (name === 'Approve') await checkRights(ctx, id)
  await writeRequestStep(ctx, request, name, comment)
  if (name === 'Approve') await ctx.enqueue(applyJob, { requestId: id })
  await notifyAboutStep(ctx, request, name, comment)
  return shownRequest(ctx, id)
}

function checkRequestSubmission({ counts, linkStatus }: CadRequest) {
  if (linkStatus === Pending || linkStatus === InProgress) throw conflict('WireCAD is still being read.')
  if (counts.toDo === 0) throw conflict('Choose an action for at least one item.')
  if (counts.uncategorized > 0) throw conflict(`Choose a category for ${formatCount(counts.uncategorized, 'item')} to be created.`)
}

/** The approver must have all permissions the actions need (domain 7.6). */
async function checkRights(ctx: Context, id: number) {
  const items = await loadStoredItems(ctx, id)
  const created = items.filter(({ action }) => action === Create)
  const { held } = ctx.actor
  if (created.length > 0 && !held.has('Equipments.Create')) throw forbidden('Equipments.Create')
  if (items.some(({ action }) => action === Link || action === LinkAndUpdate) && !held.has('Equipments.Update'))
    throw forbidden('Equipments.Update')
  if (held.has('Manufacturers.Create') || created.length === 0) return
  const makers = await createManufacturerLookup(
    ctx,
    created.map(({ cadManufacturer }) => cadManufacturer),
  )
  if (created.some(({ cadManufacturer }) => makers(cadManufacturer) === undefined)) throw forbidden('Manufacturers.Create')
}

/** Columns a step writes besides the state. */
function stepColumns({ actor }: Context, name: CadStepName, comment: string | null): UpdateValues<typeof cadRequestsTable> {
  const decision = { decidedById: actor.userId || null, decidedDate: sql`now()` }
  switch (name) {
    case 'Rematch':
      return {}
    case 'Submit':
      return { submittedDate: sql`now()` }
    case 'Recall':
      return { submittedDate: null }
    case 'Approve':
      return { ...decision, linkStatus: Pending, linkError: null }
    case 'Reject':
      return { ...decision, rejectReason: comment }
    case 'Revise':
      return { submittedDate: null, decidedById: null, decidedDate: null, rejectReason: null, linkStatus: Idle, linkError: null }
  }
}

async function writeRequestStep(ctx: Context, request: CadRequest, name: CadStepName, comment: string | null) {
  const { state } = cadSteps[name].to
  const columns = { state, ...stepColumns(ctx, name, comment) }
  const rows = await ctx.update(cadRequestsTable, request.id, columns, { returning: ['rowVersion'] })
  const projectId = requestProjectId(request)
  const { label } = IntegrationRequestState
  const changes = request.state === state ? [] : [{ field: 'state', label: 'State', from: label(request.state), to: label(state) }]
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity: cadRequestsModel.entity,
      entityId: request.id,
      entityName: request.name,
      before: { state: request.state },
      after: { state, ...(comment ? { comment } : {}) },
      activity: { title: cadStepDone[name], notes: comment, changes, projectId },
    },
  ])
  await ctx.services.settle(ctx, { entity: cadRequestsModel.entity, entityId: request.id, reason: 'approval' })
  notifyRequestChanged(ctx, { id: request.id, rowVersion: rows[0]?.rowVersion ?? request.rowVersion + 1, projectId })
}

async function notifyAboutStep(ctx: Context, request: CadRequest, name: CadStepName, comment: string | null) {
  const about = { id: request.id, rowVersion: request.rowVersion + 1, projectId: requestProjectId(request) }
  const text = [formatCount(request.counts.toDo, 'item'), request.project?.name, name === 'Submit' ? request.note : comment]
    .filter(Boolean)
    .join(', ')
  const title = (suffix: string) => `${request.name} ${suffix}`
  if (name === 'Submit')
    await notifyAboutRequest(ctx, {
      ...about,
      text,
      title: title('is waiting for approval'),
      reason: 'approval',
      userIds: await approvers(ctx),
    })
  const decided = name === 'Approve' ? 'was approved' : name === 'Reject' ? 'was rejected' : undefined
  const requesterId = request.createdBy?.id
  if (decided)
    await notifyAboutRequest(ctx, {
      ...about,
      text,
      title: title(decided),
      reason: 'assigned',
      userIds: [requesterId],
      awaitedBy: requesterId,
    })
}

async function retry(ctx: Context, id: number) {
  const request = await cadRequests.get(ctx, id, { lock: true })
  const isDraft = request.state === IntegrationRequestState.Draft
  const needed = isDraft ? 'WireCadIntegrationRequests.Update' : 'WireCadIntegrationRequests.Approve'
  if (!ctx.actor.held.has(needed)) throw forbidden(needed)
  const isOpen = isDraft ? request.source === WireCadSource.Pull : request.state === IntegrationRequestState.Approved
  if (!isOpen || request.linkStatus !== Failed) throw conflict('Nothing has failed here.')
  if (isDraft) await requireBridge(ctx)
  else {
    await checkRights(ctx, id)
    await ctx.run('update wire_cad_items set apply_error = null where request_id = $1', [id])
  }
  await setProgress(ctx, id, Pending)
  await recordAudit(ctx, [
    {
      action: 'IntegrationCall',
      entity: cadRequestsModel.entity,
      entityId: id,
      entityName: request.name,
      activity: { title: isDraft ? 'Pulled again' : 'Tried again', projectId: requestProjectId(request) },
    },
  ])
  await ctx.enqueue(isDraft ? pullJob : applyJob, { requestId: id })
  return shownRequest(ctx, id)
}

export const requestStepRoutes: Route[] = [
  ...cadStepCalls.map(({ step, call }) =>
    defineRoute(call, (ctx, { params, body }) => runRequestStep(ctx, params.id, step, body.comment, body.rowVersion)),
  ),
  defineRoute(retryCadRequest, (ctx, { params }) => retry(ctx, params.id)),
]
