export { listUpcomingDrawings } from './upcoming.ts'
