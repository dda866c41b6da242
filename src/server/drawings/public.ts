export { documents } from './drawing-documents.ts'
export { drawingDocumentsTable } from './drawings-tables.ts'
export { listUpcomingDrawings } from './upcoming.ts'
