import { ReportType } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { paperOfBin } from './bin.ts'
import type { Maker } from './making.ts'
import { openProposal, paperOfProposal } from './proposal.ts'
import { checkAsked, loadReportScope, normalizeReportRequest, type ReportRequest } from './report-book.ts'
import { madePaper, type PaperOf, type ReportDocument } from './report-documents.ts'

const papers: Partial<Record<ReportType, PaperOf>> = {
  [ReportType.BIN]: paperOfBin,
  [ReportType.ClientProposal]: paperOfProposal,
}

export const isPaper = ({ reportType }: ReportRequest) => papers[reportType] !== undefined

/** Checks permissions beyond the report type's own, before the job is queued. */
export async function checkPaper(ctx: Context, projectId: number, { reportType, options }: ReportRequest) {
  if (reportType === ReportType.ClientProposal) await openProposal(ctx, projectId, options)
}

export const createReportPaper: (...args: Parameters<PaperOf>) => Promise<ReportDocument> | undefined = (ctx, scope, reportRequest) =>
  papers[reportRequest.reportType]?.(ctx, scope, reportRequest)

export async function outlineChapters({ template, values }: ReportDocument, signal: AbortSignal) {
  const chapters = await runInWorker('outline', { template, values }, { signal })
  return chapters.map((chapter) => ({ ...chapter, name: chapter.name || String(values['report.title']) }))
}

/** Reads one snapshot with the owner's current permissions and renders it in a worker. */
export const makePaper: Maker<'paper'> = (making) =>
  madePaper(making, async (ctx) => {
    const { projectId } = making.task
    const reportRequest = normalizeReportRequest(making.parameters)
    const gather = papers[reportRequest.reportType]
    if (projectId === null || !gather) throw new Error('This file does not belong to a project.')
    requireAccess(ctx.actor, 'ProjectReports.View')
    checkAsked(ctx, reportRequest)
    return gather(ctx, await loadReportScope(ctx, projectId, reportRequest), reportRequest)
  })

declare module '../kit/request/context.ts' {
  interface FileParameters {
    paper: ReportRequest
  }
}
