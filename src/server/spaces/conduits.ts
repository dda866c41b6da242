import { conduits as conduitsModel } from '../../model/spaces/conduits.ts'
import { filterCondition } from '../kit/list/list.ts'
import { badRequest } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { conduitsTable, connectionsTable } from './cable-tables.ts'
import { spaces } from './spaces.ts'

export const conduits = serve({
  resource: conduitsModel,
  table: conduitsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: { cablesCount: '(select count(*)::int from wired_connections w where w.conduit_id = t.id)' },
  filters: {
    spaceIds: (values, p) => `(${filterCondition('t.from_space_id', values, p)} or ${filterCondition('t.to_space_id', values, p)})`,
  },
  async beforeWrite(ctx, values, before, projectId) {
    for (const [key, known] of [
      ['fromSpaceId', before?.fromSpace?.id],
      ['toSpaceId', before?.toSpace?.id],
    ] as const) {
      const id = values[key]
      if (id && id !== known && (await spaces.find(ctx, id))?.projectId !== projectId) throw badRequest({ [key]: ['Space not found.'] })
    }
    return undefined
  },
  /** Cables of a deleted conduit stay, without a conduit. */
  async beforeDelete(ctx, row) {
    await ctx.update(connectionsTable, { conduitId: row.id }, { conduitId: null })
  },
  projectIdOf: (row) => row.projectId,
})
