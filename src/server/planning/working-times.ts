import { firstDayOf } from '../../model/kit/dates.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import type { Away, CountedDay, WorkingTime, WorkSchedule } from '../../model/planning/working-time.ts'
import { capacitiesOver } from '../../model/planning/working-time.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

const scheduleShape = {
  userId: orNull(is.uuid),
  fromDate: is.date,
  hours: is.numbers,
  availabilityPercent: is.number,
}
const scheduleColumns = `user_id as "userId", from_date as "fromDate", hours, availability_percent as "availabilityPercent"`

const convertToHours = ({ fromDate, hours, availabilityPercent }: WorkSchedule): WorkSchedule => ({
  fromDate,
  hours: hours.map((hundredths) => hundredths / 100),
  availabilityPercent,
})

export async function loadSchedules(ctx: Context, userId: string | null): Promise<WorkSchedule[]> {
  const rows = await ctx.rows(
    scheduleShape,
    `select ${scheduleColumns} from work_schedules where user_id is not distinct from $1 order by from_date`,
    [userId],
  )
  return rows.map(convertToHours)
}

const calendarShape = { id: is.number, name: is.text, days: is.jsonOfField(holidayCalendars.fields.days) }
const firmCalendar = 'select c.id, c.name, c.days from holiday_calendars c where c.is_default and not c.is_deleted'

/** Holiday calendar of a person, or the firm's as the default. */
export async function loadHolidayCalendar(ctx: Context, userId: string | null) {
  const [own] = await ctx.rows(
    calendarShape,
    `select c.id, c.name, c.days from working_times w join holiday_calendars c on c.id = w.holiday_calendar_id where w.user_id = $1`,
    [userId],
  )
  const [firm] = own ? [undefined] : await ctx.rows(calendarShape, firmCalendar)
  return { own: own ?? null, counting: own ?? firm ?? null }
}

/** Reads everything the capacity of these people depends on, in four statements regardless of their number. */
export async function loadWorkingTimes(
  ctx: Context,
  userIds: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, WorkingTime>> {
  // On a writing connection the statements are sent together.
  const [schedules, calendars, [firm], absences] = await Promise.all([
    ctx.rows(
      scheduleShape,
      `select ${scheduleColumns} from work_schedules where (user_id = any($1::uuid[]) or user_id is null) and from_date <= $2::date`,
      [userIds, to],
    ),
    ctx.rows(
      { userId: is.uuid, days: is.jsonOfField(holidayCalendars.fields.days) },
      `select w.user_id, c.days from working_times w join holiday_calendars c on c.id = w.holiday_calendar_id where w.user_id = any($1::uuid[])`,
      [userIds],
    ),
    ctx.rows(calendarShape, firmCalendar),
    ctx.rows(
      { userId: is.uuid, fromDate: is.date, toDate: is.date, fromHalf: is.boolean, toHalf: is.boolean },
      `select user_id, from_date, to_date, from_half, to_half
       from absences where user_id = any($1::uuid[]) and to_date >= $2::date and from_date <= $3::date and not is_deleted`,
      [userIds, from, to],
    ),
  ])
  const usualDays = firm?.days ?? []
  const ofFirm = schedules.filter(({ userId }) => userId === null).map(convertToHours)
  const own = groupByKey(schedules, ({ userId }) => userId)
  const holidays = new Map(calendars.map(({ userId, days }) => [userId, days]))
  const away: Map<string | null, Away[]> = groupByKey(absences, ({ userId }) => userId)
  return new Map(
    userIds.map((userId) => [
      userId,
      {
        own: (own.get(userId) ?? []).map(convertToHours),
        firm: ofFirm,
        holidays: holidays.get(userId) ?? usualDays,
        absences: away.get(userId) ?? [],
      },
    ]),
  )
}

/** Capacity of each person per month or week, in whole hundredths of an hour. */
export async function computeCapacities(ctx: Context, userIds: readonly string[], days: readonly CountedDay[]) {
  const [first, last] = [days[0]?.day ?? firstDayOf('1970-01'), days.at(-1)?.day ?? firstDayOf('1970-01')]
  const times = await loadWorkingTimes(ctx, userIds, first, last)
  return capacitiesOver(times, days)
}

/**
 * Current weekly hours of each staff member in hundredths, before availability. Without a schedule the firm's week is eight hours from
 * Monday to Friday.
 */
export const weeksToday = `select u.id as user_id, coalesce(
    (select (select sum(h) from unnest(s.hours) h) from work_schedules s where s.user_id = u.id and s.from_date <= current_date order by s.from_date desc limit 1),
    (select (select sum(h) from unnest(s.hours) h) from work_schedules s where s.user_id is null and s.from_date <= current_date order by s.from_date desc limit 1),
    4000)::int as hundredths
  from people u where not u.is_external_user`

/** Schedules and default holidays of the firm. */
export async function loadFirmCalendar(ctx: Context): Promise<Pick<WorkingTime, 'firm' | 'holidays'>> {
  const [calendar] = await ctx.rows(calendarShape, firmCalendar)
  return { firm: await loadSchedules(ctx, null), holidays: calendar?.days ?? [] }
}
