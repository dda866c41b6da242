import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import { deleteTemplateAreaGroup, listTemplateAreaGroups, updateTemplateLine } from '../../model/templates/space-templates.ts'
import { holdProducts } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { openTemplate } from './open-template.ts'
import { loadAreaGroups, recordOnTemplate, spaceTemplates, templateAreaGroups, templateEquipment } from './space-templates.ts'
import { templateEquipmentTable } from './templates-tables.ts'

const mostOfOneLine = 9999

/** Lines with equal keys are merged, unless a label or notes of the new line would get lost. */
const same = `area_group_id is not distinct from $3 and provider = $4 and installer = $5 and unit_price_override is not distinct from $6 and is_existing = $7
  and ($8::text is null and $9::text is null or label is not distinct from $8 and notes is not distinct from $9)`
/** A line with the same texts comes first. */
const sameFirst = `(label is not distinct from $8 and notes is not distinct from $9) desc, id`

/** `at` is the field path for validation errors. */
export async function addTemplateLine(ctx: Context, templateId: number, body: ValuesOf<typeof templateEquipment.resource.fields>, at = '') {
  const equipment = (await holdProducts(ctx, [body.equipmentId])).get(body.equipmentId)
  const template = await openTemplate(ctx, templateId)
  if (!equipment || equipment.isDeleted) throw badRequest({ [`${at}equipmentId`]: ['Equipment not found.'] })
  const line = { ...body, provider: body.provider ?? equipment.provider, installer: body.installer ?? equipment.installer }
  const cents = centsOf(body.unitPriceOverride)
  const [known] = await ctx.rows(
    { id: is.number, quantity: is.number },
    `select id, quantity from space_template_equipment where space_template_id = $1 and equipment_id = $2 and not is_deleted and ${same} order by ${sameFirst} limit 1`,
    [templateId, body.equipmentId, body.areaGroupId, line.provider, line.installer, cents, body.isExisting, body.label, body.notes],
  )
  if (!known && equipment.availability === EquipmentAvailability.Deprecated)
    throw badRequest({ [`${at}equipmentId`]: [`${equipment.model} is deprecated and cannot be added.`] })
  if (known && known.quantity + body.quantity > mostOfOneLine) throw badRequest({ [`${at}quantity`]: [messages.maximum(mostOfOneLine)] })
  const created = known
    ? await templateEquipment.update(ctx, known.id, { quantity: known.quantity + body.quantity }, { parentId: templateId })
    : await templateEquipment.create(ctx, line, { parentId: templateId })
  await recordOnTemplate(ctx, template, `Equipment added: ${body.quantity} × ${equipment.model}`)
  return created
}

async function changeTemplateLine(
  ctx: Context,
  templateId: number,
  lineId: number,
  { rowVersion, ...values }: HandlerRequest<typeof updateTemplateLine>['body'],
) {
  const before = await templateEquipment.get(ctx, lineId, { parentId: templateId })
  await holdProducts(ctx, [before.equipment.id])
  const template = await openTemplate(ctx, templateId)
  const line = { ...values, provider: values.provider ?? before.provider, installer: values.installer ?? before.installer }
  const after = await templateEquipment.update(ctx, lineId, line, { parentId: templateId, rowVersion })
  await recordOnTemplate(ctx, template, `Equipment changed: ${after.quantity} × ${after.equipment.model}`)
  return after
}

export async function removeTemplateLine(ctx: Context, templateId: number, lineId: number) {
  const line = await templateEquipment.get(ctx, lineId, { parentId: templateId })
  await holdProducts(ctx, [line.equipment.id])
  const template = await openTemplate(ctx, templateId)
  await templateEquipment.remove(ctx, lineId, { parentId: templateId })
  await recordOnTemplate(ctx, template, `Equipment removed: ${line.quantity} × ${line.equipment.model}`)
}

/** Lines of the group stay in the template without a group, unless `withEquipment` deletes them. */
async function removeAreaGroup(ctx: Context, templateId: number, groupId: number, withEquipment: boolean) {
  await templateAreaGroups.get(ctx, groupId, { parentId: templateId })
  const lines = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_template_equipment where area_group_id = $1 and not is_deleted',
    [groupId],
  )
  await holdProducts(
    ctx,
    lines.map(({ id }) => id),
  )
  const template = await openTemplate(ctx, templateId)
  const group = await templateAreaGroups.get(ctx, groupId, { parentId: templateId })
  const inGroup = { areaGroupId: groupId, isDeleted: false }
  if (withEquipment) await ctx.markDeleted(templateEquipmentTable, inGroup)
  else await ctx.update(templateEquipmentTable, inGroup, { areaGroupId: null })
  await templateAreaGroups.remove(ctx, groupId, { parentId: templateId })
  await recordOnTemplate(ctx, template, `Area group deleted: ${group.name}`, { withEquipment })
}

const openParentTemplate = (ctx: Context, { params }: { params: { id: number } }) => openTemplate(ctx, params.id)
export const servedAreaGroups = withOverrides(templateAreaGroups, {
  list: defineRoute(listTemplateAreaGroups, async (ctx, { params }) => {
    const template = await spaceTemplates.get(ctx, params.id)
    return loadAreaGroups(ctx, template.id)
  }),
  create: { before: openParentTemplate },
  update: { before: openParentTemplate },
  remove: defineRoute(deleteTemplateAreaGroup, (ctx, { params, query }) =>
    removeAreaGroup(ctx, params.id, params.itemId, query.deleteEquipment === true),
  ),
})

const { calls } = templateEquipment
export const servedLines = withOverrides(templateEquipment, {
  create: calls.create ? defineRoute(calls.create, (ctx, { params, body }) => addTemplateLine(ctx, params.id, body)) : false,
  update: defineRoute(updateTemplateLine, (ctx, { params, body }) => changeTemplateLine(ctx, params.id, params.itemId, body)),
  remove: { instead: (ctx, { params }) => removeTemplateLine(ctx, params.id, params.itemId) },
  typeHead: false,
})
