/** What other areas may use to make files. */
export { downloadTasks, requestFile } from './download-tasks.ts'
export { sheetOfList } from './list-export.ts'
export type { Maker } from './making.ts'
