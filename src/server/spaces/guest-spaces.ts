import { InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { externalEquipment, externalSpaces } from '../../model/projects/external-projects.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { answer, type Given, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getOpened } from '../projects/public.ts'
import { asWalked } from './space-views.ts'

type Place = { id: number; name: string }
const counted = `not s.is_deleted and s.status <> all('{${uncountedStatuses.join(',')}}')`

/** The spaces that are counted: what was called off is nobody's outside. */
async function listSpaces(ctx: Context, projectId: number) {
  const { id, isLive, equipment } = await getOpened(ctx, projectId)
  if (!isLive) return { items: [] }
  const rows = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      spaceNumber: orNull(is.text),
      building: is.json<Place>(),
      level: is.json<Place>(),
      status: is.choice(SpaceStatus),
      imageUrl: orNull(is.text),
      itemsCount: is.number,
    },
    `select s.id, s.name, s.space_number as "spaceNumber", json_build_object('id', s.building_id, 'name', s.building) as building,
       json_build_object('id', s.level_id, 'name', s.level) as level, s.status, o.image_url as "imageUrl", s.equipment_count as "itemsCount"
     from placed_spaces s join spaces o on o.id = s.id where s.project_id = $1 and ${counted} order by ${asWalked('s')}`,
    [id],
  )
  const items = rows.map(({ itemsCount, imageUrl, ...row }) => ({
    ...row,
    imageUrl: ctx.services.addresses.shown(imageUrl),
    ...(equipment && { itemsCount }),
  }))
  return { items }
}

const lineShape = {
  id: is.number,
  tag: is.text,
  category: orNull(is.text),
  manufacturer: orNull(is.text),
  productFamily: orNull(is.text),
  model: is.text,
  description: orNull(is.text),
  quantity: is.number,
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  space: is.json<{ id: number; name: string; number: string | null }>(),
  areaGroup: orNull(is.text),
  unit: is.number,
  amount: is.number,
}

async function listLines(ctx: Context, projectId: number, { spaceId, page, itemsPerPage }: Given<typeof externalEquipment>['query']) {
  const { id, isLive, equipment, prices } = await getOpened(ctx, projectId)
  if (!equipment) throw notFound('Equipment')
  if (!isLive) return { items: [], total: 0 }
  const p = new Params()
  const from = `from line_amounts a join placed_spaces s on s.id = a.space_id and ${counted} join products e on e.id = a.equipment_id
      left join area_groups g on g.id = a.area_group_id
    where a.project_id = ${p.add(id)}${spaceId === null ? '' : ` and a.space_id = ${p.add(spaceId)}`}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 5000 : Math.min(200, itemsPerPage)
  const rows = await ctx.rows(
    lineShape,
    `select a.id, e.tag, e.category, e.manufacturer, e.product_family as "productFamily", e.model, e.description, a.quantity, a.provider, a.installer,
       json_build_object('id', s.id, 'name', s.name, 'number', s.space_number) as space, g.name as "areaGroup", a.unit_price as unit, a.amount
     ${from} order by ${asWalked('s')}, g."order" nulls last, g.name, a.id limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  const items = rows.map(({ unit, amount, ...line }) => ({
    ...line,
    ...(prices && { unitPrice: dollarsOf(unit), totalPrice: dollarsOf(amount) }),
  }))
  return { items, total }
}

export const guestRoutes: Route[] = [
  answer(externalSpaces, (ctx, { params }) => listSpaces(ctx, params.id)),
  answer(externalEquipment, (ctx, { params, query }) => listLines(ctx, params.id, query)),
]
