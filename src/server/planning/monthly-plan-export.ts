import { sumHours } from '../../model/contracts/money.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import {
  copyPlansFromBoard,
  exportMonthlyPlans,
  type PlanPerson,
  type PlanSums,
  readMonthlyPlans,
  writeMonthlyPlan,
} from '../../model/planning/monthly-plans.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type Maker, preambleOf, type ReportColumn, sheetOfTable, written } from '../reports/public.ts'
import type { Sheet, SheetRow } from '../tools/sheet.ts'
import { lookOfLine } from './board-sheets.ts'
import { copyFromBoard, writePlan } from './monthly-plan-writes.ts'
import { loadMonthlyPlans } from './monthly-plans.ts'

type Cells = Readonly<Record<string, { planned: number; board: number }>>
interface Line extends Pick<SheetRow, 'style' | 'outline'> {
  personName: string
  figure: string
  hours: Readonly<Record<string, number>>
  total: number
  capacity: number | null
}
type Columns = Awaited<ReturnType<typeof loadMonthlyPlans>>['columns']
const exportColumns = (columns: Columns): ReportColumn<Line>[] => [
  { header: 'Person', width: 28, value: ({ personName }) => personName },
  { header: 'Hours', width: 12, value: ({ figure }) => figure },
  ...columns.map(
    ({ key, project, label }): ReportColumn<Line> => ({
      header: project ? `${project.number} ${project.name}`.trim() : (label ?? ''),
      width: 14,
      kind: 'number',
      value: ({ hours }) => hours[key] || null,
    }),
  ),
  { header: 'Total', width: 12, kind: 'number', value: ({ total }) => total },
  { header: 'Capacity', width: 12, kind: 'number', value: ({ capacity }) => capacity },
]

/** Only the line of planned hours has the capacity. */
function planLines(personName: string, sums: PlanSums, cells: Cells, style: SheetRow['style']): Line[] {
  const by = (hoursOf: (cell: Cells[string]) => number) =>
    Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, hoursOf(cell)]))
  const line = { personName, style, capacity: null }
  return [
    { ...line, figure: 'Planned', hours: by(({ planned }) => planned), total: sums.plannedHours, capacity: sums.capacityHours },
    { ...line, figure: 'Board', hours: by(({ board }) => board), total: sums.boardHours },
    { ...line, figure: 'Difference', hours: by(({ planned, board }) => sumHours([planned, -board])), total: sums.difference },
  ]
}
const sumCells = (keys: readonly string[], people: readonly Pick<PlanPerson, 'cells'>[]): Cells =>
  Object.fromEntries(
    keys.map((key) => {
      const sumOf = (hours: 'plannedHours' | 'boardHours') => sumHours(people.map(({ cells }) => cells[key]?.[hours] ?? 0))
      return [key, { planned: sumOf('plannedHours'), board: sumOf('boardHours') }]
    }),
  )

async function createSheet(ctx: Context, query: Parameters<typeof loadMonthlyPlans>[1]): Promise<Sheet> {
  const { month, columns, people, sums } = await loadMonthlyPlans(ctx, query)
  const keys = columns.map(({ key }) => key)
  const rows = [
    ...people.flatMap((person) => planLines(fullName(person.user), person, sumCells(keys, [person]), 'plain')),
    ...planLines('Everybody', sums, sumCells(keys, people), 'subtotal'),
  ]
  return sheetOfTable({ name: 'Monthly plans', columns: exportColumns(columns), lookOf: lookOfLine }, rows, {
    preamble: await preambleOf(ctx, [['Report', `Monthly plans, ${formatMonth(month)}`]]),
    isForScreen: true,
  })
}

export const makeMonthlyPlans: Maker<'monthlyPlans'> = async (making) => {
  const sheet = await making.read((ctx) => {
    requireAccess(ctx.actor, exportMonthlyPlans.permission)
    return createSheet(ctx, making.parameters.query)
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const monthlyPlanRoutes: Route[] = [
  defineRoute(readMonthlyPlans, (ctx, { query }) => loadMonthlyPlans(ctx, query)),
  defineRoute(writeMonthlyPlan, (ctx, request) => writePlan(ctx, request)),
  defineRoute(copyPlansFromBoard, (ctx, request) => copyFromBoard(ctx, request)),
  defineRoute(exportMonthlyPlans, (ctx, { query }) =>
    ctx.services.requestFile(ctx, {
      fileName: `Monthly plans ${query.month} - ${todayUtc()}.xlsx`,
      templateType: TemplateType.Xlsx,
      category: DownloadTaskCategory.MonthlyPlans,
      maker: 'monthlyPlans',
      parameters: { query },
    }),
  ),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    monthlyPlans: { query: Parameters<typeof loadMonthlyPlans>[1] }
  }
}
