import type { Area } from '../area.ts'
import { downloadRoutes, downloadTasks, fileSubject, makeFile, removeOldFiles } from './download-tasks.ts'
import { issuedRevisions, revisionNames } from './issued.ts'
import { makeList } from './list-export.ts'
import { makeQuote } from './master-quote.ts'
import { makeReport } from './report-book.ts'
import { reportCheckRoutes } from './report-check.ts'
import { makePaper } from './report-workbook.ts'
import { reportRoutes } from './reports.ts'
import { makeComparison } from './revision-book.ts'
import { revisionRoutes } from './revision-compare.ts'
import { revisions } from './revisions.ts'
import { opensSentPaper, sentPaperRoutes } from './sent-papers.ts'
import { isSharedWith, sharingRoutes } from './shared-reports.ts'
import { createTemplateFile, templateRoutes } from './template-calls.ts'

export const area: Area = {
  entities: [downloadTasks, revisions],
  routes: [
    ...downloadRoutes,
    ...reportRoutes,
    ...reportCheckRoutes,
    ...sharingRoutes,
    ...sentPaperRoutes,
    ...templateRoutes,
    ...revisionRoutes,
  ],
  views: { issued_revisions: issuedRevisions, revision_names: revisionNames },
  jobs: [makeFile],
  inbox: [fileSubject],
  exports: {
    list: makeList,
    report: makeReport,
    bom: makeReport,
    paper: makePaper,
    template: createTemplateFile,
    quote: makeQuote,
    revisions: makeComparison,
  },
  cleaning: removeOldFiles,
  opensFile: async (ctx, fileId) => (await isSharedWith(ctx, fileId)) ?? opensSentPaper(ctx, fileId),
}
