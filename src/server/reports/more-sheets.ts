import { dollarsOf } from '../../model/kit/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import type { Sheet, SheetRow } from '../tools/sheet.ts'
import type { ReportScopeData } from './report-scope.ts'

const order = `b."order", b.id, l."order", l.id, s.space_number collate natural_order, s.id`
const place = 'from spaces s join levels l on l.id = s.level_id join buildings b on b.id = l.building_id'
const page = { freeze: true, autoFilter: true, landscape: true, fitToWidth: true, repeatHeader: true } as const

/** Sheet option SpaceListSheet: the spaces of the scope with their counts and prices. */
export async function spaceSheet(ctx: Context, scope: ReportScopeData, hidePrices: boolean): Promise<Sheet> {
  const spaces = await ctx.rows(
    `select b.name as building, l.name as level, s.space_number, s.name, s.status, s.area, s.capacity, s.equipment_count, s.total_msrp_price ${place} where s.id = any($1) order by ${order}`,
    [scope.spaceIds],
  )
  const rows: SheetRow[] = spaces.map((space) => ({
    values: [
      space.building,
      space.level,
      space.space_number,
      space.name,
      SpaceStatus.label(space.status),
      space.area,
      space.capacity,
      space.equipment_count,
      ...(hidePrices ? [] : [dollarsOf(space.total_msrp_price)]),
    ],
  }))
  const sum = (key: string) => spaces.reduce((total, space) => total + Number(space[key] ?? 0), 0)
  rows.push({
    values: [
      'Total',
      null,
      null,
      `${spaces.length} spaces`,
      null,
      sum('area'),
      null,
      sum('equipment_count'),
      ...(hidePrices ? [] : [dollarsOf(sum('total_msrp_price'))]),
    ],
    style: 'total',
  })
  return {
    name: 'Spaces',
    columns: [
      { header: 'Building', width: 20 },
      { header: 'Level', width: 16 },
      { header: 'Space No.', width: 12 },
      { header: 'Space', width: 28 },
      { header: 'Status', width: 14 },
      { header: 'Area (sq ft)', width: 12, kind: 'number' },
      { header: 'Capacity', width: 10, kind: 'integer' },
      { header: 'Equipment Qty', width: 14, kind: 'integer' },
      ...(hidePrices ? [] : ([{ header: 'MSRP', width: 16, kind: 'money' }] as const)),
    ],
    rows,
    ...page,
  }
}

/** Sheet option AreaGroupsListSheet: what stands in which part of which room. */
export async function areaGroupSheet(ctx: Context, scope: ReportScopeData, hidePrices: boolean): Promise<Sheet> {
  const groups = await ctx.rows(
    `select b.name as building, l.name as level, s.name as space, coalesce(g.name, 'No Area Group') as area_group, count(*)::int as items, sum(e.quantity)::int as quantity,
       sum(e.amount)::bigint as cents
     ${place} join line_amounts e on e.space_id = s.id left join area_groups g on g.id = e.area_group_id
     where s.id = any($1) group by b.id, l.id, s.id, g.id order by ${order}, g."order" nulls last, g.id`,
    [scope.spaceIds],
  )
  const rows: SheetRow[] = groups.map((group) => ({
    values: [
      group.building,
      group.level,
      group.space,
      group.area_group,
      group.items,
      group.quantity,
      ...(hidePrices ? [] : [dollarsOf(group.cents)]),
    ],
  }))
  const sum = (key: string) => groups.reduce((total, group) => total + group[key], 0)
  rows.push({
    values: ['Total', null, null, null, sum('items'), sum('quantity'), ...(hidePrices ? [] : [dollarsOf(sum('cents'))])],
    style: 'total',
  })
  return {
    name: 'Area Groups',
    columns: [
      { header: 'Building', width: 20 },
      { header: 'Level', width: 16 },
      { header: 'Space', width: 28 },
      { header: 'Area Group', width: 22 },
      { header: 'Items', width: 8, kind: 'integer' },
      { header: 'Quantity', width: 10, kind: 'integer' },
      ...(hidePrices ? [] : ([{ header: 'MSRP', width: 16, kind: 'money' }] as const)),
    ],
    rows,
    ...page,
  }
}
