import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { isCounted } from '../../model/spaces/counted-spaces.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { type BudgetLine, computeSpaceBudget } from '../../model/spaces/space-budget.ts'
import { type BudgetOfPart, type SpaceOverLimit, spaceBudgets } from '../../model/spaces/space-calls.ts'
import { limitFields, overLimits } from '../../model/spaces/space-limits.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { getProject } from '../projects/public.ts'
import { loadSpecs } from './space-contents.ts'

/**
 * Computes every figure from the lines with the function for spaces, so that project, buildings, levels, and spaces agree to the cent. Four
 * statements for any project size.
 */
async function computeBudgets(ctx: Context, projectId: number) {
  const project = await getProject(ctx, projectId)
  const places = await ctx.rows(
    { id: is.number, name: is.text, buildingId: is.number, building: is.text },
    `select l.id, l.name, l.building_id, b.name as building from levels l join buildings b on b.id = l.building_id
     where l.project_id = $1 and not l.is_deleted and not b.is_deleted order by b."order", b.id, l."order", l.id`,
    [project.id],
  )
  const rooms = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      spaceNumber: orNull(is.text),
      levelId: is.number,
      buildingId: is.number,
      status: is.choice(SpaceStatus),
      limits: orNull(is.jsonOfFields(limitFields)),
    },
    `select id, name, space_number, level_id, building_id, status, limits from spaces
     where project_id = $1 and not is_deleted order by concat_ws(' ', space_number, name) collate ${naturalOrder}, id`,
    [project.id],
  )
  const counted = rooms.filter(({ status }) => isCounted({ status }))
  const lines = await linesBySpace(ctx, project.id)
  const rules = { installationFactor: project.installationFactor }
  const part = (id: number, name: string, spaces: { id: number }[]): BudgetOfPart => ({
    id,
    name,
    spacesCount: spaces.length,
    ...computeSpaceBudget(
      spaces.flatMap((space) => lines.get(space.id) ?? []),
      rules,
    ),
  })
  const buildings = [...new Map(places.map(({ buildingId, building }) => [buildingId, building]))].map(([id, name]) => ({
    ...part(
      id,
      name,
      counted.filter(({ buildingId }) => buildingId === id),
    ),
    levels: places
      .filter(({ buildingId }) => buildingId === id)
      .map((level) =>
        part(
          level.id,
          level.name,
          counted.filter(({ levelId }) => levelId === level.id),
        ),
      ),
  }))
  const spacesOver = counted.flatMap(({ id, name, spaceNumber, limits }): SpaceOverLimit[] => {
    const over = limits ? overLimits(computeSpaceBudget(lines.get(id) ?? [], rules), limits) : []
    return over.length > 0 ? [{ id, name, spaceNumber, over }] : []
  })
  return { project: part(project.id, project.name, counted), buildings, spacesOver }
}

async function linesBySpace(ctx: Context, projectId: number): Promise<Map<number, BudgetLine[]>> {
  const rows = await ctx.rows(
    {
      spaceId: is.number,
      equipmentId: is.number,
      quantity: is.number,
      provider: is.choice(ProviderCode),
      installer: is.choice(InstallerCode),
      isExisting: is.boolean,
      cents: is.number,
    },
    `select space_id, equipment_id, quantity, provider, installer, is_existing, amount as cents
     from line_amounts where project_id = $1`,
    [projectId],
  )
  const specs = await loadSpecs(
    ctx,
    rows.map(({ equipmentId }) => equipmentId),
  )
  const bySpace = new Map<number, BudgetLine[]>()
  for (const { spaceId, equipmentId, quantity, provider, installer, isExisting, cents } of rows) {
    const extendedMsrpPrice = dollarsOf(cents)
    const line: BudgetLine = {
      quantity,
      provider,
      installer,
      isExisting,
      extendedMsrpPrice,
      equipment: specs.get(equipmentId) ?? {},
    }
    const known = bySpace.get(spaceId)
    if (known) known.push(line)
    else bySpace.set(spaceId, [line])
  }
  return bySpace
}

export const budgetRoutes: Route[] = [defineRoute(spaceBudgets, (ctx, { params }) => computeBudgets(ctx, params.id))]
