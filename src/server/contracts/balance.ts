import { balanceOf, overdrawnMonth, type SpreadInPhase } from '../../model/contracts/balance.ts'
import type { Allocation } from '../../model/contracts/construction-phases.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'

const row = { id: is.number, number: is.text, hours: is.number, allocations: is.json<Allocation[]>(), startDate: is.date, endDate: is.date }
type Kept = { hours: number; allocations: Allocation[]; startDate: string; endDate: string }
const columns = 'c.number, r.hours, r.allocations, p.start_date as "startDate", p.end_date as "endDate"'
const from = 'phase_records r join contracts c on c.id = r.contract_id join construction_phases p on p.id = r.phase_id'

const inPhase = ({ hours, allocations, startDate, endDate }: Kept): SpreadInPhase => ({
  hundredths: hours,
  allocations: allocations.map((one) => ({ month: one.month, hundredths: centsOf(one.hours) })),
  range: { startDate, endDate },
})

/**
 * Refuses where an approved amendment would take hours from a record in a month that has fewer, and names the amendment. `where` says
 * which records `r` are asked about; `including` counts an archived contract as if it were back.
 */
async function checkBalance(ctx: Context, where: string, about: number, including = 0) {
  const taken = await ctx.rows(
    row,
    `select r.source_record_id as id, ${columns} from ${from}
     where r.hours < 0 and ${where} and c.status = ${ContractStatus.of.Approved} and not c.is_deleted and (not c.is_archived or c.id = $2)`,
    [about, including],
  )
  if (taken.length === 0) return
  const sources = await ctx.rows(row, `select r.id, ${columns} from ${from} where r.id = any($1)`, [taken.map(({ id }) => id)])
  for (const source of sources) {
    const own = taken.filter(({ id }) => id === source.id)
    const month = overdrawnMonth(balanceOf(inPhase(source), own.map(inPhase)))
    if (month)
      throw conflict(`There would be too few hours in ${formatMonth(month)}: ${own.map(({ number }) => number).join(', ')} uses them.`)
  }
}

/** After a change of a contract: what others have been given of its hours is still there. */
export const checkGivenHours = (ctx: Context, contractId: number) =>
  checkBalance(ctx, 'r.source_record_id in (select id from phase_records where contract_id = $1)', contractId)

/** Before an amendment comes back from the archive: what it takes is still there. */
export const checkTakenHours = (ctx: Context, contractId: number) =>
  checkBalance(ctx, 'r.source_record_id in (select source_record_id from phase_records where contract_id = $1)', contractId, contractId)
