import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import {
  copyPlansFromBoard,
  exportMonthlyPlans,
  type PlanPerson,
  type PlanSums,
  readMonthlyPlans,
  writeMonthlyPlan,
} from '../../model/planning/monthly-plans.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { checkNeed } from '../kit/request/http.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { firmRow, type Maker, page, written } from '../reports/public.ts'
import type { Sheet, SheetRow, SheetValue } from '../tools/sheet.ts'
import { copyFromBoard, writePlan } from './monthly-plan-writes.ts'
import { monthlyPlansOf } from './monthly-plans.ts'

/** What is planned, what the board has, and by how much they differ; capacity stands with what is planned. */
function linesOf(
  who: string,
  of: PlanSums,
  cellOf: (key: string) => { planned: number; board: number },
  keys: readonly string[],
  style: SheetRow['style'],
) {
  const cells = keys.map(cellOf)
  const line = (figure: string, values: SheetValue[], total: number, capacity: SheetValue): SheetRow => ({
    values: [who, figure, ...values, total, capacity],
    style,
  })
  const orNone = (hours: number) => (hours === 0 ? null : hours)
  return [
    line(
      'Planned',
      cells.map(({ planned }) => orNone(planned)),
      of.plannedHours,
      of.capacityHours,
    ),
    line(
      'Board',
      cells.map(({ board }) => orNone(board)),
      of.boardHours,
      null,
    ),
    line(
      'Difference',
      cells.map(({ planned, board }) => orNone(Math.round((planned - board) * 100) / 100)),
      of.difference,
      null,
    ),
  ]
}
const cellIn =
  ({ cells }: Pick<PlanPerson, 'cells'>) =>
  (key: string) => ({ planned: cells[key]?.plannedHours ?? 0, board: cells[key]?.boardHours ?? 0 })

async function sheetOf(ctx: Context, query: Parameters<typeof monthlyPlansOf>[1]): Promise<Sheet> {
  const { month, columns, people, sums } = await monthlyPlansOf(ctx, query)
  const keys = columns.map(({ key }) => key)
  const add = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value * 100, 0)) / 100
  const all = (key: string) => {
    const cells = people.map((person) => cellIn(person)(key))
    return { planned: add(cells.map(({ planned }) => planned)), board: add(cells.map(({ board }) => board)) }
  }
  return {
    name: 'Monthly plans',
    preamble: [
      ...(await firmRow(ctx)),
      ['Report', `Monthly plans, ${formatMonth(month)}`],
      ['Date', formatDate(new Date().toISOString().slice(0, 10))],
      ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
    ],
    columns: [
      { header: 'Person', width: 28 },
      { header: 'Hours', width: 12 },
      ...columns.map(({ project, label }) => ({
        header: project ? `${project.number} ${project.name}`.trim() : (label ?? ''),
        width: 14,
        kind: 'number' as const,
      })),
      { header: 'Total', width: 12, kind: 'number' },
      { header: 'Capacity', width: 12, kind: 'number' },
    ],
    rows: [
      ...people.flatMap((person) => linesOf(`${person.user.firstName} ${person.user.lastName}`, person, cellIn(person), keys, 'plain')),
      ...linesOf('Everybody', sums, all, keys, 'subtotal'),
    ],
    ...page,
  }
}

export const makeMonthlyPlans: Maker<'monthlyPlans'> = async (making) => {
  const sheet = await making.read((ctx) => {
    checkNeed(ctx.actor, exportMonthlyPlans.permission)
    return sheetOf(ctx, making.parameters.query)
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const monthlyPlanRoutes: Route[] = [
  answer(readMonthlyPlans, (ctx, { query }) => monthlyPlansOf(ctx, query)),
  answer(writeMonthlyPlan, (ctx, given) => writePlan(ctx, given)),
  answer(copyPlansFromBoard, (ctx, given) => copyFromBoard(ctx, given)),
  answer(exportMonthlyPlans, (ctx, { query }) =>
    ctx.services.requestFile(ctx, {
      fileName: `Monthly plans ${query.month} - ${new Date().toISOString().slice(0, 10)}.xlsx`,
      templateType: TemplateType.of.Xlsx,
      category: DownloadTaskCategory.of.MonthlyPlans,
      maker: 'monthlyPlans',
      parameters: { query },
    }),
  ),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    monthlyPlans: { query: Parameters<typeof monthlyPlansOf>[1] }
  }
}
