import type { UserRef } from '../../model/kit/description.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { dollarsOf, sumMoney } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import type { Sheet } from '../tools/sheet.ts'
import { gatherLines, type ReportLine } from './report-lines.ts'
import type { ReportScopeData, ReportSpace } from './report-scope.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

export const placeColumns = <R>(spaceOf: (row: R) => ReportSpace): ReportColumn<R>[] => [
  { header: 'Building', width: 20, value: (row) => spaceOf(row).building },
  { header: 'Level', width: 14, value: (row) => spaceOf(row).level },
  { header: 'Space No.', width: 10, value: (row) => spaceOf(row).number },
  { header: 'Space', width: 28, value: (row) => spaceOf(row).name, wrap: true },
]
export const spaceOfRow = ({ space }: { space: ReportSpace }) => space

const fullNameOrNull = (person: UserRef | null) => person && fullName(person)

const spaceTable: ReportTable<ReportSpace> = {
  name: 'Spaces',
  columns: [
    ...placeColumns((space: ReportSpace) => space).slice(0, -1),
    { header: 'Space', width: 28, value: ({ name }) => name, wrap: true, total: (spaces) => formatCount(spaces.length, 'space') },
    { header: 'Template', width: 20, value: ({ template }) => template },
    { header: 'Status', width: 12, value: ({ status }) => SpaceStatus.label(status) },
    { header: 'Complexity', width: 11, kind: 'integer', value: ({ complexity }) => complexity },
    { header: 'Area (sq ft)', width: 12, kind: 'number', value: ({ area }) => area, sum: true },
    { header: 'Capacity', width: 10, kind: 'integer', value: ({ capacity }) => capacity },
    { header: 'Area Groups', width: 26, value: ({ areaGroups }) => areaGroups, wrap: true },
    { header: 'Equipment Qty', width: 14, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    { header: 'MSRP', width: 16, kind: 'money', value: ({ msrp }) => dollarsOf(msrp), sum: true, isPrice: true },
    { header: 'Created By', width: 18, value: ({ createdBy }) => fullNameOrNull(createdBy) },
    { header: 'Created', width: 16, kind: 'instant', value: ({ createDate }) => createDate },
    { header: 'Updated By', width: 18, value: ({ updatedBy }) => fullNameOrNull(updatedBy) },
    { header: 'Updated', width: 16, kind: 'instant', value: ({ updateDate }) => updateDate },
  ],
  total: 'Total',
}
/** Spaces of the scope with counts and prices: a separate report, and sheet option SpaceListSheet. */
export const spaceSheet = ({ spaces }: ReportScopeData, hidesPrices: boolean) => sheetOfTable(spaceTable, spaces, { hidesPrices })

interface AreaGroupRow {
  space: ReportSpace
  areaGroup: string
  lines: ReportLine[]
}
const totalQuantity = (lines: readonly ReportLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const areaGroupTable: ReportTable<AreaGroupRow> = {
  name: 'Area Groups',
  columns: [
    { header: 'Building', width: 20, value: ({ space }) => space.building },
    { header: 'Level', width: 16, value: ({ space }) => space.level },
    { header: 'Space', width: 28, value: ({ space }) => space.name },
    { header: 'Area Group', width: 22, value: ({ areaGroup }) => areaGroup },
    { header: 'Items', width: 8, kind: 'integer', value: ({ lines }) => lines.length, sum: true },
    { header: 'Quantity', width: 10, kind: 'integer', value: ({ lines }) => totalQuantity(lines), sum: true },
    {
      header: 'MSRP',
      width: 16,
      kind: 'money',
      value: ({ lines }) => sumMoney(lines.map(({ amount }) => amount)),
      sum: true,
      isPrice: true,
    },
  ],
  total: 'Total',
}

/** Sheet option AreaGroupsListSheet: equipment per area group. */
export async function areaGroupSheet(ctx: Context, scope: ReportScopeData, hidesPrices: boolean): Promise<Sheet> {
  const groups = groupByKey(await gatherLines(ctx, scope), ({ spaceId, areaGroupId }) => `${spaceId} ${areaGroupId}`)
  const rows = [...groups.values()].flatMap((lines) =>
    lines.slice(0, 1).map(({ space, areaGroup }) => ({ space, areaGroup: areaGroup ?? 'No Area Group', lines })),
  )
  return sheetOfTable(areaGroupTable, rows, { hidesPrices })
}
