import { round } from '../../model/kit/money.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { feetPerPointOfLine, feetPerPointOfScale, scaleText } from '../../model/plans/plan-scale.ts'
import { calibratePlan, createPlan, plans as plansModel, replacePlanFile } from '../../model/plans/plans.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { levels } from '../spaces/public.ts'
import { type PlanFile, readPlanFile } from './plan-file.ts'
import { planPlacementsTable, plansTable } from './plan-tables.ts'

export type Plan = RowOf<typeof plansModel>

function filePath(stored: string) {
  const [id = '', ...name] = stored.split(' ')
  return `/api/files/${id}/${encodeURIComponent(name.join(' '))}`
}
const lengthSql = (points: string) => `round(t.${points} * t.feet_per_point, 4)`

export const plans = serve({
  resource: plansModel,
  table: plansTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  searchIn: (pattern) => `dna_fold(t.name) like ${pattern}`,
  computed: {
    building: '(select l.building from placed_levels l where l.id = t.level_id)',
    url: { sql: `t.file_id || ' ' || t.file_name`, order: null, read: (value, addresses) => addresses.signed(filePath(String(value))) },
    widthFt: lengthSql('width_pt'),
    heightFt: lengthSql('height_pt'),
    scale: { sql: 't.feet_per_point', read: (value) => (value === null ? null : scaleText(Number(value))) },
    outlinesCount:
      '(select count(*)::int from plan_outlines o join placed_spaces s on s.id = o.space_id and not s.is_deleted where o.plan_id = t.id)',
    placementsCount:
      '(select count(*)::int from plan_placements d join living_units u on u.id = d.unit_id where d.plan_id = t.id and not d.is_deleted)',
  },
  async beforeWrite(ctx, values, before, projectId) {
    if (values.levelId !== undefined && values.levelId !== before?.level.id) await checkLevel(ctx, projectId, values.levelId)
    if (before && values.kind !== undefined && values.kind !== before.kind && before.placementsCount > 0)
      throw conflict('There are devices on this plan. Take them off before you change its kind.')
    return undefined
  },
  async beforeDelete(ctx, { id }) {
    await ctx.update(planPlacementsTable, { planId: id, isDeleted: false }, { isDeleted: true })
  },
  projectIdOf: (row) => row.projectId,
})

async function checkLevel(ctx: Context, projectId: number, levelId: number) {
  const level = await levels.find(ctx, levelId)
  if (level?.projectId !== projectId) throw badRequest({ levelId: ['Level not found.'] })
}

/** Returns the plan of this project, or throws 404. */
export const getPlan = (ctx: Context, { id, itemId }: { id: number; itemId: number }) => plans.get(ctx, itemId, { parentId: id })

/** Locks the project and the plan, and throws if the project may not change. */
export async function openPlan(ctx: Context, { id, itemId }: { id: number; itemId: number }): Promise<Plan> {
  await getPlan(ctx, { id, itemId })
  await openProject(ctx, id)
  return plans.get(ctx, itemId, { parentId: id, lock: true })
}

/** Notifies those who look at the plan that something on it changed. */
export function announcePlan(ctx: Context, { id, projectId }: Plan) {
  ctx.after(() => ctx.services.changed({ entity: plansModel.entity, id, projectId, action: 'Updated' }, plansModel.permission.view))
}

async function fileColumns(ctx: Context, { name, contentType, data, widthPt, heightPt, rotation, pages }: PlanFile, page: number) {
  const file = await storeFile(ctx, { name, contentType, data })
  return {
    fileId: file.id,
    fileName: file.name,
    contentType,
    page,
    pages,
    rotation,
    widthPt: round(widthPt, 4),
    heightPt: round(heightPt, 4),
  }
}

type Creating = HandlerRequest<typeof createPlan, PlanFile>
async function addPlan(ctx: Context, { params, body, prepared }: Creating) {
  await projects.expect(ctx, params.id)
  await openProject(ctx, params.id)
  await checkLevel(ctx, params.id, body.levelId)
  const columns = await fileColumns(ctx, prepared, body.page)
  const name =
    body.name ??
    (prepared.name
      .replace(/\.\w+$/, '')
      .trim()
      .slice(0, 200) ||
      'Plan')
  return plans.create(ctx, { name, levelId: body.levelId, kind: body.kind }, { parentId: params.id, columns })
}

/** A sheet of another size has another scale, unless its points are within this of the former one. */
const sameSizePt = 1

async function replaceFile(ctx: Context, { params, body, prepared }: HandlerRequest<typeof replacePlanFile, PlanFile>) {
  const before = await openPlan(ctx, params)
  await checkVersion(before, body.rowVersion, `${before.name} has`)
  const columns = await fileColumns(ctx, prepared, body.page)
  const isSameSize = Math.abs(columns.widthPt - before.widthPt) <= sameSizePt && Math.abs(columns.heightPt - before.heightPt) <= sameSizePt
  const calibration = isSameSize ? {} : { calibration: null, feetPerPoint: null }
  const title = 'Drawing replaced'
  return plans.update(ctx, before.id, {}, { columns: { ...columns, ...calibration }, title, parentId: params.id })
}

/** Shortest line that a person can click with some accuracy. */
const leastPoints = 1

function calibrationOf({ a, b, feet, scale }: HandlerRequest<typeof calibratePlan>['body']) {
  if (scale !== null) {
    if (a !== null || b !== null || feet !== null)
      throw badRequest({ scale: ['Give two points and their distance, or a scale, not both.'] })
    const feetPerPoint = feetPerPointOfScale(scale)
    if (feetPerPoint === undefined) throw badRequest({ scale: [`A scale looks like 1/8" = 1'-0" or 1:100.`] })
    return { feetPerPoint, calibration: { a, b, feet, scale: scale.trim() } }
  }
  if (a === null || b === null || feet === null) throw badRequest({ feet: ['Give two points and their distance, or a scale.'] })
  if (feet <= 0) throw badRequest({ feet: ['The distance must be greater than 0.'] })
  if (Math.hypot(b.x - a.x, b.y - a.y) < leastPoints)
    throw badRequest({ b: ['The two points are the same. Choose points that are farther apart.'] })
  return { feetPerPoint: feetPerPointOfLine(a, b, feet), calibration: { a, b, feet, scale } }
}
const scaleLimits = { least: 1e-6, most: 1000 }

/**
 * Stores the scale. What is on the plan stays where it is drawn: after a correction its feet change with the scale. The first calibration
 * keeps the feet, because there was no scale that they could have been measured with.
 */
async function calibrate(ctx: Context, { params, body }: HandlerRequest<typeof calibratePlan>) {
  const before = await openPlan(ctx, params)
  await checkVersion(before, body.rowVersion, `${before.name} has`)
  const { feetPerPoint: exact, calibration } = calibrationOf(body)
  const feetPerPoint = round(exact, 10)
  if (feetPerPoint < scaleLimits.least || feetPerPoint > scaleLimits.most)
    throw badRequest({ [body.scale === null ? 'feet' : 'scale']: ['This scale is not possible. Check the points and the distance.'] })
  if (before.feetPerPoint !== null && before.feetPerPoint !== feetPerPoint)
    await rescale(ctx, before.id, feetPerPoint / before.feetPerPoint)
  return plans.update(ctx, before.id, {}, { columns: { calibration, feetPerPoint }, title: 'Calibrated', parentId: params.id })
}

async function rescale(ctx: Context, planId: number, factor: number) {
  await ctx.run(
    `update plan_placements set x = x * $2::numeric, y = y * $2::numeric, row_version = row_version + 1 where plan_id = $1 and not is_deleted`,
    [planId, factor],
  )
  await ctx.run(
    `update plan_outlines o set area_ft2 = round(area_ft2 * ($2::numeric ^ 2), 2),
       points = (select jsonb_agg(jsonb_build_object('x', round((c.point->>'x')::numeric * $2::numeric, 4), 'y', round((c.point->>'y')::numeric * $2::numeric, 4))
         order by c.place) from jsonb_array_elements(o.points) with ordinality c(point, place))
     where o.plan_id = $1`,
    [planId, factor],
  )
}

/** Opens the drawing to those who see its plan. Undefined if the file belongs to no plan. */
export async function opensPlanFile(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const rows = await ctx.rows(
    { projectId: is.number, isDeleted: is.boolean },
    'select project_id, is_deleted from plans where file_id::text = $1',
    [fileId],
  )
  if (rows.length === 0) return undefined
  if (!ctx.actor.held.has(plansModel.permission.view)) return false
  for (const { projectId, isDeleted } of rows) if (!isDeleted && (await projects.find(ctx, projectId))) return true
  return false
}

export const planRoutes: Route[] = [
  defineRoute(createPlan, addPlan, (request, _read, by) => readPlanFile(request, request.body.page, by)),
  defineRoute(replacePlanFile, replaceFile, (request, _read, by) => readPlanFile(request, request.body.page, by)),
  defineRoute(calibratePlan, calibrate),
]
