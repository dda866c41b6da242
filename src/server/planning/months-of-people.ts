import { LaborType } from '../../model/access/enums.ts'
import { addMonths } from '../../model/kit/dates.ts'
import { spreaderOver } from '../../model/planning/board-spread.ts'
import { mostColumns } from '../../model/planning/boards.ts'
import { Granularity } from '../../model/planning/enums.ts'
import { capacitiesOver } from '../../model/planning/working-time.ts'
import type { Context } from '../kit/request/context.ts'
import { boardPeople, hoursByKey, loadOfAll } from './board-people.ts'
import { boardTime } from './board-time.ts'
import { loadWorkingTimes } from './working-times.ts'

const everyType = LaborType.values.map(({ value }) => value)

/** Capacity and planned hours of people by month, as workload counts them. Months beyond the board's limit are left out. */
export async function monthsOfPeople(ctx: Context, userIds: readonly string[], from: string, to: string) {
  const latest = addMonths(from, mostColumns.month - 1)
  const time = await boardTime(ctx, { from, to: to < latest ? to : latest, granularity: Granularity.Month })
  return boardPeople(ctx, userIds, everyType, time, spreaderOver(time.keys, Granularity.Month))
}

/** Like `monthsOfPeople`, for many people: from cached contract data and without a filter by status. */
export async function monthsOfMany(ctx: Context, userIds: readonly string[], from: string, to: string) {
  const time = await boardTime(ctx, { from, to, granularity: Granularity.Month })
  const times = await loadWorkingTimes(ctx, userIds, time.first, time.last)
  const loads = await loadOfAll(ctx, null, time)
  const capacities = capacitiesOver(times, time.days)
  return new Map(
    userIds.map((id) => {
      const planned = new Map(loads.get(id)?.firm)
      for (const [key, hundredths] of loads.get(id)?.tentative ?? []) planned.set(key, (planned.get(key) ?? 0) + hundredths)
      return [id, { capacity: hoursByKey(capacities.get(id)), planned: hoursByKey(planned) }]
    }),
  )
}
