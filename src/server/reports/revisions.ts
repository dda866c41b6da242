import { revisions as revisionsModel } from '../../model/reports/revisions.ts'
import type { Context } from '../kit/request/context.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { belowProject, decidedBudget, getProject, openProject, projects } from '../projects/public.ts'
import { sheetColumns } from './report-shapes.ts'
import { revisionsTable } from './revision-tables.ts'

export const revisions = serve({
  resource: revisionsModel,
  table: revisionsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: { issuedBy: { sql: '(select i.person from people i where i.id = t.created_by_id)', order: 't.created_by_id' } },
  // The project is locked, so that figures and contents are from the same moment.
  async beforeWrite(ctx, _values, _before, projectId) {
    const { spaceCount, equipmentCount, totalMsrpPrice } = await getProject(ctx, projectId)
    return { spaceCount, equipmentCount, totalMsrpPrice }
  },
  async afterWrite(ctx, { id }) {
    const { projectId } = onlyRow(await ctx.rows({ projectId: is.number }, 'select project_id from revisions where id = $1', [id]))
    await keepContents(ctx, id, await decidedBudget(ctx, await getProject(ctx, projectId)))
  },
  projectIdOf: (row) => row.projectId,
})

const sheet = Object.entries(sheetColumns)
  .map(([key, column]) => `'${key}', ${column}`)
  .join(', ')

/** Copies the contents within one statement, so that nothing changes in between and no data is transferred except the budget rules. */
async function keepContents(ctx: Context, revisionId: number, budget: Awaited<ReturnType<typeof decidedBudget>>) {
  await ctx.run(
    `insert into revision_contents (revision_id, contents, fingerprint, file_ids)
     select x.id, x.contents, encode(sha256(convert_to(x.contents::text, 'UTF8')), 'hex'), x.file_ids
     from (select r.id, (select coalesce(array_agg(f.file_id), '{}') from (select d.file_id from living_documents d where d.project_id = r.project_id and d.file_id is not null
         union select substring(s.image_url from '^/api/files/([0-9a-f-]{36})')::uuid from placed_spaces s
           where s.project_id = r.project_id and not s.is_deleted and s.image_url like '/api/files/%') f) as file_ids,
       json_build_object('installationFactor', c.installation_factor, 'spaces', c.spaces, 'areaGroups', c.area_groups, 'lines', c.lines,
       'products', c.products, 'units', c.units, 'racks', c.racks, 'connections', c.connections, 'cables', c.cables, 'budget', $2::json, 'documents',
       (select coalesce(json_agg(json_build_object(${sheet}, 'fileId', d.file_id) order by d.document_type, d.sequence, d.id), '[]') from living_documents d where d.project_id = r.project_id)) as contents
       from revisions r join standing_projects c on c.project_id = r.project_id where r.id = $1) x`,
    [revisionId, JSON.stringify(budget)],
  )
}
