import type { RowOf } from '../../model/kit/resource.ts'
import { availableTransitions } from '../../model/kit/step.ts'
import { RfiState } from '../../model/site/enums.ts'
import { type RfiStep, rfiObstacle, rfiSteps, rfis as rfisModel } from '../../model/site/rfis.ts'
import { answerRfi, closeRfi, reopenRfi } from '../../model/site/site-calls.ts'
import { rfiNumber } from '../../model/site/submittal-rules.ts'
import type { Context } from '../kit/request/context.ts'
import { checkVersion } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { companySql, openProject, projects } from '../projects/public.ts'
import { responsibleFor, tellOfSite } from './site-news.ts'
import { checkCompany, checkPlace, nextSequence, openForStep, refuse } from './site-parts.ts'
import { siteScope } from './site-scope.ts'
import { rfisTable } from './site-tables.ts'

export type Rfi = RowOf<typeof rfisModel>

const isOverdueSql = `(t.state = ${RfiState.Open} and coalesce(t.due_date < current_date, false))`

export const rfis = serve({
  resource: rfisModel,
  table: rfisTable,
  parent: () => projects,
  open: openProject,
  scope: siteScope,
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.number, t.subject, t.question, t.answer)) like ${pattern}`,
  indexedOrders: ['number'],
  computed: { company: { sql: companySql('t'), order: null }, isOverdue: isOverdueSql },
  filters: { isOverdue: (overdue) => (overdue ? isOverdueSql : `not ${isOverdueSql}`) },
  async beforeWrite(ctx, values, before, projectId) {
    await checkPlace(
      ctx,
      projectId,
      values,
      before && { spaceId: before.space?.id, documentId: before.document?.id, lineId: before.lineId, planId: before.planId },
    )
    await checkCompany(ctx, values, before)
    if (before) return undefined
    const sequence = await nextSequence(ctx, 'rfis', projectId)
    return { sequence, number: rfiNumber(sequence) }
  },
  detail: async (ctx, row) => ({ actions: availableTransitions(rfiSteps, row, ctx.actor.held) }),
  projectIdOf: (row) => row.projectId,
})

interface StepBody {
  answer?: string
  reason?: string
  rowVersion: number | null
}

/** The caller has locked the RFI and its project. */
export async function moveRfi(ctx: Context, row: Rfi, step: RfiStep, { answer, reason, rowVersion }: StepBody): Promise<Rfi> {
  await checkVersion(row, rowVersion, `${row.number} has`, () => rfis.detailed(ctx, row))
  refuse(rfiObstacle(step, row))
  const { state } = rfiSteps[step].to
  const answered = answer === undefined ? {} : { answer, answeredDate: new Date().toISOString(), answeredById: ctx.actor.userId || null }
  const how = { columns: { state, ...answered }, title: RfiState.label(state), notes: reason ?? answer, parentId: row.projectId }
  const after = await rfis.update(ctx, row.id, {}, { ...how, action: 'StateChange' })
  if (step === 'Answer')
    await tellOfSite(ctx, after, {
      entity: 'rfis',
      tab: 'rfis',
      event: 'answered',
      userIds: await responsibleFor(ctx, 'rfis', after.id),
      reason: 'assigned',
      title: `${after.number} was answered`,
      text: after.subject,
    })
  return after
}

const runStep = async (ctx: Context, params: { id: number; itemId: number }, step: RfiStep, body: StepBody) =>
  moveRfi(ctx, await openForStep(ctx, rfis, params), step, body)

export const rfiRoutes: Route[] = [
  defineRoute(answerRfi, (ctx, { params, body }) => runStep(ctx, params, 'Answer', body)),
  defineRoute(closeRfi, (ctx, { params, body }) => runStep(ctx, params, 'Close', body)),
  defineRoute(reopenRfi, (ctx, { params, body }) => runStep(ctx, params, 'Reopen', body)),
]
