import { groupByKey } from '../../model/kit/keys.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { cableToBuy, extendedCablePrice, fixedCableLength } from '../../model/spaces/cable-lengths.ts'
import type { Context } from '../kit/request/context.ts'
import type { RowOfShape } from '../kit/sql/row-types.ts'
import { cablesOfRevision } from './report-revision.ts'
import type { ReportScopeData } from './report-scope.ts'
import { cableShape, runShape } from './report-shapes.ts'
import { type ReportColumn, sheetOfTable } from './report-table.ts'

/** One cable product with all its runs; null for runs without a chosen cable. */
interface CableRow {
  cable: RowOfShape<typeof cableShape> | null
  lengths: (number | null)[]
}
const stockFt = ({ cable }: CableRow) => (cable ? (fixedCableLength(cable, cable.stockLengthFt) ?? cable.stockLengthFt) : null)
const isFixed = ({ cable }: CableRow) => cable !== null && fixedCableLength(cable, cable.stockLengthFt) !== null
const bought = (row: CableRow) => cableToBuy(row.lengths, stockFt(row), isFixed(row))

const columns: ReportColumn<CableRow>[] = [
  { header: '#', width: 9, kind: 'integer', value: (_, number) => number },
  { header: 'Tag', width: 14, value: ({ cable }) => cable?.tag, isLabel: true },
  { header: 'Manufacturer', width: 20, value: ({ cable }) => cable?.manufacturer },
  { header: 'Model', width: 24, value: ({ cable }) => cable?.model ?? 'No cable chosen', wrap: true },
  { header: 'Part Number', width: 18, value: ({ cable }) => cable?.partNumber },
  { header: 'Cables', width: 9, kind: 'integer', value: (row) => bought(row).count, sum: true },
  { header: 'Length, ft', width: 12, kind: 'number', value: (row) => bought(row).totalFt, sum: true },
  { header: 'Without length', width: 14, kind: 'integer', value: (row) => bought(row).unknownCount, sum: true },
  { header: 'Stock length, ft', width: 14, kind: 'number', value: stockFt },
  { header: 'Stock lengths', width: 14, kind: 'integer', value: (row) => bought(row).stockCount },
  { header: 'Left over, ft', width: 12, kind: 'number', value: (row) => bought(row).leftOverFt },
  { header: 'Unit MSRP', width: 14, kind: 'money', value: ({ cable }) => dollarsOf(cable?.unit || null), isPrice: true },
  {
    header: 'Extended MSRP',
    width: 16,
    kind: 'money',
    value: (row) => (row.cable?.unit ? extendedCablePrice({ ...row.cable, price: dollarsOf(row.cable.unit) }, bought(row)) : null),
    sum: true,
    isPrice: true,
  },
]

async function cablesNow(ctx: Context, spaceIds: readonly number[]) {
  const connections = await ctx.rows(
    runShape,
    `select from_space_id, cable_equipment_id as "cableId", run_ft from wired_connections
     where from_space_id = any($1) order by id`,
    [spaceIds],
  )
  const cables = await ctx.rows(
    cableShape,
    `select e.id, e.tag, e.manufacturer, e.model, e.part_number as "partNumber", c.stock_length_ft as "stockLengthFt", e.msrp_price as unit,
       (c.cable_spec->>'termination')::smallint as termination, (c.cable_spec->>'lengthFt')::numeric as "lengthFt"
     from products e join connectable_products c on c.id = e.id where e.id = any($1)`,
    [[...new Set(connections.flatMap(({ cableId }) => cableId ?? []))]],
  )
  return { connections, cables }
}

/** Cables that start in the report's spaces, by product: bulk cable in feet and whole stock lengths, others in pieces. */
export async function sheetOfCables(ctx: Context, { spaceIds, revision }: ReportScopeData, hidesPrices: boolean) {
  const { connections, cables } = revision ? cablesOfRevision(revision) : await cablesNow(ctx, spaceIds)
  const spaces = new Set(spaceIds)
  const cableOf = new Map(cables.map((cable) => [cable.id, cable]))
  const runs = groupByKey(
    connections.filter(({ fromSpaceId }) => spaces.has(fromSpaceId)),
    ({ cableId }) => cableOf.get(cableId ?? 0) ?? null,
  )
  const rows = [...runs].map(([cable, cableRuns]): CableRow => ({ cable, lengths: cableRuns.map(({ runFt }) => runFt) }))
  return sheetOfTable({ name: 'Cables', columns, total: 'All cables' }, rows.toSorted(byName), { hidesPrices })
}
const inOrder = new Intl.Collator('en', { numeric: true }).compare
/** Sorts the unchosen cable last. */
const byName = ({ cable: a }: CableRow, { cable: b }: CableRow) =>
  a && b ? inOrder(a.manufacturer, b.manufacturer) || inOrder(a.model, b.model) || a.id - b.id : Number(a === null) - Number(b === null)
