import { formatCount } from '../../model/kit/plural.ts'
import { areaDifference, isSelfCrossing, polygonArea } from '../../model/plans/plan-geometry.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import { type PlanOutline, plans as plansModel, readOutlines, writeOutlines } from '../../model/plans/plans.ts'
import { spaceShape } from '../../model/spaces/space-equipment.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { asWalked } from '../spaces/public.ts'
import { planOutlinesTable } from './plan-tables.ts'
import { announcePlan, getPlan, openPlan, type Plan } from './plans.ts'

const pointShape = is.listOf(is.jsonOf({ x: is.number, y: is.number }))
export const spaceSql = `json_build_object('id', s.id, 'name', s.name, 'spaceNumber', s.space_number)`
export const spaceType = is.jsonOfFields(spaceShape)

/** Outlines of spaces that exist, in the order of the spaces. */
export async function loadOutlines(ctx: Context, planId: number): Promise<PlanOutline[]> {
  const rows = await ctx.rows(
    { spaceId: is.number, space: spaceType, points: pointShape, areaFt2: is.number, enteredFt2: orNull(is.number) },
    `select o.space_id, ${spaceSql} as space, o.points, o.area_ft2 as "areaFt2", s.area as "enteredFt2"
     from plan_outlines o join placed_spaces s on s.id = o.space_id and not s.is_deleted where o.plan_id = $1 order by ${asWalked('s')}`,
    [planId],
  )
  return rows.map((row) => ({ ...row, differencePercent: areaDifference(row.areaFt2, row.enteredFt2) }))
}

const toPage = (items: PlanOutline[]) => ({ items, total: items.length })

async function storeOutlines(ctx: Context, { params, body }: HandlerRequest<typeof writeOutlines>) {
  const plan = await openPlan(ctx, params)
  await checkOutlines(ctx, plan, body.outlines)
  const before = await loadOutlines(ctx, plan.id)
  // Outlines of deleted spaces are retained for their restore.
  await ctx.run('delete from plan_outlines o using placed_spaces s where s.id = o.space_id and o.plan_id = $1 and not s.is_deleted', [
    plan.id,
  ])
  await ctx.insertMany(
    planOutlinesTable,
    body.outlines.map(({ spaceId, points }) => ({ planId: plan.id, spaceId, points, areaFt2: polygonArea(points) })),
  )
  const after = await loadOutlines(ctx, plan.id)
  if (JSON.stringify(before) !== JSON.stringify(after)) await recordOutlines(ctx, plan, before, after)
  return toPage(after)
}

async function checkOutlines(ctx: Context, plan: Plan, outlines: readonly { spaceId: number; points: Point[] }[]) {
  const known = await ctx.rows({ id: is.number }, 'select s.id from placed_spaces s where s.project_id = $1 and not s.is_deleted', [
    plan.projectId,
  ])
  const ids = new Set(known.map(({ id }) => id))
  const seen = new Set<number>()
  for (const [index, { spaceId, points }] of outlines.entries()) {
    const refuse = (key: string, message: string) => badRequest({ [`outlines[${index}].${key}`]: [message] })
    if (!ids.has(spaceId)) throw refuse('spaceId', 'Space not found.')
    if (seen.has(spaceId)) throw refuse('spaceId', 'The space has more than one outline.')
    seen.add(spaceId)
    if (isSelfCrossing(points)) throw refuse('points', 'The outline crosses itself.')
    if (polygonArea(points) === 0) throw refuse('points', 'The outline has no area.')
  }
}

const stored = (outlines: readonly PlanOutline[]) => ({ outlines: outlines.map(({ space, points }) => ({ space: space.name, points })) })

async function recordOutlines(ctx: Context, plan: Plan, before: PlanOutline[], after: PlanOutline[]) {
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: plansModel.entity,
      entityId: plan.id,
      entityName: plan.name,
      before: stored(before),
      after: stored(after),
      activity: {
        title: `Outlines drawn: ${formatCount(after.length, 'space')}`,
        projectId: plan.projectId,
        needs: plansModel.permission.view,
      },
    },
  ])
  announcePlan(ctx, plan)
}

export const outlineRoutes: Route[] = [
  defineRoute(readOutlines, async (ctx, { params }) => toPage(await loadOutlines(ctx, (await getPlan(ctx, params)).id))),
  defineRoute(writeOutlines, storeOutlines),
]
