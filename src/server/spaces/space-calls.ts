import { bulkDeleteSpaces, listSpaces, setSpaceStatus } from '../../model/spaces/space-calls.ts'
import { diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { openProject } from '../projects/public.ts'
import { openSpace } from './open-space.ts'
import { cloneRoutes } from './space-clone.ts'
import { groupsOfSpaces } from './space-groups.ts'
import { logsRoute, questionRoutes } from './space-questions.ts'
import { moveSpace } from './space-status.ts'
import { findRestoreConflicts, spacePage, spaces } from './spaces.ts'
import { spacesTable } from './spaces-tables.ts'

async function changeSpaceStatus(ctx: Context, id: number, { status, comment, rowVersion }: HandlerRequest<typeof setSpaceStatus>['body']) {
  const space = await openSpace(ctx, id)
  await checkVersion(space, rowVersion, `${space.name} has`, () => spacePage(ctx, id))
  await moveSpace(ctx, space, status, comment)
  return spacePage(ctx, id)
}

/** Deletes spaces of one project, all or none. */
async function removeAll(ctx: Context, ids: number[]) {
  const { items } = await spaces.list(ctx, {}, { limit: 200, extra: (_, p) => `t.id = any(${p.add(ids)})` })
  if (items.length < ids.length) throw badRequest({ ids: ['Space not found.'] })
  const projectId = items[0]?.projectId
  if (items.some((space) => space.projectId !== projectId)) throw badRequest({ ids: ['The spaces belong to several projects.'] })
  await openProject(ctx, projectId)
  const deletedRows = await ctx.markDeleted(spacesTable, { id: ids, isDeleted: false }, { returning: ['id'] })
  if (deletedRows.length < ids.length) throw badRequest({ ids: ['Space not found.'] })
  await recordAudit(
    ctx,
    items.map((space) => ({
      action: 'Delete',
      entity: 'spaces',
      entityId: space.id,
      entityName: space.name,
      before: diffRows(spaces.resource, null, space).after,
      activity: { title: 'Deleted', projectId },
    })),
  )
  ctx.after(() => {
    for (const { id } of deletedRows) ctx.services.changed({ entity: 'spaces', id, projectId, action: 'Deleted' }, 'Projects.View')
  })
  return { deleted: deletedRows.length }
}

const requireOpenSpace = (ctx: Context, { params }: { params: { id: number } }) => openSpace(ctx, params.id)
export const servedSpaces = withOverrides(spaces, {
  update: { before: requireOpenSpace },
  remove: { before: requireOpenSpace },
  logs: logsRoute,
  list: defineRoute(listSpaces, async (ctx, { query: { groupBy, ...query } }) => {
    const found = await spaces.list(ctx, query)
    return groupBy ? { ...found, groups: await groupsOfSpaces(ctx, query, groupBy.toLowerCase()) } : found
  }),
  readDeleted: {
    async instead(ctx, { params }) {
      const space = await spaces.get(ctx, params.id, { isDeleted: true })
      return { ...space, space, conflicts: await findRestoreConflicts(ctx, space) }
    },
  },
})
export const spaceRoutes: Route[] = [
  ...questionRoutes,
  ...cloneRoutes,
  defineRoute(setSpaceStatus, (ctx, { params, body }) => changeSpaceStatus(ctx, params.id, body)),
  defineRoute(bulkDeleteSpaces, (ctx, { body }) => removeAll(ctx, body.ids)),
]
