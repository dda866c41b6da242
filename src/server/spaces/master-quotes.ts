import type { RequestOf } from '../../model/kit/call.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { computeTotalPrice, extendedMsrpPrice, installationCost, isUnpriced } from '../../model/projects/money.ts'
import { exportMasterQuote, masterQuotes, type QuoteRow } from '../../model/spaces/space-calls.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { spaceEquipment } from './space-equipment.ts'
import { spaces } from './spaces.ts'

/** Loads one row per product, responsibility, and price across all area groups. */
export async function loadMasterQuote(ctx: Context, spaceId: number, query: Partial<RequestOf<typeof masterQuotes>['query']>) {
  const space = await spaces.get(ctx, spaceId)
  const [project] = await ctx.rows({ installationFactor: is.number }, 'select installation_factor from projects where id = $1', [
    space.projectId,
  ])
  if (!project) throw notFound('Project')
  const { installationFactor } = project
  const { items: lines } = await spaceEquipment.list(
    ctx,
    { ...query, sortBy: ['category', 'manufacture', 'equipment'] },
    { parentId: space.projectId, isWhole: true, extra: (_, p) => `t.space_id = ${p.add(space.id)}` },
  )
  const rows = new Map<string, Omit<QuoteRow, 'extendedMsrpPrice' | 'installationCost' | 'totalPrice'>>()
  for (const { equipment, category, manufacture, provider, installer, quantity, unitMsrpPrice, unitPriceOverride } of lines) {
    const isAgreed = unitPriceOverride !== null
    const key = [equipment.id, provider, installer, isUnpriced(unitMsrpPrice, isAgreed) || unitMsrpPrice].join('|')
    const row = rows.get(key) ?? { equipment, category, manufacture, provider, installer, quantity: 0, unitMsrpPrice, isAgreed }
    row.quantity += quantity
    rows.set(key, row)
  }
  const items = [...rows.values()].map((row) => {
    const priced = extendedMsrpPrice({ quantity: row.quantity, msrpPrice: row.unitMsrpPrice })
    return {
      ...row,
      extendedMsrpPrice: priced,
      installationCost: installationCost(priced, installationFactor),
      totalPrice: computeTotalPrice(priced, installationFactor),
    }
  })
  const msrp = sumMoney(items.map((row) => row.extendedMsrpPrice))
  return {
    items,
    total: items.length,
    // Equal to the space and the card: computed from the total and rounded once.
    sums: {
      msrp,
      installation: installationCost(msrp, installationFactor),
      total: computeTotalPrice(msrp, installationFactor),
    },
    installationFactor,
  }
}

async function requestQuote(ctx: Context, spaceId: number, query: RequestOf<typeof exportMasterQuote>['query']) {
  const space = await spaces.get(ctx, spaceId)
  const { number, name } = space.project
  const day = todayUtc()
  return ctx.services.requestFile(ctx, {
    fileName: `${[number, name].filter(Boolean).join(' ')} - ${space.name} - Master quote ${day}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
    templateType: 0,
    category: spaceEquipment.resource.exportCategory!,
    maker: 'quote',
    parameters: { spaceId: space.id, query },
    projectId: space.projectId,
    projectName: [number, name].filter(Boolean).join(' '),
  })
}

export const masterQuoteRoutes: Route[] = [
  defineRoute(exportMasterQuote, (ctx, { params, query }) => requestQuote(ctx, params.id, query)),
  defineRoute(masterQuotes, (ctx, { params, query }) => loadMasterQuote(ctx, params.id, query)),
]
