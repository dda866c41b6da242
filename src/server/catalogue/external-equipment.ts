import {
  externalCategories,
  externalFamilies,
  externalManufacturers,
  externalEquipments as of,
} from '../../model/catalogue/external-equipment.ts'
import { opensToGuest } from '../companies/public.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { answer, type Given, type Route } from '../kit/request/routes.ts'
import { except } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { natural } from '../kit/sql/table.ts'
import { equipmentsTable } from './equipment-tables.ts'

const served = serve({
  of,
  table: equipmentsTable,
  copies: { manufactureName: 'manufacture.name' },
  orders: { manufacture: `t.manufacture_name collate ${natural}` },
  scope: (actor, p) => opensToGuest(actor, p, 't.manufacture_id'),
})

/** Who of the firm changed it last is not told outside. */
export const externalEquipments = except(served, {
  read: { instead: async (ctx, { params }) => ({ ...(await served.get(ctx, params.id)), updatedBy: null }) },
})

interface Choice {
  column: string
  table: string
  name?: string
}
async function choices(ctx: Context, { column, table, name = 'c.name' }: Choice, query: Given<typeof externalCategories>['query']) {
  const p = new Params()
  const conditions = [
    `exists (select from equipments t where t.${column} = c.id and not t.is_deleted and ${opensToGuest(ctx.actor, p, 't.manufacture_id')})`,
  ]
  if (query.search) conditions.push(`dna_fold(${name}) like dna_fold(${p.add(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`)})`)
  if (query.ids?.length) conditions.push(`c.id = any(${p.add(query.ids)}::bigint[])`)
  const from = `from ${table} c where ${conditions.join(' and ')}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = query.itemsPerPage < 1 ? 200 : Math.min(200, query.itemsPerPage)
  const items = await ctx.rows(
    { id: is.number, name: is.text },
    `select c.id, ${name} as name ${from} order by ${name} collate ${natural}, c.id limit ${p.add(size)} offset ${p.add((query.page - 1) * size)}`,
    p.values,
  )
  return { items, total }
}

export const externalEquipmentRoutes: Route[] = [
  answer(externalCategories, (ctx, { query }) => choices(ctx, { column: 'category_id', table: 'categories' }, query)),
  answer(externalManufacturers, (ctx, { query }) => choices(ctx, { column: 'manufacture_id', table: 'manufacturers' }, query)),
  answer(externalFamilies, (ctx, { query }) => choices(ctx, { column: 'product_family_id', table: 'product_families' }, query)),
]
