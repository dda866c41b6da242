import { heatBtuPerHour } from '../../model/calculators/btu.ts'
import { PoEType, PowerSpecType } from '../../model/catalog/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { round, sumMoney } from '../../model/kit/money.ts'
import { computeTotalPrice, costOfLine } from '../../model/projects/money.ts'
import { suppliesInUse } from '../../model/spaces/power.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import type { SheetValue } from '../tools/sheet.ts'
import { mapInPieces } from './event-loop-pause.ts'
import { placeColumns, spaceOfRow } from './more-sheets.ts'
import type { ReportContext, ReportSheets } from './report-kit.ts'
import { amountIfPriced, distinctProducts, gatherLines, type ReportLine, type ReportProduct, unpricedNote } from './report-lines.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

type Line = ReportLine & { installation: number; total: number }

const lineSpaceName = ({ space }: ReportLine) => spaceLabel(space)
export const lineLevelName = ({ space }: ReportLine) => `${space.building}, ${space.level}`

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
  { header: 'Unit MSRP', width: 13, kind: 'money', value: (line) => amountIfPriced(line, line.unit), isPrice: true },
  { header: 'Extended MSRP', width: 15, kind: 'money', value: (line) => amountIfPriced(line, line.amount), sum: true, isPrice: true },
  { header: 'Installation', width: 14, kind: 'money', value: (line) => amountIfPriced(line, line.installation), sum: true, isPrice: true },
  { header: 'Total', width: 15, kind: 'money', value: (line) => amountIfPriced(line, line.total), sum: true, isPrice: true },
  { header: 'RU', width: 6, kind: 'number', value: ({ product }) => product.rackUnits },
  { header: 'Width (in)', width: 9, kind: 'number', value: ({ product }) => product.widthIn },
  { header: 'Height (in)', width: 9, kind: 'number', value: ({ product }) => product.heightIn },
  { header: 'Depth (in)', width: 9, kind: 'number', value: ({ product }) => product.depthIn },
  { header: 'Weight (lb)', width: 9, kind: 'number', value: ({ product }) => product.weightLb },
  { header: 'Watts', width: 10, kind: 'number', value: ({ quantity, product }) => ofLine(quantity, product.heat), sum: true },
  { header: 'BTU/hr', width: 11, kind: 'number', value: ({ quantity, product }) => productBtu(quantity, product), tally: btuOfAll },
  { header: 'AC Outlets', width: 10, kind: 'integer', value: ({ quantity, product }) => quantity * product.power.acOutlets, sum: true },
  { header: 'PoE Type', width: 16, value: ({ product }) => poeTypes(product), wrap: true },
  {
    header: 'Network Ports',
    width: 10,
    kind: 'integer',
    value: ({ quantity, product }) => quantity * countNetworkPorts(product),
    sum: true,
  },
  { header: 'URL', width: 24, kind: 'link', value: ({ product }) => product.url },
  { header: 'Notes', width: 24, value: ({ notes }) => notes, wrap: true },
]

const productBtu = (quantity: number, { heat }: ReportProduct) => (heat === null ? null : heatBtuPerHour(quantity * heat))
function btuOfAll(lines: readonly ReportLine[]): SheetValue {
  return heatBtuPerHour(lines.reduce((watts, { quantity, product }) => watts + quantity * (product.heat ?? 0), 0))
}

function poeTypes({ powerSpecs }: ReportProduct): string | null {
  const types = suppliesInUse(powerSpecs)
    .filter(({ type }) => type === PowerSpecType.PoE)
    .map(({ poeType }) => (poeType ? PoEType.label(poeType) : 'PoE'))
  return [...new Set(types)].join(', ') || null
}
const countNetworkPorts = ({ networkPorts }: ReportProduct) => networkPorts.reduce((sum, { quantity }) => sum + quantity, 0)

/** Lines are rounded individually and the total once, so the note states both. */
function installationNote(lines: readonly Line[], { scope }: ReportContext): string {
  const { installationFactor } = scope.project
  const totalPrice = computeTotalPrice(sumMoney(lines.map(({ amount }) => amount)), installationFactor)
  const priceText = totalPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return `Installation is ${installationFactor} of the extended MSRP of each line, except owner-installed equipment. Including owner-installed equipment, the total with installation is ${priceText}.`
}

/** Complete technical take-off with a row per line, and a product-by-space matrix (domain 11.3). */
export const sheetsOfExtendedBom: ReportSheets = async (ctx, reportRequest) => {
  const { scope, hidePrices: hidesPrices } = reportRequest
  const gathered = await gatherLines(ctx, scope)
  const lines = await mapInPieces(gathered, (line): Line => {
    const { installation } = costOfLine({ ...line, extendedMsrpPrice: line.amount }, scope.project)
    return { ...line, installation, total: sumMoney([line.amount, installation]) }
  })
  const table: ReportTable<Line> = { name: 'Extended BOM', columns, groupOf: [lineLevelName, lineSpaceName], total: 'Grand total' }
  const notes = hidesPrices ? [] : [installationNote(lines, reportRequest), ...unpricedNote(lines)]
  return [await sheetOfTable(table, lines, { hidesPrices, notes }), await createMatrix(gathered, reportRequest)]
}

function createMatrix(lines: readonly ReportLine[], { scope, hidePrices: hidesPrices }: ReportContext) {
  const products = distinctProducts(lines).map((item) => ({
    ...item,
    amount: item.lines.some((line) => amountIfPriced(line, line.amount) !== null) ? sumMoney(item.lines.map(({ amount }) => amount)) : null,
    inSpace: groupByKey(item.lines, ({ spaceId }) => spaceId),
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
          header: spaceLabel(space),
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
