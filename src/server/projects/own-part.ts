import { is, onlyRow } from '../kit/sql/row-types.ts'
import type { ProjectPart } from './parts.ts'
import { takeClientVariables } from './project-variables.ts'

export const ownPart: ProjectPart = {
  created: takeClientVariables,
  async stats(ctx, projectId) {
    const rows = await ctx.rows(
      { notesCount: is.number },
      'select count(*)::int as "notesCount" from project_notes where project_id = $1 and not is_deleted',
      [projectId],
    )
    return onlyRow(rows)
  },
}
