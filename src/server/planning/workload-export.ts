import { LaborType } from '../../model/access/enums.ts'
import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'
import {
  exportWorkload,
  leftIn,
  readPersonWorkload,
  readWorkload,
  summedWorkload,
  totalLoad,
  type WorkloadSums,
  workloadGroups,
} from '../../model/planning/workload.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { checkNeed } from '../kit/request/http.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { firmRow, type Maker, page, written } from '../reports/public.ts'
import type { Sheet, SheetColumn, SheetRow, SheetValue } from '../tools/sheet.ts'
import { personWorkload, workload } from './workload.ts'

/** Months or weeks as the heads of columns. */
const timeColumns = (columns: readonly Pick<BoardColumn, 'key'>[]): SheetColumn[] =>
  columns.map(({ key }) => ({ header: key.length === 7 ? formatMonth(key) : formatDate(key), width: 11, kind: 'number' }))

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100

interface Line {
  words: SheetValue[]
  of: WorkloadSums
  style: SheetRow['style']
  outline: number
}
/** The load of a line, and folded away below it what it is made of and measured against. */
function linesOf(keys: readonly string[], { words, of, style, outline }: Line): SheetRow[] {
  const row = (figure: string, hoursOf: (key: string) => number, as: SheetRow['style'], depth: number): SheetRow => {
    const values = keys.map(hoursOf)
    return { values: [...words, figure, ...values, total(values)], style: as, outline: depth }
  }
  return [
    row('Load', (key) => totalLoad(of, key), style, outline),
    row('Firm', (key) => of.firm[key] ?? 0, 'plain', outline + 1),
    row('Tentative', (key) => of.tentative[key] ?? 0, 'plain', outline + 1),
    row('Capacity', (key) => of.capacity[key] ?? 0, 'plain', outline + 1),
    row('Available', (key) => leftIn(of, key), 'plain', outline + 1),
  ]
}

type Asked = Parameters<typeof workload>[1] & { groupBy: Parameters<typeof workloadGroups>[1] }

async function sheetOf(ctx: Context, query: Asked): Promise<Sheet> {
  const found = await workload(ctx, query)
  const keys = found.columns.map(({ key }) => key)
  const rows = workloadGroups(found, query.groupBy).flatMap(({ name, people }) => [
    ...linesOf(keys, { words: [name, null, null], of: summedWorkload(keys, people), style: 'group', outline: 0 }),
    ...people.flatMap((person) => {
      const who = `${person.user.firstName} ${person.user.lastName}`
      const laborType = person.laborType === null ? null : LaborType.label(person.laborType)
      return linesOf(keys, { words: [name, who, laborType], of: person, style: 'plain', outline: 1 })
    }),
  ])
  const sums = linesOf(keys, { words: ['Everybody', null, null], of: found.sums, style: 'subtotal', outline: 0 })
  return {
    name: 'Workload',
    preamble: [
      ...(await firmRow(ctx)),
      ['Report', 'Workload'],
      ['Date', formatDate(new Date().toISOString().slice(0, 10))],
      ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
    ],
    columns: [
      { header: 'Group', width: 24 },
      { header: 'Person', width: 28 },
      { header: 'Labor type', width: 12 },
      { header: 'Hours', width: 12 },
      ...timeColumns(found.columns),
      { header: 'Total', width: 12, kind: 'number' },
    ],
    rows: [...rows, ...sums.map((row): SheetRow => ({ ...row, style: 'subtotal', outline: 0 }))],
    ...page,
  }
}

export const makeWorkload: Maker<'workload'> = async (making) => {
  const sheet = await making.read((ctx) => {
    checkNeed(ctx.actor, exportWorkload.permission)
    return sheetOf(ctx, making.parameters.query)
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

export const workloadRoutes: Route[] = [
  answer(readWorkload, (ctx, { query }) => workload(ctx, query)),
  answer(exportWorkload, (ctx, { query }) =>
    ctx.services.requestFile(ctx, {
      fileName: `Workload - ${new Date().toISOString().slice(0, 10)}.xlsx`,
      templateType: TemplateType.of.Xlsx,
      category: DownloadTaskCategory.of.Workload,
      maker: 'workload',
      parameters: { query },
    }),
  ),
  answer(readPersonWorkload, (ctx, { params, query }) => personWorkload(ctx, params.id, query)),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    workload: { query: Asked }
  }
}
