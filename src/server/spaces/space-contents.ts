import { sumLines } from '../../model/projects/money.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { type BudgetLine, budgetOf, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import { Params, selection } from '../kit/entity/rows.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { natural } from '../kit/sql/table.ts'
import { productJoins, spaceEquipment } from './space-equipment.ts'

/** On the page of a space every line need not repeat where it stands, nor who wrote it. */
const repeated = ['projectId', 'space', 'building', 'level', 'createdBy', 'updatedBy']
const columns = spaceEquipment.shape.columns.filter(({ key }) => !repeated.includes(key))
const mostLines = 5000

interface Contents {
  line: Row
  /** What the budget needs of its equipment. */
  specs: Row
}

/** The lines of a space the caller sees, in one statement with what their budget needs. */
async function linesOf(ctx: Context, spaceId: number): Promise<Contents[]> {
  const p = new Params()
  const { text, read } = selection(columns, ctx, specColumns.length)
  const rows = await ctx.lists(
    `select ${specColumns.map(([, column]) => column).join(', ')}, ${text} from space_equipment t ${productJoins}
      where t.space_id = ${p.add(spaceId)} and not t.is_deleted order by c.number, e.model collate ${natural}, t.id limit ${mostLines}`,
    p.values,
  )
  return rows.map((values) => ({ line: read(values), specs: specsIn(values) }))
}

const sums = (lines: Row[]) => sumLines(lines.map(({ quantity, unitMsrpPrice }) => ({ quantity, msrpPrice: unitMsrpPrice })))

/** Area groups with their lines in two statements, however many there are; what stands in no group comes last. */
export async function contentsOf(ctx: Context, space: Row): Promise<{ areaGroups: Row[]; budget: SpaceBudget }> {
  const groups = await ctx.rows(
    `select p.installation_factor as "installationFactor", g.id, g.name, g."order", g.notes, g.row_version as "rowVersion"
     from projects p left join area_groups g on g.space_id = $1 and not g.is_deleted where p.id = $2 order by g."order", g.id`,
    [space.id, space.projectId],
  )
  const installationFactor = groups[0]!.installationFactor as number
  const contents = await linesOf(ctx, space.id)
  const byGroup = new Map<number, Row[]>()
  for (const { line } of contents) {
    const id = line.areaGroup?.id ?? noAreaGroup.id
    const known = byGroup.get(id)
    if (known) known.push(line)
    else byGroup.set(id, [line])
  }
  const rest = byGroup.get(noAreaGroup.id)
  const named = groups.filter(({ id }) => id !== null).map(({ installationFactor: _, ...group }): Row => group)
  const withoutGroup = rest ? [{ ...noAreaGroup, order: null, notes: null, rowVersion: 0 }] : []
  return {
    areaGroups: [...named, ...withoutGroup].map((group) => {
      const equipment = byGroup.get(group.id) ?? []
      return { ...group, equipment, ...sums(equipment) }
    }),
    budget: budgetOf(
      contents.map(({ line, specs }) => budgetLine(line, specs)),
      { installationFactor },
    ),
  }
}

const budgetLine = ({ quantity, provider, installer, isExisting, extendedMsrpPrice }: Row, equipment: Row) =>
  ({ quantity, provider, installer, isExisting, extendedMsrpPrice, equipment }) as unknown as BudgetLine

/** What a budget needs of equipment, and where it is kept. */
const specColumns: [key: string, column: string][] = [
  ['heatLoadWatts', 'e.heat_load_watts'],
  ['powerSpecs', 'e.power_specs'],
  ['networkPorts', 'e.network_ports'],
  ['isRackMountable', 'e.is_rack_mountable'],
  ['rackUnits', 'e.rack_units'],
  ['weightLb', 'e.weight_lb'],
]
const specsIn = (values: unknown[]) => Object.fromEntries(specColumns.map(([key], at) => [key, values[at]]))

/** The same of equipment by its id. */
export async function specsOf(ctx: Context, ids: number[]): Promise<Map<number, Row>> {
  const rows = await ctx.rows(
    `select e.id, ${specColumns.map(([key, column]) => `${column} as "${key}"`).join(', ')} from equipments e where e.id = any($1)`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
