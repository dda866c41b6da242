import type { Area } from '../area.ts'
import { downloadRoutes, downloadTasks, makeFile, removeOldFiles } from './download-tasks.ts'
import { makeList } from './list-export.ts'
import { makeQuote } from './master-quote.ts'
import { makeReport } from './report-book.ts'
import { reportRoutes } from './reports.ts'
import { sharingRoutes } from './shared-reports.ts'

export const area: Area = {
  entities: [downloadTasks],
  routes: [...downloadRoutes, ...reportRoutes, ...sharingRoutes],
  jobs: [makeFile],
  exports: { list: makeList, report: makeReport, bom: makeReport, quote: makeQuote },
  cleaning: removeOldFiles,
}
