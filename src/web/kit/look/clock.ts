import { dayOf } from '../../../model/kit/dates.ts'

/** Today in the user's time zone. The only source of the current day in the web layer; a UTC day would be tomorrow in the evening. */
export const currentDay = () => dayOf(new Date())
