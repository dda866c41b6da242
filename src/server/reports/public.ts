/** What other areas may use to make files. */
export { downloadTasks, madeFileLeaves, requestFile } from './download-tasks.ts'
export { sheetOfList } from './list-export.ts'
export { type Maker, type Makers, written } from './making.ts'
export { preambleOf } from './report-scope.ts'
export { type ReportColumn, sheetOfTable } from './report-table.ts'
export { approvableFiles, openProposals, readShared } from './shared-reports.ts'
