/** What other areas may use of drawings. */
export { listUpcomingDrawings } from './upcoming.ts'
