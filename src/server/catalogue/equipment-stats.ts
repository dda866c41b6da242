import { equipmentMakes, equipmentStats, equipmentSummary, manufacturerEquipment } from '../../model/catalogue/equipment-calls.ts'
import { manufacturers } from '../companies/public.ts'
import type { Context } from '../kit/context.ts'
import { answer, type Route } from '../kit/serve.ts'
import { natural } from '../kit/table.ts'
import { equipments } from './equipment.ts'

/** Where equipment is used. Spaces, templates and groups do not exist yet, so nothing can use it. */
const noUses = { projectsCount: 0, spacesCount: 0, spaceTemplatesCount: 0, equipmentGroupsCount: 0, racksCount: 0, totalQuantity: 0 }

async function summaryOf(ctx: Context, id: number) {
  const row = await equipments.get(ctx, id)
  const { tag, model, description, imageUrl, category, manufacture, productFamily, availability, msrpPrice, heatLoadWatts, rackUnits } = row
  const { totalQuantity, projectsCount } = noUses
  const about = { id: row.id, tag, model, description, imageUrl, category, manufacture, productFamily, availability }
  return { ...about, msrpPrice, heatLoadWatts, watts: row.watts, rackUnits, totalQuantity, projectsCount }
}

async function statsOf(ctx: Context, id: number) {
  const row = await equipments.get(ctx, id)
  return { ...noUses, totalMsrpPrice: noUses.totalQuantity * row.msrpPrice, documentsCount: row.technicalDocuments.length }
}

async function makes(ctx: Context): Promise<string[]> {
  const found = await ctx.rows(
    `select m.name from manufacturers m where exists (select from equipments e where e.manufacture_id = m.id and not e.is_deleted) order by m.name collate ${natural}`,
  )
  return found.map(({ name }) => name)
}

async function ofManufacturer(ctx: Context, id: number, query: Record<string, unknown>) {
  await manufacturers.get(ctx, id)
  return equipments.list(ctx, query, { extra: (_, p) => `t.manufacture_id = ${p.add(id)}` })
}

export const statsRoutes: Route[] = [
  answer(equipmentSummary, (ctx, { params }) => summaryOf(ctx, params.id)),
  answer(equipmentStats, (ctx, { params }) => statsOf(ctx, params.id)),
  answer(equipmentMakes, (ctx) => makes(ctx)),
  answer(manufacturerEquipment, (ctx, { params, query }) => ofManufacturer(ctx, params.id, query)),
]
