import { LaborType } from '../../model/access/enums.ts'
import {
  type LaborRate,
  rateColumns,
  ratePermissions,
  readContractRates,
  readUserRates,
  refreshContractRates,
  writeContractRates,
  writeUserRates,
} from '../../model/contracts/labor-rates.ts'
import type { RateRow } from '../../model/contracts/money.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { centsOf, dollarsOf } from '../../model/kit/money.ts'
import type { PersonPart } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { defaultRates, ratesOfContract, shownRates } from './contract-parts.ts'
import { contracts } from './contracts.ts'
import { contractLaborRatesTable, userLaborRatesTable } from './contracts-tables.ts'
import { contractChanged, openContract } from './open-contract.ts'

type RatesInput = RequestOf<typeof writeContractRates>['body']['rates']

/**
 * Unchanged values need no permission; each changed column does. Users who cannot see a column must not send it: rejecting only wrong
 * values would reveal the right one.
 */
function changedRates(ctx: Context, before: readonly RateRow[], input: RatesInput): RateRow[] {
  return before.map((row) => {
    const sent = input.find(({ laborType }) => laborType === row.laborType)
    const after = { ...row }
    for (const column of rateColumns) {
      const value = sent?.[column]
      if (value == null) continue
      const { view, update } = ratePermissions[column]
      if (!ctx.actor.held.has(view)) throw forbidden(view)
      if (value === row[column]) continue
      if (!ctx.actor.held.has(update)) throw forbidden(update)
      after[column] = value
    }
    return after
  })
}

async function updateContractRates(
  ctx: Context,
  contractId: number,
  change: (before: RateRow[]) => RateRow[] | Promise<RateRow[]>,
  title: string,
) {
  const contract = await openContract(ctx, contractId)
  const before = await ratesOfContract(ctx, contractId)
  const after = await change(before)
  const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
  if (changed.length > 0) {
    const rows = changed.map((rate) => ({ contractId, ...storedRate(rate) }))
    await ctx.updateMany(contractLaborRatesTable, rows, { by: ['contractId', 'laborType'] })
    const isTouched = (row: RateRow) => changed.some(({ laborType }) => laborType === row.laborType)
    await contractChanged(ctx, contract, {
      title,
      // Logs the labor type without values, because readers may see different columns.
      changes: changed.map(({ laborType }) => ({
        field: 'laborRates',
        label: `Rates of ${LaborType.label(laborType)}`,
        from: null,
        to: null,
      })),
      before: { laborRates: before.filter(isTouched) },
      after: { laborRates: changed },
    })
  }
  return { items: shownRates(after, ctx.actor.held) }
}
export const storedRate = (rate: RateRow) => ({ ...rate, sellRate: centsOf(rate.sellRate), costRate: centsOf(rate.costRate) })

const userRate = { laborType: is.choice(LaborType), sellRate: orNull(is.number), costRate: orNull(is.number) }

export async function ratesOfUser(ctx: Context, userId: string) {
  const rows = await ctx.rows(
    userRate,
    'select labor_type, sell_rate, cost_rate from user_labor_rates where user_id = $1 order by labor_type',
    [userId],
  )
  return rows.map((row) => ({ ...row, sellRate: dollarsOf(row.sellRate), costRate: dollarsOf(row.costRate) }))
}

export const personPart: PersonPart = {
  detail: async (ctx, userId) =>
    ctx.actor.held.has('DNAUsers.ViewDefaultLaborRates') ? { laborRates: await ratesOfUser(ctx, userId) } : {},
}

async function findStaffUser(ctx: Context, id: string) {
  const [person] = await ctx.rows(
    { id: is.uuid, name: is.text },
    `select id, concat_ws(' ', first_name, last_name) as name from people where id = $1 and not is_external_user and not is_deleted`,
    [id],
  )
  if (!person) throw notFound('User')
  return person
}

async function writeUser(ctx: Context, id: string, rates: RequestOf<typeof writeUserRates>['body']['rates']) {
  const person = await findStaffUser(ctx, id)
  const before = await ratesOfUser(ctx, id)
  await ctx.run('delete from user_labor_rates where user_id = $1', [id])
  await ctx.insertMany(
    userLaborRatesTable,
    rates.map((rate) => ({ userId: id, ...rate, sellRate: centsOf(rate.sellRate), costRate: centsOf(rate.costRate) })),
  )
  const after = await ratesOfUser(ctx, id)
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'userLaborRates',
      entityId: id,
      entityName: person.name,
      before: { rates: before },
      after: { rates: after },
    },
  ])
  return { items: ctx.actor.held.has('DNAUsers.ViewDefaultLaborRates') ? after : after.map(({ laborType }): LaborRate => ({ laborType })) }
}

export const laborRateRoutes: Route[] = [
  defineRoute(readContractRates, async (ctx, { params }) => {
    const contract = await contracts.get(ctx, params.id)
    return { items: shownRates(await ratesOfContract(ctx, contract.id), ctx.actor.held) }
  }),
  defineRoute(writeContractRates, (ctx, { params, body }) =>
    updateContractRates(ctx, params.id, (before) => changedRates(ctx, before, body.rates), 'Labor rates changed'),
  ),
  defineRoute(refreshContractRates, (ctx, { params }) =>
    updateContractRates(ctx, params.id, () => defaultRates(ctx), 'Labor rates reset to the defaults'),
  ),
  defineRoute(readUserRates, async (ctx, { params }) => {
    await findStaffUser(ctx, params.id)
    return { items: await ratesOfUser(ctx, params.id) }
  }),
  defineRoute(writeUserRates, (ctx, { params, body }) => writeUser(ctx, params.id, body.rates)),
]
