import type { Context } from '../kit/request/context.ts'
import { checkVersion } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { projectVersionsTable } from './projects-table.ts'

type Part = 'contacts' | 'variables' | 'budget'

export async function loadPartVersion(ctx: Context, projectId: number, part: Part): Promise<number> {
  const [row] = await ctx.rows(
    { version: is.number },
    'select row_version as version from project_versions where project_id = $1 and part = $2',
    [projectId, part],
  )
  return row?.version ?? 1
}

interface VersionedWrite {
  part: Part
  /** Version the caller read; null skips the check. */
  rowVersion: number | null
  current: () => Promise<Record<string, unknown>>
}

/** Throws a conflict for an outdated version, otherwise increments it. The caller holds the project lock. */
export async function nextVersion(
  ctx: Context,
  project: { id: number; name: string },
  { part, rowVersion, current }: VersionedWrite,
): Promise<void> {
  const subject = `The ${part} of ${project.name} ${part === 'budget' ? 'has' : 'have'}`
  if (rowVersion !== null) await checkVersion({ rowVersion: await loadPartVersion(ctx, project.id, part) }, rowVersion, subject, current)
  const set = { rowVersion: sql`project_versions.row_version + 1` }
  const row = { projectId: project.id, part, rowVersion: 2 }
  await ctx.insert(projectVersionsTable, row, { onConflict: { keys: ['projectId', 'part'], set } })
}
