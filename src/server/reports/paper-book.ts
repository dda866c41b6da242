import { ReportType } from '../../model/reports/enums.ts'
import { checkNeed } from '../kit/request/http.ts'
import { paperOfBin } from './bin.ts'
import type { Maker } from './making.ts'
import { madePaper, type PaperOf } from './papers.ts'
import { type AskedReport, askedReport, checkAsked, scopeOf } from './report-book.ts'

/** The reports that are Word documents, and what gathers each. */
const papers: Partial<Record<ReportType, PaperOf>> = {
  [ReportType.of.BIN]: paperOfBin,
}

export const isPaper = ({ reportType }: AskedReport) => papers[reportType] !== undefined

/** Read from one snapshot with the rights its owner has now, written in the worker. */
export const makePaper: Maker = (making) =>
  madePaper(making, async (ctx) => {
    const { projectId } = making.task
    const asked = askedReport(making.parameters)
    const gather = papers[asked.reportType]
    if (projectId === null || !gather) throw new Error('This file is not of a project.')
    checkNeed(ctx.actor, 'ProjectReports.View')
    checkAsked(ctx, asked)
    return gather(ctx, await scopeOf(ctx, projectId, asked), asked)
  })
