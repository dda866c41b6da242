import { networkPorts, powerSpecs } from '../../model/catalog/equipment-parts.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { sumLines } from '../../model/projects/money.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { type BudgetLine, computeSpaceBudget, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import type { AreaGroupOfSpace } from '../../model/spaces/space-groups.ts'
import { type LimitedFigure, overLimits, type SpaceLimits } from '../../model/spaces/space-limits.ts'
import { listVisibleRows } from '../kit/entity/selection.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { productJoins, spaceEquipment } from './space-equipment.ts'

/** Columns the space page already shows once; left out of its lines. */
const repeated = ['projectId', 'space', 'building', 'level', 'createdBy', 'updatedBy']
const columns = spaceEquipment.shape.columns.filter(({ key }) => !repeated.includes(key))
const mostLines = 5000

type Line = RowOf<typeof spaceEquipment.resource>
interface Contents {
  line: Line
  specs: Specs
}

async function loadLines(ctx: Context, spaceId: number): Promise<Contents[]> {
  const from = `space_equipment t ${productJoins} where t.space_id = $1 and not t.is_deleted
    order by c.number, e.model collate ${naturalOrder}, t.id limit ${mostLines}`
  // The columns are those of a line without the ones the page repeats.
  const lines = (await listVisibleRows(ctx, columns, from, [spaceId])) as Line[]
  const specs = await loadSpecs(
    ctx,
    lines.map(({ equipment }) => equipment.id),
  )
  return lines.flatMap((line) => {
    const own = specs.get(line.equipment.id)
    return own ? [{ line, specs: own }] : []
  })
}

const sumLinePrices = (lines: Line[]) => sumLines(lines.map(({ quantity, unitMsrpPrice }) => ({ quantity, msrpPrice: unitMsrpPrice })))

/** Area groups with their lines in three statements, regardless of their number; lines without a group come last. */
export async function loadSpaceContents(
  ctx: Context,
  space: { id: number; projectId: number; limits: Partial<SpaceLimits> | null },
): Promise<{ areaGroups: AreaGroupOfSpace[]; budget: SpaceBudget; linesOver: Partial<Record<LimitedFigure, number[]>> }> {
  const groups = await ctx.rows(
    {
      installationFactor: is.number,
      id: orNull(is.number),
      name: orNull(is.text),
      order: orNull(is.number),
      notes: orNull(is.text),
      rowVersion: orNull(is.number),
    },
    `select p.installation_factor, g.id, g.name, g."order", g.notes, g.row_version
     from projects p left join area_groups g on g.space_id = $1 and not g.is_deleted where p.id = $2 order by g."order", g.id`,
    [space.id, space.projectId],
  )
  const [first] = groups
  if (!first) throw notFound('Project')
  const contents = await loadLines(ctx, space.id)
  const byGroup = groupByKey(
    contents.map(({ line }) => line),
    ({ areaGroup }) => areaGroup?.id ?? noAreaGroup.id,
  )
  const rules = { installationFactor: first.installationFactor }
  const counted = contents.map(({ line, specs }) => ({ id: line.id, counts: budgetLine(line, specs) }))
  const budget = computeSpaceBudget(
    counted.map(({ counts }) => counts),
    rules,
  )
  const adding = (figure: LimitedFigure) =>
    counted.filter(({ counts }) => computeSpaceBudget([counts], rules)[figure] > 0).map(({ id }) => id)
  const rest = byGroup.get(noAreaGroup.id)
  const named = groups.flatMap(({ id, name, order, notes, rowVersion }) =>
    id === null || name === null || rowVersion === null ? [] : { id, name, order, notes, rowVersion },
  )
  const withoutGroup = rest ? [{ ...noAreaGroup, order: null, notes: null, rowVersion: 0 }] : []
  return {
    areaGroups: [...named, ...withoutGroup].map((group) => {
      const equipment = byGroup.get(group.id) ?? []
      return { ...group, equipment, ...sumLinePrices(equipment) }
    }),
    budget,
    linesOver: Object.fromEntries(overLimits(budget, space.limits).map(({ figure }) => [figure, adding(figure)])),
  }
}

const budgetLine = ({ quantity, provider, installer, isExisting, extendedMsrpPrice }: Line, equipment: Specs): BudgetLine => ({
  quantity,
  provider,
  installer,
  isExisting,
  extendedMsrpPrice,
  equipment,
})

const specShape = {
  heatLoadWatts: orNull(is.number),
  powerSpecs: is.jsonOfField(powerSpecs),
  networkPorts: is.jsonOfField(networkPorts),
  isRackMountable: is.boolean,
  rackUnits: orNull(is.number),
  weightLb: orNull(is.number),
}
type Specs = RowOfShape<typeof specShape>
export async function loadSpecs(ctx: Context, ids: number[]): Promise<Map<number, Specs>> {
  const rows = await ctx.rows(
    { id: is.number, ...specShape },
    `select e.id, e.heat_load_watts, e.power_specs, e.network_ports,
       e.is_rack_mountable, e.rack_units, e.weight_lb from equipments e where e.id = any($1)`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
