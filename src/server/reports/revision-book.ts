import { counted } from '../../model/kit/plural.ts'
import { type ChangedSide, type ChangeKind, changeLabels, type RevisionChange } from '../../model/reports/revision-changes.ts'
import { compareRevisions } from '../../model/reports/revisions.ts'
import { checkNeed } from '../kit/request/http.ts'
import { getProject } from '../projects/public.ts'
import type { SheetValue } from '../tools/sheet.ts'
import type { RowStyle } from '../tools/sheet-styles.ts'
import { type Maker, written } from './making.ts'
import { logoOf } from './report-logo.ts'
import { firmRow, titleOf } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'
import { comparisonOf, nameOfState } from './revision-compare.ts'

type Plain = string | number | null

/** Green for what came, red for what went, yellow for a cell whose value is another one now. */
function styleOf({ kinds }: RevisionChange, ...about: ChangeKind[]): RowStyle | undefined {
  if (kinds.includes('added')) return 'added'
  if (kinds.includes('removed')) return 'removed'
  return kinds.some((kind) => about.includes(kind)) ? 'changed' : undefined
}
function colored(change: RevisionChange, value: Plain, ...about: ChangeKind[]): SheetValue {
  const style = styleOf(change, ...about)
  return style === undefined ? value : { value, style }
}

/** The new text, with the old one before it where it was another. */
function both(change: RevisionChange, textOf: (side: ChangedSide) => string | null, ...about: ChangeKind[]): SheetValue {
  const [from, to] = [change.from, change.to].map((side) => side && textOf(side))
  const text = from && to && from !== to ? `${from} → ${to}` : (to ?? from ?? null)
  return colored(change, text, ...about)
}

const table: ReportTable<RevisionChange> = {
  name: 'Changes',
  columns: [
    {
      header: 'Change',
      width: 18,
      value: (change) => colored(change, change.kinds.map((kind) => changeLabels[kind]).join(', ')),
      isLabel: true,
    },
    { header: 'Tag', width: 14, value: (change) => both(change, ({ tag }) => tag, 'replaced') },
    { header: 'Manufacturer', width: 20, value: (change) => both(change, ({ manufacturer }) => manufacturer, 'replaced'), wrap: true },
    { header: 'Model', width: 28, value: (change) => both(change, ({ model }) => model, 'replaced'), wrap: true },
    { header: 'Space', width: 28, value: (change) => both(change, ({ space }) => space, 'moved'), wrap: true },
    { header: 'Area Group', width: 18, value: (change) => both(change, ({ areaGroup }) => areaGroup, 'moved'), wrap: true },
    { header: 'Qty Before', width: 9, kind: 'integer', value: (change) => colored(change, change.from?.quantity ?? null, 'quantity') },
    { header: 'Qty Now', width: 9, kind: 'integer', value: (change) => colored(change, change.to?.quantity ?? null, 'quantity') },
    {
      header: 'Unit Before',
      width: 14,
      kind: 'money',
      value: (change) => colored(change, change.from?.unitPrice ?? null, 'price', 'replaced'),
      isPrice: true,
    },
    {
      header: 'Unit Now',
      width: 14,
      kind: 'money',
      value: (change) => colored(change, change.to?.unitPrice ?? null, 'price', 'replaced'),
      isPrice: true,
    },
    { header: 'Difference', width: 15, kind: 'money', value: ({ delta }) => delta ?? null, sum: true, isPrice: true },
  ],
  groupOf: ({ category }) => category,
  total: 'Difference, MSRP without installation',
}

/** The comparison as a workbook, with what its owner may see now. */
export const makeComparison: Maker = async (making) => {
  const { projectId } = making.task
  if (projectId === null) throw new Error('This file is not of a project.')
  const book = await making.read(async (ctx) => {
    checkNeed(ctx.actor, compareRevisions.permission)
    const { from, to } = making.parameters
    const project = await getProject(ctx, projectId)
    const compared = await comparisonOf(ctx, projectId, { from: from ?? null, to: to ?? null })
    const author = `${ctx.actor.firstName} ${ctx.actor.lastName}`
    const stateRow = (label: string, { id, issueDate, ...state }: typeof compared.from): SheetValue[] => [
      label,
      `${nameOfState({ id, issueDate, ...state })}, ${issueDate.replaceAll('-', '/')}${id === null ? '' : `, ${state.title}`}`,
    ]
    const preamble = [
      ...(await firmRow(ctx)),
      ['Project', titleOf(project)],
      ['Client', project.client?.name ?? null],
      ['Report', 'Changes'],
      stateRow('From', compared.from),
      stateRow('To', compared.to),
      [
        'Differences',
        `${counted(compared.changes.length, 'difference')} in ${compared.changedSpaces} of ${counted(compared.spaces, 'space')}`,
      ],
      ['Author', author],
    ]
    const sheet = sheetOfTable(table, compared.changes, { preamble, hidesPrices: !('sums' in compared) })
    return { author, sheets: [{ ...sheet, logo: await logoOf(ctx), foot: `${titleOf(project)}, Changes` }] }
  })
  making.progress(50)
  return written(making, book)
}
