import { NetworkPortType, PoEType, ProviderCode } from '../../model/catalog/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { heatAndAmps, sumPower } from '../../model/spaces/power.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import { placeColumns, spaceOfRow } from './more-sheets.ts'
import type { ReportSheets } from './report-kit.ts'
import { distinctProducts, gatherLines, providersByCode, type ReportLine } from './report-lines.ts'
import type { ReportSpace } from './report-scope.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

/** Owner-furnished (FBO) and owner-installed (IBO) share one column. */
const trades = ProviderCode.values.map(({ value }) =>
  value === ProviderCode.FBO
    ? { header: 'FBO/IBO', provider: value, installer: 'IBO' }
    : { header: value, provider: value, installer: value },
)
type Trade = (typeof trades)[number]

function tradePart({ provider, installer }: ReportLine, trade: Trade): string | null {
  const parts = [provider === trade.provider && 'P', installer === trade.installer && 'I']
  return parts.filter(Boolean).join('/') || null
}

const responsibility: ReportTable<ReportLine> = {
  name: 'Responsibility',
  columns: [
    { header: 'Space', width: 26, value: ({ space }) => spaceLabel(space), wrap: true },
    { header: 'Tag', width: 12, value: ({ product }) => product.tag },
    { header: 'Model', width: 24, value: ({ product }) => product.model, wrap: true },
    { header: 'Description', width: 40, value: ({ product }) => product.description, wrap: true },
    { header: 'Qty', width: 7, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
    ...trades.map(
      (trade): ReportColumn<ReportLine> => ({
        header: trade.header,
        width: 9,
        kind: 'integer',
        align: 'center',
        value: (line) => tradePart(line, trade),
        tally: (lines) => lines.filter((line) => tradePart(line, trade)).length,
      }),
    ),
    { header: 'Installer Name', width: 18, value: ({ installerName }) => installerName, wrap: true },
    { header: 'Notes', width: 28, value: ({ notes }) => notes, wrap: true },
  ],
  groupOf: ({ space }) => spaceLabel(space),
  total: 'Total',
}

interface Furnished {
  space: ReportSpace
  lines: ReportLine[]
}
const powerOfLines = (lines: readonly ReportLine[]) => sumPower(lines.map(({ quantity, product }) => ({ quantity, power: product.power })))
/** Computed from the total watts, so that nothing is rounded twice. */
const powerColumn = (
  header: string,
  width: number,
  figureOf: (power: ReturnType<typeof powerOfLines>) => number,
): ReportColumn<Furnished> => ({
  header,
  width,
  kind: 'number',
  value: ({ lines }) => figureOf(powerOfLines(lines)),
  tally: (spaces) => figureOf(powerOfLines(spaces.flatMap(({ lines }) => lines))),
})

const powerAndHeat: ReportTable<Furnished> = {
  name: 'Power & Heat',
  columns: [
    ...placeColumns<Furnished>(spaceOfRow),
    powerColumn('AC Outlets', 12, ({ acOutlets }) => acOutlets),
    powerColumn('AC Watts', 12, ({ acWatts }) => acWatts),
    powerColumn('Amps at 120 V', 12, (power) => heatAndAmps(power).ampsAt120Volts),
    powerColumn('DC Watts', 12, ({ dcWatts }) => dcWatts),
    powerColumn('PoE Watts', 12, ({ poeWatts }) => poeWatts),
    powerColumn('BTU/hr', 14, (power) => heatAndAmps(power).heatBtuPerHour),
    powerColumn('Tons', 12, (power) => heatAndAmps(power).tons),
  ],
  total: 'Total',
}

function withoutPower(lines: readonly ReportLine[]): string[] {
  const unknown = lines.filter(({ product }) => product.heat === null).reduce((sum, { quantity }) => sum + quantity, 0)
  return unknown === 0 ? [] : [`Not included: ${formatCount(unknown, 'piece')} of equipment without power data.`]
}

type Port = ReportLine['product']['networkPorts'][number]
const portColumn = (header: string, counts: (port: Port) => boolean): ReportColumn<Furnished> => ({
  header,
  width: 14,
  kind: 'integer',
  value: ({ lines }) =>
    lines.reduce(
      (sum, { quantity, product }) =>
        sum + product.networkPorts.reduce((ports, port) => ports + (counts(port) ? quantity * port.quantity : 0), 0),
      0,
    ),
  sum: true,
})

/** Leaves out port types that do not occur in the scope. */
function networkTable(lines: readonly ReportLine[]): ReportTable<Furnished> {
  const ports = lines.flatMap(({ product }) => product.networkPorts)
  const kinds = NetworkPortType.values.filter(({ value }) => ports.some(({ networkPortType }) => networkPortType === value))
  const sources = PoEType.values.filter(({ value }) => ports.some(({ isPoESource, poeType }) => isPoESource && poeType === value))
  return {
    name: 'Network',
    columns: [
      ...placeColumns<Furnished>(spaceOfRow),
      ...kinds.map(({ value, label }) => portColumn(label, ({ networkPortType }) => networkPortType === value)),
      ...sources.map(({ value, label }) => portColumn(`PoE ${label}`, ({ isPoESource, poeType }) => isPoESource && poeType === value)),
      portColumn('PoE, Type Unknown', ({ isPoESource, poeType }) => isPoESource && poeType === null),
      {
        header: 'Wireless Devices',
        width: 12,
        kind: 'integer',
        value: (row) => row.lines.reduce((sum, { quantity, product }) => sum + (product.wirelessProtocols.length > 0 ? quantity : 0), 0),
        sum: true,
      },
    ],
    total: 'Total',
  }
}

type Supplied = ReturnType<typeof distinctProducts>[number] & { trade: string }
const byTrade: ReportTable<Supplied> = {
  name: 'By Trade',
  columns: [
    { header: 'Tag', width: 14, value: ({ product }) => product.tag },
    { header: 'Category', width: 24, value: ({ product }) => product.category, wrap: true },
    { header: 'Manufacturer', width: 22, value: ({ product }) => product.manufacturer, wrap: true },
    { header: 'Model', width: 28, value: ({ product }) => product.model, wrap: true },
    { header: 'Description', width: 48, value: ({ product }) => product.description, wrap: true },
    { header: 'Qty', width: 9, kind: 'integer', value: ({ quantity }) => quantity, sum: true },
  ],
  groupOf: ({ trade }) => trade,
  total: 'Total',
}

/** Responsibilities, and requirements for power, cooling, and network (domain 11.4). */
export const sheetsOfPif: ReportSheets = async (ctx, { scope }) => {
  const lines = await gatherLines(ctx, scope)
  const inSpace = groupByKey(lines, ({ spaceId }) => spaceId)
  const spaces = scope.spaces.map((space) => ({ space, lines: inSpace.get(space.id) ?? [] }))
  const supplied = providersByCode.flatMap(({ value, longLabel }) =>
    distinctProducts(lines.filter(({ provider }) => provider === value)).map((product) => ({ ...product, trade: `${value} ${longLabel}` })),
  )
  return [
    await sheetOfTable(responsibility, lines, {
      notes: ['P provides, I installs. The numbers under each space are the lines a trade provides or installs.'],
    }),
    await sheetOfTable(powerAndHeat, spaces, { notes: withoutPower(lines) }),
    await sheetOfTable(networkTable(lines), spaces),
    await sheetOfTable(byTrade, supplied),
  ]
}
