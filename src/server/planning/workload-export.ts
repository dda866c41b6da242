import { LaborType } from '../../model/access/enums.ts'
import { sumHours } from '../../model/contracts/money.ts'
import { fullName } from '../../model/kit/names.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'
import {
  exportWorkload,
  freeHours,
  readPersonWorkload,
  readWorkload,
  summedWorkload,
  totalLoad,
  type WorkloadSums,
  workloadGroups,
} from '../../model/planning/workload.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type Maker, preambleOf, type ReportColumn, sheetOfTable, written } from '../reports/public.ts'
import type { Sheet, SheetRow } from '../tools/sheet.ts'
import { headOfColumn, lookOfLine } from './board-sheets.ts'
import { personWorkload, workload } from './workload.ts'

interface Line extends Pick<SheetRow, 'style' | 'outline'> {
  group: string
  person: string | null
  laborType: string | null
  figure: string
  hours: Readonly<Record<string, number>>
}
const exportColumns = (columns: readonly Pick<BoardColumn, 'key'>[]): ReportColumn<Line>[] => [
  { header: 'Group', width: 24, value: ({ group }) => group },
  { header: 'Person', width: 28, value: ({ person }) => person },
  { header: 'Labor type', width: 12, value: ({ laborType }) => laborType },
  { header: 'Hours', width: 12, value: ({ figure }) => figure },
  ...columns.map(
    ({ key }): ReportColumn<Line> => ({ header: headOfColumn(key), width: 11, kind: 'number', value: ({ hours }) => hours[key] ?? 0 }),
  ),
  { header: 'Total', width: 12, kind: 'number', value: ({ hours }) => sumHours(columns.map(({ key }) => hours[key] ?? 0)) },
]

type Head = Omit<Line, 'figure' | 'hours'>
function workloadLines(keys: readonly string[], head: Head, sums: WorkloadSums): Line[] {
  const hoursBy = (hoursOf: (key: string) => number) => Object.fromEntries(keys.map((key) => [key, hoursOf(key)]))
  const below: Head = { ...head, style: 'plain', outline: (head.outline ?? 0) + 1 }
  return [
    { ...head, figure: 'Load', hours: hoursBy((key) => totalLoad(sums, key)) },
    { ...below, figure: 'Firm', hours: sums.firm },
    { ...below, figure: 'Tentative', hours: sums.tentative },
    { ...below, figure: 'Capacity', hours: sums.capacity },
    { ...below, figure: 'Available', hours: hoursBy((key) => freeHours(sums, key)) },
  ]
}

type WorkloadQuery = Parameters<typeof workload>[1] & { groupBy: Parameters<typeof workloadGroups>[1] }

async function createSheet(ctx: Context, query: WorkloadQuery): Promise<Sheet> {
  const found = await workload(ctx, query)
  const keys = found.columns.map(({ key }) => key)
  const noPerson = { person: null, laborType: null, outline: 0 }
  const rows = workloadGroups(found, query.groupBy).flatMap(({ name, people }) => [
    ...workloadLines(keys, { ...noPerson, group: name, style: 'group' }, summedWorkload(keys, people)),
    ...people.flatMap((item) => {
      const person = fullName(item.user)
      const laborType = item.laborType === null ? null : LaborType.label(item.laborType)
      return workloadLines(keys, { group: name, person, laborType, style: 'plain', outline: 1 }, item)
    }),
  ])
  const sums = workloadLines(keys, { ...noPerson, group: 'Everybody' }, found.sums).map(
    (line): Line => ({ ...line, style: 'subtotal', outline: 0 }),
  )
  return sheetOfTable({ name: 'Workload', columns: exportColumns(found.columns), lookOf: lookOfLine }, [...rows, ...sums], {
    preamble: await preambleOf(ctx, [['Report', 'Workload']]),
    isForScreen: true,
  })
}

export const makeWorkload: Maker<'workload'> = async (making) => {
  const sheet = await making.read((ctx) => {
    requireAccess(ctx.actor, exportWorkload.permission)
    return createSheet(ctx, making.parameters.query)
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const workloadRoutes: Route[] = [
  defineRoute(readWorkload, (ctx, { query }) => workload(ctx, query)),
  defineRoute(exportWorkload, (ctx, { query }) =>
    ctx.services.requestFile(ctx, {
      fileName: `Workload - ${todayUtc()}.xlsx`,
      templateType: TemplateType.Xlsx,
      category: DownloadTaskCategory.Workload,
      maker: 'workload',
      parameters: { query },
    }),
  ),
  defineRoute(readPersonWorkload, (ctx, { params, query }) => personWorkload(ctx, params.id, query)),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    workload: { query: WorkloadQuery }
  }
}
