import { complexityFactors, suggestComplexity } from '../../model/spaces/complexity.ts'
import { suggestedComplexity } from '../../model/spaces/space-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { spaces } from './spaces.ts'

const weighedShape = { categoryId: is.number, name: is.text, complexityWeight: is.number }
const weighed = `e.category_id as "categoryId", e.category as name, e.complexity_weight as "complexityWeight"`

type EquipmentInput = HandlerRequest<typeof suggestedComplexity>['body']['equipment']

async function requestedLines(ctx: Context, lines: NonNullable<EquipmentInput>) {
  const rows = await ctx.rows(
    { id: is.number, ...weighedShape },
    `select e.id, ${weighed} from products e where e.id = any($1) and not e.is_deleted`,
    [lines.map(({ equipmentId }) => equipmentId)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return lines.map(({ equipmentId, quantity }, index) => {
    const equipment = byId.get(equipmentId)
    if (!equipment) throw badRequest({ [`equipment[${index}].equipmentId`]: ['Equipment not found.'] })
    return { ...equipment, quantity }
  })
}

const loadSpaceLines = (ctx: Context, spaceId: number) =>
  ctx.rows(
    { quantity: is.number, ...weighedShape },
    `select l.quantity, ${weighed} from space_equipment l join products e on e.id = l.equipment_id
     where l.space_id = $1 and not l.is_deleted`,
    [spaceId],
  )

async function suggest(ctx: Context, spaceId: number, equipment: EquipmentInput) {
  const space = await spaces.get(ctx, spaceId)
  const lines = equipment ? await requestedLines(ctx, equipment) : await loadSpaceLines(ctx, space.id)
  const { complexity, score } = suggestComplexity(lines)
  return { suggestedComplexity: complexity, score, factors: complexityFactors(lines) }
}

export const complexityRoutes: Route[] = [
  defineRoute(suggestedComplexity, (ctx, { params, body }) => suggest(ctx, params.id, body.equipment)),
]
