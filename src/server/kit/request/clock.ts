import { dayOf } from '../../../model/kit/dates.ts'

/** Today in UTC, the time zone of the database sessions. The only source of the current day in the server layer. */
export const todayUtc = () => dayOf(new Date(), 'UTC')
