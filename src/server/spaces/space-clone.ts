import { cloneSpace, cloneSpaceToProject } from '../../model/spaces/space-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { holdEquipment } from './space-lines.ts'
import { createCopy, spaces } from './spaces.ts'

/** Copies area groups and lines. The copy is not started, in no rack, on no circuit, and at current prices. */
async function copySpace(ctx: Context, id: number, body: HandlerRequest<typeof cloneSpace>['body'], isElsewhere: boolean) {
  const source = await spaces.get(ctx, id)
  if (!isElsewhere && body.projectId !== source.projectId)
    throw badRequest({ projectId: ['This clone must be in the same project as the space.'] })
  const used = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_equipment where space_id = $1 and not is_deleted',
    [source.id],
  )
  await holdEquipment(
    ctx,
    used.map(({ id }) => id),
  )
  const { complexity, area, capacity, farthestViewerFt, elementHeightPercent, description, notes } = source
  return createCopy(
    ctx,
    { complexity, area, capacity, farthestViewerFt, elementHeightPercent, description, notes, ...body },
    { id: source.id, isElsewhere },
  )
}

export const cloneRoutes: Route[] = [
  defineRoute(cloneSpace, (ctx, { params, body }) => copySpace(ctx, params.id, body, false)),
  defineRoute(cloneSpaceToProject, (ctx, { params, body }) => copySpace(ctx, params.id, body, true)),
]
