import type { Permission } from '../../model/permissions.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'

interface What {
  title: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  changes: FieldChange[]
  /** Permission needed to read the entry. */
  needs: Permission
  entity?: 'projects' | 'leads'
}

export async function recordProjectChange(
  ctx: Context,
  project: { id: number; name: string },
  { title, before, after, changes, needs, entity = 'projects' }: What,
) {
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity,
      entityId: project.id,
      entityName: project.name,
      before,
      after,
      activity: { title, changes, projectId: project.id, needs },
    },
  ])
  const view = entity === 'leads' ? 'Leads.View' : 'Projects.View'
  ctx.after(() => ctx.services.changed({ entity, id: project.id, projectId: project.id, action: 'Updated' }, view))
}
