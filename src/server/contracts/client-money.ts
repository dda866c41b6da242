import { readClientMoney } from '../../model/contracts/client-money.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { type Held, moneyMasks } from '../../model/contracts/masks.ts'
import { clients } from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { sumOpenProjects } from '../projects/public.ts'

const contractRow = { status: is.choice(ContractStatus), count: is.number, revenue: is.number, cost: is.number }

const listContracts = (ctx: Context, clientId: number) =>
  ctx.rows(
    contractRow,
    `select c.status, count(*)::int as count, sum(c.labor_revenue + c.direct_expenses_revenue)::float8 / 100 as revenue,
       sum(c.labor_cost + c.direct_expenses_cost)::float8 / 100 as cost
     from contracts c join living_projects t on t.id = c.project_id
     where t.client_id = $1 and visible(t) and not c.is_archived and not c.is_deleted group by c.status order by c.status`,
    [clientId],
  )

const maskContracts = ({ revenue, cost, ...rest }: Awaited<ReturnType<typeof listContracts>>[number], held: Held) => ({
  ...rest,
  ...(held.has(moneyMasks.revenueSums) && { revenue }),
  ...(held.has(moneyMasks.costSums) && { cost }),
})

export const clientMoneyRoutes: Route[] = [
  defineRoute(readClientMoney, async (ctx, { params }) => {
    const { id } = await clients.get(ctx, params.id)
    const found = await listContracts(ctx, id)
    return { contracts: found.map((row) => maskContracts(row, ctx.actor.held)), openProjects: await sumOpenProjects(ctx, id) }
  }),
]
