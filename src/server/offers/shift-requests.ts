import { sumHours } from '../../model/contracts/money.ts'
import { managedShiftRequests as managedOf, shiftRequests as shiftRequestsModel } from '../../model/offers/shift-requests.ts'
import { canDeleteShift, openShiftSteps, ownsShift } from '../../model/offers/shift-steps.ts'
import { ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { SourceRecord } from '../contracts/public.ts'
import type { Params } from '../kit/entity/rows.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { conflict, forbidden } from '../kit/request/errors.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import type { Problems } from './moved-lines.ts'
import { shiftRequestsTable } from './offers-tables.ts'
import { checkForOthers, checkWorker, isProjectSeen, ofLivingProject, openProjectForRequest, throwProblems } from './requests.ts'
import { boardOfShift, readShiftLines, type Shift, type ShiftLine } from './shift-lines.ts'

const { Draft, Approved } = ResourceShiftRequestState

const ownShiftSql = (actor: Actor, p: Params) => {
  const id = `${p.add(actor.userId)}::uuid`
  return `(t.requester_user_id = ${id} or t.created_by_id = ${id})`
}

const computed = { projectStage: 'r_project_id.stage' }
const elsewhere = { board: 'worked out, only in the detail', isProjectSeen: 'only in the detail' } as const
const filters = {
  clientIds: (ids: number[], p: Params) => `t.project_id in (select p.id from living_projects p where p.client_id = any(${p.add(ids)}))`,
  laborTypes: (types: number[], p: Params) => `t.labor_types && ${p.add(types)}::smallint[]`,
}

export const shiftRequests = serve({
  resource: shiftRequestsModel,
  table: shiftRequestsTable,
  computed,
  elsewhere,
  filters,
  scope: (actor, p) =>
    actor.held.has('ResourceShiftRequests.Manage') ? ofLivingProject : `${ofLivingProject} and ${ownShiftSql(actor, p)}`,
  where: ownShiftSql,

  async beforeWrite(ctx, values, before) {
    if (before && !ownsShift(before, ctx.actor.userId)) throw forbidden()
    if (before && before.state !== Draft)
      throw conflict(`A shift request cannot be changed while ${ResourceShiftRequestState.label(before.state)}.`)
    const projectId = values.projectId ?? before?.project.id ?? 0
    const requesterUserId = values.requesterUserId ?? before?.requesterUser?.id ?? ctx.actor.userId
    checkForOthers(ctx, requesterUserId, before?.requesterUser?.id, 'ResourceShiftRequests.CreateForOthers')
    const problems: Problems = {}
    await openProjectForRequest(ctx, 'shiftRequest', projectId, before, problems)
    await checkWorker(ctx, 'requesterUserId', requesterUserId, problems)
    const lines = values.lines ?? before?.lines ?? []
    const read = await readShiftLines(ctx, { projectId, requesterUserId, lines })
    throwProblems({ ...problems, ...read.problems })
    return { requesterUserId, ...shiftLineColumns(lines, read.sources), ...(!before && { state: Draft }) }
  },
  async beforeDelete(ctx, shift) {
    if (shift.createdBy?.id !== ctx.actor.userId && !ctx.actor.held.has('ResourceShiftRequests.Manage'))
      throw forbidden('ResourceShiftRequests.Manage')
    if (!canDeleteShift(shift)) throw conflict(`A shift request cannot be deleted while ${ResourceShiftRequestState.label(shift.state)}.`)
  },
  detail: shiftDetail,
})

/** "2026-03, 2026-04": the source or target months, in order. */
const formatMonths = (lines: readonly ShiftLine[], key: 'fromMonth' | 'toMonth') =>
  [...new Set(lines.map((line) => line[key]))].sort().join(', ')

const shiftLineColumns = (lines: readonly ShiftLine[], sources: ReadonlyMap<number, SourceRecord>) => ({
  hours: sumHours(lines.map(({ hours }) => hours)),
  fromMonths: formatMonths(lines, 'fromMonth'),
  toMonths: formatMonths(lines, 'toMonth'),
  laborTypes: [...new Set([...sources.values()].map(({ laborType }) => Number(laborType)))],
})

async function shiftDetail(ctx: Context, shift: Shift): Promise<Partial<Shift>> {
  return {
    board: await boardOfShift(ctx, shift, shift.state === Approved),
    isProjectSeen: await isProjectSeen(ctx, shift.project.id),
    actions: openShiftSteps(shift, ctx.actor.userId, ctx.actor.held),
  }
}

export async function shownShift(ctx: Context, id: number): Promise<Shift> {
  const shift = await shiftRequests.get(ctx, id)
  return { ...shift, ...(await shiftDetail(ctx, shift)) }
}

const seen = { any: ['ResourceShiftRequests.View', 'ResourceShiftRequests.Manage'] } as const
export const servedShiftRequests = withOverrides(shiftRequests, {
  read: { permission: seen },
  logs: { permission: seen },
  update: false,
  remove: false,
})
const byOwners = [shiftRequests.calls.update, shiftRequests.calls.remove]
export const ownShiftRoutes = shiftRequests.routes.filter(({ call }) => byOwners.some((byOwner) => byOwner === call))

export const managedShiftRequests = serve({
  resource: managedOf,
  table: shiftRequestsTable,
  computed,
  elsewhere,
  filters,
  scope: () => ofLivingProject,
  detail: shiftDetail,
})
