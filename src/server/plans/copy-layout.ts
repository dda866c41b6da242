import { centerOf, copyPosition, isInside } from '../../model/plans/plan-geometry.ts'
import { copyLayout } from '../../model/plans/plans.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { loadOutlines } from './outlines.ts'
import { loadPlacements, type Placing, placeDevices } from './plan-placements.ts'
import { openPlan, type Plan } from './plans.ts'

const loadUnits = (ctx: Context, plan: Plan, spaceIds: readonly number[]) =>
  ctx.rows(
    { id: is.number, label: is.text, spaceId: is.number, equipmentId: is.number, isPlaced: is.boolean },
    `select u.id, u.label, u.space_id, u.equipment_id,
       exists (select from plan_placements d where d.unit_id = u.id and d.kind = $3 and not d.is_deleted) as "isPlaced"
     from living_units u where u.project_id = $1 and u.space_id = any($2) order by u.line_id, u.label collate natural_order, u.id`,
    [plan.projectId, spaceIds, plan.kind],
  )

interface Left {
  spaceId: number
  unitId: number
  reason: string
}

/** Places the devices of other spaces like those of one. A device goes to the next free one of the same product. */
async function copy(ctx: Context, { params, body }: HandlerRequest<typeof copyLayout>) {
  const plan = await openPlan(ctx, params)
  const { fromSpaceId, mirror, rotation } = body
  const toSpaceIds = [...new Set(body.toSpaceIds)].filter((id) => id !== fromSpaceId)
  const names = await spaceNames(ctx, plan, [fromSpaceId, ...toSpaceIds])
  if (!names.has(fromSpaceId)) throw badRequest({ fromSpaceId: ['Space not found.'] })
  if (toSpaceIds.some((id) => !names.has(id))) throw badRequest({ toSpaceIds: ['Space not found.'] })
  const outlines = new Map((await loadOutlines(ctx, plan.id)).map(({ spaceId, points }) => [spaceId, points]))
  const source = (await loadPlacements(ctx, plan.id)).filter(({ space }) => space.id === fromSpaceId)
  const nameOf = (id: number) => names.get(id) ?? ''
  if (source.length === 0) throw conflict(`There are no devices of ${nameOf(fromSpaceId)} on this plan.`)
  const fromOutline = outlines.get(fromSpaceId)
  if (!fromOutline) throw conflict(`${nameOf(fromSpaceId)} has no outline on this plan. Draw it first.`)
  const units = await loadUnits(ctx, plan, toSpaceIds)
  const [placing, left]: [Placing[], Left[]] = [[], []]
  for (const spaceId of toSpaceIds) {
    const outline = outlines.get(spaceId)
    const free = units.filter((unit) => unit.spaceId === spaceId)
    for (const device of source) {
      const leave = (reason: string) => void left.push({ spaceId, unitId: device.unitId, reason })
      if (!outline) {
        leave(`${nameOf(spaceId)} has no outline on this plan.`)
        continue
      }
      const same = free.filter(({ equipmentId }) => equipmentId === device.equipmentId)
      const unit = same.find(({ isPlaced }) => !isPlaced)
      if (!unit) {
        leave(same.length > 0 ? `Every ${device.tag} of ${nameOf(spaceId)} is placed already.` : `${nameOf(spaceId)} has no ${device.tag}.`)
        continue
      }
      const position = copyPosition(device, centerOf(fromOutline), centerOf(outline), { mirror, rotation })
      if (isInside(device, fromOutline) && !isInside(position, outline)) {
        leave(`${unit.label} would be outside ${nameOf(spaceId)}.`)
        continue
      }
      free.splice(free.indexOf(unit), 1)
      placing.push({ unitId: unit.id, ...position, mountingHeightIn: device.mountingHeightIn })
    }
  }
  const changeSetId = await placeDevices(ctx, plan, placing, 'Layout copied')
  return { placed: placing.length, left, changeSetId }
}

async function spaceNames(ctx: Context, plan: Plan, ids: readonly number[]) {
  const rows = await ctx.rows(
    { id: is.number, name: is.text },
    'select s.id, s.name from placed_spaces s where s.project_id = $1 and s.id = any($2) and not s.is_deleted',
    [plan.projectId, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const copyRoutes: Route[] = [defineRoute(copyLayout, copy)]
