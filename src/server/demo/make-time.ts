import { addDays } from '../../model/kit/dates.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { createAbsence } from '../../model/planning/absences.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { replaceWorkSchedules } from '../../model/planning/work-schedules.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { dayOfWeek, demoTime, holidaysIn } from './firm-time.ts'
import { createCall, type Invoke, updateCall } from './invoke.ts'

export async function makeWorkingTime(call: Invoke, ctx: Context, people: Map<string, string>, today: string) {
  const calendars = await makeCalendars(call, ctx, today)
  for (const [key, id] of people) {
    const schedules = demoTime.schedules
      .filter(({ person }) => person === key)
      .map(({ week, hours, availabilityPercent }) => ({ fromDate: dayOfWeek(today, week), hours, availabilityPercent }))
    const holidayCalendarId = calendars.get(key) ?? null
    if (schedules.length > 0 || holidayCalendarId !== null)
      await call(replaceWorkSchedules, { params: { id }, body: { schedules, holidayCalendarId } })
  }
  for (const { person, week, day, days, fromHalf, toHalf, kind, note } of demoTime.absences) {
    const fromDate = dayOfWeek(today, week, day)
    await call(createAbsence, {
      body: { userId: people.get(person), fromDate, toDate: addDays(fromDate, days - 1), fromHalf, toHalf, kind, note },
    })
  }
}

/** Creates holiday calendars from last year to the year after next. Returns the ids of the non-default calendars by person. */
async function makeCalendars(call: Invoke, ctx: Context, today: string): Promise<Map<string, number>> {
  const [firm] = await ctx.rows({ id: is.number }, 'select id from holiday_calendars where is_default and not is_deleted')
  const year = Number(today.slice(0, 4))
  const own = new Map<string, number>()
  for (const { name, isDefault, people, days } of demoTime.calendars) {
    const body: WriteValues<typeof holidayCalendars> = { name, isDefault, days: holidaysIn([year - 1, year, year + 1, year + 2], days) }
    const calendar =
      isDefault && firm
        ? await call(updateCall(holidayCalendars), { params: { id: firm.id }, body })
        : await call(createCall(holidayCalendars), { body })
    for (const person of people) own.set(person, calendar.id)
  }
  return own
}
