import { projectNameExists, projectStats } from '../../model/projects/project-calls.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { fromParts } from './parts.ts'
import { projects } from './projects.ts'

export const questionRoutes: Route[] = [
  defineRoute(projectNameExists, async (ctx, { query }) => {
    const found = await ctx.rows(
      { taken: is.boolean },
      `select exists (select from projects where not is_deleted and coalesce(client_id, 0) = coalesce($2::bigint, 0)
         and dna_key(name) = dna_key($1) and id is distinct from $3) as taken`,
      [query.name, query.clientId, query.excludeId],
    )
    return onlyRow(found).taken
  }),
  defineRoute(projectStats, async (ctx, { params }) => {
    const project = await projects.get(ctx, params.id)
    const none = { spacesCount: 0, equipmentCount: 0, documentsCount: 0, contractsCount: 0, notesCount: 0, buildingsCount: 0 }
    return { ...none, ...(await fromParts(ctx, (part) => part.stats?.(ctx, project.id))) }
  }),
]
