import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import type { Context } from '../kit/context.ts'

const { RequireReview, Deprecated } = EquipmentAvailability.of

/** What somebody should look at: counted along indexes that hold just these rows, duplicates as `equipments/Duplicates` groups them. */
export async function countCatalogueHealth(ctx: Context) {
  const counted = (condition: string) => `(select count(*)::int from equipments where not is_deleted and ${condition})`
  const [counts] = await ctx.rows(
    `select ${counted('true')} as total,
       ${counted(`availability = ${RequireReview}`)} as "requireReview",
       ${counted(`availability = ${Deprecated}`)} as deprecated,
       ${counted('msrp_price = 0')} as "withoutPrice",
       (select count(*)::int from (
          select 1 from equipments where not is_deleted and part_number is not null group by dna_key(part_number) having count(*) > 1
          union all
          select 1 from equipments where not is_deleted group by category_id, tag having count(*) > 1) alike) as duplicates`,
  )
  return counts
}
