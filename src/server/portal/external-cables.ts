import { cableEnd, externalCables } from '../../model/projects/external-projects.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getOpened } from '../projects/public.ts'

const cableEndSql = (side: 'from' | 'to') =>
  `json_build_object('space', json_build_object('id', c.${side}_space_id, 'name', c.${side}_space, 'number', c.${side}_number), 'unit', c.${side}_unit, 'port', c.${side}_port)`

const shape = {
  id: is.number,
  number: is.text,
  from: is.jsonOfFields(cableEnd),
  to: is.jsonOfFields(cableEnd),
  signal: orNull(is.text),
  color: orNull(is.text),
  manufacturer: orNull(is.text),
  model: orNull(is.text),
  lengthFt: orNull(is.number),
  state: is.choice(ConnectionState),
  bundle: orNull(is.text),
}

/**
 * Returns the cable schedule by number. Cables need the right to see equipment, because they show what is at their ends (domain 22, 29).
 */
async function listCables(
  ctx: Context,
  projectId: number,
  { spaceId, page, itemsPerPage }: HandlerRequest<typeof externalCables>['query'],
) {
  const { id, isLive, equipment, cables } = await getOpened(ctx, projectId)
  if (!equipment || !cables) throw notFound('Cables')
  const p = new Params()
  const space = spaceId === null ? '' : ` and ${p.add(spaceId)} in (c.from_space_id, c.to_space_id)`
  const from = `from guest_cables c where c.project_id = ${p.add(id)} and c.is_live = ${isLive}${space}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 5000 : Math.min(200, itemsPerPage)
  const items = await ctx.rows(
    shape,
    `select c.id, c.number, ${cableEndSql('from')} as from, ${cableEndSql('to')} as to, c.signal, c.color, c.manufacturer, c.model, c.length_ft, c.state, c.bundle
     ${from} order by c.place limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  return { items, total }
}

export const cableRoutes: Route[] = [defineRoute(externalCables, (ctx, { params, query }) => listCables(ctx, params.id, query))]
