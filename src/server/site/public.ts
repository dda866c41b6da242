export { listSiteDueDates } from './due-dates.ts'
