import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { formatLineCount } from '../../model/spaces/space-equipment.ts'
import { changeTemplateLines, templateEquipment as templateEquipmentModel } from '../../model/templates/space-templates.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { holdProducts } from '../catalog/public.ts'
import { diffRows } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { readMany, type StoredRow } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { addedOf, describeCount } from '../spaces/public.ts'
import { openTemplate } from './open-template.ts'
import { recordOnTemplate, spaceTemplates, templateEquipment } from './space-templates.ts'
import { addTemplateLine, removeTemplateLine } from './template-parts.ts'

type LinesBody = HandlerRequest<typeof changeTemplateLines>['body']

async function writeLineChanges(
  ctx: Context,
  template: { id: number; name: string },
  { add: added, change, takeOut: removedIds }: LinesBody,
) {
  for (const id of removedIds ?? []) await removeTemplateLine(ctx, template.id, id)
  if (change) {
    const values = {
      ...(change.quantity !== null && { quantity: change.quantity }),
      ...(change.areaGroupId !== null && { areaGroupId: change.areaGroupId || null }),
    }
    if (Object.keys(values).length === 0) throw badRequest({ change: ['Nothing to change.'] })
    for (const id of change.lineIds) await templateEquipment.update(ctx, id, values, { parentId: template.id })
    await recordOnTemplate(ctx, template, `Equipment changed together: ${formatLineCount(change.lineIds.length)}`)
  }
  const ids: number[] = []
  for (const [at, line] of (added ?? []).entries()) ids.push((await addTemplateLine(ctx, template.id, line, `add[${at}].`)).id)
  return [...new Set(ids)]
}

async function checkAreaGroups(ctx: Context, templateId: number, { add: added, change }: LinesBody) {
  const named: [path: string, id: number | null][] = [
    ['change.areaGroupId', change?.areaGroupId || null],
    ...(added ?? []).map(({ areaGroupId }, index): [string, number | null] => [`add[${index}].areaGroupId`, areaGroupId]),
  ]
  const rows = await ctx.rows(
    { id: is.number },
    'select id from space_template_area_groups where space_template_id = $1 and not is_deleted',
    [templateId],
  )
  const known = new Set(rows.map(({ id }) => id))
  for (const [path, id] of named) if (id !== null && !known.has(id)) throw badRequest({ [path]: ['Area group not found.'] })
}

type Line = StoredRow<typeof templateEquipment>
function lineEntry(row: Line, old: Line | undefined): Changed | undefined {
  const about = { entity: templateEquipmentModel.entity, entityId: row.id, entityName: row.equipment.model }
  if (!old) return { ...about, action: 'Create', before: null, after: diffRows(templateEquipmentModel, null, row).after }
  if (row.isDeleted) return { ...about, action: 'Delete', before: diffRows(templateEquipmentModel, old, null).before, after: null }
  const keys = (['quantity', 'areaGroup'] as const).filter((key) => JSON.stringify(old[key] ?? null) !== JSON.stringify(row[key] ?? null))
  if (keys.length === 0) return undefined
  const only = (from: Line) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]))
  return { ...about, action: 'Update', before: only(old), after: only(row) }
}

async function applyLineChanges(ctx: Context, templateId: number, input: LinesBody) {
  const currentLines = await ctx.rows(
    { id: is.number, equipmentId: is.number },
    'select id, equipment_id from space_template_equipment where space_template_id = $1 and not is_deleted order by id',
    [templateId],
  )
  // Locks equipment before the template, like every writer.
  await holdProducts(ctx, [
    ...new Set([...currentLines.map(({ equipmentId }) => equipmentId), ...(input.add ?? []).map(({ equipmentId }) => equipmentId)]),
  ])
  const template = await openTemplate(ctx, templateId)
  if (!input.add?.length && !input.takeOut?.length && !input.change) throw badRequest({ add: ['Nothing to change.'] })
  const ids = new Set(currentLines.map(({ id }) => id))
  for (const [path, named] of Object.entries({ 'change.lineIds': input.change?.lineIds ?? [], takeOut: input.takeOut ?? [] }))
    for (const [at, id] of named.entries()) if (!ids.has(id)) throw badRequest({ [`${path}[${at}]`]: ['Equipment not found.'] })
  await checkAreaGroups(ctx, template.id, input)
  const before = await readMany(ctx, templateEquipment, [...ids], { lock: true })
  const lines = await writeLineChanges(ctx, template, input)
  const after = await readMany(ctx, templateEquipment, [...new Set([...ids, ...lines])])
  const entries = [...after.values()].flatMap((row) => lineEntry(row, before.get(String(row.id))) ?? [])
  const count = (action: Changed['action']) => entries.filter((entry) => entry.action === action).length
  const summaryParts = [
    ...describeCount(count('Create'), 'added'),
    ...describeCount(count('Update'), 'changed'),
    ...describeCount(count('Delete'), 'removed'),
  ]
  const changeSetId = await recordChangeSet(
    ctx,
    { kind: ChangeSetKind.BulkEdit, title: `${template.name}: ${summaryParts.join(', ')}`, permissions: ['SpaceTemplates.Update'] },
    entries.map((entry) => ({ ...entry, place: { entity: spaceTemplates.resource.entity, id: template.id, name: template.name } })),
  )
  return { lines: addedOf(lines, after), changeSetId: changeSetId ?? null }
}

export const togetherRoutes: Route[] = [defineRoute(changeTemplateLines, (ctx, { params, body }) => applyLineChanges(ctx, params.id, body))]
