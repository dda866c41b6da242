import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { type EquipmentChoice, type FoundEquipment, findEquipment } from '../../model/catalog/equipment-calls.ts'
import type { ColumnOf } from '../../model/kit/resource.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { equipments } from './equipment.ts'

const keys = new Set<ColumnOf<typeof equipments.resource>>(['id', 'tag', 'model', 'imageUrl', 'manufacture', 'msrpPrice'])
const mostNear = 8
/** Maximum approximate searches per request, because each one is a separate query. */
const mostSearched = 60

/** Finds exact matches by the text's index: tag first, then model, then part number. */
async function findExactMatches(ctx: Context, texts: string[]): Promise<Map<number, number[]>> {
  const rows = await ctx.rows(
    { at: is.number, id: is.number },
    `with asked as (select lower(a.text) as text, a.at::int from unnest($1::text[]) with ordinality a(text, at)),
       hits as (
         select a.at, t.id, 0 as rank from asked a join equipments t on lower(t.tag) = a.text where not t.is_deleted
         union all select a.at, t.id, 1 from asked a join equipments t on lower(t.model) = a.text where not t.is_deleted
         union all select a.at, t.id, 2 from asked a join equipments t on lower(t.part_number) = a.text where not t.is_deleted)
     select at, id from (select at, id, rank, min(rank) over (partition by at) as best from hits) ranked where rank = best order by at, id`,
    [texts],
  )
  const found = new Map<number, number[]>()
  for (const { at, id } of rows) found.set(at - 1, [...(found.get(at - 1) ?? []), id])
  return found
}

export interface NamedProduct {
  id: number
  manufacturer: string
  isDeprecated: boolean
}

/** Finds the products that each text names exactly. */
export async function findProducts(ctx: Context, texts: string[]): Promise<NamedProduct[][]> {
  const matches = await findExactMatches(ctx, texts)
  const rows = await ctx.rows(
    { id: is.number, manufacturer: is.text, isDeprecated: is.boolean },
    `select e.id, e.manufacture_name as manufacturer, e.availability = $2 as "isDeprecated" from equipments e where e.id = any($1)`,
    [[...new Set([...matches.values()].flat())], EquipmentAvailability.Deprecated],
  )
  const products = new Map(rows.map((row) => [row.id, row]))
  return texts.map((_, at) => (matches.get(at) ?? []).flatMap((id) => products.get(id) ?? []))
}

async function loadChoices(ctx: Context, ids: number[]): Promise<Map<number, EquipmentChoice>> {
  if (ids.length === 0) return new Map()
  const { items } = await equipments.list(ctx, { ids }, { keys, limit: ids.length })
  return new Map(items.map((item) => [item.id, pickChoiceFields(item)]))
}

const pickChoiceFields = ({ id, tag, model, imageUrl, manufacture, msrpPrice }: EquipmentChoice): EquipmentChoice => ({
  id,
  tag,
  model,
  imageUrl,
  manufacture,
  msrpPrice,
})

async function findByTexts(ctx: Context, texts: string[]): Promise<FoundEquipment[]> {
  const exact = await findExactMatches(ctx, texts)
  const known = await loadChoices(ctx, [...new Set([...exact.values()].flat())])
  const found: FoundEquipment[] = []
  let searched = 0
  for (const [at, text] of texts.entries()) {
    const ids = exact.get(at)
    if (ids) found.push({ text, isExact: true, items: ids.flatMap((id) => known.get(id) ?? []) })
    else if (searched++ >= mostSearched) found.push({ text, isExact: false, items: [] })
    else {
      const { items } = await equipments.list(ctx, { search: text }, { keys, limit: mostNear, isCountShort: true, isNearestFirst: true })
      found.push({ text, isExact: false, items: items.map(pickChoiceFields) })
    }
  }
  return found
}

export const findingRoutes: Route[] = [defineRoute(findEquipment, (ctx, { body }) => findByTexts(ctx, body.texts))]
