import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { symbolOf } from '../../model/plans/plan-geometry.ts'
import { planPlacements as placementsModel } from '../../model/plans/plan-placements.ts'
import {
  type PlanDevice,
  type PlanPlacement,
  plans as plansModel,
  readPlacements,
  readPlanTray,
  removePlacements,
  writePlacements,
} from '../../model/plans/plans.ts'
import { connections } from '../../model/spaces/connections.ts'
import { type Changed, recordChangeSet, type UndoPart } from '../activity/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { readMany, writeMany } from '../kit/resource/many-rows.ts'
import { withoutStandardCalls } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { belowProject, projects } from '../projects/public.ts'
import { asWalked, inOpenProjects } from '../spaces/public.ts'
import { spaceSql, spaceType } from './outlines.ts'
import { planPlacementsTable } from './plan-tables.ts'
import { announcePlan, getPlan, openPlan, type Plan } from './plans.ts'

const placements = serve({
  resource: placementsModel,
  table: planPlacementsTable,
  parent: () => projects,
  scope: (actor, p) => belowProject(actor, p),
  searchIn: () => 'false',
  computed: { label: `coalesce((select u.label from living_units u where u.id = t.unit_id), '')` },
  projectIdOf: (row) => row.projectId,
})
/** Is written by calls of its plan. */
export const servedPlacements = withoutStandardCalls(placements)

const deviceShape = {
  unitId: is.number,
  label: is.text,
  tag: is.text,
  model: is.text,
  manufacture: orNull(is.text),
  category: orNull(is.text),
  space: spaceType,
  areaGroup: orNull(is.text),
  equipmentId: is.number,
  lineId: is.number,
}
const deviceColumns = `u.id as "unitId", u.label, e.tag, e.model, e.manufacture, e.category->>'name' as category, ${spaceSql} as space,
  u.area_group as "areaGroup", u.equipment_id as "equipmentId", u.line_id as "lineId"`
const deviceJoins = 'join placed_spaces s on s.id = u.space_id join rack_products e on e.id = u.equipment_id'

const asDevice = <D extends { manufacture: string | null; category: string | null }>(row: D) => ({
  ...row,
  manufacture: row.manufacture ?? '',
  symbol: symbolOf(row.category),
})

/** Devices on a plan in the order of their labels. Those of deleted spaces are hidden, and return with their space. */
export async function loadPlacements(ctx: Context, planId: number, unitIds?: readonly number[]): Promise<PlanPlacement[]> {
  const rows = await ctx.rows(
    {
      ...deviceShape,
      planId: is.number,
      x: is.number,
      y: is.number,
      rotation: is.number,
      mountingHeightIn: orNull(is.number),
      rowVersion: is.number,
    },
    `select ${deviceColumns}, d.plan_id as "planId", d.x, d.y, d.rotation, d.mounting_height_in as "mountingHeightIn", d.row_version as "rowVersion"
     from plan_placements d join living_units u on u.id = d.unit_id ${deviceJoins}
     where d.plan_id = $1 and not d.is_deleted ${unitIds ? 'and d.unit_id = any($2)' : ''} order by u.label collate natural_order, u.id`,
    unitIds ? [planId, unitIds] : [planId],
  )
  return rows.map(asDevice)
}

async function loadTray(ctx: Context, plan: Plan): Promise<PlanDevice[]> {
  const rows = await ctx.rows(
    deviceShape,
    `select ${deviceColumns} from living_units u ${deviceJoins}
     where u.project_id = $1 and s.level_id = $2
       and not exists (select from plan_placements d where d.unit_id = u.id and d.kind = $3 and not d.is_deleted)
     order by ${asWalked('s')}, u.area_group_order nulls last, u.area_group, e.tag collate natural_order, u.label collate natural_order, u.id`,
    [plan.projectId, plan.level.id, plan.kind],
  )
  return rows.map(asDevice)
}

const toPage = <T>(items: T[]) => ({ items, total: items.length })

export interface Placing {
  unitId: number
  x: number
  y: number
  rotation: number
  mountingHeightIn: number | null
}

/** Throws unless the units exist and stand on no other plan of this kind. */
async function checkUnits(ctx: Context, plan: Plan, placing: readonly Placing[]) {
  const unitIds = placing.map(({ unitId }) => unitId)
  const rows = await ctx.rows(
    { id: is.number, label: is.text, other: orNull(is.text) },
    `select u.id, u.label, (select p.name from plan_placements d join plans p on p.id = d.plan_id
       where d.unit_id = u.id and d.kind = $3 and d.plan_id <> $4 and not d.is_deleted) as other
     from living_units u where u.project_id = $1 and u.id = any($2)`,
    [plan.projectId, unitIds, plan.kind, plan.id],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<number>()
  for (const [index, { unitId }] of placing.entries()) {
    const unit = known.get(unitId)
    if (!unit) throw badRequest({ [`placements[${index}].unitId`]: ['Device not found.'] })
    if (seen.has(unitId)) throw badRequest({ [`placements[${index}].unitId`]: [`${unit.label} is named twice.`] })
    seen.add(unitId)
    if (unit.other !== null) throw conflict(`${unit.label} is already on ${unit.other}. Take it off there first.`)
  }
}

const normalized = (degrees: number) => ((degrees % 360) + 360) % 360
const place = { entity: plansModel.entity }

type Stored =
  Awaited<ReturnType<typeof readMany<typeof placementsModel, typeof planPlacementsTable>>> extends Map<string, infer R> ? R : never
const valuesOf = ({ unitId, planId, x, y, rotation, mountingHeightIn }: Stored) => ({ unitId, planId, x, y, rotation, mountingHeightIn })

async function idsOnPlan(ctx: Context, planId: number, unitIds: readonly number[]) {
  const rows = await ctx.rows(
    { id: is.number, unitId: is.number, label: is.text },
    `select d.id, d.unit_id, u.label from plan_placements d join living_units u on u.id = d.unit_id
     where d.plan_id = $1 and d.unit_id = any($2) and not d.is_deleted order by d.id`,
    [planId, unitIds],
  )
  return new Map(rows.map((row) => [row.unitId, row]))
}

/** Places devices as one change that can be undone. The caller has locked the plan. Returns the change set, or null without changes. */
export async function placeDevices(ctx: Context, plan: Plan, placing: readonly Placing[], verb: string): Promise<number | null> {
  if (placing.length === 0) return null
  await checkUnits(ctx, plan, placing)
  const unitIds = placing.map(({ unitId }) => unitId)
  const known = await idsOnPlan(ctx, plan.id, unitIds)
  const before = await readMany(
    ctx,
    placements,
    [...known.values()].map(({ id }) => id),
    { lock: true },
  )
  const moved: { id: number; columns: Record<string, unknown> }[] = []
  const added: (Placing & { projectId: number; planId: number; kind: Plan['kind'] })[] = []
  for (const { unitId, x, y, rotation, mountingHeightIn } of placing) {
    const columns = { x, y, rotation: normalized(rotation), mountingHeightIn }
    const row = known.get(unitId)
    const old = row && before.get(String(row.id))
    if (!row || !old) added.push({ unitId, ...columns, projectId: plan.projectId, planId: plan.id, kind: plan.kind })
    else if (Object.entries(columns).some(([key, value]) => Object.entries(old).some(([k, v]) => k === key && v !== value)))
      moved.push({ id: row.id, columns })
  }
  await writeMany(ctx, placements, moved)
  await ctx.insertMany(planPlacementsTable, added)
  const now = await idsOnPlan(ctx, plan.id, unitIds)
  const addedIds = new Set(added.map(({ unitId }) => unitId))
  const movedIds = new Set(moved.map(({ id }) => id))
  const after = await readMany(
    ctx,
    placements,
    [...now.values()].map(({ id }) => id),
  )
  const changes = [...now.values()].flatMap(({ id, unitId, label }): Changed[] => {
    const [old, row] = [before.get(String(id)), after.get(String(id))]
    if (!row || !(addedIds.has(unitId) || movedIds.has(id))) return []
    const isNew = addedIds.has(unitId) || !old
    return [changeOf(plan, isNew ? 'Create' : 'Update', { id, label }, isNew ? undefined : valuesOf(old), valuesOf(row))]
  })
  return record(ctx, plan, changes, verb)
}

const changeOf = (
  plan: Plan,
  action: 'Create' | 'Update' | 'Delete',
  { id, label }: { id: number; label: string },
  before?: Record<string, unknown>,
  after?: Record<string, unknown>,
): Changed => ({
  action,
  entity: placementsModel.entity,
  entityId: id,
  entityName: label,
  projectId: plan.projectId,
  place: { ...place, id: plan.id, name: plan.name, projectId: plan.projectId },
  before,
  after,
})

async function record(ctx: Context, plan: Plan, changes: Changed[], verb: string): Promise<number | null> {
  if (changes.length === 0) return null
  const [only] = changes
  const what = changes.length === 1 && only ? only.entityName : formatCount(changes.length, 'device')
  const title = `${verb}: ${what} on ${plan.name}`
  await recordAudit(
    ctx,
    changes.map(({ action, entity, entityId, entityName, before, after }) => ({ action, entity, entityId, entityName, before, after })),
  )
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: plansModel.entity,
      entityId: plan.id,
      entityName: plan.name,
      activity: { title, projectId: plan.projectId, needs: plansModel.permission.view },
    },
  ])
  announcePlan(ctx, plan)
  // Lengths of cables depend on positions.
  ctx.after(() =>
    ctx.services.changed({ entity: connections.entity, id: 0, projectId: plan.projectId, action: 'Updated' }, connections.permission.view),
  )
  return (await recordChangeSet(ctx, { kind: ChangeSetKind.BulkEdit, title, permissions: ['ProjectEquipment.Update'] }, changes)) ?? null
}

/** Takes devices off a plan. Those that are not on it are ignored. */
async function takeOff(ctx: Context, plan: Plan, unitIds: readonly number[]) {
  const known = await idsOnPlan(ctx, plan.id, unitIds)
  const rows = [...known.values()]
  const before = await readMany(
    ctx,
    placements,
    rows.map(({ id }) => id),
    { lock: true },
  )
  const deletion = { isDeleted: true, deleteDate: new Date().toISOString(), deletedById: ctx.actor.userId || null }
  await writeMany(
    ctx,
    placements,
    rows.map(({ id }) => ({ id, columns: deletion })),
  )
  const changes = rows.flatMap((row) => {
    const old = before.get(String(row.id))
    return old ? [changeOf(plan, 'Delete', row, valuesOf(old))] : []
  })
  return { removed: rows.length, changeSetId: await record(ctx, plan, changes, 'Taken off') }
}

/** Undo of placing, moving, and taking off. The database refuses to restore a device that is on another plan of the kind. */
export const placementUndo: UndoPart = {
  entity: placementsModel.entity,
  hold: (ctx, rows, isLocking) =>
    inOpenProjects(ctx, rows, isLocking, (ids) =>
      ctx.rows(
        { id: is.number },
        `select d.id from plan_placements d join plans p on p.id = d.plan_id
         where d.id = any($1) and (p.is_deleted or not exists (select from living_units u where u.id = d.unit_id))`,
        [ids],
      ),
    ),
}

export const placementRoutes: Route[] = [
  defineRoute(readPlacements, async (ctx, { params }) => toPage(await loadPlacements(ctx, (await getPlan(ctx, params)).id))),
  defineRoute(readPlanTray, async (ctx, { params }) => toPage(await loadTray(ctx, await getPlan(ctx, params)))),
  defineRoute(writePlacements, async (ctx, { params, body }) => {
    const plan = await openPlan(ctx, params)
    const changeSetId = await placeDevices(ctx, plan, body.placements, 'Placed')
    return { ...toPage(await loadPlacements(ctx, plan.id)), changeSetId }
  }),
  defineRoute(removePlacements, async (ctx, { params, body }) => takeOff(ctx, await openPlan(ctx, params), body.unitIds)),
]
