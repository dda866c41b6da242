import { type DuplicateReason, equipmentDuplicates } from '../../model/catalog/equipment-calls.ts'
import { Params } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { equipments } from './equipment.ts'
import { modelKey } from './equipment-tables.ts'

const shownOfGroup = 50

async function rowsById(ctx: Context, ids: number[]) {
  const { items } =
    ids.length === 0 ? { items: [] } : await equipments.list(ctx, {}, { limit: ids.length, extra: (_, p) => `t.id = any(${p.add(ids)})` })
  return new Map(items.map((item) => [item.id, item]))
}

type Candidate = HandlerRequest<typeof equipmentDuplicates>['query']

/** Finds equipment that may match the candidate in another spelling, with the reason. Tags match only within a category. */
async function findDuplicates(ctx: Context, candidate: Candidate) {
  const p = new Params()
  const exclude = p.add(candidate.excludeId ?? 0)
  const conditions: Partial<Record<DuplicateReason, string>> = {}
  if (candidate.model && candidate.manufactureId)
    conditions.model = `e.manufacture_id = ${p.add(candidate.manufactureId)} and ${modelKey('e.model')} = ${modelKey(`${p.add(candidate.model)}::text`)}`
  if (candidate.partNumber) conditions.partNumber = `dna_key(e.part_number) = dna_key(${p.add(candidate.partNumber)})`
  if (candidate.tag) {
    const category = candidate.categoryId ? p.add(candidate.categoryId) : `(select category_id from equipments where id = ${exclude})`
    conditions.tag = `e.tag collate ${naturalOrder} = upper(${p.add(candidate.tag)}) and e.category_id = coalesce(${category}, e.category_id)`
  }
  const reasons = Object.entries(conditions)
  if (reasons.length === 0) return { items: [], total: 0 }
  const size = pageSize(candidate)
  const found = await ctx.rows(
    { id: is.number, reasons: is.names<DuplicateReason>(), total: is.number },
    `select *, count(*) over ()::int as total from (select e.id, array_remove(array[${reasons.map(([reason, condition]) => `case when ${condition} then '${reason}' end`).join(', ')}], null) as reasons
     from equipments e where not e.is_deleted and e.id <> ${exclude} and (${reasons.map(([, condition]) => `(${condition})`).join(' or ')})) found
     order by cardinality(reasons) desc, id limit ${p.add(size)} offset ${p.add((candidate.page - 1) * size)}`,
    p.values,
  )
  const rows = await rowsById(
    ctx,
    found.map(({ id }) => id),
  )
  const items = found.flatMap(({ id, reasons }) => {
    const equipment = rows.get(id)
    return equipment ? [{ equipment, reasons }] : []
  })
  return { items, total: found[0]?.total ?? 0 }
}

/** Groups duplicates in the whole catalog by part number and tag; models are already unique per manufacturer. */
async function groupsOfDuplicates(ctx: Context, query: Candidate) {
  const size = pageSize(query)
  const groups = await ctx.rows(
    { key: is.text, reason: is.name<DuplicateReason>(), ids: is.numbers, total: is.number },
    `with alike as (
       select dna_key(part_number) as key, 'partNumber' as reason, array_agg(id order by id) as ids
       from equipments where not is_deleted and part_number is not null group by 1 having count(*) > 1
       union all
       select e.tag || ', ' || c.name, 'tag', array_agg(e.id order by e.id)
       from equipments e join categories c on c.id = e.category_id where not e.is_deleted group by e.tag, c.id having count(*) > 1)
     select key, reason, ids[1:${shownOfGroup}] as ids, count(*) over ()::int as total from alike order by reason, key limit $1 offset $2`,
    [size, (query.page - 1) * size],
  )
  const rows = await rowsById(ctx, [...new Set(groups.flatMap(({ ids }) => ids))])
  return {
    items: groups.map(({ key, reason, ids }) => ({ key, reason, equipments: ids.flatMap((id) => rows.get(id) ?? []) })),
    total: groups[0]?.total ?? 0,
  }
}

const isCandidate = ({ manufactureId, model, tag, partNumber }: Candidate) => Boolean(manufactureId || model || tag || partNumber)

export const duplicateRoutes: Route[] = [
  defineRoute(equipmentDuplicates, (ctx, { query }) => (isCandidate(query) ? findDuplicates(ctx, query) : groupsOfDuplicates(ctx, query))),
]
