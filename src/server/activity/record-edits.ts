import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { formatCount, lowerCaseName } from '../../model/kit/plural.ts'
import type { Permission } from '../../model/permissions.ts'
import { type AuditEntry, diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany, type ManyRowsEntity, readMany } from '../kit/resource/many-rows.ts'
import { recordChangeSet } from './change-sets.ts'

export interface RowEdit {
  id: number
  columns: Record<string, unknown>
}
interface About {
  project: { id: number; name: string }
  /** Default: a bulk edit. */
  title?: string
  /** Title of the log entry of one row, if it differs. */
  rowTitle?(edit: RowEdit): string | undefined
  /** Permission to undo the edits. */
  permission: Permission
  /** Permission to see the entries in the project log. */
  needs?: Permission
}

/**
 * Records edits of rows of a project: one entry per row in both logs, live events, and one change set that undoes them all. Rows missing in
 * `before` have been created. Returns the change set id, or null without edits.
 */
export async function recordEdits(
  ctx: Context,
  served: ManyRowsEntity,
  { project, title = 'Bulk edit', rowTitle, permission, needs }: About,
  before: ReadonlyMap<string, Record<string, unknown>>,
  edits: readonly RowEdit[],
): Promise<number | null> {
  if (edits.length === 0) return null
  const { resource } = served
  const count = formatCount(edits.length, lowerCaseName(resource.names.one))
  const ids = edits.map(({ id }) => id)
  const rows: ReadonlyMap<string, Record<string, unknown>> = await readMany(ctx, served, ids)
  const entries = edits.flatMap((edit): (AuditEntry & { entityName: string })[] => {
    const [old, now] = [before.get(String(edit.id)) ?? null, rows.get(String(edit.id))]
    if (!now) return []
    const diff = diffRows(resource, old, now)
    const heading = rowTitle?.(edit) ?? (title === 'Bulk edit' ? `${title} of ${count}` : title)
    return [
      {
        action: old ? 'Update' : 'Create',
        entity: resource.entity,
        entityId: edit.id,
        entityName: String(now[resource.title]),
        before: diff.before,
        after: diff.after,
        activity: { title: old ? heading : 'Created', changes: old ? diff.changes : [], projectId: project.id, needs },
      },
    ]
  })
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    served,
    ids.map((id) => ({ id, projectId: project.id })),
    'Updated',
  )
  const about = { kind: ChangeSetKind.BulkEdit, title: `${title}: ${count} of ${project.name}`, permissions: [permission] }
  const changeSetId = await recordChangeSet(
    ctx,
    about,
    entries.map((entry) => ({ ...entry, projectId: project.id })),
  )
  return changeSetId ?? null
}
