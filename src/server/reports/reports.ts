import type { UserRef } from '../../model/kit/description.ts'
import { DownloadStatus, ReportScope, ReportType, TemplateType } from '../../model/reports/enums.ts'
import { bomGroupings, reportHistory, requestReport } from '../../model/reports/report-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { forbidden, invalid } from '../kit/request/errors.ts'
import { answer, type Given, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { loadScope } from './report-scope.ts'

/** Kinds of report that can be made so far, and the name of their maker. */
const makerOf: Partial<Record<ReportType, string>> = { [ReportType.of.BOM]: 'bom', [ReportType.of.BIN]: 'bin' }

async function request(ctx: Context, projectId: number, asked: Given<typeof requestReport>['body']) {
  const kind = ReportType.get(asked.reportType)
  const project = await getProject(ctx, projectId)
  if (!ctx.actor.held.has(kind.permission)) throw forbidden(kind.permission)
  const maker = makerOf[asked.reportType]
  if (!maker) throw invalid({ reportType: ['This report is not available yet.'] })
  const groupBy = asked.options?.groupBy
  if (groupBy && !bomGroupings.some((one) => one === groupBy)) throw invalid({ 'options.groupBy': ['This value is not valid!'] })
  const { short } = await loadScope(ctx, projectId, asked)
  const day = new Date().toISOString().slice(0, 10)
  const name = `${project.number ?? ''} ${project.name} - ${kind.label}${short ? `, ${short}` : ''} ${day}.${kind.format}`.trim()
  return ctx.services.requestFile(ctx, {
    fileName: name.replace(/[/\\:*?"<>|]/g, '-'),
    templateType: kind.format === 'docx' ? TemplateType.of.Docx : TemplateType.of.Xlsx,
    category: kind.downloadTaskCategory,
    maker,
    parameters: asked,
    projectId,
    projectName: `${project.number ?? ''} ${project.name}`.trim(),
  })
}

async function history(ctx: Context, projectId: number, query: Given<typeof reportHistory>['query']) {
  await getProject(ctx, projectId)
  const size = Math.min(200, Math.max(1, query.itemsPerPage))
  const items = await ctx.rows(
    {
      id: is.number,
      fileName: is.text,
      status: is.choice(DownloadStatus),
      createDate: is.instant,
      reportType: is.choice(ReportType),
      scope: is.choice(ReportScope),
      user: is.json<UserRef>(),
    },
    `select t.id, t.file_name as "fileName", t.status, t.create_date as "createDate", (t.parameters->>'reportType')::int as "reportType", (t.parameters->>'scope')::int as scope,
       u.person as "user"
     from download_tasks t join people u on u.id = t.user_id where t.project_id = $1 and t.parameters ? 'reportType' order by t.create_date desc, t.id desc limit $2 offset $3`,
    [projectId, size, (query.page - 1) * size],
  )
  const counted = await ctx.rows(
    { total: is.number },
    `select count(*)::int as total from download_tasks where project_id = $1 and parameters ? 'reportType'`,
    [projectId],
  )
  return { items, total: onlyRow(counted).total }
}

export const reportRoutes: Route[] = [
  answer(requestReport, (ctx, { params, body }) => request(ctx, params.id, body)),
  answer(reportHistory, (ctx, { params, query }) => history(ctx, params.id, query)),
]
