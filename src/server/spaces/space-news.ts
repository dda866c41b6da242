import { SpaceStatus } from '../../model/spaces/enums.ts'
import { spaceLogs } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { InboxSubject } from '../inbox/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { SpaceInHand } from './open-space.ts'

/** Default watchers of a space: its creator and those responsible for its project. */
export const spaceSubject: InboxSubject = {
  entity: spaces.entity,
  isThere: (id) => `exists (select from spaces s where s.id = ${id} and not s.is_deleted)`,
  place: (id) => `select s.project_id from spaces s where s.id = ${id}`,
  watchers: (id) => `select unnest(array[s.created_by_id, p.associate_consultant_id, p.project_manager_id])
    from spaces s join living_projects p on p.id = s.project_id where s.id = ${id}`,
  texts: ({ id, projectId }) => `/projects/${projectId}/spaces/${id}/details`,
  notes: { at: ({ id, projectId }) => `/projects/${projectId}/spaces/${id}/activity`, needs: spaceLogs.permission },
}

export async function notifySpaceStatus(ctx: Context, space: SpaceInHand, status: SpaceStatus, comment: string | null) {
  const [place] = await ctx.rows(
    { name: is.text, rowVersion: is.number },
    'select p.name, s.row_version from spaces s join living_projects p on p.id = s.project_id where s.id = $1',
    [space.id],
  )
  if (!place) return
  await ctx.services.notify(ctx, {
    key: `space ${space.id} ${place.rowVersion}`,
    kind: 'space',
    entity: spaces.entity,
    entityId: space.id,
    projectId: space.projectId,
    needs: spaces.permission.view,
    title: `${space.name}: ${SpaceStatus.label(status)}`,
    text: [place.name, comment].filter(Boolean).join(': '),
    link: `/projects/${space.projectId}/spaces/${space.id}`,
    isForWatchers: true,
  })
}
