import { dollarsOf } from '../../model/kit/money.ts'
import { installerNames, listEquipment } from '../../model/spaces/space-calls.ts'
import { spaceEquipment as spaceEquipmentModel } from '../../model/spaces/space-equipment.ts'
import { Params } from '../kit/entity/rows.ts'
import type { ListQuery } from '../kit/entity/served.ts'
import { filterCondition, listConditions } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { amountSql, belowProject, getProject, projects, unitPriceSql } from '../projects/public.ts'
import { circuitNameSql } from './circuit-names.ts'
import { spaceEquipmentTable } from './spaces-tables.ts'

export const productJoins = `left join equipments e on e.id = t.equipment_id
  left join categories c on c.id = e.category_id
  left join manufacturers m on m.id = e.manufacture_id
  left join product_families f on f.id = e.product_family_id
  left join area_groups g on g.id = t.area_group_id and not g.is_deleted
  left join circuits k on k.id = t.circuit_id and not k.is_deleted`
const racksOfLine = `(select t.rack_id as id where t.rack_id is not null
  union select m.rack_id from units u join rack_placements m on m.unit_id = u.id where u.line_id = t.id)`
const rackOfLine = `coalesce(t.rack_id, (select min(m.rack_id) from units u join rack_placements m on m.unit_id = u.id where u.line_id = t.id))`
const nameOfRack = `(select r.name from racks r where r.id = ${rackOfLine})`
const joins = `left join spaces s on s.id = t.space_id
  ${productJoins}
  left join levels l on l.id = s.level_id
  left join buildings b on b.id = s.building_id`

const parts: Record<string, Record<string, string>> = {
  equipment: {
    id: 'e.id',
    tag: 'e.tag',
    model: 'e.model',
    partNumber: 'e.part_number',
    description: 'e.description',
    imageUrl: 'e.image_url',
    availability: 'e.availability',
    isDeleted: 'e.is_deleted',
  },
  category: { id: 'c.id', name: 'c.name', number: 'c.number', icon: 'c.icon' },
  manufacture: { id: 'm.id', name: 'm.name' },
  productFamily: { id: 'f.id', name: 'f.name' },
  space: { id: 's.id', name: 's.name', spaceNumber: 's.space_number' },
  building: { id: 'b.id', name: 'b.name', shortName: 'b.short_name', order: 'b.order' },
  level: { id: 'l.id', name: 'l.name', shortName: 'l.short_name', order: 'l.order' },
  areaGroup: { id: 'g.id', name: 'g.name' },
  circuit: { id: 'k.id', name: circuitNameSql('k') },
  rack: { id: rackOfLine, name: nameOfRack },
}

const searched = `concat_ws(' ', e.tag, e.model, e.part_number, m.name, f.name, c.name, t.label, s.name, s.space_number, t.installer_name)`
/**
 * Folding text is the main cost, so it runs only for lines whose product or space already matches, or that have a label or installer name.
 */
const searchMatchSql = (pattern: string) =>
  `(e.search_text like ${pattern} or s.search_text like ${pattern} or t.label is not null or t.installer_name is not null) and dna_fold(${searched}) like ${pattern}`

export const spaceEquipment = serve({
  resource: spaceEquipmentModel,
  table: spaceEquipmentTable,
  parent: () => projects,
  scope: (actor, p) => `${belowProject(actor, p)} and not s.is_deleted`,
  joins,
  searchIn: searchMatchSql,
  computed: {
    // Selects plain columns: objects built in SQL would be serialized and parsed thousands of times per list.
    ...Object.fromEntries(Object.entries(parts).map(([key, sql]) => [key, { sql }])),
    unitMsrpPrice: unitPriceSql('t', 'e'),
    extendedMsrpPrice: amountSql('t', 'e'),
    rackId: 't.rack_id',
    watts: 'e.watts',
    rackUnits: 'e.rack_units',
  },
  orders: {
    equipment: `e.model collate ${naturalOrder}`,
    category: 'c.number',
    manufacture: `m.name collate ${naturalOrder}`,
    productFamily: `f.name collate ${naturalOrder}`,
    space: `concat_ws(' ', s.space_number, s.name) collate ${naturalOrder}`,
    building: 'b.order',
    level: 'l.order',
    areaGroup: 'g.order',
    circuit: `${circuitNameSql('k')} collate ${naturalOrder}`,
    rack: `${nameOfRack} collate ${naturalOrder}`,
  },
  filters: {
    spaceIds: (values, p) => filterCondition('t.space_id', values, p),
    areaGroupIds: (values, p) => filterCondition('t.area_group_id', values, p),
    equipmentIds: (values, p) => filterCondition('t.equipment_id', values, p),
    rackIds: (values, p) =>
      `exists (select from (select) one left join ${racksOfLine} x on true where ${filterCondition('x.id', values, p)})`,
    categoryIds: (values, p) => filterCondition('e.category_id', values, p),
    manufacturerIds: (values, p) => filterCondition('e.manufacture_id', values, p),
    productFamilyIds: (values, p) => filterCondition('e.product_family_id', values, p),
    buildingIds: (values, p) => filterCondition('s.building_id', values, p),
    levelIds: (values, p) => filterCondition('s.level_id', values, p),
    groupBy: () => 'true',
  },
  projectIdOf: (row) => row.projectId,
})

const groupings: Record<string, [id: string, name: string, order: string]> = {
  none: ['0', `'All'`, '0'],
  space: ['s.id', `concat_ws(' ', s.space_number, s.name)`, `concat_ws(' ', s.space_number, s.name) collate ${naturalOrder}`],
  category: ['c.id', 'c.name', 'c.number'],
  manufacturer: ['m.id', 'm.name', `m.name collate ${naturalOrder}`],
}

async function sumByGroup(ctx: Context, projectId: number, query: ListQuery, groupBy: string) {
  const [id, name, order] = groupings[groupBy]!
  const p = new Params()
  const { where } = listConditions(spaceEquipment, ctx.actor, p, query, { parentId: projectId })
  const rows = await ctx.rows(
    { id: is.number, name: is.text, lines: is.number, equipmentCount: is.number, price: is.number },
    `select ${id} as id, ${name} as name, count(*)::int as lines, sum(t.quantity)::int as "equipmentCount", sum(a.amount)::bigint as price
     from space_equipment t join line_amounts a on a.id = t.id ${joins} where ${where} group by 1, 2, ${order.replace(/^0$/, '1')} order by ${order.replace(/^0$/, '1')}, 1`,
    p.values,
  )
  return rows.map(({ price, ...group }) => ({ ...group, totalMsrpPrice: dollarsOf(price) }))
}

/** Has no picker: lines have no names, and a picker would bypass ProjectEquipment.View. */
export const servedEquipment = withOverrides(spaceEquipment, {
  list: defineRoute(listEquipment, async (ctx, { params, query: { groupBy, ...query } }) => {
    const project = await getProject(ctx, params.id)
    const found = await spaceEquipment.list(ctx, query, { parentId: project.id })
    const grouping = groupBy?.toLowerCase() ?? ''
    return groupings[grouping] ? { ...found, groups: await sumByGroup(ctx, project.id, query, grouping) } : found
  }),
  query: {
    async instead(ctx, { params, query }) {
      const project = await getProject(ctx, params.id)
      return spaceEquipment.list(ctx, query, { parentId: project.id, isWhole: true })
    },
  },
  typeHead: false,
})

export const equipmentRoutes: Route[] = [
  defineRoute(installerNames, async (ctx, { params }) => {
    const project = await getProject(ctx, params.id)
    const rows = await ctx.rows(
      { name: is.text },
      `select distinct t.installer_name collate ${naturalOrder} as name from space_equipment t join spaces s on s.id = t.space_id and not s.is_deleted
       where t.project_id = $1 and not t.is_deleted and t.installer_name is not null order by 1`,
      [project.id],
    )
    return rows.map(({ name }) => name)
  }),
]
