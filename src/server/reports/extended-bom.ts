import { heatBtuPerHour } from '../../model/calculators/btu.ts'
import { PoEType, PowerSpecType } from '../../model/catalog/enums.ts'
import { round, sumMoney } from '../../model/kit/money.ts'
import { costOfLine, totalPriceOf } from '../../model/projects/money.ts'
import { suppliesInUse } from '../../model/spaces/power.ts'
import type { SheetValue } from '../tools/sheet.ts'
import { mapInPieces } from './event-loop-pause.ts'
import { placeColumns, spaceOfRow } from './more-sheets.ts'
import type { ReportSheets, ReportWanted } from './report-kit.ts'
import { gatherLines, ifPriced, productsOf, type ReportLine, type ReportProduct, unpricedNote } from './report-lines.ts'
import { fullName } from './report-scope.ts'
import { byKey, type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

type Line = ReportLine & { installation: number; total: number }

const spaceOf = ({ space }: ReportLine) => fullName(space)
export const levelOf = ({ space }: ReportLine) => `${space.building}, ${space.level}`

/** First columns of every table of lines. */
export const productColumns: ReportColumn<ReportLine>[] = [
  { header: 'Tag', width: 12, value: ({ product }) => product.tag },
  { header: 'Category No.', width: 11, kind: 'integer', value: ({ product }) => product.categoryNumber },
  { header: 'Category', width: 18, value: ({ product }) => product.category, wrap: true },
  { header: 'Manufacturer', width: 18, value: ({ product }) => product.manufacturer, wrap: true },
  { header: 'Product Family', width: 16, value: ({ product }) => product.productFamily, wrap: true },
  { header: 'Model', width: 22, value: ({ product }) => product.model, wrap: true },
  { header: 'Part Number', width: 14, value: ({ product }) => product.partNumber, wrap: true },
  { header: 'Description', width: 40, value: ({ product }) => product.description, wrap: true },
  { header: 'Provider', width: 9, value: ({ provider }) => provider },
  { header: 'Installer', width: 9, value: ({ installer }) => installer },
]

/** Value of all pieces in a line; null if the unit value is unknown. */
const ofLine = (quantity: number, item: number | null) => (item === null ? null : round(quantity * item, 2))

const columns: ReportColumn<Line>[] = [
  ...placeColumns<Line>(spaceOfRow),
  { header: 'Area Group', width: 16, value: ({ areaGroup }) => areaGroup, wrap: true },
  { header: 'Label', width: 12, value: ({ label }) => label, repeats: true },
  ...productColumns.map((column, index) => (index === 0 ? { ...column, repeats: true as const } : column)),
  { header: 'Installer Name', width: 16, value: ({ installerName }) => installerName, wrap: true },
  { header: 'Rack', width: 12, value: ({ rack }) => rack },
  { header: 'Qty', width: 7, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
  { header: 'Unit MSRP', width: 13, kind: 'money', value: (line) => ifPriced(line, line.unit), isPrice: true },
  { header: 'Extended MSRP', width: 15, kind: 'money', value: (line) => ifPriced(line, line.amount), sum: true, isPrice: true },
  { header: 'Installation', width: 14, kind: 'money', value: (line) => ifPriced(line, line.installation), sum: true, isPrice: true },
  { header: 'Total', width: 15, kind: 'money', value: (line) => ifPriced(line, line.total), sum: true, isPrice: true },
  { header: 'RU', width: 6, kind: 'number', value: ({ product }) => product.rackUnits },
  { header: 'Width (in)', width: 9, kind: 'number', value: ({ product }) => product.widthIn },
  { header: 'Height (in)', width: 9, kind: 'number', value: ({ product }) => product.heightIn },
  { header: 'Depth (in)', width: 9, kind: 'number', value: ({ product }) => product.depthIn },
  { header: 'Weight (lb)', width: 9, kind: 'number', value: ({ product }) => product.weightLb },
  { header: 'Watts', width: 10, kind: 'number', value: ({ quantity, product }) => ofLine(quantity, product.heat), sum: true },
  { header: 'BTU/hr', width: 11, kind: 'number', value: ({ quantity, product }) => btuOf(quantity, product), tally: btuOfAll },
  { header: 'AC Outlets', width: 10, kind: 'integer', value: ({ quantity, product }) => quantity * product.power.acOutlets, sum: true },
  { header: 'PoE Type', width: 16, value: ({ product }) => poeOf(product), wrap: true },
  { header: 'Network Ports', width: 10, kind: 'integer', value: ({ quantity, product }) => quantity * portsOf(product), sum: true },
  { header: 'URL', width: 24, kind: 'link', value: ({ product }) => product.url },
  { header: 'Notes', width: 24, value: ({ notes }) => notes, wrap: true },
]

const btuOf = (quantity: number, { heat }: ReportProduct) => (heat === null ? null : heatBtuPerHour(quantity * heat))
function btuOfAll(lines: readonly ReportLine[]): SheetValue {
  return heatBtuPerHour(lines.reduce((watts, { quantity, product }) => watts + quantity * (product.heat ?? 0), 0))
}

function poeOf({ powerSpecs }: ReportProduct): string | null {
  const types = suppliesInUse(powerSpecs)
    .filter(({ type }) => type === PowerSpecType.PoE)
    .map(({ poeType }) => (poeType ? PoEType.label(poeType) : 'PoE'))
  return [...new Set(types)].join(', ') || null
}
const portsOf = ({ networkPorts }: ReportProduct) => networkPorts.reduce((sum, { quantity }) => sum + quantity, 0)

/** Lines are rounded individually and the total once, so the note states both. */
function installationNote(lines: readonly Line[], { scope }: ReportWanted): string {
  const { installationFactor } = scope.project
  const totalPrice = totalPriceOf(sumMoney(lines.map(({ amount }) => amount)), installationFactor)
  const priceText = totalPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return `Installation is ${installationFactor} of the extended MSRP of each line, and nothing where the owner installs. The BOM and the project's card calculate it on the whole, whoever installs: ${priceText} with installation.`
}

/** Complete technical take-off with a row per line, and a product-by-space matrix (domain 11.3). */
export const sheetsOfExtendedBom: ReportSheets = async (ctx, reportRequest) => {
  const { scope, hidePrices: hidesPrices } = reportRequest
  const gathered = await gatherLines(ctx, scope)
  const lines = await mapInPieces(gathered, (line): Line => {
    const { installation } = costOfLine({ ...line, extendedMsrpPrice: line.amount }, scope.project)
    return { ...line, installation, total: sumMoney([line.amount, installation]) }
  })
  const table: ReportTable<Line> = { name: 'Extended BOM', columns, groupOf: [levelOf, spaceOf], total: 'Grand total' }
  const notes = hidesPrices ? [] : [installationNote(lines, reportRequest), ...unpricedNote(lines)]
  return [await sheetOfTable(table, lines, { hidesPrices, notes }), await matrixOf(gathered, reportRequest)]
}

function matrixOf(lines: readonly ReportLine[], { scope, hidePrices: hidesPrices }: ReportWanted) {
  const products = productsOf(lines).map((item) => ({
    ...item,
    amount: item.lines.some((line) => ifPriced(line, line.amount) !== null) ? sumMoney(item.lines.map(({ amount }) => amount)) : null,
    inSpace: byKey(item.lines, ({ spaceId }) => spaceId),
  }))
  type Product = (typeof products)[number]
  const table: ReportTable<Product> = {
    name: 'Matrix',
    columns: [
      { header: 'Tag', width: 12, value: ({ product }) => product.tag, repeats: true },
      { header: 'Manufacturer', width: 20, value: ({ product }) => product.manufacturer, wrap: true, repeats: true },
      { header: 'Model', width: 26, value: ({ product }) => product.model, wrap: true, repeats: true },
      ...scope.spaces.map(
        (space): ReportColumn<Product> => ({
          header: fullName(space),
          width: 10,
          kind: 'integer',
          value: ({ inSpace }) => inSpace.get(space.id)?.reduce((sum, { quantity }) => sum + quantity, 0) ?? null,
          sum: true,
        }),
      ),
      { header: 'Total Qty', width: 10, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
      { header: 'Extended MSRP', width: 16, kind: 'money', value: ({ amount }) => amount, sum: true, isPrice: true },
    ],
    total: 'Total',
  }
  return sheetOfTable(table, products, { hidesPrices })
}
