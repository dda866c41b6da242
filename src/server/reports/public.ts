export { downloadTasks, removeOldFiles, requestFile } from './download-tasks.ts'
export { exportEntities } from './list-export.ts'
