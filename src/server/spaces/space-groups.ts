import { dollarsOf } from '../../model/kit/money.ts'
import type { SpaceGroup } from '../../model/spaces/spaces.ts'
import { Params } from '../kit/entity/rows.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import { listConditions } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { spaces } from './spaces.ts'

const order = 'b."order", b.id, l."order", l.id'
const groupings: Record<string, [id: string, name: string, order: string]> = {
  level: ['l.id', `concat_ws(', ', b.name, l.name)`, order],
  building: ['b.id', 'b.name', 'b."order", b.id'],
  none: ['0', `'All'`, ''],
}

/** Sums of all matching spaces, not only of the page, in building order. */
export async function groupsOfSpaces(ctx: Context, query: ListQuery, groupBy: string): Promise<SpaceGroup[]> {
  const [id, name, by] = groupings[groupBy]!
  const p = new Params()
  const { where } = listConditions(spaces, ctx.actor, p, query)
  const rows = await ctx.rows(
    { id: is.number, name: is.text, lines: is.number, area: is.number, equipmentCount: is.number, price: is.number },
    `select ${id} as id, ${name} as name, count(*)::int as lines, coalesce(sum(t.area), 0)::float8 as area,
       coalesce(sum(t.equipment_count), 0)::int as "equipmentCount", coalesce(sum(t.total_msrp_price), 0)::bigint as price
     from spaces t ${spaces.filterJoins} join levels l on l.id = t.level_id join buildings b on b.id = t.building_id
     where ${where} ${by ? `group by ${by}, 2 order by ${by}` : ''}`,
    p.values,
  )
  return rows.map(({ price, ...group }) => ({ ...group, totalMsrpPrice: dollarsOf(price) }))
}
