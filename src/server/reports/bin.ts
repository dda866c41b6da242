import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { round } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { SpaceBudget } from '../../model/spaces/space-budget.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import { settingOf } from '../settings/public.ts'
import type { DocxBlock, DocxRow } from '../tools/docx-blocks.ts'
import { htmlToBlocks, textToBlocks } from '../tools/html-blocks.ts'
import { type BinSpace, gatherInfrastructure } from './bin-gather.ts'
import { mapInPieces } from './event-loop-pause.ts'
import type { PaperOf } from './report-documents.ts'
import type { ReportLine } from './report-lines.ts'
import { loadReportTemplate } from './report-templates.ts'
import { commonWords } from './report-texts.ts'

/** At this weight, in pounds, a wall or ceiling needs backing. */
const heavyPounds = 50

/** Formatters by decimals, cached because creating one is slower than a thousand uses. */
const figures = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)
const formatFigure = (value: number, decimals: 0 | 1 | 2 = 0) => figures[decimals]?.format(value) ?? ''

/** Rows only for requirements the space has. */
function needRows({ needs, ports, racks }: BinSpace): DocxRow[] {
  const rows: [string, number, string][] = [
    ['AC outlets', needs.acOutlets, formatFigure(needs.acOutlets)],
    ['AC load', needs.acWatts, `${formatFigure(needs.acWatts)} W, ${formatFigure(needs.ampsAt120Volts, 2)} A at 120 V`],
    ['DC load', needs.dcWatts, `${formatFigure(needs.dcWatts)} W`],
    ['PoE load', needs.poeWatts, `${formatFigure(needs.poeWatts, 1)} W`],
    ['Heat load', needs.watts, `${formatFigure(needs.heatBtuPerHour)} BTU/hr, ${formatFigure(needs.tons, 2)} tons of cooling`],
    ...ports.map(({ label, quantity }): [string, number, string] => [`Data ports, ${label}`, quantity, formatFigure(quantity)]),
    ['Rack units', needs.rackUnits, `${formatFigure(needs.rackUnits)} RU`],
    ['Racks', racks.length, racks.map(({ name, heightRU }) => `${name}, ${heightRU} RU`).join('; ')],
    ['Weight of the equipment', needs.weightLb, `${formatFigure(needs.weightLb, 1)} lb`],
  ]
  return rows.filter(([, value]) => value > 0).map(([label, , text]) => ({ cells: [label, text] }))
}

/** States missing catalog data instead of counting it as zero. */
function unknownNote({ unknown }: SpaceBudget): DocxBlock[] {
  const known = [
    unknown.power > 0 && `power and heat of ${formatCount(unknown.power, 'piece')}`,
    unknown.rackUnits > 0 && `rack units of ${formatCount(unknown.rackUnits, 'piece')}`,
    unknown.weight > 0 && `weight of ${formatCount(unknown.weight, 'piece')}`,
  ].filter((item) => item !== false)
  return known.length > 0 ? [{ text: `Not known yet, and not in these figures: ${known.join(', ')}.`, style: 'Note' }] : []
}

const productName = ({ product: { manufacturer, model } }: ReportLine) => `${manufacturer} ${model}`

function heavyTable({ lines, name }: BinSpace): DocxBlock[] {
  const rows = lines
    .filter(({ product }) => (product.weightLb ?? 0) > heavyPounds)
    .map((line) => ({
      cells: [line.product.tag, productName(line), formatFigure(line.quantity), `${formatFigure(line.product.weightLb ?? 0, 1)} lb`],
    }))
  if (rows.length === 0) return []
  const columns = [
    { header: 'Tag', width: 2 },
    { header: `Above ${heavyPounds} lb: backing or mounting`, width: 6 },
    { header: 'Qty', width: 1, align: 'right' as const },
    { header: 'Weight each', width: 2, align: 'right' as const },
  ]
  return [{ table: { title: `Heavy equipment of ${name}`, columns, rows } }]
}

function othersTable({ lines, name }: BinSpace): DocxBlock[] {
  const rows = lines
    .filter(({ provider, installer }) => provider !== 'AVV' || installer !== 'AVV')
    .map((line) => ({
      cells: [line.product.tag, productName(line), formatFigure(line.quantity), line.provider, line.installer, line.notes ?? ''],
    }))
  if (rows.length === 0) return []
  const columns = [
    { header: 'Tag', width: 1.6 },
    { header: 'By others', width: 4 },
    { header: 'Qty', width: 0.8, align: 'right' as const },
    { header: 'Provides', width: 1.5 },
    { header: 'Installs', width: 1.4 },
    { header: 'Notes', width: 3 },
  ]
  return [{ table: { title: `Provided or installed by others in ${name}`, columns, rows } }]
}

function binSpaceBlocks(space: BinSpace): DocxBlock[] {
  const needs = needRows(space)
  const columns = [
    { header: 'Infrastructure', width: 4 },
    { header: 'Needed', width: 6 },
  ]
  const table: DocxBlock =
    needs.length > 0
      ? { table: { title: `Infrastructure of ${space.name}`, columns, rows: needs } }
      : { text: 'No equipment here needs infrastructure.', style: 'Note' }
  return [
    { heading: spaceLabel(space), level: 3 },
    ...(space.description ? htmlToBlocks(space.description) : []),
    table,
    ...unknownNote(space.needs),
    ...heavyTable(space),
    ...othersTable(space),
  ]
}

async function placeBlocks(spaces: readonly BinSpace[]): Promise<DocxBlock[]> {
  const blocks: DocxBlock[] = []
  for (const own of groupByKey(spaces, ({ levelId }) => levelId).values())
    blocks.push({ heading: `${own[0]?.building}, ${own[0]?.level}`, level: 2 }, ...(await mapInPieces(own, binSpaceBlocks)).flat())
  return blocks
}

function summaryBlocks(spaces: readonly BinSpace[]): DocxBlock[] {
  const sum = (own: readonly BinSpace[], figureOf: (needs: SpaceBudget) => number) =>
    own.reduce((total, { needs }) => total + figureOf(needs), 0)
  const cells = (label: string, own: readonly BinSpace[]) => [
    label,
    formatFigure(own.length),
    formatFigure(sum(own, ({ acOutlets }) => acOutlets)),
    formatFigure(sum(own, ({ watts }) => watts)),
    formatFigure(round(sum(own, ({ acWatts }) => acWatts) / 120, 2), 2),
    formatFigure(sum(own, ({ heatBtuPerHour }) => heatBtuPerHour)),
    formatFigure(
      sum(own, ({ tons }) => tons),
      2,
    ),
    formatFigure(sum(own, ({ networkPorts }) => networkPorts)),
  ]
  const right = (header: string, width = 1.3) => ({ header, width, align: 'right' as const })
  const columns = [
    { header: 'Level', width: 3.4 },
    right('Spaces'),
    right('AC outlets'),
    right('Watts'),
    right('Amps, 120 V', 1.5),
    right('BTU/hr', 1.5),
    right('Tons'),
    right('Data ports'),
  ]
  const levels = [...groupByKey(spaces, ({ levelId }) => levelId).values()]
  const rows: DocxRow[] = [
    ...levels.map((own) => ({ cells: cells(`${own[0]?.building}, ${own[0]?.level}`, own) })),
    { cells: cells('Total', spaces), style: 'total' },
  ]
  return [{ table: { title: 'Infrastructure of each level', columns, rows } }]
}

const duties: Record<string, string> = {
  AVV: 'Supplies, installs, programs and tests the audio-visual systems',
  EC: 'Power, grounding, back boxes and conduit, terminated and tested',
  LVC: 'Structured cabling, terminated, tested and labeled',
  GC: 'Backing, openings, millwork, ceilings and access panels',
  FV: 'Furniture, with its cable paths and cutouts',
  FBO: 'Furnished by the owner; coordinated with the other trades',
  IBO: 'Installed by the owner; coordinated with the other trades',
  SEC: 'Security and access control systems',
}

function responsibilityBlocks(): DocxBlock[] {
  const installed = InstallerCode.values.filter(({ value }) => !ProviderCode.values.some((item) => item.value === String(value)))
  const columns = [
    { header: 'Code', width: 1 },
    { header: 'Name', width: 3 },
    { header: 'Does', width: 6 },
  ]
  const rows = [...ProviderCode.values, ...installed].map(({ value, longLabel }) => ({ cells: [value, longLabel, duties[value] ?? ''] }))
  return [{ table: { title: 'Responsibility codes', columns, rows } }]
}

const generalWords = `The audio-visual systems described here depend on power, pathways, cooling, data and structure that others design and build. This narrative says what each space needs, for the architect and engineers to incorporate into their documents.

- Power for audio-visual equipment comes from dedicated circuits with an isolated ground where the drawings say so.
- Conduit and boxes keep low-voltage cabling separate from power.
- Racks need clear floor in front and behind, and cooling around the clock.
- Walls and ceilings that carry heavy equipment are backed before they are closed.`

/** Building requirements of the systems by space (domain 11.7). */
export const paperOfBin: PaperOf = async (ctx, scope) => {
  const spaces = await gatherInfrastructure(ctx, scope)
  const general = await settingOf(ctx, 'reports.binGeneral')
  return {
    ...(await loadReportTemplate(ctx, 'bin')),
    values: {
      ...(await commonWords(ctx, scope, 'Building infrastructure narrative')),
      'report.contents': [{ contents: 'Contents' }],
      'bin.general': textToBlocks(general || generalWords),
      'bin.spaces': await placeBlocks(spaces),
      'bin.summary': summaryBlocks(spaces),
      'bin.responsibilities': responsibilityBlocks(),
    },
  }
}
