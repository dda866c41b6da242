export { downloadTasks, removeOldFiles, requestFile } from './download-tasks.ts'
export { exportEntities, sheetOfList } from './list-export.ts'
