import { addDays, addMonths, countWeekdays, daysBetween, firstDayOf, isMonth, lastDayOf, mondayOf, monthOf } from '../../model/kit/dates.ts'
import { messages } from '../../model/kit/rules.ts'
import { columnRanges } from '../../model/planning/board-spread.ts'
import { mostColumns } from '../../model/planning/boards.ts'
import type { Granularity } from '../../model/planning/enums.ts'
import type { DateRange } from '../../model/planning/spread.ts'
import { capacityOver, countedDays } from '../../model/planning/working-time.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { loadSchedules } from './working-times.ts'

interface ColumnRange {
  from: string | null
  to: string | null
  granularity: Granularity
}

/** Planning range; dates beyond it may have five-digit years or none. */
const [firstMonth, lastMonth] = ['1950-01', '2149-12']
const isInTime = (period: string) => period.slice(0, 7) >= firstMonth && period.slice(0, 7) <= lastMonth

const addSteps = (key: string, steps: number, granularity: Granularity) =>
  granularity === 'month' ? addMonths(key, steps) : addDays(key, 7 * steps)
const columnKey = (day: string, granularity: Granularity) => (granularity === 'month' ? monthOf(day) : mondayOf(day))
const stepsBetween = (from: string, to: string, granularity: Granularity) =>
  granularity === 'month'
    ? (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5))
    : daysBetween(from, to) / 7

/** Default columns: last month to eleven months ahead; for weeks the maximum. */
const usual = { month: 13, week: mostColumns.week }

function columnsUnasked(granularity: Granularity, hull: DateRange | undefined): { from: string; to: string } {
  const today = columnKey(todayUtc(), granularity)
  if (!hull) return { from: addSteps(today, -1, granularity), to: addSteps(today, usual[granularity] - 2, granularity) }
  const [first, last] = [columnKey(hull.startDate, granularity), columnKey(hull.endDate, granularity)]
  const most = mostColumns[granularity]
  if (stepsBetween(first, last, granularity) < most) return { from: first, to: last }
  const latest = addSteps(last, 1 - most, granularity)
  const around = addSteps(today, -Math.floor(most / 2), granularity)
  const from = around < first ? first : around > latest ? latest : around
  return { from, to: addSteps(from, most - 1, granularity) }
}

function requestedColumns({ from, to, granularity }: ColumnRange, hull: DateRange | undefined) {
  if (from && !isInTime(from)) throw badRequest({ from: [messages.date] })
  if (to && !isInTime(to)) throw badRequest({ to: [messages.date] })
  const first = from && columnKey(isMonth(from) ? firstDayOf(from) : from, granularity)
  const last = to && columnKey(isMonth(to) ? lastDayOf(to) : to, granularity)
  if (first && last) return { from: first, to: last }
  if (first) return { from: first, to: addSteps(first, usual[granularity] - 1, granularity) }
  if (last) return { from: addSteps(last, 1 - usual[granularity], granularity), to: last }
  return columnsUnasked(granularity, hull)
}

export async function boardTime(ctx: Context, query: ColumnRange, hull?: DateRange) {
  const { granularity } = query
  const { from, to } = requestedColumns(query, hull)
  if (to < from) throw badRequest({ to: ['The end is before the start.'] })
  const most = mostColumns[granularity]
  if (stepsBetween(from, to, granularity) >= most)
    throw badRequest({ to: [`At most ${most} ${granularity === 'month' ? 'months' : 'weeks'} can be requested at once.`] })
  const ranges = columnRanges(from, to, granularity)
  const [first, last] = [ranges[0]?.startDate ?? from, ranges.at(-1)?.endDate ?? to]
  const days = countedDays(first, last, granularity)
  const fullTime = capacityOver({ own: [], firm: await loadSchedules(ctx, null), holidays: [], absences: [] }, days)
  const columns = ranges.map((range) => ({
    ...range,
    workingDays: countWeekdays(range.startDate, range.endDate),
    fullTimeHours: (fullTime.get(range.key) ?? 0) / 100,
  }))
  return { columns, first, last, days, granularity, keys: ranges.map(({ key }) => key) }
}
export type BoardTime = Awaited<ReturnType<typeof boardTime>>
