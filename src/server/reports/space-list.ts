import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { spaceSheet } from './more-sheets.ts'
import type { ReportSheets } from './report-kit.ts'
import type { ReportSpace } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

interface LevelRow {
  building: string
  level: string
  spaces: ReportSpace[]
}
const sumSpaces = (spaces: readonly ReportSpace[], figureOf: (space: ReportSpace) => number | null) =>
  spaces.reduce((sum, space) => sum + (figureOf(space) ?? 0), 0)

const byLevel: ReportTable<LevelRow> = {
  name: 'By Level',
  columns: [
    { header: 'Building', width: 24, value: ({ building }) => building },
    { header: 'Level', width: 20, value: ({ level }) => level, total: (levels) => formatCount(levels.length, 'level') },
    ...SpaceStatus.values.map(({ value, label }) => ({
      header: label,
      width: 12,
      kind: 'integer' as const,
      value: ({ spaces }: LevelRow) => spaces.filter(({ status }) => status === value).length,
      sum: true as const,
    })),
    { header: 'Spaces', width: 10, kind: 'integer', value: ({ spaces }) => spaces.length, sum: true },
    { header: 'Area (sq ft)', width: 14, kind: 'number', value: ({ spaces }) => sumSpaces(spaces, ({ area }) => area), sum: true },
    {
      header: 'Equipment Qty',
      width: 14,
      kind: 'integer',
      value: ({ spaces }) => sumSpaces(spaces, ({ quantity }) => quantity),
      sum: true,
    },
  ],
  total: 'Total',
}

/** Lists the spaces of the scope, and progress by level (domain 11.6). */
export const sheetsOfSpaceList: ReportSheets = async (_ctx, { scope, hidePrices }) => {
  const levels = groupByKey(scope.spaces, ({ building, level }) => JSON.stringify([building, level]))
  const rows = [...levels.values()].flatMap((spaces) => spaces.slice(0, 1).map(({ building, level }) => ({ building, level, spaces })))
  return [await spaceSheet(scope, hidePrices), await sheetOfTable(byLevel, rows)]
}
