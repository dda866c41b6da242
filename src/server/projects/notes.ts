import type { WriteValues } from '../../model/kit/resource.ts'
import { leadNotes as ofLeads, projectNotes as projectNotesModel } from '../../model/projects/project-notes.ts'
import type { Context } from '../kit/request/context.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { leads } from './leads.ts'
import { projects } from './projects.ts'
import { projectNotesTable } from './projects-table.ts'
import { belowProject } from './scope.ts'

const plainBody = `regexp_replace(t.body, '<[^>]*>', ' ', 'g')`
const stageIs = (condition: string) => `exists (select from projects p where p.id = t.project_id and ${condition})`

/** Leads and projects share one table: a lead's note becomes a note of its project. */
export const projectNotes = serve({
  resource: projectNotesModel,
  table: projectNotesTable,
  parent: () => projects,
  scope: (actor, p) => `${belowProject(actor, p)} and ${stageIs('p.stage <> -1')}`,
  searchText: plainBody,
  afterWrite: (ctx, row) => notifyNoteMentions(ctx, 'projects', row.id),
  projectIdOf: (row) => row.projectId,
})
export const leadNotes = serve({
  resource: ofLeads,
  table: projectNotesTable,
  parent: () => leads,
  scope: (actor, p) => `${belowProject(actor, p)} and ${stageIs('p.stage = -1')}`,
  searchText: plainBody,
  afterWrite: (ctx, row) => notifyNoteMentions(ctx, 'leads', row.id),
  projectIdOf: (row) => row.projectId,
})

async function notifyNoteMentions(ctx: Context, life: 'projects' | 'leads', id: number) {
  const [note] = await ctx.rows(
    { body: is.text, projectId: is.number, name: is.text },
    'select n.body, p.id as "projectId", p.name from project_notes n join projects p on p.id = n.project_id where n.id = $1',
    [id],
  )
  if (!note) return
  await ctx.services.tellMentioned(ctx, {
    key: `${projectNotesModel.entity} ${id}`,
    entity: life,
    entityId: note.projectId,
    projectId: note.projectId,
    needs: projectNotesModel.permission.view,
    text: note.body,
    where: note.name,
    link: life === 'leads' ? `/leads/${note.projectId}` : `/projects/${note.projectId}/notes`,
  })
}

const inLog = ({ title }: WriteValues<typeof projectNotesModel>) => `Note: ${title}`
export const servedProjectNotes = withOverrides(projectNotes, {
  create: { instead: (ctx, { params, body }) => projectNotes.create(ctx, body, { parentId: params.id, notes: inLog(body) }) },
})
export const servedLeadNotes = withOverrides(leadNotes, {
  create: { instead: (ctx, { params, body }) => leadNotes.create(ctx, body, { parentId: params.id, notes: inLog(body) }) },
})
