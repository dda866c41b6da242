import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { catalogueHealth } from '../../model/catalog/equipment-replace.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { countCatalogHealth } from './catalog-health.ts'

/** Used in a space visible to the caller; use in hidden projects must not be revealed. */
export const isUsed = (alias: string) =>
  `exists (select from living_lines l join living_projects x on x.id = l.project_id and visible(x) where l.equipment_id = ${alias}.id)`

export const healthRoutes: Route[] = [
  defineRoute(catalogueHealth, async (ctx) => {
    const counts = await countCatalogHealth(ctx)
    const more = await ctx.rows(
      { discontinuedInUse: is.number },
      `select count(*)::int as "discontinuedInUse" from equipments t
       where not t.is_deleted and t.availability = ${EquipmentAvailability.Discontinued} and ${isUsed('t')}`,
    )
    return { ...counts, ...onlyRow(more) }
  }),
]
