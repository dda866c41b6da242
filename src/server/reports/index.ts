import type { Area } from '../area.ts'
import { makeBin } from './bin.ts'
import { makeBom } from './bom.ts'
import { downloadRoutes, downloadTasks, makeFile, removeOldFiles } from './download-tasks.ts'
import { makeList } from './list-export.ts'
import { makeQuote } from './master-quote.ts'
import { reportRoutes } from './reports.ts'
import { sharingRoutes } from './shared-reports.ts'

export const area: Area = {
  entities: [downloadTasks],
  routes: [...downloadRoutes, ...reportRoutes, ...sharingRoutes],
  jobs: [makeFile],
  exports: { list: makeList, bom: makeBom, bin: makeBin, quote: makeQuote },
  cleaning: removeOldFiles,
}
