import { ContractStatus } from '../../model/contracts/enums.ts'
import { addMonths, monthOf } from '../../model/kit/dates.ts'
import { readSmallBoardEntry } from '../../model/planning/boards.ts'
import { createScenario, setScenarioMonth } from '../../model/planning/scenarios.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { Invoke } from './invoke.ts'

export async function makeScenario(call: Invoke, ctx: Context, today: string) {
  const [next, later] = [addMonths(monthOf(today), 1), addMonths(monthOf(today), 2)]
  const records = await ctx.rows(
    { projectId: is.number, recordId: is.number },
    `select c.project_id, r.id as "recordId"
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
     where c.status <> ${ContractStatus.Approved} and r.user_id is not null and ph.start_date <= $1::date and ph.end_date >= $2::date
     order by c.status, c.project_id, r.hours desc limit 3`,
    [`${next}-28`, `${later}-01`],
  )
  const [first] = records
  if (!first) return
  const { id } = await call(createScenario, { params: { id: first.projectId }, body: { name: 'Begin a month later' } })
  for (const { recordId } of records.filter(({ projectId }) => projectId === first.projectId)) {
    const { entry } = await call(readSmallBoardEntry, { params: { id: first.projectId, recordId } })
    const hoursIn = (month: string) => entry.months.find((item) => item.month === month)?.hours ?? 0
    const half = Math.round(hoursIn(next) / 2)
    await call(setScenarioMonth, { params: { id }, body: { recordId, month: next, hours: hoursIn(next) - half } })
    await call(setScenarioMonth, { params: { id }, body: { recordId, month: later, hours: hoursIn(later) + half } })
  }
}
