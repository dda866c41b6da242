import { equipmentMakes, manufacturerEquipment } from '../../model/catalog/equipment-calls.ts'
import { manufacturers } from '../companies/public.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { equipments } from './equipment.ts'

async function makes(ctx: Context): Promise<string[]> {
  const found = await ctx.rows(
    { name: is.text },
    `select m.name from manufacturers m where exists (select from equipments e where e.manufacture_id = m.id and not e.is_deleted) order by m.name collate ${naturalOrder}`,
  )
  return found.map(({ name }) => name)
}

async function listByManufacturer(ctx: Context, id: number, query: Record<string, unknown>) {
  await manufacturers.get(ctx, id)
  return equipments.list(ctx, query, { extra: (_, p) => `t.manufacture_id = ${p.add(id)}` })
}

export const statsRoutes: Route[] = [
  defineRoute(equipmentMakes, (ctx) => makes(ctx)),
  defineRoute(manufacturerEquipment, (ctx, { params, query }) => listByManufacturer(ctx, params.id, query)),
]
