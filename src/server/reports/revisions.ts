import { revisions as of } from '../../model/reports/revisions.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { except } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { belowProject, getProject, openProject, projects } from '../projects/public.ts'
import { revisionsTable } from './revision-tables.ts'

export const revisions = serve({
  of,
  table: revisionsTable,
  parent: () => projects,
  scope: (actor, p) => belowProject(actor, p),
  computed: { issuedBy: { sql: '(select i.person from people i where i.id = t.created_by_id)', order: 't.created_by_id' } },
  // The project is held: what its card says and what is kept are of one moment.
  async beforeWrite(ctx, _values, _before, projectId) {
    const { spaceCount, equipmentCount, totalMsrpPrice } = await getProject(ctx, projectId)
    return { spaceCount, equipmentCount, totalMsrpPrice }
  },
  afterWrite: (ctx, { id }) => keepContents(ctx, id),
  projectOf: (row) => row.projectId,
})

/** Read and kept in one statement: nothing can change in between, and nothing travels. */
async function keepContents(ctx: Context, revisionId: number) {
  await ctx.run(
    `insert into revision_contents (revision_id, contents)
     select r.id, json_build_object('installationFactor', c.installation_factor, 'spaces', c.spaces, 'areaGroups', c.area_groups, 'lines', c.lines,
       'units', c.units, 'racks', c.racks, 'documents', (select coalesce(json_agg(json_build_object('id', d.id, 'documentType', d.document_type,
         'associateType', d.associate_type, 'associateId', d.associate_id, 'number', d.number, 'title', d.title, 'state', d.state,
         'revision', d.revision, 'issueDate', d.issue_date) order by d.document_type, d.sequence, d.id), '[]') from living_documents d where d.project_id = r.project_id))
     from revisions r join standing_projects c on c.project_id = r.project_id where r.id = $1`,
    [revisionId],
  )
}

const inOpenProject = async (ctx: Context, { params }: { params: Row }) => {
  await openProject(ctx, params.id)
}
export const servedRevisions = except(revisions, {
  // A picker would tell titles to who may not read them.
  typeHead: { permission: of.permission.view },
  create: { before: inOpenProject },
})
