import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { formatDate } from '../../model/kit/dates.ts'
import {
  type Board,
  type BoardAnswer,
  type BoardCell,
  type BoardRow,
  type BoardSummary,
  type BoardSummaryRow,
  exportBigBoard,
  exportMyBoard,
  exportSmallBoard,
  netFigures,
} from '../../model/planning/boards.ts'
import { LaborSummaryPseudoType } from '../../model/planning/enums.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type Maker, preambleOf, type ReportColumn, sheetOfTable, written } from '../reports/public.ts'
import type { Sheet, SheetRow, SheetValue } from '../tools/sheet.ts'
import { projectOnBoard } from './board-contents.ts'
import { headOfColumn, lookOfLine } from './board-sheets.ts'
import { bigBoard, bigBoardSummary, myBoard, myBoardSummary, smallBoard, smallBoardSummary } from './boards.ts'

const titles: Readonly<Record<Board, string>> = { BigBoard: 'Big Board', SmallBoard: 'Small Board', MyBoard: 'My Board' }
const atOnce = 200

type BoardExport =
  | { board: 'BigBoard'; query: RequestOf<typeof exportBigBoard>['query'] }
  | { board: 'MyBoard'; query: RequestOf<typeof exportMyBoard>['query'] }
  | { board: 'SmallBoard'; query: RequestOf<typeof exportSmallBoard>['query']; projectId: number }

/** Reads the board with the current permissions of the user who requested the file. */
async function loadBoard(ctx: Context, asked: BoardExport): Promise<{ answer: BoardAnswer; summary: BoardSummary }> {
  if (asked.board === 'SmallBoard') {
    const { projectId, query } = asked
    return { answer: await smallBoard(ctx, projectId, query), summary: await smallBoardSummary(ctx, projectId, query) }
  }
  if (asked.board === 'MyBoard') return { answer: await myBoard(ctx, asked.query), summary: await myBoardSummary(ctx, asked.query) }
  const { query } = asked
  const answer = await bigBoard(ctx, { ...query, page: 1, itemsPerPage: atOnce })
  for (let next = 2; answer.rows.length < answer.total; next++) {
    const { rows } = await bigBoard(ctx, { ...query, page: next, itemsPerPage: atOnce })
    if (rows.length === 0) break
    answer.rows.push(...rows)
  }
  return { answer, summary: await bigBoardSummary(ctx, query) }
}

/** Hours, or the phase types if hours are hidden. */
function sheetCell(cell: BoardCell | undefined): SheetValue {
  if (!cell) return null
  if (cell.hours !== undefined) return cell.hours === 0 ? null : cell.hours
  return [...new Set(cell.phases.map(({ type }) => ConstructionPhaseType.label(type)))].join(', ')
}

function describeRow(row: BoardRow): [kind: string, name: string, more: string | null] {
  if (row.kind === 'project') return ['Project', `${row.project.number} ${row.name}`.trim(), row.project.client?.name ?? null]
  if (row.kind === 'contract') return ['Contract', `${row.contract.number} ${row.name}`.trim(), row.isTentative ? 'Tentative' : 'Firm']
  if (row.kind === 'phase') return ['Phase', row.name, `${formatDate(row.phase.startDate)} to ${formatDate(row.phase.endDate)}`]
  return ['Entry', row.name, LaborType.label(row.entry.laborType)]
}
const styles: Readonly<Record<BoardRow['kind'], SheetRow['style']>> = {
  project: 'group',
  contract: 'group',
  phase: 'plain',
  entry: 'plain',
}

interface Line extends Pick<SheetRow, 'style' | 'outline'> {
  labels: readonly [kind: string, name: string, more: string | null]
  cells: Readonly<Record<string, SheetValue>>
  total: number | null
}
const exportColumns = (keys: readonly string[]): ReportColumn<Line>[] => [
  { header: 'Row', width: 10, value: ({ labels: [kind] }) => kind },
  { header: 'Name', width: 36, value: ({ labels: [, name] }) => name },
  { header: 'Details', width: 24, value: ({ labels: [, , more] }) => more },
  ...keys.map(
    (key): ReportColumn<Line> => ({ header: headOfColumn(key), width: 11, kind: 'number', value: ({ cells }) => cells[key] ?? null }),
  ),
  { header: 'Total', width: 12, kind: 'number', value: ({ total }) => total },
]

const exportLines = (rows: readonly BoardRow[], keys: readonly string[], outline = 0): Line[] =>
  rows.flatMap((row) => [
    {
      labels: describeRow(row),
      cells: Object.fromEntries(keys.map((key) => [key, sheetCell(row.cells[key])])),
      total: row.hours ?? null,
      style: styles[row.kind],
      outline,
    },
    ...exportLines(row.children, keys, outline + 1),
  ])

const netWords = { totalRevenue: 'Total revenue', totalCost: 'Total cost', netProfit: 'Net profit' }

function summaryLines(row: BoardSummaryRow, keys: readonly string[]): Line[] {
  const line = (name: string, unit: string, amountIn: (key: string) => number | undefined, total: number | undefined): Line => ({
    labels: ['Summary', name, unit],
    cells: Object.fromEntries(keys.map((key) => [key, amountIn(key) ?? null])),
    total: total ?? null,
    style: 'subtotal',
  })
  if (row.laborType === LaborSummaryPseudoType.NetSummary)
    return netFigures
      .filter((name) => row.total[name] !== undefined)
      .map((name) => line(netWords[name], 'USD', (key) => row.values[key]?.[name], row.total[name]))
  const isHours = row.laborType > 0 || row.laborType === LaborSummaryPseudoType.Hours
  const name = LaborType.has(row.laborType) ? LaborType.label(row.laborType) : LaborSummaryPseudoType.label(row.laborType)
  return [line(name, isHours ? 'Hours' : 'USD', (key) => row.values[key], row.total)]
}

async function createSheet(ctx: Context, query: BoardExport): Promise<Sheet> {
  const { board } = query
  const { answer, summary } = await loadBoard(ctx, query)
  const keys = answer.columns.map(({ key }) => key)
  const preamble = await preambleOf(ctx, [['Board', titles[board]]])
  if (answer.isPartial) preamble.push(['Sums', 'Some labor types are not included'])
  const rows = [...exportLines(answer.rows, keys), ...summary.rows.flatMap((row) => summaryLines(row, keys))]
  return sheetOfTable({ name: titles[board], columns: exportColumns(keys), lookOf: lookOfLine }, rows, { preamble, isForScreen: true })
}

export const makeBoard: Maker<'board'> = async (making) => {
  const { parameters } = making
  const sheet = await making.read((ctx) => {
    requireAccess(ctx.actor, `${parameters.board}.View`)
    return createSheet(ctx, parameters)
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

const categories: Readonly<Record<Board, DownloadTaskCategory>> = {
  BigBoard: DownloadTaskCategory.BigBoard,
  SmallBoard: DownloadTaskCategory.SmallBoard,
  MyBoard: DownloadTaskCategory.MyBoard,
}

function requestExport(ctx: Context, query: BoardExport, project?: { id: number; number: string | null; name: string }) {
  const projectName = project && [project.number, project.name].filter(Boolean).join(' ')
  const name = [projectName, titles[query.board], todayUtc()].filter(Boolean).join(' - ')
  return ctx.services.requestFile(ctx, {
    fileName: `${name}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
    templateType: TemplateType.Xlsx,
    category: categories[query.board],
    maker: 'board',
    parameters: query,
    projectId: project?.id,
    projectName,
  })
}

export const boardExportRoutes: Route[] = [
  defineRoute(exportBigBoard, (ctx, { query }) => requestExport(ctx, { board: 'BigBoard', query })),
  defineRoute(exportMyBoard, (ctx, { query }) => requestExport(ctx, { board: 'MyBoard', query })),
  defineRoute(exportSmallBoard, async (ctx, { params, query }) => {
    const project = await projectOnBoard(ctx, params.id)
    if (!project) throw notFound('Project')
    return requestExport(ctx, { board: 'SmallBoard', query, projectId: project.id }, project)
  }),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    board: BoardExport
  }
}
