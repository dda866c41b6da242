export { drawingDocumentsTable } from './drawings-tables.ts'
export { listUpcomingDrawings } from './upcoming.ts'
