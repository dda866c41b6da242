import { placeInDiagram, readDiagram } from '../../model/spaces/diagram.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { diagramPositionsTable } from './cable-tables.ts'
import { connections } from './connections.ts'
import { loadDiagram } from './diagram-reading.ts'
import { openSpace } from './open-space.ts'
import { spaces } from './spaces.ts'

/** Box positions are not part of the design, so they are not logged. */
async function storePositions(ctx: Context, spaceId: number, { positions, unitIds }: HandlerRequest<typeof placeInDiagram>['body']) {
  const space = await openSpace(ctx, spaceId)
  const rows = await ctx.rows({ id: is.number }, 'select id from living_units where space_id = $1', [space.id])
  const known = new Set(rows.map(({ id }) => id))
  const named = unitIds ? new Set(unitIds) : known
  positions.forEach(({ unitId }, index) => {
    if (!known.has(unitId) || !named.has(unitId)) throw badRequest({ [`positions[${index}].unitId`]: ['Unit not found.'] })
  })
  const last = new Map(positions.map((position) => [position.unitId, position]))
  await ctx.run('delete from diagram_positions where unit_id = any($1)', [[...known].filter((unitId) => named.has(unitId))])
  await ctx.insertMany(
    diagramPositionsTable,
    [...last.values()].map(({ unitId, x, y }) => ({ unitId, x, y })),
  )
  const event = { entity: connections.resource.entity, id: 0, projectId: space.projectId, action: 'Updated' as const }
  ctx.after(() => ctx.services.changed(event, connections.resource.permission.view))
}

export const diagramRoutes: Route[] = [
  defineRoute(readDiagram, async (ctx, { params }) => loadDiagram(ctx, await spaces.get(ctx, params.id))),
  defineRoute(placeInDiagram, (ctx, { params, body }) => storePositions(ctx, params.id, body)),
]
