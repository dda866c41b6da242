import { LaborType } from '../../model/access/enums.ts'
import { addMonths } from '../../model/kit/dates.ts'
import { spreaderOver } from '../../model/planning/board-spread.ts'
import { mostColumns } from '../../model/planning/boards.ts'
import { Granularity } from '../../model/planning/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { boardPeople } from './board-people.ts'
import { boardTime } from './board-time.ts'

const everyType = LaborType.values.map(({ value }) => value)

/** What people can work and are planned for, as workload counts it, from one month to another; later months than a board holds are left out. */
export async function monthsOfPeople(ctx: Context, userIds: readonly string[], from: string, to: string) {
  const latest = addMonths(from, mostColumns.month - 1)
  const time = await boardTime(ctx, { from, to: to < latest ? to : latest, granularity: Granularity.of.Month })
  return boardPeople(ctx, userIds, everyType, time, spreaderOver(time.keys, Granularity.of.Month))
}
