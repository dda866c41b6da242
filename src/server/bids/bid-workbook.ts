import { bidLineFields } from '../../model/bids/bid-contents.ts'
import { bidReceipt, bidWorkbook, readBidWorkbook } from '../../model/bids/external-bid-calls.ts'
import { parseShape } from '../../model/kit/field.ts'
import { centsOf, dollarsOf, round, round2 } from '../../model/kit/money.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { readUpload, sendBook } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import type { IssuedLine, Maker } from '../reports/public.ts'
import { type ReadCell, readCellText } from '../tools/cell-formats.ts'
import type { FileContents } from '../tools/file-reading.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { columnLetter, type Sheet, type SheetFormula, type SheetValue } from '../tools/sheet.ts'
import type { ReadRow, ReadSheet } from '../tools/sheet-reading.ts'
import { type BidContent, emptyContent } from './bid-contents.ts'
import { findInvited, type InvitedBidder, linesOfInvited, loadDraft, loadVersions, requireOwn } from './external-bids.ts'
import { sheetColumn } from './sheet-columns.ts'

const formatVersion = 1
const prices = 'Prices'
const others = 'Costs'
const remarks = 'Remarks'
const meta = '_meta'

const priceColumns = [
  'Line',
  'Space',
  'Area Group',
  'Category',
  'Manufacturer',
  'Model',
  'Qty',
  'Unit Price',
  'Extended',
  'Excluded',
  'Substitute Manufacturer',
  'Substitute Model',
  'Substitute Reason',
  'Note',
] as const
type PriceColumn = (typeof priceColumns)[number]
const columnAt = (name: PriceColumn) => priceColumns.indexOf(name)
const kinds = { cost: 'Cost', alternate: 'Alternate', unitPrice: 'Unit price', allowance: 'Allowance' } as const
const exclusion = 'Exclusion'
const qualification = 'Qualification'

function pricesSheet(lines: readonly IssuedLine[], content: BidContent): Sheet {
  const entered = new Map(content.lines.map((line) => [line.lineKey, line]))
  const [qty, unit, extended] = (['Qty', 'Unit Price', 'Extended'] as const).map((name) => columnLetter(columnAt(name)))
  const rows = lines.map(({ lineKey, space, areaGroup, category, equipment, quantity }, index): SheetValue[] => {
    const { unitPrice = null, isExcluded = false, substitute = null, note = null } = entered.get(lineKey) ?? {}
    const number = index + 2
    const product: SheetFormula = {
      formula: `IF(${columnLetter(columnAt('Excluded'))}${number}="Yes",0,${qty}${number}*${unit}${number})`,
      value: isExcluded ? 0 : dollarsOf(quantity * centsOf(unitPrice ?? 0)),
    }
    const place = [space.number, space.name].filter(Boolean).join(' ')
    const made = [category.name, equipment.manufacture, `${equipment.model} (${equipment.tag})`]
    const own = [isExcluded ? 'Yes' : null, substitute?.manufacturer, substitute?.model, substitute?.reason, note]
    return [lineKey, place, areaGroup, ...made, quantity, unitPrice, product, ...own]
  })
  const total: SheetFormula = {
    formula: `SUM(${extended}2:${extended}${lines.length + 1})`,
    value: rows.reduce((sum, row) => sum + (Object(row[columnAt('Extended')]).value ?? 0), 0),
  }
  return {
    name: prices,
    columns: priceColumns.map((header, index) => ({
      header,
      width: index === 0 ? 9 : header === 'Qty' ? 7 : header === 'Excluded' ? 10 : header === 'Model' ? 30 : 18,
      kind: header === 'Qty' ? 'integer' : header === 'Unit Price' || header === 'Extended' ? 'money' : 'text',
      wrap: header === 'Model' || header === 'Space',
    })),
    rows: [...rows, { values: ['Total', ...Array.from({ length: columnAt('Extended') - 1 }, () => null), total], style: 'total' }],
    freeze: { columns: 1 },
    landscape: true,
    fitToWidth: true,
    repeatHeader: true,
    paper: 'letter',
    lockedColumns: [0, 1, 2, 3, 4, 5, 6, 8],
    dropDowns: [{ column: columnAt('Excluded'), from: { sheet: 'Lists', column: 0 }, strict: true }],
  }
}

function createBook(invited: InvitedBidder, lines: readonly IssuedLine[], content: BidContent) {
  const otherRows: SheetValue[][] = [
    ...invited.costLines.map(({ key, name }) => [kinds.cost, key, name, content.costs[key] ?? null]),
    ...invited.alternates.map(({ code, name }) => [kinds.alternate, code, name, content.alternates[code] ?? null]),
    ...invited.unitPrices.map(({ name, unit }) => [kinds.unitPrice, name, unit, content.unitPrices[name] ?? null]),
    ...invited.allowances.map(({ name, amount }) => [kinds.allowance, name, 'Included by the package', amount]),
  ]
  const costSheet: Sheet = {
    name: others,
    columns: [sheetColumn('Kind', 14), sheetColumn('Key', 24), sheetColumn('Name', 40), sheetColumn('Amount', 16, { kind: 'money' })],
    rows: otherRows,
    freeze: true,
    fitToWidth: true,
    lockedColumns: [0, 1, 2],
  }
  const remarkSheet: Sheet = {
    name: remarks,
    columns: [sheetColumn('Kind', 18), sheetColumn('Text', 90, { wrap: true })],
    rows: [...content.exclusions.map((text) => [exclusion, text]), ...content.qualifications.map((text) => [qualification, text])],
    freeze: true,
    fitToWidth: true,
    dropDowns: [{ column: 0, from: { sheet: 'Lists', column: 1 }, strict: true }],
  }
  const about = [
    ['formatVersion', String(formatVersion)],
    ['invitationId', String(invited.id)],
    ['package', invited.number],
    ['revisionId', String(invited.revisionId)],
  ]
  const lists: Sheet = {
    name: 'Lists',
    hiddenSheet: true,
    columns: [sheetColumn('Excluded', 14), sheetColumn('Kind', 14)],
    rows: [
      ['Yes', exclusion],
      [null, qualification],
    ],
  }
  return {
    sheets: [
      pricesSheet(lines, content),
      costSheet,
      remarkSheet,
      lists,
      { name: meta, hiddenSheet: true, columns: [sheetColumn('Key', 14), sheetColumn('Value', 14)], rows: about },
    ],
  }
}

async function download(ctx: Context, id: number) {
  const invited = await findInvited(ctx, id)
  requireOwn(ctx, invited)
  const lines = await linesOfInvited(ctx, invited)
  const { content } = await loadDraft(ctx, invited, lines)
  return sendBook(`${invited.number} ${invited.name}.xlsx`, createBook(invited, lines, content))
}

interface Problem {
  sheet: string
  row: number
  column: string
  message: string
}

/** Value of a cell; of a formula its result, as the bidder saw it. */
const cellOf = ({ values, formulas, results }: ReadRow, at: number): ReadCell =>
  formulas?.includes(at) ? (results?.[at] ?? null) : (values[at] ?? null)
const textOf = (row: ReadRow, at: number) => readCellText(cellOf(row, at)).trim()

function amountOf(row: ReadRow, at: number): number | string | null {
  const cell = cellOf(row, at)
  if (typeof cell === 'number') return round(cell, 6)
  if (cell !== null && typeof cell === 'object' && 'number' in cell) return cell.number
  const text = readCellText(cell)
    .trim()
    .replace(/^\$\s*/, '')
  if (text === '') return null
  // Only the US notation is certain: 1,234.50. Anything else is reported instead of guessed.
  return /^\d{1,3}(,\d{3})+(\.\d+)?$|^\d+(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : text
}

/** Refuses a workbook of another package, bidder, revision, or format by name. */
function checkBook(invited: InvitedBidder, tables: readonly ReadSheet[]) {
  const about = tables.find(({ name }) => name === meta)
  const read = (key: string) => {
    const row = about?.rows.find((item) => textOf(item, 0) === key)
    return row ? textOf(row, 1) : ''
  }
  if (!about || read('invitationId') === '') throw badRequest(['This is not the workbook of a bid. Download it from the package.'])
  if (read('formatVersion') !== String(formatVersion))
    throw badRequest(['This workbook was downloaded from another version of the product. Please download it again.'])
  if (read('package') !== invited.number || read('invitationId') !== String(invited.id))
    throw badRequest([`This is the workbook of another package or bidder (${read('package').slice(0, 40)}), not of ${invited.number}.`])
  if (read('revisionId') !== String(invited.revisionId))
    throw badRequest(['This workbook has the lines of an earlier revision. An addendum replaced it; please download the workbook again.'])
}

function sheetOf(tables: readonly ReadSheet[], name: string, headers: readonly string[]): ReadRow[] {
  const sheet = tables.find((table) => table.name === name)
  if (!sheet) throw badRequest([`The sheet ${name} is missing.`])
  if (sheet.problem) throw badRequest([sheet.problem], 413)
  const [head, ...rows] = sheet.rows
  headers.forEach((header, at) => {
    if (!head || textOf(head, at) !== header) throw badRequest([`Column ${columnLetter(at)} of the sheet ${name} must be "${header}".`])
  })
  return rows
}

function readLines(rows: readonly ReadRow[], lines: readonly IssuedLine[], problems: Problem[]): BidContent['lines'] {
  const known = new Map(lines.map((line) => [line.lineKey, line]))
  const seen = new Set<string>()
  const read: BidContent['lines'] = []
  for (const row of rows) {
    const lineKey = textOf(row, 0)
    if (lineKey === 'Total') continue
    const report = (column: PriceColumn, message: string) => problems.push({ sheet: prices, row: row.number, column, message })
    const line = known.get(lineKey)
    if (!line) report('Line', 'This line is not in the package.')
    else if (seen.has(lineKey)) report('Line', 'This line occurs twice.')
    else {
      seen.add(lineKey)
      if (amountOf(row, columnAt('Qty')) !== line.quantity) report('Qty', `The quantity is ${line.quantity} and cannot be changed.`)
      const excluded = textOf(row, columnAt('Excluded'))
      if (excluded && !/^(yes|no)$/i.test(excluded)) report('Excluded', 'Enter Yes, or leave the cell empty.')
      const [manufacturer, model] = [textOf(row, columnAt('Substitute Manufacturer')), textOf(row, columnAt('Substitute Model'))]
      const { values, problems: found = {} } = parseShape(bidLineFields, {
        lineKey,
        unitPrice: amountOf(row, columnAt('Unit Price')),
        isExcluded: /^yes$/i.test(excluded),
        substitute: manufacturer || model ? { manufacturer, model, reason: textOf(row, columnAt('Substitute Reason')) || null } : null,
        note: textOf(row, columnAt('Note')) || null,
      })
      for (const [path, [message = '']] of Object.entries(found)) report(columnOfPath[path] ?? 'Note', message)
      read.push(values)
    }
  }
  for (const { lineKey } of lines)
    if (!seen.has(lineKey)) problems.push({ sheet: prices, row: 1, column: 'Line', message: `Line ${lineKey} is missing.` })
  return read
}
const columnOfPath: Record<string, PriceColumn> = {
  unitPrice: 'Unit Price',
  isExcluded: 'Excluded',
  'substitute.manufacturer': 'Substitute Manufacturer',
  'substitute.model': 'Substitute Model',
  'substitute.reason': 'Substitute Reason',
}

function readOthers(rows: readonly ReadRow[], invited: InvitedBidder, problems: Problem[]) {
  const read = { costs: { ...emptyContent.costs }, alternates: { ...emptyContent.alternates }, unitPrices: { ...emptyContent.unitPrices } }
  const parts = [
    { kind: kinds.cost, into: read.costs, keys: invited.costLines.map(({ key }) => key), min: 0 },
    { kind: kinds.alternate, into: read.alternates, keys: invited.alternates.map(({ code }) => code), min: -99_999_999.99 },
    { kind: kinds.unitPrice, into: read.unitPrices, keys: invited.unitPrices.map(({ name }) => name), min: 0 },
  ]
  for (const row of rows) {
    const kind = textOf(row, 0)
    if (kind === kinds.allowance) continue
    const report = (column: string, message: string) => problems.push({ sheet: others, row: row.number, column, message })
    const part = parts.find((item) => item.kind === kind)
    const key = textOf(row, 1)
    const amount = signedAmount(row, 3)
    if (!part) report('Kind', 'This row is not in the package.')
    else if (!part.keys.includes(key)) report('Key', 'The package does not ask for this.')
    else if (amount !== null && (typeof amount !== 'number' || amount < part.min || amount > 99_999_999.99 || round2(amount) !== amount))
      report('Amount', 'Enter an amount in dollars, such as 1234.50.')
    else if (amount !== null) part.into[key] = amount
  }
  return read
}
/** Also takes a deduct as text: -1,200, or (1,200) as accountants write it. */
function signedAmount(row: ReadRow, at: number): number | string | null {
  const text = textOf(row, at)
  const isNegative = typeof cellOf(row, at) === 'string' && /^[-\u2212(]/.test(text)
  if (!isNegative) return amountOf(row, at)
  const amount = amountOf({ number: row.number, values: [text.slice(1).replace(/\)$/, '').trim()] }, 0)
  return typeof amount === 'number' ? -amount : amount
}

function readRemarks(rows: readonly ReadRow[], problems: Problem[]) {
  const read: Pick<BidContent, 'exclusions' | 'qualifications'> = { exclusions: [], qualifications: [] }
  for (const row of rows) {
    const [kind, text] = [textOf(row, 0), textOf(row, 1)]
    if (!text) continue
    if (text.length > 1000)
      problems.push({ sheet: remarks, row: row.number, column: 'Text', message: 'Maximum length of the text is 1000.' })
    else if (kind === exclusion) read.exclusions.push(text)
    else if (kind === qualification) read.qualifications.push(text)
    else problems.push({ sheet: remarks, row: row.number, column: 'Kind', message: `Enter ${exclusion} or ${qualification}.` })
  }
  return read
}

async function readBook(ctx: Context, id: number, contents: FileContents) {
  const invited = await findInvited(ctx, id)
  requireOwn(ctx, invited)
  if (contents.kind !== 'tables') throw badRequest(['This is not the workbook of a bid.'], 415)
  checkBook(invited, contents.tables)
  const lines = await linesOfInvited(ctx, invited)
  const { content } = await loadDraft(ctx, invited, lines)
  const problems: Problem[] = []
  const read = {
    lines: readLines(sheetOf(contents.tables, prices, priceColumns), lines, problems),
    ...readOthers(sheetOf(contents.tables, others, ['Kind', 'Key', 'Name', 'Amount']), invited, problems),
    ...readRemarks(sheetOf(contents.tables, remarks, ['Kind', 'Text']), problems),
  }
  return { ...content, ...read, problems }
}

async function receipt(ctx: Context, { params, query }: HandlerRequest<typeof bidReceipt>) {
  const invited = await findInvited(ctx, params.id)
  requireOwn(ctx, invited)
  const versions = await loadVersions(ctx, invited.id)
  const version = query.version ?? versions.at(-1)?.version
  if (!versions.some((item) => item.version === version) || version === undefined) throw notFound('Bid')
  return ctx.services.requestFile(ctx, {
    fileName: `${invited.number} receipt, version ${version}.pdf`,
    templateType: TemplateType.Pdf,
    category: DownloadTaskCategory.BidReceipt,
    maker: 'bidReceipt',
    parameters: { invitationId: invited.id, version },
  })
}

/** Names the bid by its fingerprint and has no amount: managers of the download center can open every generated file. */
const makeReceipt: Maker<'bidReceipt'> = async ({ read, parameters, signal }) => {
  const { invited, version, lineCount } = await read(async (ctx) => {
    requireAccess(ctx.actor, bidReceipt.permission)
    const invited = await findInvited(ctx, parameters.invitationId)
    const found = (await loadVersions(ctx, invited.id)).find((item) => item.version === parameters.version)
    if (!found) throw notFound('Bid')
    const counts = await ctx.rows(
      { count: is.number },
      'select jsonb_array_length(content->$3)::int as count from bid_versions where invitation_id = $1 and version = $2',
      [invited.id, found.version, 'lines'],
    )
    return { invited, version: found, lineCount: counts[0]?.count ?? 0 }
  })
  const fact = (label: string, value: string) => ({
    parts: [
      { text: label, width: 110 },
      { text: value, x: 120, width: 380 },
    ],
  })
  const title = `Receipt of the bid for ${invited.number} ${invited.name}`
  const pdf = await runInWorker(
    'pdf',
    {
      title,
      lines: [
        { parts: [{ text: title, width: 500 }], size: 16, isBold: true },
        { parts: [{ text: '' }] },
        fact('Project', invited.project),
        fact('Bidder', invited.company),
        fact('Version', `${version.version}${version.isWithdrawn ? ', withdrawn' : ''}`),
        fact('Submitted', `${version.submittedAt.slice(0, 19).replace('T', ' ')} UTC`),
        fact('Signed by', version.name),
        fact('Lines', String(lineCount)),
        { ...fact('SHA-256', version.fingerprint), size: 9 },
        { parts: [{ text: 'Amounts are sealed until the deadline and are therefore not printed here.', width: 500 }], above: 14, size: 9 },
      ],
    },
    { timeoutMs: 60_000, signal },
  )
  return Buffer.from(pdf)
}

export const workbookMakers = { bidReceipt: makeReceipt }
export const workbookRoutes: Route[] = [
  defineRoute(bidWorkbook, (ctx, { params }) => download(ctx, params.id)),
  defineRoute(readBidWorkbook, (ctx, { params, prepared }) => readBook(ctx, params.id, prepared), readUpload),
  defineRoute(bidReceipt, receipt),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    bidReceipt: { invitationId: number; version: number }
  }
}
