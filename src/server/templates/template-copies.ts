import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { cloneTemplate, type spaceTemplates as spaceTemplatesModel } from '../../model/templates/space-templates.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { holdTemplate, readContents, type TemplateContents } from './open-template.ts'
import { loadAreaGroups, spaceTemplates } from './space-templates.ts'

/** Creates a template with these contents; ids in them only assign lines to groups. */
export async function createTemplateFrom(
  ctx: Context,
  values: WriteValues<typeof spaceTemplatesModel>,
  contents: TemplateContents,
  title?: string,
): Promise<RowOf<typeof spaceTemplatesModel>> {
  const template = await spaceTemplates.create(ctx, values, { title })
  const by = ctx.actor.userId || null
  const groups = await ctx.rows(
    { id: is.number },
    `insert into space_template_area_groups (space_template_id, name, "order", notes, created_by_id, updated_by_id)
     select $1, x.name, x.ordinality, x.notes, $3, $3 from rows from (jsonb_to_recordset($2) as (name text, notes text)) with ordinality x order by x.ordinality
     returning id`,
    [template.id, JSON.stringify(contents.groups), by],
  )
  const own = new Map(contents.groups.map(({ id }, index) => [id, groups[index]?.id]))
  await ctx.run(
    `insert into space_template_equipment (space_template_id, area_group_id, equipment_id, quantity, provider, installer, unit_price_override, is_existing,
       label, notes, created_by_id, updated_by_id)
     select $1, x."areaGroupId", x."equipmentId", x.quantity, x.provider, x.installer, x."unitPriceOverride", x."isExisting", x.label, x.notes, $3, $3
     from rows from (jsonb_to_recordset($2) as ("areaGroupId" bigint, "equipmentId" bigint, quantity int, provider text, installer text,
       "unitPriceOverride" bigint, "isExisting" boolean, label text, notes text)) with ordinality x order by x.ordinality`,
    [template.id, JSON.stringify(contents.lines.map((line) => ({ ...line, areaGroupId: own.get(line.areaGroupId ?? 0) ?? null }))), by],
  )
  return { ...(await spaceTemplates.get(ctx, template.id)), areaGroups: await loadAreaGroups(ctx, template.id) }
}

async function copyTemplate(ctx: Context, id: number, { name }: HandlerRequest<typeof cloneTemplate>['body']) {
  const source = await spaceTemplates.get(ctx, id)
  await holdTemplate(ctx, source.id)
  const { description, imageUrl, industryType, defaultComplexity } = source
  const values = { name, description, imageUrl, industryType, defaultComplexity }
  return createTemplateFrom(ctx, values, await readContents(ctx, source.id), `Copied from ${source.name}`)
}

export const copyRoutes: Route[] = [defineRoute(cloneTemplate, (ctx, { params, body }) => copyTemplate(ctx, params.id, body))]
