import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { externalDocuments, externalEquipment, externalSpaces, spaceOfProject } from '../../model/projects/external-projects.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { readFiles } from '../catalog/public.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, namedShape, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { getOpened } from '../projects/public.ts'
import { openThreads } from './comment-scope.ts'

async function listSpaces(ctx: Context, projectId: number) {
  const opened = await getOpened(ctx, projectId)
  const rows = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      spaceNumber: orNull(is.text),
      building: namedShape,
      level: namedShape,
      status: is.choice(SpaceStatus),
      imageUrl: orNull(is.text),
      itemsCount: is.number,
    },
    `select s.id, s.name, s.number as "spaceNumber", json_build_object('id', s.building_id, 'name', s.building) as building,
       json_build_object('id', s.level_id, 'name', s.level) as level, s.status, s.image_url, s.items_count
     from guest_spaces s where s.project_id = $1 and s.is_live = ${opened.isLive} order by s.place`,
    [opened.id],
  )
  const open = opened.comments ? await openThreads(ctx, opened) : undefined
  const items = rows.map(({ itemsCount, imageUrl, ...row }) => ({
    ...row,
    imageUrl: ctx.addresses.stripSignature(imageUrl),
    ...(opened.equipment && { itemsCount }),
    ...(open && { openCommentsCount: open.get(row.id) ?? 0 }),
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
  space: is.jsonOfFields(spaceOfProject),
  areaGroup: orNull(is.text),
  unit: is.number,
  amount: is.number,
}

async function listLines(
  ctx: Context,
  projectId: number,
  { spaceId, page, itemsPerPage }: HandlerRequest<typeof externalEquipment>['query'],
) {
  const { id, isLive, equipment, prices } = await getOpened(ctx, projectId)
  if (!equipment) throw notFound('Equipment')
  const p = new Params()
  const from = `from guest_lines l where l.project_id = ${p.add(id)} and l.is_live = ${isLive}${spaceId === null ? '' : ` and l.space_id = ${p.add(spaceId)}`}`
  const { total } = onlyRow(await ctx.rows({ total: is.number }, `select count(*)::int as total ${from}`, p.values))
  const size = itemsPerPage < 1 ? 5000 : Math.min(200, itemsPerPage)
  const rows = await ctx.rows(
    lineShape,
    `select l.id, l.tag, l.category, l.manufacturer, l.product_family, l.model, l.description, l.quantity, l.provider, l.installer,
       json_build_object('id', l.space_id, 'name', l.space, 'number', l.space_number) as space, l.area_group, l.unit_price as unit, l.amount
     ${from} order by l.place, l.group_place nulls last, l.area_group, l.id limit ${p.add(size)} offset ${p.add((page - 1) * size)}`,
    p.values,
  )
  const items = rows.map(({ unit, amount, ...line }) => ({
    ...line,
    ...(prices && { unitPrice: dollarsOf(unit), totalPrice: dollarsOf(amount) }),
  }))
  return { items, total }
}

async function listDocuments(ctx: Context, projectId: number) {
  const { id, isLive, documents } = await getOpened(ctx, projectId)
  if (!documents) throw notFound('Drawing documents')
  const rows = await ctx.rows(
    {
      id: is.number,
      number: orNull(is.text),
      title: is.text,
      type: is.choice(DocumentType),
      state: is.choice(DocumentState),
      revision: orNull(is.text),
      issueDate: orNull(is.date),
      spaceId: orNull(is.number),
      fileId: orNull(is.uuid),
    },
    `select d.id, d.number, d.title, d.document_type as type, d.state, d.revision, d.issue_date, d.space_id, d.file_id
     from guest_documents d where d.project_id = $1 and d.is_live = ${isLive} order by d.place`,
    [id],
  )
  const files = await readFiles(
    ctx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  const items = rows.map(({ fileId, ...row }) => {
    const file = fileId === null ? undefined : files.get(fileId)
    return { ...row, fileName: file ? String(file.name) : null, url: file ? String(file.url) : null }
  })
  return { items }
}

export const guestRoutes: Route[] = [
  defineRoute(externalSpaces, (ctx, { params }) => listSpaces(ctx, params.id)),
  defineRoute(externalEquipment, (ctx, { params, query }) => listLines(ctx, params.id, query)),
  defineRoute(externalDocuments, (ctx, { params }) => listDocuments(ctx, params.id)),
]
