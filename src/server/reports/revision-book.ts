import { formatDate } from '../../model/kit/dates.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import {
  type CategoryDelta,
  type ChangedSide,
  type ChangeKind,
  type ComparedSums,
  changeLabels,
  type RevisionChange,
} from '../../model/reports/revision-changes.ts'
import { type ComparedState, compareRevisions } from '../../model/reports/revisions.ts'
import { requireAccess } from '../kit/request/http.ts'
import { getProject } from '../projects/public.ts'
import type { SheetValue } from '../tools/sheet.ts'
import type { RowStyle } from '../tools/sheet-styles.ts'
import { type Maker, renderWorkbook } from './making.ts'
import { loadFirmLogo } from './report-logo.ts'
import { loadPreamble, projectTitle } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'
import { loadComparison, nameOfState } from './revision-compare.ts'

type Plain = string | number | null

/** Green for added, red for removed, yellow for a changed cell. */
function changeStyle({ kinds }: RevisionChange, ...about: ChangeKind[]): RowStyle | undefined {
  if (kinds.includes('added')) return 'added'
  if (kinds.includes('removed')) return 'removed'
  return kinds.some((kind) => about.includes(kind)) ? 'changed' : undefined
}
function styledCell(change: RevisionChange, value: Plain, ...about: ChangeKind[]): SheetValue {
  const style = changeStyle(change, ...about)
  return style === undefined ? value : { value, style }
}

function fromToCell(change: RevisionChange, textOf: (side: ChangedSide) => string | null, ...about: ChangeKind[]): SheetValue {
  const [from, to] = [change.from, change.to].map((side) => side && textOf(side))
  const text = from && to && from !== to ? `${from} → ${to}` : (to ?? from ?? null)
  return styledCell(change, text, ...about)
}

const table: ReportTable<RevisionChange> = {
  name: 'Changes',
  columns: [
    {
      header: 'Change',
      width: 18,
      value: (change) => styledCell(change, change.kinds.map((kind) => changeLabels[kind]).join(', ')),
      isLabel: true,
    },
    { header: 'Tag', width: 14, value: (change) => fromToCell(change, ({ tag }) => tag, 'replaced') },
    {
      header: 'Manufacturer',
      width: 20,
      value: (change) => fromToCell(change, ({ manufacturer }) => manufacturer, 'replaced'),
      wrap: true,
    },
    { header: 'Model', width: 28, value: (change) => fromToCell(change, ({ model }) => model, 'replaced'), wrap: true },
    { header: 'Space', width: 28, value: (change) => fromToCell(change, ({ space }) => space, 'moved'), wrap: true },
    { header: 'Area Group', width: 18, value: (change) => fromToCell(change, ({ areaGroup }) => areaGroup, 'moved'), wrap: true },
    { header: 'Qty Before', width: 9, kind: 'integer', value: (change) => styledCell(change, change.from?.quantity ?? null, 'quantity') },
    { header: 'Qty Now', width: 9, kind: 'integer', value: (change) => styledCell(change, change.to?.quantity ?? null, 'quantity') },
    {
      header: 'Unit Before',
      width: 14,
      kind: 'money',
      value: (change) => styledCell(change, change.from?.unitPrice ?? null, 'price', 'replaced'),
      isPrice: true,
    },
    {
      header: 'Unit Now',
      width: 14,
      kind: 'money',
      value: (change) => styledCell(change, change.to?.unitPrice ?? null, 'price', 'replaced'),
      isPrice: true,
    },
    { header: 'Difference', width: 15, kind: 'money', value: ({ delta }) => delta ?? null, sum: true, isPrice: true },
  ],
  groupOf: ({ category }) => category,
  total: 'Difference, MSRP without installation',
}

const ownCategory = 'Each product is listed under its own category, even if a product of another category replaced it.'

/** Old and new sums by category as on the page; categories with unchanged sums share one row. */
function categoryTable({ from, to, fromTotal, toTotal, totalDelta }: ComparedSums): ReportTable<CategoryDelta> {
  return {
    name: 'By Category',
    columns: [
      { header: 'Category', width: 44, value: ({ name }) => name },
      { header: 'Before', width: 18, kind: 'money', value: (row) => row.from, sum: true },
      { header: 'Now', width: 18, kind: 'money', value: (row) => row.to, sum: true },
      { header: 'Difference', width: 18, kind: 'money', value: ({ delta }) => delta, sum: true },
    ],
    before(rows) {
      const before = sumMoney([from, ...rows.map((row) => -row.from)])
      const now = sumMoney([to, ...rows.map((row) => -row.to)])
      return before === 0 && now === 0 ? [] : [{ label: 'Categories without a difference', amounts: { Before: before, Now: now } }]
    },
    total: 'MSRP without installation',
    after: () => [
      {
        label: "With installation, as on the project's card",
        amounts: { Before: fromTotal, Now: toTotal, Difference: totalDelta },
        style: 'total',
      },
    ],
  }
}

export const makeComparison: Maker<'revisions'> = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file does not belong to a project.')
  const book = await making.read(async (ctx) => {
    requireAccess(ctx.actor, compareRevisions.permission)
    const { from, to } = making.parameters
    const project = await getProject(ctx, projectId)
    const compared = await loadComparison(ctx, projectId, { from: from ?? null, to: to ?? null })
    const author = fullName(ctx.actor)
    const stateRow = (label: string, state: ComparedState): SheetValue[] => {
      const { id, issueDate, title, day } = state
      const parts = [nameOfState(state), formatDate(issueDate), id !== null && title, day && `the latest on ${formatDate(day)}`]
      return [label, parts.filter(Boolean).join(', ')]
    }
    const preamble = await loadPreamble(ctx, [
      ['Project', projectTitle(project)],
      ['Client', project.client?.name ?? null],
      ['Report', 'Changes'],
      stateRow('From', compared.from),
      stateRow('To', compared.to),
      [
        'Differences',
        `${formatCount(compared.changes.length, 'difference')} in ${compared.changedSpaces} of ${formatCount(compared.spaces, 'space')}`,
      ],
    ])
    const sheets = [await sheetOfTable(table, compared.changes, { preamble, hidesPrices: !('sums' in compared) })]
    if ('sums' in compared)
      sheets.push(await sheetOfTable(categoryTable(compared.sums), compared.categories, { preamble, notes: [ownCategory] }))
    const logo = await loadFirmLogo(ctx)
    return { author, sheets: sheets.map((sheet) => ({ ...sheet, logo, foot: `${projectTitle(project)}, Changes` })) }
  })
  making.progress(50)
  return renderWorkbook(making, book)
}

declare module '../kit/request/context.ts' {
  interface FileParameters {
    revisions: Parameters<typeof loadComparison>[2]
  }
}
