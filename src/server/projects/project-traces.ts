import { type Change, record } from '../kit/audit.ts'
import type { Context, Row } from '../kit/context.ts'

interface What {
  title: string
  before: Row
  after: Row
  changes: Change[]
  entity?: 'projects' | 'leads'
}

/** Writes down that a part of a project changed, in both logs, and tells whoever has the project open. */
export async function tellOfProject(ctx: Context, project: Row, { title, before, after, changes, entity = 'projects' }: What) {
  await record(ctx, [
    {
      action: 'Update',
      entity,
      entityId: project.id,
      entityName: project.name,
      before,
      after,
      activity: { title, changes, projectId: project.id },
    },
  ])
  const view = entity === 'leads' ? 'Leads.View' : 'Projects.View'
  ctx.after(() => ctx.services.changed({ entity, id: project.id, projectId: project.id, action: 'Updated' }, view))
}
