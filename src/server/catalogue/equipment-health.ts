import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { catalogueHealth } from '../../model/catalogue/equipment-replace.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { countCatalogueHealth } from './catalogue-health.ts'

/** Placed in a space that whoever asks sees: that it stands in a hidden one is nobody's business. */
export const isUsed = (alias: string) =>
  `exists (select from space_equipment l join spaces s on s.id = l.space_id and not s.is_deleted
     join projects x on x.id = l.project_id and not x.is_deleted and visible(x) where l.equipment_id = ${alias}.id and not l.is_deleted)`

export const healthRoutes: Route[] = [
  answer(catalogueHealth, async (ctx) => {
    const counts = await countCatalogueHealth(ctx)
    const [more] = await ctx.rows(
      `select count(*)::int as "discontinuedInUse" from equipments t
       where not t.is_deleted and t.availability = ${EquipmentAvailability.of.Discontinued} and ${isUsed('t')}`,
    )
    return { ...counts, ...more }
  }),
]
