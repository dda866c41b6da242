import { spaceLabel } from '../../model/spaces/space-names.ts'
import { type BomRow, bomColumns, installedTotal } from './bom.ts'
import { loadProductPictures, pictureOfRow } from './product-pictures.ts'
import type { ReportSheets } from './report-kit.ts'
import { amountIfPriced, gatherLines, type ReportLine, unpricedNote } from './report-lines.ts'
import type { ReportSpace } from './report-scope.ts'
import { type ReportTable, sheetOfTable } from './report-table.ts'

type AreaRow = BomRow & { space: ReportSpace; areaGroup: string }

/** Combines lines with the same product and responsibility in the same area group, in their original order. */
function mergeLines(lines: readonly ReportLine[]): AreaRow[] {
  const rows = new Map<string, AreaRow>()
  for (const line of lines) {
    const { space, product, provider, installer, isExisting, quantity, unit, isAgreed } = line
    const areaGroup = line.areaGroup ?? 'No Area Group'
    const key = JSON.stringify([space.id, line.areaGroup, product.id, provider, installer, amountIfPriced(line, unit), isExisting])
    const known = rows.get(key)
    if (known) known.quantity += quantity
    else rows.set(key, { product, space, areaGroup, provider, installer, isExisting, quantity, unit, isAgreed })
  }
  return [...rows.values()]
}

/** Builds the bill of materials per area group and space (domain 11.9). */
export const sheetsOfAreaGroupsBom: ReportSheets = async (ctx, { scope, hidePrices: hidesPrices, onePagePerSpace, includePictures }) => {
  const rows = mergeLines(await gatherLines(ctx, scope))
  const table: ReportTable<AreaRow> = {
    name: 'Area Groups BOM',
    columns: [
      ...bomColumns.slice(0, 1),
      { header: 'Building', width: 14, value: ({ space }) => space.building },
      { header: 'Level', width: 10, value: ({ space }) => space.level },
      { header: 'Space', width: 18, value: ({ space }) => spaceLabel(space), wrap: true },
      { header: 'Area Group', width: 14, value: ({ areaGroup }) => areaGroup, wrap: true },
      ...bomColumns.slice(1),
    ],
    groupOf: [({ space }) => spaceLabel(space), ({ areaGroup }) => areaGroup],
    breaksPages: onePagePerSpace,
    total: 'Grand total',
    after: installedTotal(scope.project.installationFactor),
    lookOf: pictureOfRow,
  }
  const pictures = includePictures ? await loadProductPictures(ctx, rows) : undefined
  return [await sheetOfTable(table, rows, { hidesPrices, notes: hidesPrices ? [] : unpricedNote(rows), pictures })]
}
