import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { cloneTemplate, type spaceTemplates as spaceTemplatesModel } from '../../model/templates/space-templates.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { holdTemplate, readContents, type TemplateContents } from './open-template.ts'
import { loadAreaGroups, spaceTemplates } from './space-templates.ts'
import { templateAreaGroupsTable, templateEquipmentTable } from './templates-tables.ts'

/** Creates a template with these contents; ids in them only assign lines to groups. */
export async function createTemplateFrom(
  ctx: Context,
  values: WriteValues<typeof spaceTemplatesModel>,
  contents: TemplateContents,
  title?: string,
): Promise<RowOf<typeof spaceTemplatesModel>> {
  const template = await spaceTemplates.create(ctx, values, { title })
  const groups = await ctx.insertMany(
    templateAreaGroupsTable,
    contents.groups.map(({ name, notes }, index) => ({ spaceTemplateId: template.id, name, order: index + 1, notes })),
    { returning: ['id'] },
  )
  const own = new Map(contents.groups.map(({ id }, index) => [id, groups[index]?.id]))
  await ctx.insertMany(
    templateEquipmentTable,
    contents.lines.map(({ id: _, ...line }) => ({
      spaceTemplateId: template.id,
      ...line,
      areaGroupId: own.get(line.areaGroupId ?? 0) ?? null,
    })),
  )
  return { ...(await spaceTemplates.get(ctx, template.id)), areaGroups: await loadAreaGroups(ctx, template.id) }
}

async function copyTemplate(ctx: Context, id: number, { name }: HandlerRequest<typeof cloneTemplate>['body']) {
  const source = await spaceTemplates.get(ctx, id)
  await holdTemplate(ctx, source.id)
  const { description, imageUrl, industryType, defaultComplexity, verificationTemplateIds } = source
  const values = { name, description, imageUrl, industryType, defaultComplexity, verificationTemplateIds }
  return createTemplateFrom(ctx, values, await readContents(ctx, source.id), `Copied from ${source.name}`)
}

export const copyRoutes: Route[] = [defineRoute(cloneTemplate, (ctx, { params, body }) => copyTemplate(ctx, params.id, body))]
