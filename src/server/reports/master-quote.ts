import { sumMoney } from '../../model/kit/money.ts'
import { isUnpriced, roundingLabel } from '../../model/projects/money.ts'
import type { QuoteRow } from '../../model/spaces/space-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { quoteOf, spaces } from '../spaces/public.ts'
import type { Sheet } from '../tools/sheet.ts'
import { type Maker, renderWorkbook } from './making.ts'
import { loadPreamble } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

const isUnpricedRow = ({ unitMsrpPrice, isAgreed }: QuoteRow) => isUnpriced(unitMsrpPrice, isAgreed)

const table: ReportTable<QuoteRow> = {
  name: 'Master quote',
  columns: [
    { header: 'Tag', width: 14, value: ({ equipment }) => equipment.tag },
    { header: 'Category', width: 22, value: ({ category }) => category.name },
    { header: 'Manufacturer', width: 20, value: ({ manufacture }) => manufacture.name },
    { header: 'Model', width: 24, value: ({ equipment }) => equipment.model },
    { header: 'Part Number', width: 18, value: ({ equipment }) => equipment.partNumber },
    { header: 'Provider', width: 10, value: ({ provider }) => provider },
    { header: 'Installer', width: 10, value: ({ installer }) => installer },
    { header: 'Qty', width: 8, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    { header: 'Unit MSRP', width: 14, kind: 'money', value: (row) => (isUnpricedRow(row) ? null : row.unitMsrpPrice) },
    { header: 'Extended MSRP', width: 16, kind: 'money', value: (row) => (isUnpricedRow(row) ? null : row.extendedMsrpPrice), sum: true },
    { header: 'Installation', width: 16, kind: 'money', value: (row) => (isUnpricedRow(row) ? null : row.installationCost), sum: true },
    { header: 'Total', width: 16, kind: 'money', value: (row) => (isUnpricedRow(row) ? null : row.totalPrice), sum: true },
  ],
  total: 'Total',
}

/** Rows are rounded individually and the total once. A rounding row above the total makes the visible rows add up. */
function roundingRow(rows: readonly QuoteRow[], installation: number) {
  const rounding = sumMoney([installation, ...rows.map(({ installationCost }) => -installationCost)])
  return rounding === 0 ? [] : [{ label: roundingLabel, amounts: { Installation: rounding, Total: rounding } }]
}

type QuoteQuery = Parameters<typeof quoteOf>[2]

export async function sheetOfQuote(ctx: Context, spaceId: number, query: QuoteQuery): Promise<Sheet> {
  const space = await spaces.get(ctx, spaceId)
  const { items, sums } = await quoteOf(ctx, spaceId, query)
  const preamble = await loadPreamble(ctx, [
    ['Project', [space.project.number, space.project.name].filter(Boolean).join(' ')],
    ['Space', [space.spaceNumber, space.name].filter(Boolean).join(' ')],
  ])
  return sheetOfTable({ ...table, before: (rows) => roundingRow(rows, sums.installation) }, items, { preamble })
}

export const makeQuote: Maker<'quote'> = async (making) => {
  const { parameters } = making
  const sheet = await making.read((ctx) => {
    requireAccess(ctx.actor, 'ProjectEquipment.View')
    return sheetOfQuote(ctx, parameters.spaceId, parameters.query)
  })
  making.progress(50)
  return renderWorkbook(making, { sheets: [sheet] })
}

declare module '../kit/request/context.ts' {
  interface FileParameters {
    quote: { spaceId: number; query: QuoteQuery }
  }
}
