import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import {
  externalCategories,
  externalEquipments as externalEquipmentsModel,
  externalFamilies,
  externalManufacturers,
} from '../../model/catalog/external-equipment.ts'
import { opensToGuest } from '../companies/public.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { portsPart, shownFiles } from './equipment-parts.ts'
import { equipmentsTable } from './equipment-tables.ts'

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const externalEquipments = serve({
  resource: externalEquipmentsModel,
  table: equipmentsTable,
  copies: { manufactureName: 'manufacture.name' },
  orders: { manufacture: `t.manufacture_name collate ${naturalOrder}` },
  elsewhere: { ports: 'equipment_ports', revitFamilyFile: 'only in the detail' },
  scope: (actor, p) => opensToGuest(actor, p, 't.manufacture_id'),
  /** Names of hidden manufacturers do not affect the result. */
  filters: {
    makes: (makes: string[], p) =>
      `dna_fold(t.manufacture_name) like any(select dna_fold(part) from unnest(${p.add(makes.map(likePattern))}::text[]) as part)`,
  },
  parts: [portsPart],
  /** Connector pictures are visible only to internal users. */
  detail: async (ctx, row, read) => ({
    ports: read(portsPart).map((port) => ({ ...port, connectorPhysicalType: { ...port.connectorPhysicalType, imageUrl: null } })),
    ...(await shownFiles(ctx, row)),
  }),
})

export async function countByAvailability(ctx: Context) {
  const p = new Params()
  const items = await ctx.rows(
    { availability: is.choice(EquipmentAvailability), count: is.number },
    `select t.availability, count(*)::int as count from equipments t where not t.is_deleted and ${opensToGuest(ctx.actor, p, 't.manufacture_id')}
     group by t.availability order by t.availability`,
    p.values,
  )
  return { items }
}

interface Choice {
  column: string
  table: string
  name?: string
}
async function listFilterChoices(
  ctx: Context,
  { column, table, name = 'c.name' }: Choice,
  query: HandlerRequest<typeof externalCategories>['query'],
) {
  const p = new Params()
  const { manufacturerIds } = query
  const ofMakers = manufacturerIds?.length ? ` and t.manufacture_id = any(${p.add(manufacturerIds)}::bigint[])` : ''
  const conditions = [
    `exists (select from equipments t where t.${column} = c.id and not t.is_deleted
       and ${opensToGuest(ctx.actor, p, 't.manufacture_id')}${ofMakers})`,
  ]
  if (query.search) conditions.push(`dna_fold(${name}) like dna_fold(${p.add(likePattern(query.search))})`)
  if (query.ids?.length) conditions.push(`c.id = any(${p.add(query.ids)}::bigint[])`)
  const from = `from ${table} c where ${conditions.join(' and ')}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = query.itemsPerPage < 1 ? 200 : Math.min(200, query.itemsPerPage)
  const items = await ctx.rows(
    { id: is.number, name: is.text },
    `select c.id, ${name} as name ${from} order by ${name} collate ${naturalOrder}, c.id limit ${p.add(size)} offset ${p.add((query.page - 1) * size)}`,
    p.values,
  )
  return { items, total }
}

export const externalEquipmentRoutes: Route[] = [
  defineRoute(externalCategories, (ctx, { query }) => listFilterChoices(ctx, { column: 'category_id', table: 'categories' }, query)),
  defineRoute(externalManufacturers, (ctx, { query }) =>
    listFilterChoices(ctx, { column: 'manufacture_id', table: 'manufacturers' }, query),
  ),
  defineRoute(externalFamilies, (ctx, { query }) =>
    listFilterChoices(ctx, { column: 'product_family_id', table: 'product_families' }, query),
  ),
]
