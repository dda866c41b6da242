import { monthsBetween, movedAllocations } from '../../model/contracts/construction-phases.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import type { StoredPhase } from './contract-parts.ts'
import { phaseRecordsTable } from './contracts-tables.ts'

/** Shifts monthly hours before phases move. The move itself writes the log entry. */
export async function shiftMonthlyHours(
  ctx: Context,
  contract: { id: number; name: string },
  moves: readonly { phase: StoredPhase; newStart: string }[],
) {
  const moved = moves.flatMap(({ phase, newStart }) => {
    const months = monthsBetween(phase.startDate, newStart)
    const allocatedRecords = months === 0 ? [] : phase.records.filter(({ allocations }) => allocations.length > 0)
    return allocatedRecords.map(({ id, allocations }) => ({ id, before: allocations, after: movedAllocations(allocations, months) }))
  })
  if (moved.length === 0) return
  await ctx.updateMany(
    phaseRecordsTable,
    moved.map(({ id, after }) => ({ id, allocations: after })),
  )
  const logValues = (side: 'before' | 'after') => ({ records: moved.map((item) => ({ id: item.id, allocations: item[side] })) })
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'contracts',
      entityId: contract.id,
      entityName: contract.name,
      before: logValues('before'),
      after: logValues('after'),
    },
  ])
}
