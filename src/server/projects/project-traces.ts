import type { Permission } from '../../model/permissions.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'

interface What {
  title: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  changes: FieldChange[]
  /** Who may see the part may be told of it. */
  needs: Permission
  entity?: 'projects' | 'leads'
}

/** Writes down that a part of a project changed, in both logs, and tells whoever has the project open. */
export async function tellOfProject(
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
