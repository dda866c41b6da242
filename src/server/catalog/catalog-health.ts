import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { cacheUntilChanged } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'

const { RequireReview, Deprecated } = EquipmentAvailability

export const missingFacts: Record<string, string> = {
  price: 't.msrp_price = 0',
  power: 't.watts is null',
  image: 't.image_url is null',
}

const countsShape = {
  total: is.number,
  requireReview: is.number,
  deprecated: is.number,
  withoutPrice: is.number,
  withoutPower: is.number,
  withoutImage: is.number,
  duplicates: is.number,
}

/**
 * Counts issues; duplicates are grouped as in `equipments/Duplicates`. Reads every row, so the result is cached until equipment changes.
 */
export const countCatalogHealth = (ctx: Context) =>
  cacheUntilChanged(ctx, 'catalog health', ['equipments'], async () => {
    const counted = (condition: string) => `count(*) filter (where ${condition})::int`
    const counts = await ctx.rows(
      countsShape,
      `select count(*)::int as total, ${counted(`t.availability = ${RequireReview}`)} as "requireReview",
         ${counted(`t.availability = ${Deprecated}`)} as deprecated, ${counted(missingFacts.price!)} as "withoutPrice",
         ${counted(missingFacts.power!)} as "withoutPower", ${counted(missingFacts.image!)} as "withoutImage",
         (select count(*)::int from (
            select 1 from equipments where not is_deleted and part_number is not null group by dna_key(part_number) having count(*) > 1
            union all
            select 1 from equipments where not is_deleted group by category_id, tag having count(*) > 1) alike) as duplicates
       from equipments t where not t.is_deleted`,
    )
    return onlyRow(counts)
  })
