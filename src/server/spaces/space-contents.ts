import { sumLines } from '../../model/projects/prices.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { type BudgetLine, budgetOf, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import type { Context, Row } from '../kit/context.ts'
import { spaceEquipment } from './space-equipment.ts'

/** On the page of a space every line need not repeat where it stands, nor who wrote it. */
const repeated = ['projectId', 'space', 'building', 'level', 'createdBy', 'updatedBy']
const keys = new Set(spaceEquipment.shape.columns.map(({ key }) => key).filter((key) => !repeated.includes(key)))

export const linesOf = async (ctx: Context, space: Row) =>
  (
    await spaceEquipment.list(
      ctx,
      { sortBy: ['category', 'equipment'] },
      { keys, parentId: space.projectId, isWhole: true, extra: (_, p) => `t.space_id = ${p.add(space.id)}` },
    )
  ).items

const sums = (lines: Row[]) => sumLines(lines.map(({ quantity, unitMsrpPrice }) => ({ quantity, msrpPrice: unitMsrpPrice })))

/** Area groups with their lines in three statements, however many there are; what stands in no group comes last. */
export async function contentsOf(ctx: Context, space: Row): Promise<{ areaGroups: Row[]; budget: SpaceBudget }> {
  const groups = await ctx.rows(
    `select id, name, "order", notes, row_version as "rowVersion" from area_groups where space_id = $1 and not is_deleted order by "order", id`,
    [space.id],
  )
  const lines = await linesOf(ctx, space)
  const byGroup = new Map<number, Row[]>()
  for (const line of lines) {
    const id = line.areaGroup?.id ?? noAreaGroup.id
    const known = byGroup.get(id)
    if (known) known.push(line)
    else byGroup.set(id, [line])
  }
  const rest = byGroup.get(noAreaGroup.id)
  const withoutGroup = rest ? [{ ...noAreaGroup, order: null, notes: null, rowVersion: 0 }] : []
  return {
    areaGroups: [...groups, ...withoutGroup].map((group) => {
      const equipment = byGroup.get(group.id) ?? []
      return { ...group, equipment, ...sums(equipment) }
    }),
    budget: await budget(ctx, space, lines),
  }
}

async function budget(ctx: Context, space: Row, lines: Row[]): Promise<SpaceBudget> {
  const [project] = await ctx.rows('select installation_factor as "installationFactor" from projects where id = $1', [space.projectId])
  const byId = await specsOf(
    ctx,
    lines.map(({ equipment }) => equipment.id),
  )
  return budgetOf(
    lines.map((line) => ({ ...line, equipment: byId.get(line.equipment.id) }) as BudgetLine),
    { installationFactor: project!.installationFactor },
  )
}

/** What a budget needs of equipment, by its id. */
export async function specsOf(ctx: Context, ids: number[]): Promise<Map<number, Row>> {
  const rows = await ctx.rows(
    `select e.id, e.heat_load_watts as "heatLoadWatts", e.power_specs as "powerSpecs", e.network_ports as "networkPorts",
       e.is_rack_mountable as "isRackMountable", e.rack_units as "rackUnits", e.weight_lb as "weightLb"
     from equipments e where e.id = any($1)`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
