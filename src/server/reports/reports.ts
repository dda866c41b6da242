import { DownloadStatus, ReportScope, ReportType, TemplateType } from '../../model/reports/enums.ts'
import { previewReport, reportHistory, requestReport } from '../../model/reports/report-calls.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type ParsedRequest, type ReadOnly, type Requester, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, personRef } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { packedBook } from './making.ts'
import { bookOfScope, checkAsked, loadReportScope, normalizeReportRequest, type ReportRequest } from './report-book.ts'
import { projectTitle } from './report-scope.ts'
import { checkPaper, createReportPaper, isPaper, outlineChapters } from './report-workbook.ts'

async function requestReportFile(ctx: Context, projectId: number, body: HandlerRequest<typeof requestReport>['body']) {
  const project = await getProject(ctx, projectId)
  const reportRequest = normalizeReportRequest(body)
  const kind = checkAsked(ctx, reportRequest)
  await checkPaper(ctx, project.id, reportRequest)
  const { revision } = await loadReportScope(ctx, projectId, reportRequest)
  return ctx.services.requestFile(ctx, {
    fileName: reportFileName(project, reportRequest, revision),
    templateType: kind.format === 'docx' ? TemplateType.Docx : TemplateType.Xlsx,
    category: kind.downloadTaskCategory,
    maker: isPaper(reportRequest) ? 'paper' : 'report',
    parameters: reportRequest,
    projectId,
    projectName: projectTitle(project),
  })
}

/** The name that domain 11.1 specifies. A report of a revision adds it, because its figures are not those of the day in the name. */
function reportFileName(
  project: { number: string | null; name: string },
  { reportType }: ReportRequest,
  revision: { code: string } | null,
): string {
  const { label, format } = ReportType.get(reportType)
  const day = todayUtc()
  return `${projectTitle(project)} - ${label}${revision ? `, as of ${revision.code}` : ''} ${day}.${format}`.replace(/[/\\:*?"<>|]/g, '-')
}

/** Reads the data of a preview, so that the worker counts without holding a database connection. */
async function gatherPreview(ctx: Context, projectId: number, query: HandlerRequest<typeof previewReport>['query']) {
  const project = await getProject(ctx, projectId)
  const reportRequest = normalizeReportRequest({ ...query, options: query })
  checkAsked(ctx, reportRequest)
  await checkPaper(ctx, project.id, reportRequest)
  const scope = await loadReportScope(ctx, projectId, reportRequest)
  return {
    said: { fileName: reportFileName(project, reportRequest, scope.revision), spaces: scope.spaces.length },
    paper: await createReportPaper(ctx, scope, reportRequest),
    book: isPaper(reportRequest) ? undefined : await bookOfScope(ctx, scope, reportRequest),
  }
}

/** Counts the actual output in a worker; headings and totals do not count as rows. */
async function createPreview({ params, query }: ParsedRequest<typeof previewReport>, readOnly: ReadOnly, { signal }: Requester) {
  const { said, paper, book } = await readOnly((ctx) => gatherPreview(ctx, params.id, query))
  return {
    ...said,
    chapters: paper ? await outlineChapters(paper, signal) : [],
    sheets: book ? await runInWorker('outlineSheets', await packedBook(book), { signal }) : [],
  }
}

async function history(ctx: Context, projectId: number, query: HandlerRequest<typeof reportHistory>['query']) {
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
      user: personRef,
    },
    `select t.id, t.file_name, t.status, t.create_date, (t.parameters->>'reportType')::int as "reportType", (t.parameters->>'scope')::int as scope,
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
  defineRoute(requestReport, (ctx, { params, body }) => requestReportFile(ctx, params.id, body)),
  defineRoute(previewReport, async (_ctx, { prepared }) => prepared, createPreview),
  defineRoute(reportHistory, (ctx, { params, query }) => history(ctx, params.id, query)),
]
