import type { RequestOf } from '../../model/kit/call.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { readWorkSchedules, replaceFirmSchedules, replaceWorkSchedules } from '../../model/planning/work-schedules.ts'
import { describeSchedule, equalWeek, type WorkSchedule } from '../../model/planning/working-time.ts'
import { users } from '../access/public.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { workingTimesTable, workSchedulesTable } from './planning-tables.ts'
import { loadHolidayCalendar, loadSchedules } from './working-times.ts'

export function checkSeesPerson(ctx: Context, userId: string | null) {
  if (userId !== null && userId !== ctx.actor.userId && !ctx.actor.held.has('DNAUsers.View')) throw forbidden('DNAUsers.View')
}

async function loadWorkingTime(ctx: Context, userId: string | null) {
  const [version] = await ctx.rows(
    { rowVersion: is.number },
    'select row_version from working_times where user_id is not distinct from $1',
    [userId],
  )
  const { own, counting } = await loadHolidayCalendar(ctx, userId)
  return {
    userId,
    schedules: (await loadSchedules(ctx, userId)).map((schedule) => ({ ...schedule, hours: [...schedule.hours] })),
    holidayCalendar: own && { id: own.id, name: own.name },
    calendar: counting && { id: counting.id, name: counting.name },
    rowVersion: version?.rowVersion ?? 1,
  }
}
type Answered = Awaited<ReturnType<typeof loadWorkingTime>>

const lockWorkingTime = (ctx: Context, userId: string | null) =>
  ctx.run(`select pg_advisory_xact_lock(hashtext('working time'), hashtext($1))`, [userId ?? 'firm'])

function checkDays(schedules: readonly WorkSchedule[]) {
  const days = schedules.map(({ fromDate }) => fromDate)
  const again = days.flatMap((day, index) => (days.indexOf(day) < index ? [index] : []))
  if (again.length > 0)
    throw badRequest(Object.fromEntries(again.map((at) => [`schedules[${at}].fromDate`, ['Another schedule starts on this day.']])))
}

async function keepSchedules(ctx: Context, userId: string | null, schedules: readonly WorkSchedule[]) {
  await ctx.run('delete from work_schedules where user_id is not distinct from $1', [userId])
  await ctx.insertMany(
    workSchedulesTable,
    schedules.map(({ fromDate, hours, availabilityPercent }) => ({
      userId,
      fromDate,
      hours: hours.map((dayHours) => centsOf(dayHours)),
      availabilityPercent,
    })),
  )
}

async function bumpRowVersion(ctx: Context, userId: string | null, holidayCalendarId: number | null) {
  const changed = await ctx.update(workingTimesTable, { userId }, { holidayCalendarId })
  if (changed === 0) await ctx.insert(workingTimesTable, { userId, holidayCalendarId, rowVersion: 2 })
}

const describeSchedules = (schedules: readonly WorkSchedule[]) =>
  schedules.map((schedule) => `from ${formatDate(schedule.fromDate)} ${describeSchedule(schedule)}`).join('; ') || null

function workingTimeChanges(before: Answered, after: Answered): FieldChange[] {
  const all: FieldChange[] = [
    { field: 'schedules', label: 'Working time', from: describeSchedules(before.schedules), to: describeSchedules(after.schedules) },
    {
      field: 'holidayCalendar',
      label: 'Holiday calendar',
      from: before.holidayCalendar?.name ?? null,
      to: after.holidayCalendar?.name ?? null,
    },
  ]
  return all.filter(({ from, to }) => from !== to)
}

interface Written {
  schedules?: readonly WorkSchedule[]
  holidayCalendarId?: number | null
  rowVersion?: number | null
}

async function writeWorkingTime(ctx: Context, person: { id: string; name: string } | null, { rowVersion, ...sent }: Written) {
  const userId = person?.id ?? null
  await lockWorkingTime(ctx, userId)
  const before = await loadWorkingTime(ctx, userId)
  const { schedules = before.schedules, holidayCalendarId = before.holidayCalendar?.id ?? null } = sent
  await checkVersion(before, rowVersion, `The working time of ${person?.name ?? 'the firm'} has`)
  checkDays(schedules)
  await checkCalendar(ctx, holidayCalendarId)
  await keepSchedules(ctx, userId, schedules)
  await bumpRowVersion(ctx, userId, holidayCalendarId)
  const after = await loadWorkingTime(ctx, userId)
  const changes = workingTimeChanges(before, after)
  if (changes.length === 0) return after
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: person ? 'users' : 'workSchedules',
      entityId: userId,
      entityName: person?.name ?? 'The firm',
      before: { schedules: before.schedules, holidayCalendar: before.holidayCalendar },
      after: { schedules: after.schedules, holidayCalendar: after.holidayCalendar },
      activity: person ? { title: 'Working time changed', changes } : undefined,
    },
  ])
  ctx.after(() => {
    for (const entity of person ? ['users', 'workSchedules'] : ['workSchedules'])
      ctx.services.changed({ entity, id: userId ?? 0, action: 'Updated' }, 'DNAUsers.View')
  })
  return after
}

async function checkCalendar(ctx: Context, id: number | null) {
  if (id === null) return
  const found = await ctx.rows({ id: is.number }, 'select id from holiday_calendars where id = $1 and not is_deleted for share', [id])
  if (found.length === 0) throw badRequest({ holidayCalendarId: ['Holiday calendar not found.'] })
}

/** When a user's weekly hours change, starts a week of five equal days today. The same value changes nothing. */
export async function beginEqualWeek(ctx: Context, userId: string, hours: number) {
  const [counting] = await ctx.rows({ hundredths: is.number }, 'select hundredths from weeks_today where user_id = $1', [userId])
  if (counting?.hundredths === centsOf(hours)) return
  await lockWorkingTime(ctx, userId)
  await ctx.run(
    `insert into work_schedules (user_id, from_date, hours, availability_percent)
     select $1, current_date, $2::int[], coalesce((select s.availability_percent from work_schedules s
       where s.user_id = $1 and s.from_date <= current_date order by s.from_date desc limit 1), 100)
     on conflict (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), from_date) do update set hours = excluded.hours`,
    [userId, equalWeek(hours).map((dayHours) => centsOf(dayHours))],
  )
}

const lockUser = async (ctx: Context, id: string) => {
  const user = await users.get(ctx, id, { lock: true })
  return { id: user.id, name: fullName(user) }
}

export const workScheduleRoutes: Route[] = [
  defineRoute(readWorkSchedules, async (ctx, { query: { userId } }) => {
    checkSeesPerson(ctx, userId)
    if (userId !== null) await users.get(ctx, userId)
    return loadWorkingTime(ctx, userId)
  }),
  defineRoute(replaceWorkSchedules, async (ctx, { params, body }: RequestOf<typeof replaceWorkSchedules>) =>
    writeWorkingTime(ctx, await lockUser(ctx, params.id), body),
  ),
  defineRoute(replaceFirmSchedules, (ctx, { body }) => writeWorkingTime(ctx, null, { ...body, holidayCalendarId: null })),
]
