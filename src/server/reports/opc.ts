import { groupByKey } from '../../model/kit/keys.ts'
import { centsOf, dollarsOf, formatUsd, roundedProduct, sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { computeTotalPrice, costOfLine, isFurnishedByOwner, type OpinionOfCost, opinionOfCost } from '../../model/projects/money.ts'
import { budgetUsedPercent } from '../../model/projects/project-budget.ts'
import type { Context } from '../kit/request/context.ts'
import { decidedBudget } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import type { Sheet, SheetRow } from '../tools/sheet.ts'
import { mapInPieces } from './event-loop-pause.ts'
import { lineLevelName, productColumns } from './extended-bom.ts'
import { placeColumns, spaceOfRow } from './more-sheets.ts'
import type { ReportContext, ReportSheets } from './report-kit.ts'
import { amountIfPriced, gatherLines, providersByCode, type ReportLine, unpricedNote } from './report-lines.ts'
import type { ReportScopeData, ReportSpace } from './report-scope.ts'
import { page, type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

type Cost = ReturnType<typeof costOfLine>
type CostedLine = ReportLine & Cost
type Budget = Awaited<ReturnType<typeof decidedBudget>>

const perArea = (amount: number, area: number) => (area > 0 ? roundedProduct(2, [amount], area) : 0)
const sumAreas = (spaces: readonly ReportSpace[]) => spaces.reduce((sum, { area }) => sum + (area ?? 0), 0)

/** Costs of lines; labor depends on the project, and shipping, tax, and contingency apply only to the total. */
interface Sums {
  quantity: number
  hardware: number
  installation: number
  labor: number
  total: number
}
function sumCosts(lines: readonly CostedLine[]): Sums {
  const sum = (amountOf: (line: CostedLine) => number) => sumMoney(lines.map(amountOf))
  const [hardware, installation, labor] = [sum((line) => line.hardware), sum((line) => line.installation), sum((line) => line.labor)]
  const quantity = lines.reduce((count, line) => count + line.quantity, 0)
  return { quantity, hardware, installation, labor, total: sumMoney([hardware, installation, labor]) }
}
const sumColumns = <R extends Sums>(): ReportColumn<R>[] => [
  { header: 'Qty', width: 9, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
  { header: 'Hardware', width: 17, kind: 'money', value: ({ hardware }) => hardware, sum: true },
  { header: 'Installation', width: 16, kind: 'money', value: ({ installation }) => installation, sum: true },
  { header: 'Labor', width: 16, kind: 'money', value: ({ labor }) => labor, sum: true },
  { header: 'Total', width: 17, kind: 'money', value: ({ total }) => total, sum: true },
]

type SpaceRow = Sums & { space: ReportSpace }
const bySpace: ReportTable<SpaceRow> = {
  name: 'By Space',
  columns: [
    ...placeColumns<SpaceRow>(spaceOfRow),
    { header: 'Area (sq ft)', width: 12, kind: 'number', value: ({ space }) => space.area, sum: true },
    ...sumColumns<SpaceRow>(),
    {
      header: 'Cost per sq ft',
      width: 14,
      kind: 'money',
      value: ({ total, space }) => perArea(total, space.area ?? 0),
      tally: (rows) => perArea(sumMoney(rows.map(({ total }) => total)), sumAreas(rows.map(({ space }) => space))),
    },
  ],
  groupOf: [({ space }) => space.building, ({ space }) => `${space.building}, ${space.level}`],
  total: 'Total',
}

type NamedSums = Sums & { number: number | null; name: string }
const byCategory: ReportTable<NamedSums> = {
  name: 'By Category',
  columns: [
    { header: 'No.', width: 8, kind: 'integer', value: ({ number }) => number },
    { header: 'Category', width: 36, value: ({ name }) => name, isLabel: true },
    ...sumColumns<NamedSums>(),
  ],
  total: 'Total',
}
const byProvider: ReportTable<NamedSums> = {
  name: 'By Provider',
  columns: [{ header: 'Provider', width: 36, value: ({ name }) => name }, ...sumColumns<NamedSums>()],
  total: 'Total',
}

type LineRow = CostedLine & Sums
const detail: ReportTable<LineRow> = {
  name: 'Detail',
  columns: [
    ...placeColumns<LineRow>(spaceOfRow),
    { header: 'Area Group', width: 16, value: ({ areaGroup }) => areaGroup, wrap: true },
    ...productColumns,
    { header: 'Unit MSRP', width: 13, kind: 'money', value: (line) => amountIfPriced(line, line.unit) },
    { header: 'Extended MSRP', width: 15, kind: 'money', value: (line) => amountIfPriced(line, line.amount), sum: true },
    { header: 'Not in the Total', width: 15, kind: 'money', value: ({ ownerFurnished }) => ownerFurnished, sum: true },
    { header: 'Note', width: 16, value: lineNote },
    ...sumColumns<LineRow>(),
  ],
  groupOf: [lineLevelName],
  total: 'Total',
}
function lineNote({ isExisting, ...line }: ReportLine): string | null {
  return [isExisting && 'Existing', isFurnishedByOwner(line) && 'Owner-furnished'].filter(Boolean).join(', ') || null
}

interface Summary {
  opinion: OpinionOfCost
  budget: Budget
  lines: readonly CostedLine[]
  area: number
}

function createSummaryRows({ opinion, budget, lines, area }: Summary, { scope, roundTo }: ReportContext): SheetRow[] {
  const row = (label: string, basis: string | null, amount: number, style?: SheetRow['style']): SheetRow => ({
    values: [label, basis, amount, perArea(amount, area)],
    style,
  })
  const group = (label: string): SheetRow => ({ values: [label, null, null, null], style: 'group' })
  const { hardware, installation, labor, shipping, tax, contingency, total, ownerFurnished, ownerInstalled } = opinion
  const apart = lines.filter((line) => line.ownerFurnished > 0).reduce((sum, { quantity }) => sum + quantity, 0)
  const rows = [
    row('Hardware', `MSRP${ownerFurnished > 0 ? ', without owner-furnished or existing equipment' : ''}`, hardware),
    row('Installation', `Factor ${budget.installationFactor}, each line`, installation),
    row('Labor', `Factor ${budget.laborFactor} of hardware, each line`, labor),
    row('Subtotal', null, sumMoney([hardware, installation, labor]), 'subtotal'),
    row('Shipping', `${budget.shippingPercent}% of hardware`, shipping),
    row('Tax', `${budget.taxPercent}% of hardware`, tax),
    row('Contingency', `${budget.contingencyPercent}% of subtotal and shipping`, contingency),
    row('Total', 'Probable cost', total, 'total'),
  ]
  if (roundTo !== null) rows.push(row('Rounded', `Rounded up to the next ${formatUsd(roundTo)}`, roundedUp(total, roundTo), 'total'))
  rows.push(group('Not in the total'), row('Owner-furnished or existing', formatCount(apart, 'item'), ownerFurnished))
  if (ownerInstalled > 0) rows.push(row('Installed by the owner', 'Installation by the owner', ownerInstalled))
  rows.push(group('Scope'))
  rows.push(
    { values: ['Area', `${area.toLocaleString('en-US')} sq ft`] },
    { values: ['Spaces', scope.spaces.length.toLocaleString('en-US')] },
  )
  rows.push({ values: ['Items', lines.reduce((sum, { quantity }) => sum + quantity, 0).toLocaleString('en-US')] })
  return rows
}

/** Rounds up to whole dollars, tens, hundreds, or thousands. */
function roundedUp(total: number, to: number): number {
  return dollarsOf(Math.ceil(centsOf(total) / (to * 100)) * to * 100)
}

/** Only the whole project has a client budget, and viewing it needs a permission. */
function budgetRows(ctx: Context, { opinion, budget }: Summary, { scope }: ReportContext): SheetRow[] {
  const { clientBudget } = budget
  if (!scope.isWhole || clientBudget === null || !ctx.actor.held.has('ProjectBudget.View')) return []
  const variance = sumMoney([clientBudget, -opinion.total])
  const used = budgetUsedPercent(opinion.total, clientBudget)
  return [
    { values: ['Client budget', null, null, null], style: 'group' },
    { values: ['Budget', null, clientBudget] },
    { values: ['Variance', variance < 0 ? 'Over the budget' : 'Under the budget', variance], style: 'subtotal' },
    { values: ['Used', used === null ? null : `${used}%`] },
  ]
}

async function createSummarySheet(ctx: Context, summary: Summary, reportRequest: ReportContext): Promise<Sheet> {
  const { lines } = summary
  const card = computeTotalPrice(sumMoney(lines.map(({ amount }) => amount)), summary.budget.installationFactor)
  const disclaimer = await settingOf(ctx, 'reports.opcDisclaimer')
  return {
    name: 'Summary',
    columns: [
      { header: 'Cost', width: 30 },
      { header: 'Basis', width: 46 },
      { header: 'Amount', width: 20, kind: 'money' },
      { header: 'Per sq ft', width: 14, kind: 'money' },
    ],
    rows: [...createSummaryRows(summary, reportRequest), ...budgetRows(ctx, summary, reportRequest)],
    notes: [
      ...(disclaimer ? [disclaimer] : []),
      `Including owner-furnished and owner-installed equipment, hardware and installation total ${formatUsd(card)}.`,
      ...unpricedNote(lines),
    ],
    ...page,
    autoFilter: false,
  }
}

/** Opinion of probable cost of the scope, by the project's budget rules (domain 9.2). */
export async function opinionOfScope(ctx: Context, scope: ReportScopeData): Promise<Summary> {
  const budget = scope.revision?.contents.budget ?? (await decidedBudget(ctx, scope.project))
  const gathered = await gatherLines(ctx, scope)
  const costed = (line: ReportLine): CostedLine => ({ ...line, ...costOfLine({ ...line, extendedMsrpPrice: line.amount }, budget) })
  const lines = await mapInPieces(gathered, costed)
  const area = sumAreas(scope.spaces)
  const opinion = opinionOfCost(
    lines.map(({ quantity: _, ...cost }) => cost),
    { ...budget, totalArea: area },
  )
  return { opinion, budget, lines, area }
}

/** Opinion of probable cost in total, by space, category, and provider (domain 11.5). */
export const sheetsOfOpc: ReportSheets = async (ctx, reportRequest) => {
  const { scope } = reportRequest
  const summary = await opinionOfScope(ctx, scope)
  const { lines } = summary
  const inSpace = groupByKey(lines, ({ spaceId }) => spaceId)
  const categories = groupByKey(
    lines.toSorted((a, b) => a.product.categoryNumber - b.product.categoryNumber),
    ({ product }) => product.categoryId,
  )
  const sheets = [
    await createSummarySheet(ctx, summary, reportRequest),
    await sheetOfTable(
      bySpace,
      scope.spaces.map((space) => ({ space, ...sumCosts(inSpace.get(space.id) ?? []) })),
    ),
    await sheetOfTable(
      byCategory,
      [...categories.values()].flatMap((own) =>
        own.slice(0, 1).map(({ product }) => ({ number: product.categoryNumber, name: product.category, ...sumCosts(own) })),
      ),
    ),
    await sheetOfTable(
      byProvider,
      providersByCode
        .map(({ value, longLabel }) => ({ value, name: `${value} ${longLabel}`, own: lines.filter(({ provider }) => provider === value) }))
        .filter(({ own }) => own.length > 0)
        .map(({ name, own }) => ({ number: null, name, ...sumCosts(own) })),
    ),
  ]
  if (reportRequest.showUnitDetail)
    sheets.push(await sheetOfTable(detail, await mapInPieces(lines, (line) => ({ ...line, ...sumCosts([line]) }))))
  return sheets
}
