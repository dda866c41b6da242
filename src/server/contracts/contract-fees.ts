import { DirectExpenseCategory } from '../../model/contracts/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import type { ColumnOf } from '../../model/kit/resource.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { phasesOfContract, ratesOfContract } from './contract-parts.ts'
import { contracts } from './contracts.ts'

/** Contract data for a proposal, without masks: the caller must check permissions. Contains no cost. */
export async function feesOfContract(ctx: Context, contractId: number) {
  const expenses = await ctx.rows(
    { category: is.choice(DirectExpenseCategory), cents: is.number },
    'select category, sum(revenue)::bigint as cents from direct_expenses where contract_id = $1 and not is_deleted group by category order by category',
    [contractId],
  )
  const rates = await ratesOfContract(ctx, contractId)
  return {
    phases: await phasesOfContract(ctx, contractId),
    rates,
    sellRates: rates.map(({ laborType, sellRate }) => ({ laborType, sellRate })),
    expenses: expenses.map(({ category, cents }) => ({ category, revenue: dollarsOf(cents) })),
  }
}

const keys = new Set<ColumnOf<typeof contracts.resource>>(['id', 'number', 'name', 'proposalType', 'status', 'totalRevenue'])

export async function proposalsOfProject(ctx: Context, projectId: number) {
  const { items } = await contracts.list(
    ctx,
    { page: 1, sortBy: ['number'] },
    { limit: 1000, keys, extra: (_, p) => `t.project_id = ${p.add(projectId)} and t.type = 1 and not t.is_archived` },
  )
  return items
}
