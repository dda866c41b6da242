import { sumMoney } from '../../model/kit/money.ts'
import { roundingLabel } from '../../model/projects/money.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { checkNeed } from '../kit/request/http.ts'
import { quoteOf, spaces } from '../spaces/public.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { Sheet, SheetRow } from '../tools/sheet.ts'
import type { Making } from './making.ts'
import { firmRow } from './report-scope.ts'

/** The quote of a space as its page shows it, with the sums as values under the columns they add up. */
export async function sheetOfQuote(ctx: Context, spaceId: number, query: Row): Promise<Sheet> {
  const space = await spaces.get(ctx, spaceId)
  const { items, sums } = await quoteOf(ctx, spaceId, query)
  const rows: SheetRow[] = items.map((row: Row) => ({
    values: [
      row.equipment.tag,
      row.category.name,
      row.manufacture.name,
      row.equipment.model,
      row.equipment.partNumber,
      row.provider,
      row.installer,
      row.quantity,
      row.unitMsrpPrice,
      row.extendedMsrpPrice,
      row.installationCost,
      row.totalPrice,
    ],
  }))
  // Rows are rounded each, the whole once: what that makes stands above the total, so that the shown rows add up.
  const rounding = sumMoney([sums.installation, ...items.map(({ installationCost }) => -installationCost)])
  if (rounding !== 0) rows.push({ values: [roundingLabel, ...Array<null>(9).fill(null), rounding, rounding] })
  const quantity = items.reduce((sum: number, row: Row) => sum + row.quantity, 0)
  rows.push({
    values: ['Total', null, null, null, null, null, null, quantity, null, sums.msrp, sums.installation, sums.total],
    style: 'total',
  })
  return {
    name: 'Master quote',
    preamble: [
      ...(await firmRow(ctx)),
      ['Project', [space.project.number, space.project.name].filter(Boolean).join(' ')],
      ['Space', [space.spaceNumber, space.name].filter(Boolean).join(' ')],
      ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '/')],
      ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
    ],
    columns: [
      { header: 'Tag', width: 14 },
      { header: 'Category', width: 22 },
      { header: 'Manufacturer', width: 20 },
      { header: 'Model', width: 24 },
      { header: 'Part Number', width: 18 },
      { header: 'Provider', width: 10 },
      { header: 'Installer', width: 10 },
      { header: 'Qty', width: 8, kind: 'integer' },
      { header: 'Unit MSRP', width: 14, kind: 'money' },
      { header: 'Extended MSRP', width: 16, kind: 'money' },
      { header: 'Installation', width: 16, kind: 'money' },
      { header: 'Total', width: 16, kind: 'money' },
    ],
    rows,
    freeze: true,
    autoFilter: true,
    landscape: true,
    fitToWidth: true,
    repeatHeader: true,
  }
}

export async function makeQuote({ read, parameters, progress, signal }: Making): Promise<Buffer> {
  const sheet = await read((ctx) => {
    checkNeed(ctx.actor, 'ProjectEquipment.View')
    return sheetOfQuote(ctx, parameters.spaceId, parameters.query ?? {})
  })
  progress(50)
  const made = await runInWorker('sheet', { sheets: [sheet] }, { onProgress: (percent) => progress(50 + percent / 2), signal })
  return Buffer.from(made)
}
