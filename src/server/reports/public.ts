/** What other areas may use to make files. */
export { downloadTasks, madeFileLeaves, requestFile } from './download-tasks.ts'
export { sheetOfList } from './list-export.ts'
export { type Maker, written } from './making.ts'
export { firmRow } from './report-scope.ts'
export { page } from './report-table.ts'
export { approvableFiles, openProposals, readShared } from './shared-reports.ts'
