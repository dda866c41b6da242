import { ActivityLogType } from '../../model/activity/enums.ts'
import { templateFromSpace } from '../../model/templates/space-templates.ts'
import {
  addTemplate,
  mostPushed,
  pushTemplate,
  spacesBehindTemplate,
  spacesOfTemplate,
  templateDrift,
} from '../../model/templates/template-calls.ts'
import { holdProducts } from '../catalog/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { precleanBody } from '../kit/resource/checks.ts'
import { is } from '../kit/sql/row-types.ts'
import { addContents, openSpace, spaceEquipment, spaces } from '../spaces/public.ts'
import { atTemplateField, holdTemplate, readContents, readVersions, refuseUnavailable, storedGroup, storedLine } from './open-template.ts'
import { spaceTemplates } from './space-templates.ts'
import { createTemplateFrom } from './template-copies.ts'
import { driftRows, planSpacePush, readBehind } from './template-drift.ts'
import { runTemplatePush } from './template-push.ts'

/** Creates a template from the space's current contents, without racks and installer names. */
async function fromSpace(ctx: Context, spaceId: number, body: HandlerRequest<typeof templateFromSpace>['body']) {
  const space = await spaces.get(ctx, spaceId)
  const used = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_equipment where space_id = $1 and not is_deleted',
    [space.id],
  )
  await holdProducts(
    ctx,
    used.map(({ id }) => id),
  )
  const groups = await ctx.rows(
    storedGroup,
    'select id, name, "order", notes from area_groups where space_id = $1 and not is_deleted order by "order", id',
    [space.id],
  )
  const lines = await ctx.rows(
    storedLine,
    `select id, area_group_id, equipment_id, quantity, provider, installer, unit_price_override,
       is_existing, label, notes from space_equipment where space_id = $1 and not is_deleted order by id`,
    [space.id],
  )
  const values = { imageUrl: space.imageUrl, ...body, defaultComplexity: body.defaultComplexity ?? space.complexity }
  return createTemplateFrom(ctx, values, { groups, lines }, `Created from ${space.name}`)
}

async function addTemplateToSpace(ctx: Context, spaceId: number, { spaceTemplateId }: HandlerRequest<typeof addTemplate>['body']) {
  const template = await holdTemplate(ctx, spaceTemplateId).catch(atTemplateField)
  refuseUnavailable(template, 'spaceTemplateId')
  const space = await openSpace(ctx, spaceId)
  const ids = new Set(await addContents(ctx, space, template))
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'spaces',
      entityId: space.id,
      entityName: space.name,
      activity: {
        title: `Template applied: ${template.name}`,
        type: ActivityLogType.RelatedActions,
        projectId: space.projectId,
        needs: spaceEquipment.resource.permission.view,
        related: { entity: spaceTemplates.resource.entity, id: template.id, name: template.name },
      },
    },
  ])
  const { items } = await spaceEquipment.list(
    ctx,
    {},
    { parentId: space.projectId, limit: Math.max(1, ids.size), extra: (_, p) => `t.id = any(${p.add([...ids])})` },
  )
  return items
}

/** Differences of one space as text; none for a deleted template. */
async function computeSpaceDrift(ctx: Context, spaceId: number) {
  const space = await spaces.get(ctx, spaceId)
  if (!space.spaceTemplate) return { template: null, pending: 0, kept: 0, differences: [] }
  const { id, name } = space.spaceTemplate
  const [template] = await ctx.rows({ isDeleted: is.boolean }, 'select is_deleted from space_templates where id = $1', [id])
  const contents = await readContents(ctx, id)
  const { behind, products } = await readBehind(ctx, { id, contents }, [space.id])
  const version = space.templateVersionId
  const base = (version === null ? undefined : (await readVersions(ctx, [version])).get(version)) ?? contents
  const [own] = behind
  if (!template || !own) throw notFound('Space')
  const { added, removed, changed, kept } = planSpacePush(own, products)
  return {
    template: { id, name, isDeleted: template.isDeleted },
    pending: template.isDeleted ? 0 : added + removed + changed,
    kept,
    differences: driftRows(own, base, contents, products),
  }
}

/** Lists one page of the template's spaces with their pending changes, limited to the number processed at once. */
async function spacesBehind(ctx: Context, templateId: number, query: HandlerRequest<typeof spacesBehindTemplate>['query']) {
  const template = await spaceTemplates.get(ctx, templateId)
  const { items, total } = await spaces.list(
    ctx,
    { ...query, sortBy: ['project', 'name'] },
    { limit: Math.min(pageSize(query), mostPushed), extra: (_, p) => `t.space_template_id = ${p.add(template.id)}` },
  )
  const contents = await readContents(ctx, template.id)
  const { behind, products } = await readBehind(
    ctx,
    { id: template.id, contents },
    items.map(({ id }) => id),
  )
  const pushes = new Map(behind.map((item) => [item.space.id, planSpacePush(item, products)]))
  return { items: items.flatMap(({ id }) => pushes.get(id) ?? []), total }
}

export const templateRoutes: Route[] = [
  defineRoute(templateFromSpace, (ctx, { params, body }) => fromSpace(ctx, params.spaceId, body), precleanBody(spaceTemplates.resource)),
  defineRoute(addTemplate, (ctx, { params, body }) => addTemplateToSpace(ctx, params.id, body)),
  defineRoute(templateDrift, (ctx, { params }) => computeSpaceDrift(ctx, params.id)),
  defineRoute(spacesBehindTemplate, (ctx, { params, query }) => spacesBehind(ctx, params.id, query)),
  defineRoute(pushTemplate, (ctx, { params, body }) => runTemplatePush(ctx, params.id, body)),
  defineRoute(spacesOfTemplate, async (ctx, { params, query }) => {
    const template = await spaceTemplates.get(ctx, params.templateId)
    return spaces.list(ctx, query, { extra: (_, p) => `t.space_template_id = ${p.add(template.id)}` })
  }),
]
