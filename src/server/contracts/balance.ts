import { LaborType } from '../../model/access/enums.ts'
import { overdrawnMonth, remainingHours, type SpreadInPhase } from '../../model/contracts/balance.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { allocationsIn } from './planned.ts'

const row = {
  id: is.number,
  number: is.text,
  name: is.text,
  userId: orNull(is.uuid),
  laborType: is.choice(LaborType),
  phaseType: is.choice(ConstructionPhaseType),
  hours: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
}
type BalanceRow = RowOfShape<typeof row>
const columns = `c.number, c.name, r.user_id as "userId", r.labor_type as "laborType", p.type as "phaseType", r.hours, r.allocations,
  p.start_date as "startDate", p.end_date as "endDate"`
const from = 'phase_records r join contracts c on c.id = r.contract_id join construction_phases p on p.id = r.phase_id'
const isApproved = `c.status = ${ContractStatus.Approved} and not c.is_deleted`

const toSpreadInPhase = ({ startDate, endDate, ...record }: BalanceRow): SpreadInPhase => ({
  ...toSpreadRecord(record),
  range: { startDate, endDate },
})

/** Hours of another user, labor type, or phase type are not the ones taken. */
const isSameHours = (source: BalanceRow, { userId, laborType, phaseType }: BalanceRow) =>
  source.userId === userId && source.laborType === laborType && source.phaseType === phaseType

/** "HH-O01 Ana Ruiz on Harbor Hall, HH-S01 A later start use them." */
function usersIn(month: string, takenRows: readonly BalanceRow[]): string {
  const users = takenRows
    .filter((item) => remainingHours(toSpreadInPhase(item), []).has(month))
    .map(({ number, name }) => `${number} ${name}`)
  return `${[...new Set(users)].join(', ')} ${new Set(users).size > 1 ? 'use' : 'uses'} them.`
}

/**
 * Rejects a change if approved amendments would take more hours of a record in a month than it has, and names their requests. Deleted
 * records and those of excluded contracts have none. `where` selects the records `r`; `including` treats an archived contract as active.
 */
async function checkBalance(ctx: Context, where: string, about: number, including = 0) {
  const takenRows = await ctx.rows(
    row,
    `select r.source_record_id as id, ${columns} from ${from}
     where r.hours < 0 and ${where} and ${isApproved} and (not c.is_archived or c.id = $2) order by c.number collate natural_order, r.id`,
    [about, including],
  )
  if (takenRows.length === 0) return
  const ids = [...new Set(takenRows.map(({ id }) => id))]
  const sources = await ctx.rows(row, `select r.id, ${columns} from ${from} where r.id = any($1) and ${isApproved} and not c.is_archived`, [
    ids,
  ])
  for (const id of ids) {
    const own = takenRows.filter((item) => item.id === id)
    const source = sources.find((item) => item.id === id && own.every((taking) => isSameHours(item, taking)))
    const [first, ...rest] = [...(source ? [source] : []), ...own].map(toSpreadInPhase)
    const month = first && overdrawnMonth(remainingHours(first, rest))
    if (month) throw conflict(`There would not be enough hours in ${formatMonth(month)}: ${usersIn(month, own)}`)
  }
}

/** Called after a contract changes: hours taken by amendments must still exist. */
export const checkGivenHours = (ctx: Context, contractId: number) =>
  checkBalance(ctx, 'r.source_record_id in (select id from phase_records where contract_id = $1)', contractId)

/** Called before an amendment is unarchived: the hours it takes must still exist. */
export const checkTakenHours = (ctx: Context, contractId: number) =>
  checkBalance(ctx, 'r.source_record_id in (select source_record_id from phase_records where contract_id = $1)', contractId, contractId)
