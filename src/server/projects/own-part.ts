import { is, onlyRow } from '../kit/sql/row-types.ts'
import type { ProjectPart } from './parts.ts'
import { companiesOf } from './project-companies.ts'
import { takeClientVariables } from './project-variables.ts'

/** What the tabs of a project add to its life. */
export const ownPart: ProjectPart = {
  created: takeClientVariables,
  // Links to products of others come with those that make them.
  detail: async (ctx, project) => ({ companies: (await companiesOf(ctx, project.id)).items, links: [] }),
  async stats(ctx, projectId) {
    const rows = await ctx.rows(
      { notesCount: is.number },
      'select count(*)::int as "notesCount" from project_notes where project_id = $1 and not is_deleted',
      [projectId],
    )
    return onlyRow(rows)
  },
}
