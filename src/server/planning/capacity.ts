import { LaborType } from '../../model/access/enums.ts'
import { countWeekdays, firstDayOf, lastDayOf, monthsFrom } from '../../model/kit/dates.ts'
import type { Granularity } from '../../model/planning/enums.ts'
import { type DateRange, rangeOfMonth, rangeOfWeek, rangeWeeks } from '../../model/planning/spread.ts'
import { mostMonths, readCapacity, readTeamCapacity } from '../../model/planning/work-schedules.ts'
import { countedDays, scheduleOn } from '../../model/planning/working-time.ts'
import { users } from '../access/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull, personRef } from '../kit/sql/row-types.ts'
import { checkSeesPerson } from './work-schedules.ts'
import { computeCapacities, loadWorkingTimes } from './working-times.ts'

interface CapacityPeriod {
  from: string
  to: string
  granularity: Granularity
}

export function columnsOver({ from, to, granularity }: CapacityPeriod) {
  if (to < from) throw badRequest({ to: ['The last month is before the first.'] })
  const months = monthsFrom(from, to)
  if (months.length > mostMonths) throw badRequest({ to: [`At most ${mostMonths} months can be requested at once.`] })
  const ranges: [key: string, range: DateRange][] =
    granularity === 'month'
      ? months.map((month) => [month, rangeOfMonth(month)])
      : rangeWeeks({ startDate: firstDayOf(from), endDate: lastDayOf(to) }).map((monday) => [monday, rangeOfWeek(monday)])
  // Working days of a column are its weekdays, because holidays differ per person.
  const columns = ranges.map(([key, range]) => ({ key, ...range, workingDays: countWeekdays(range.startDate, range.endDate) }))
  const [first, last] = [columns[0]?.startDate ?? firstDayOf(from), columns.at(-1)?.endDate ?? lastDayOf(to)]
  return { columns, first, last, days: countedDays(first, last, granularity) }
}

type Columns = ReturnType<typeof columnsOver>
const hoursByColumn = ({ columns }: Columns, hundredths: ReadonlyMap<string, number> | undefined) =>
  columns.map(({ key }) => (hundredths?.get(key) ?? 0) / 100)

/** Sums whole hundredths, so that a team equals the exact sum of its people. */
const summed = ({ columns }: Columns, all: readonly (ReadonlyMap<string, number> | undefined)[]) =>
  columns.map(({ key }) => all.reduce((sum, item) => sum + (item?.get(key) ?? 0), 0) / 100)

interface CapacityFilters {
  teamIds: readonly number[] | null
  laborTypes: readonly LaborType[] | null
}

function listFilteredPeople(ctx: Context, { teamIds, laborTypes }: CapacityFilters) {
  return ctx.rows(
    { id: is.uuid, person: personRef, laborType: orNull(is.choice(LaborType)) },
    `select u.id, u.person, u.default_labor_type as "laborType" from people u
     where not u.is_external_user and not u.is_deleted and not u.is_suspended
       and ($1::bigint[] is null or exists (select from staffed_teams s where s.id = any($1) and u.id = any(s.user_ids)))
       and ($2::smallint[] is null or u.default_labor_type = any($2))
     order by u.last_name, u.first_name, u.id`,
    [teamIds, laborTypes],
  )
}

export const teamsAsked = (ctx: Context, { teamIds }: Pick<CapacityFilters, 'teamIds'>) =>
  ctx.rows(
    { id: is.number, name: is.text, color: orNull(is.text), lead: orNull(personRef), userIds: is.uuids },
    `select s.id, s.name, s.color, l.person as lead, s.user_ids from staffed_teams s left join people l on l.id = s.lead_user_id
     where $1::bigint[] is null or s.id = any($1) order by s.name collate natural_order, s.id`,
    [teamIds],
  )

async function teamCapacity(ctx: Context, query: CapacityFilters & CapacityPeriod) {
  const over = columnsOver(query)
  const [people, teams] = [await listFilteredPeople(ctx, query), await teamsAsked(ctx, query)]
  const ids = people.map(({ id }) => id)
  const capacities = await computeCapacities(ctx, ids, over.days)
  const today = todayUtc()
  const now = await loadWorkingTimes(ctx, ids, today, today)
  return {
    columns: over.columns,
    people: people.map(({ id, person, laborType }) => ({
      user: person,
      laborType,
      availabilityPercent: scheduleOn(today, now.get(id) ?? { own: [], firm: [] }).availabilityPercent,
      teamIds: teams.filter(({ userIds }) => userIds.includes(id)).map((team) => team.id),
      hours: hoursByColumn(over, capacities.get(id)),
    })),
    teams: teams.map(({ userIds, ...team }) => ({
      ...team,
      hours: summed(
        over,
        userIds.map((id) => capacities.get(id)),
      ),
    })),
    hours: summed(over, [...capacities.values()]),
  }
}

export const capacityRoutes: Route[] = [
  defineRoute(readCapacity, async (ctx, { params, query }) => {
    checkSeesPerson(ctx, params.id)
    await users.get(ctx, params.id)
    const over = columnsOver(query)
    const time = (await loadWorkingTimes(ctx, [params.id], over.first, over.last)).get(params.id)
    const capacities = await computeCapacities(ctx, [params.id], over.days)
    const holidays = (time?.holidays ?? []).filter(({ date }) => over.first <= date && date <= over.last)
    return { columns: over.columns, hours: hoursByColumn(over, capacities.get(params.id)), holidays }
  }),
  defineRoute(readTeamCapacity, (ctx, { query }) => teamCapacity(ctx, query)),
]
