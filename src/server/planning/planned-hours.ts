import { addMonths, monthOf } from '../../model/kit/dates.ts'
import { BoardDepth, Granularity, type UtilizationGrouping } from '../../model/planning/enums.ts'
import { summedWorkload, type WorkloadPerson, workloadGroups } from '../../model/planning/workload.ts'
import type { Context } from '../kit/request/context.ts'
import { myBoard } from './boards.ts'
import { workload } from './workload.ts'

const monthsAhead = 2
function soon() {
  const from = monthOf(new Date().toISOString())
  return { from, to: addMonths(from, monthsAhead), granularity: Granularity.Month }
}
const nothingAsked = { clientIds: null, contractStatuses: null, contractTypes: null, phaseTypes: null, laborTypes: null }

/** The user's own board with one row per project; the same permissions apply. */
export async function readMyHours(ctx: Context) {
  const { columns, rows, people, isPartial } = await myBoard(ctx, {
    ...soon(),
    ...nothingAsked,
    includeClosed: false,
    depth: BoardDepth.Project,
  })
  const months = columns.map(({ key }) => key)
  const own = people[0]
  const hasHours = ctx.actor.held.has('MyBoard.ViewEntryDetails')
  return {
    months,
    capacity: own?.capacity ?? {},
    planned: hasHours ? { firm: own?.firm ?? {}, tentative: own?.tentative ?? {} } : null,
    projects: rows.flatMap(({ id, name, cells, hours }) =>
      hours ? [{ id, name, hours: Object.fromEntries(months.map((key) => [key, cells[key]?.hours ?? 0])) }] : [],
    ),
    isPartial,
  }
}

/** Workload sums: hours of every project count, because a person's free time does not depend on the viewer (domain 4.3). */
export async function readUtilization(ctx: Context, groupBy: UtilizationGrouping) {
  const found = await workload(ctx, { ...soon(), contractStatuses: null, search: null, teamIds: null, laborTypes: null })
  const months = found.columns.map(({ key }) => key)
  const figures = (key: string, name: string, people: readonly WorkloadPerson[]) => ({
    key,
    name,
    people: people.length,
    ...summedWorkload(months, people),
  })
  return {
    months,
    groups: workloadGroups(found, groupBy).map(({ key, name, people }) => figures(key, name, people)),
    all: figures('all', 'Everybody', found.people),
  }
}
