import { openContractSteps } from '../../model/contracts/contract-steps.ts'
import { contracts as contractsModel } from '../../model/contracts/contracts.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { ColumnOf } from '../../model/kit/resource.ts'
import { listKeys } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { contracts } from './contracts.ts'

const besides: ColumnOf<typeof contractsModel>[] = ['projectStage', 'sentForApprovalBy', 'sentForApprovalDate']
const keys = new Set([...listKeys(contractsModel), ...besides])

export async function listPendingApprovals(ctx: Context, itemsPerPage: number) {
  const { items, total } = await contracts.list(
    ctx,
    { contractStatuses: [ContractStatus.PendingApproval], itemsPerPage },
    { keys, order: ['sentForApprovalDate'] },
  )
  return { items: items.map((row) => ({ ...row, actions: openContractSteps(row, ctx.actor.userId, ctx.actor.held) })), total }
}
