import { bidTabulation, type Comparison, exportBidComparison } from '../../model/bids/bid-calls.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { centsOf, formatUsd } from '../../model/kit/money.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { type Maker, preambleOf, written } from '../reports/public.ts'
import type { PdfLine } from '../tools/pdf-writing.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { columnLetter, headerRowNumber, type Sheet, type SheetFormula, type SheetRow, type SheetValue } from '../tools/sheet.ts'
import { packageTitle } from './bid-mails.ts'
import { bidPackages, getPackage, requireOpenBids } from './bid-packages.ts'
import { loadComparison } from './comparison.ts'
import { sheetColumn } from './sheet-columns.ts'

interface PackageFile {
  packageId: number
}
const view = bidPackages.resource.permission.view

async function request(ctx: Context, { params }: HandlerRequest<typeof exportBidComparison>, kind: 'bidComparison' | 'bidTabulation') {
  const bidPackage = await getPackage(ctx, params.id, params.itemId)
  requireOpenBids(bidPackage)
  const { project } = await packageTitle(ctx, bidPackage.id)
  const isBook = kind === 'bidComparison'
  const name = `${project} ${bidPackage.number} ${isBook ? 'comparison' : 'tabulation'}.${isBook ? 'xlsx' : 'pdf'}`
  return ctx.services.requestFile(ctx, {
    fileName: name.replace(/[\\/:*?"<>|]/g, '-'),
    templateType: isBook ? TemplateType.Xlsx : TemplateType.Pdf,
    category: isBook ? DownloadTaskCategory.BidComparison : DownloadTaskCategory.BidTabulation,
    maker: kind,
    parameters: { packageId: bidPackage.id },
    projectId: bidPackage.projectId,
    projectName: project,
  })
}

async function gather(ctx: Context, projectId: number | null, { packageId }: PackageFile) {
  requireAccess(ctx.actor, view)
  const bidPackage = await getPackage(ctx, projectId ?? 0, packageId)
  const comparison = await loadComparison(ctx, bidPackage, 'space')
  return { bidPackage, comparison, about: await packageTitle(ctx, packageId) }
}

type Row = Comparison['rows'][number]
type Cell = Row['cells'][number]
const flagsOf = ({ isMissing, isExcluded, isOutlier, isLow, substitute, note }: Cell) =>
  [
    isMissing && 'Missing',
    isExcluded && 'Excluded',
    substitute && `Substitute: ${substitute.manufacturer} ${substitute.model}`,
    isOutlier && 'Outlier',
    isLow && 'Low',
    note,
  ]
    .filter(Boolean)
    .join('; ') || null

/** Columns before the bids, and per bid. */
const fixed = ['Space', 'Category', 'Manufacturer', 'Model', 'Qty', 'Our Unit', 'Our Extended', 'Median', 'Low', 'Spread %'] as const
const [qtyAt, estimateAt, extendedAt, lowAt] = [4, 5, 6, 8]
const perBid = 5

/** The client can change any price: extended prices, medians, sums, and leveled totals are formulas. */
function comparisonSheet(comparison: Comparison, allowances: readonly { name: string; amount: number }[], preamble: SheetValue[][]): Sheet {
  const { bids, rows, costRows, alternates } = comparison
  const first = headerRowNumber({ preamble }) + 1
  const unitAt = (index: number) => fixed.length + index * perBid
  const at = (column: number, row: number) => `${columnLetter(column)}${row}`
  const formula = (text: string, value: number | null): SheetFormula => ({ formula: text, value })
  const overAll = (letter: string, to: number) => `${letter}${first}:${letter}${to}`
  const lineRow = (row: Row, index: number): SheetRow => {
    const number = first + index
    const priced = row.cells.flatMap((cell, bid) => (cell.unitPrice === null ? [] : { at: at(unitAt(bid), number), cell }))
    const own = priced.filter(({ cell }) => !cell.substitute).map((item) => item.at)
    const all = priced.map((item) => item.at)
    const low = at(lowAt, number)
    const values: SheetValue[] = [
      [row.space.number, row.space.name].filter(Boolean).join(' '),
      row.category.name,
      row.equipment.manufacture,
      row.equipment.model,
      row.quantity,
      row.estimate.unitPrice,
      row.estimate.unitPrice === null ? null : formula(`${at(qtyAt, number)}*${at(estimateAt, number)}`, row.estimate.extended),
      all.length > 0 ? formula(`ROUND(MEDIAN(${all.join(',')}),2)`, row.median) : null,
      own.length > 0 ? formula(`MIN(${own.join(',')})`, row.low) : null,
      own.length > 0 ? formula(`IF(${low}=0,"",ROUND((MAX(${all.join(',')})-${low})/${low}*100,2))`, row.spreadPercent) : null,
    ]
    row.cells.forEach((cell, bid) => {
      const unit = at(unitAt(bid), number)
      const estimate = at(estimateAt, number)
      values.push(
        cell.unitPrice,
        formula(`${at(qtyAt, number)}*${unit}`, cell.extended ?? 0),
        cell.differencePercent === null ? null : formula(`ROUND((${unit}-${estimate})/${estimate}*100,2)`, cell.differencePercent),
        cell.adjustment?.amount ?? null,
        flagsOf(cell),
      )
    })
    return { values }
  }
  const labeled = (label: string, valuesOf: (bid: number) => SheetValue[], style?: SheetRow['style']): SheetRow => {
    const values: SheetValue[] = [label, ...Array.from({ length: fixed.length - 1 }, () => null)]
    bids.forEach((_, bid) => {
      const own = valuesOf(bid)
      values.push(...own, ...Array.from({ length: perBid - own.length }, () => null))
    })
    return { values, style }
  }
  const sheetRows = rows.map(lineRow)
  const lastLine = first + rows.length - 1
  const rowNumber = () => first + sheetRows.length
  const extendedLetter = (bid: number) => columnLetter(unitAt(bid) + 1)
  const linesAt = rowNumber()
  sheetRows.push(
    labeled('Lines', (bid) => [null, formula(`SUM(${overAll(extendedLetter(bid), lastLine)})`, bids[bid]?.lines ?? 0)], 'subtotal'),
  )
  const estimate = sheetRows.at(-1)?.values
  const estimated = rows.reduce((cents, row) => cents + centsOf(row.estimate.extended ?? 0), 0) / 100
  if (estimate) estimate[extendedAt] = formula(`SUM(${overAll(columnLetter(extendedAt), lastLine)})`, estimated)
  for (const { name, cells } of costRows)
    sheetRows.push(labeled(name, (bid) => [null, cells[bid]?.amount ?? 0, null, cells[bid]?.adjustment?.amount ?? null]))
  for (const { name, amount } of allowances) sheetRows.push(labeled(`Allowance: ${name}`, () => [null, amount]))
  const lastPart = rowNumber() - 1
  const totalAt = rowNumber()
  const sumFrom = (letter: string, from: number, to: number) => `SUM(${letter}${from}:${letter}${to})`
  sheetRows.push(
    labeled('Total', (bid) => [null, formula(sumFrom(extendedLetter(bid), linesAt, lastPart), bids[bid]?.total ?? 0)], 'total'),
  )
  const adjustmentsAt = rowNumber()
  sheetRows.push(
    labeled('Adjustments', (bid) => [null, formula(sumFrom(columnLetter(unitAt(bid) + 3), first, lastPart), bids[bid]?.adjustments ?? 0)]),
  )
  sheetRows.push(
    labeled(
      'Leveled total',
      (bid) => [null, formula(`${extendedLetter(bid)}${totalAt}+${extendedLetter(bid)}${adjustmentsAt}`, bids[bid]?.leveledTotal ?? 0)],
      'total',
    ),
  )
  for (const { code, name, cells } of alternates)
    sheetRows.push(labeled(`Alternate ${code}: ${name}`, (bid) => [null, cells[bid]?.amount ?? null]))
  return {
    name: 'Comparison',
    preamble,
    columns: [
      ...fixed.map((header, index) => ({
        header,
        width: index < 4 ? 22 : 13,
        kind:
          index < 4
            ? ('text' as const)
            : index === qtyAt
              ? ('integer' as const)
              : index === fixed.length - 1
                ? ('number' as const)
                : ('money' as const),
      })),
      ...bids.flatMap(({ company }) => [
        sheetColumn(`${company.name} Unit`, 14, { kind: 'money' }),
        sheetColumn('Extended', 15, { kind: 'money' }),
        sheetColumn('Difference %', 12, { kind: 'number' }),
        sheetColumn('Adjustment', 13, { kind: 'money' }),
        sheetColumn('Remarks', 26, { wrap: true }),
      ]),
    ],
    rows: sheetRows,
    freeze: { columns: 4 },
    landscape: true,
    fitToWidth: true,
    repeatHeader: true,
    paper: 'tabloid',
  }
}

function remarksSheet({ bids }: Comparison): Sheet {
  return {
    name: 'Exclusions',
    columns: [sheetColumn('Bidder', 30), sheetColumn('Kind', 16), sheetColumn('Text', 90, { wrap: true })],
    rows: bids.flatMap(({ company, exclusions, qualifications, missingAddenda }) => [
      ...exclusions.map((text) => [company.name, 'Exclusion', text]),
      ...qualifications.map((text) => [company.name, 'Qualification', text]),
      ...missingAddenda.map((number) => [company.name, 'Addendum', `Addendum ${number} is not acknowledged`]),
    ]),
    freeze: true,
    landscape: true,
    fitToWidth: true,
  }
}

const makeBook: Maker<'bidComparison'> = async (making) => {
  const book = await making.read(async (ctx) => {
    const { bidPackage, comparison, about } = await gather(ctx, making.task.projectId, making.parameters)
    const preamble = await preambleOf(ctx, [
      ['Project', about.project],
      ['Package', about.title],
      ['Revision', `${bidPackage.revision.code} ${bidPackage.revision.title}`],
    ])
    return { sheets: [comparisonSheet(comparison, bidPackage.allowances, preamble), remarksSheet(comparison)] }
  })
  making.progress(50)
  return written(making, book)
}

const signed = (amount: number | null) => (amount === null ? '–' : formatUsd(amount))

/** One block per bidder: letter paper has no room for twelve bids side by side. */
function tabulationLines({ comparison, about }: { comparison: Comparison; about: { title: string; project: string } }): PdfLine[] {
  const { bids, costRows, alternates, rows } = comparison
  const line = (label: string, value: string, isBold = false): PdfLine => ({
    parts: [
      { text: label, width: 300 },
      { text: value, x: 320, width: 160 },
    ],
    isBold,
  })
  const heading = (text: string): PdfLine => ({ parts: [{ text, width: 480 }], size: 12, isBold: true, above: 14 })
  const countOf = (invitationId: number, isFlagged: (cell: Cell) => boolean) =>
    rows.reduce((count, { cells }) => count + Number(cells.some((cell) => cell.invitationId === invitationId && isFlagged(cell))), 0)
  return [
    { parts: [{ text: `Bid tabulation: ${about.title}`, width: 500 }], size: 16, isBold: true },
    { parts: [{ text: about.project, width: 500 }], above: 4 },
    heading('Totals, lowest first'),
    ...bids.map(({ company, total, leveledTotal, adjustments }) =>
      line(company.name, adjustments === 0 ? formatUsd(total) : `${formatUsd(total)}, leveled ${formatUsd(leveledTotal)}`),
    ),
    ...bids.flatMap((bid) => {
      const { invitationId, company, submittedAt, version, signedBy } = bid
      const flags = (['isMissing', 'isExcluded', 'isOutlier'] as const).map((key) => countOf(invitationId, (cell) => cell[key]))
      const amountOf = (cells: Comparison['costRows'][number]['cells'] | Comparison['alternates'][number]['cells']) =>
        cells.find((cell) => cell.invitationId === invitationId)?.amount ?? null
      return [
        heading(company.name),
        line('Submitted', `${formatDate(submittedAt.slice(0, 10))}, version ${version}, ${signedBy}`),
        line('Equipment', formatUsd(bid.lines)),
        ...costRows.map(({ name, cells }) => line(name, signed(amountOf(cells)))),
        line('Allowances', formatUsd(bid.allowances)),
        line('Total', formatUsd(bid.total), true),
        line('Adjustments', formatUsd(bid.adjustments)),
        line('Leveled total', formatUsd(bid.leveledTotal), true),
        ...alternates.map(({ code, name, cells }) => line(`Alternate ${code}: ${name}`, signed(amountOf(cells)))),
        line('Missing, excluded, outlying lines', flags.join(', ')),
        ...bid.exclusions.map((text) => line('Exclusion', text)),
        ...bid.qualifications.map((text) => line('Qualification', text)),
        ...bid.missingAddenda.map((number) => line('Not acknowledged', `Addendum ${number}`)),
      ]
    }),
    heading('Signature'),
    {
      parts: [
        { text: 'Name', width: 200 },
        { text: 'Date', x: 320, width: 100 },
      ],
      above: 30,
    },
  ]
}

const makeTabulation: Maker<'bidTabulation'> = async (making) => {
  const gathered = await making.read((ctx) => gather(ctx, making.task.projectId, making.parameters))
  const pdf = await runInWorker(
    'pdf',
    { title: `Bid tabulation: ${gathered.about.title}`, lines: tabulationLines(gathered) },
    { timeoutMs: 60_000, signal: making.signal },
  )
  return Buffer.from(pdf)
}

export const comparisonMakers = { bidComparison: makeBook, bidTabulation: makeTabulation }
export const comparisonFileRoutes: Route[] = [
  defineRoute(exportBidComparison, (ctx, asked) => request(ctx, asked, 'bidComparison')),
  defineRoute(bidTabulation, (ctx, asked) => request(ctx, asked, 'bidTabulation')),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    bidComparison: PackageFile
    bidTabulation: PackageFile
  }
}
