import { readDistances as readCall, writeDistances } from '../../model/spaces/connections.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { getProject, openProject } from '../projects/public.ts'
import { cableRulesTable, spaceDistancesTable } from './cable-tables.ts'
import { readDistances } from './connection-reading.ts'
import { connections } from './connections.ts'

async function distancesResponse(ctx: Context, projectId: number) {
  const { rules, distances } = await readDistances(ctx, projectId)
  return { ...rules, distances }
}

type DistancesBody = HandlerRequest<typeof writeDistances>['body']

function orderPairs(distances: NonNullable<DistancesBody['distances']>) {
  const seen = new Set<string>()
  return distances.map(({ fromSpaceId: a, toSpaceId: b, distanceFt }, index) => {
    const [fromSpaceId, toSpaceId] = a < b ? [a, b] : [b, a]
    const key = `${fromSpaceId} ${toSpaceId}`
    if (seen.has(key)) throw badRequest({ [`distances[${index}].toSpaceId`]: ['The distance between these two is already entered.'] })
    seen.add(key)
    return { fromSpaceId, toSpaceId, distanceFt }
  })
}

async function storeDistances(ctx: Context, projectId: number, sent: DistancesBody) {
  const project = await openProject(ctx, projectId)
  const before = await distancesResponse(ctx, project.id)
  const { distances, ...rules } = { ...before, ...sent }
  const pairs = orderPairs(distances)
  const spaces = await ctx.rows({ id: is.number }, 'select id from spaces where project_id = $1 and not is_deleted', [project.id])
  const known = new Set(spaces.map(({ id }) => id))
  distances.forEach(({ fromSpaceId, toSpaceId }, index) => {
    if (!known.has(fromSpaceId)) throw badRequest({ [`distances[${index}].fromSpaceId`]: ['Space not found.'] })
    if (!known.has(toSpaceId)) throw badRequest({ [`distances[${index}].toSpaceId`]: ['Space not found.'] })
  })
  const { slackPercent, endLengthFt, insideFt } = rules
  const row = { projectId: project.id, slackPercent, endLengthFt, insideFt }
  await ctx.insert(cableRulesTable, row, { onConflict: { keys: ['projectId'] } })
  // Distances of deleted spaces are retained for their restore.
  await ctx.run(
    `delete from space_distances d using spaces a, spaces b
     where d.project_id = $1 and a.id = d.from_space_id and b.id = d.to_space_id and not a.is_deleted and not b.is_deleted`,
    [project.id],
  )
  await ctx.insertMany(
    spaceDistancesTable,
    pairs.map((pair) => ({ projectId: project.id, ...pair })),
  )
  const after = await distancesResponse(ctx, project.id)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await recordAudit(ctx, [
      {
        action: 'Update',
        entity: 'projects',
        entityId: project.id,
        entityName: project.name,
        before: { cableLengths: before },
        after: { cableLengths: after },
        activity: { title: 'Cable lengths changed', projectId: project.id, needs: connections.resource.permission.view },
      },
    ])
    ctx.after(() =>
      ctx.services.changed(
        { entity: connections.resource.entity, id: 0, projectId: project.id, action: 'Updated' },
        connections.resource.permission.view,
      ),
    )
  }
  return after
}

export const distanceRoutes: Route[] = [
  defineRoute(readCall, async (ctx, { params }) => {
    const project = await getProject(ctx, params.id)
    return distancesResponse(ctx, project.id)
  }),
  defineRoute(writeDistances, (ctx, { params, body }) => storeDistances(ctx, params.id, body)),
]
