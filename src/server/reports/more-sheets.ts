import { dollarsOf } from '../../model/kit/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import { asWalked } from '../spaces/public.ts'
import type { Sheet } from '../tools/sheet.ts'
import type { ReportScopeData } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

const spaceShape = {
  building: is.text,
  level: is.text,
  number: orNull(is.text),
  name: is.text,
  status: is.choice(SpaceStatus),
  area: orNull(is.number),
  capacity: orNull(is.number),
  quantity: is.number,
  cents: is.number,
}

const spaceTable: ReportTable<RowIn<typeof spaceShape>> = {
  name: 'Spaces',
  columns: [
    { header: 'Building', width: 20, value: ({ building }) => building },
    { header: 'Level', width: 16, value: ({ level }) => level },
    { header: 'Space No.', width: 12, value: ({ number }) => number },
    { header: 'Space', width: 28, value: ({ name }) => name, total: (spaces) => `${spaces.length} spaces` },
    { header: 'Status', width: 14, value: ({ status }) => SpaceStatus.label(status) },
    { header: 'Area (sq ft)', width: 12, kind: 'number', value: ({ area }) => area, sum: true },
    { header: 'Capacity', width: 10, kind: 'integer', value: ({ capacity }) => capacity },
    { header: 'Equipment Qty', width: 14, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    { header: 'MSRP', width: 16, kind: 'money', value: ({ cents }) => dollarsOf(cents), sum: true, isPrice: true },
  ],
  total: 'Total',
}

/** Sheet option SpaceListSheet: the spaces of the scope with their counts and prices. */
export async function spaceSheet(ctx: Context, scope: ReportScopeData, hidesPrices: boolean): Promise<Sheet> {
  const spaces = await ctx.rows(
    spaceShape,
    `select s.building, s.level, s.space_number as number, s.name, s.status, s.area, s.capacity, s.equipment_count as quantity, s.total_msrp_price as cents
     from placed_spaces s where s.id = any($1) order by ${asWalked('s')}`,
    [scope.spaceIds],
  )
  return sheetOfTable(spaceTable, spaces, { hidesPrices })
}

const areaGroupShape = {
  building: is.text,
  level: is.text,
  space: is.text,
  areaGroup: is.text,
  items: is.number,
  quantity: is.number,
  cents: is.number,
}

const areaGroupTable: ReportTable<RowIn<typeof areaGroupShape>> = {
  name: 'Area Groups',
  columns: [
    { header: 'Building', width: 20, value: ({ building }) => building },
    { header: 'Level', width: 16, value: ({ level }) => level },
    { header: 'Space', width: 28, value: ({ space }) => space },
    { header: 'Area Group', width: 22, value: ({ areaGroup }) => areaGroup },
    { header: 'Items', width: 8, kind: 'integer', value: ({ items }) => items, sum: true },
    { header: 'Quantity', width: 10, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    { header: 'MSRP', width: 16, kind: 'money', value: ({ cents }) => dollarsOf(cents), sum: true, isPrice: true },
  ],
  total: 'Total',
}

/** Sheet option AreaGroupsListSheet: what stands in which part of which room. */
export async function areaGroupSheet(ctx: Context, scope: ReportScopeData, hidesPrices: boolean): Promise<Sheet> {
  const groups = await ctx.rows(
    areaGroupShape,
    `select s.building, s.level, s.name as space, coalesce(g.name, 'No Area Group') as "areaGroup", e.items, e.quantity, e.cents
     from (select space_id, area_group_id, count(*)::int as items, sum(quantity)::int as quantity, sum(amount)::bigint as cents
         from line_amounts where space_id = any($1) group by 1, 2) e
       join placed_spaces s on s.id = e.space_id left join area_groups g on g.id = e.area_group_id
     order by ${asWalked('s')}, g."order" nulls last, g.id`,
    [scope.spaceIds],
  )
  return sheetOfTable(areaGroupTable, groups, { hidesPrices })
}
