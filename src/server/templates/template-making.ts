import { EquipmentAvailability, type InstallerCode, type ProviderCode } from '../../model/catalog/enums.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { spaceTemplates as spaceTemplatesModel } from '../../model/templates/space-templates.ts'
import { type AuditEntry, diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany, readMany } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { spaceTemplates } from './space-templates.ts'
import { spaceTemplatesTable, templateAreaGroupsTable, templateEquipmentTable } from './templates-tables.ts'

interface NewTemplate extends Pick<WriteValues<typeof spaceTemplatesModel>, 'description' | 'industryType' | 'defaultComplexity'> {
  name: string
  areaGroups: {
    name: string
    lines: { equipmentId: number; quantity: number; provider: ProviderCode; installer: InstallerCode }[]
  }[]
}

/** Creates templates whose names are free, with their contents. Returns their log entries, which are recorded. */
export async function makeTemplates(ctx: Context, templates: NewTemplate[], title: string): Promise<AuditEntry[]> {
  if (templates.length === 0) return []
  const rows = templates.map(({ areaGroups: _, ...template }) => template)
  const ids = (await ctx.insertMany(spaceTemplatesTable, rows, { returning: ['id'] })).map(({ id }) => id)
  const created = ids.flatMap((id, index) => {
    const template = templates[index]
    return template ? [{ id, template }] : []
  })
  const groups = created.flatMap(({ id, template }) =>
    template.areaGroups.map(({ name, lines }, order) => ({ row: { spaceTemplateId: id, name, order: order + 1 }, lines })),
  )
  const groupIds = await ctx.insertMany(
    templateAreaGroupsTable,
    groups.map(({ row }) => row),
    { returning: ['id'] },
  )
  const lines = groups.flatMap(({ row: { spaceTemplateId }, lines }, index) =>
    lines.map((line) => ({ ...line, spaceTemplateId, areaGroupId: groupIds[index]?.id })),
  )
  if (lines.length > 0) await ctx.insertMany(templateEquipmentTable, lines)
  const stored = await readMany(ctx, spaceTemplates, ids)
  const entries = created.map(({ id, template: { name: entityName } }): AuditEntry => {
    const { after } = diffRows(spaceTemplatesModel, null, stored.get(String(id)) ?? null)
    return { action: 'Create', entity: spaceTemplatesModel.entity, entityId: id, entityName, after, activity: { title } }
  })
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    spaceTemplates,
    ids.map((id) => ({ id })),
    'Created',
  )
  return entries
}

/** The names of templates that exist, in comparable form. */
export async function takenTemplateNames(ctx: Context, names: string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.rows(
    { key: is.text },
    'select dna_key(name) as key from space_templates where not is_deleted and dna_key(name) in (select dna_key(g) from unnest($1::text[]) g)',
    [names],
  )
  return new Set(rows.map(({ key }) => key))
}

/** Templates that a space can be created from: not deleted, and without deleted or deprecated equipment. */
export async function findUsableTemplates(ctx: Context, ids: number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.rows(
    { id: is.number },
    `select t.id from space_templates t where t.id = any($1) and not t.is_deleted and not exists (
       select from space_template_equipment l join products e on e.id = l.equipment_id
       where l.space_template_id = t.id and not l.is_deleted and (e.is_deleted or e.availability = $2))`,
    [ids, EquipmentAvailability.Deprecated],
  )
  return new Set(rows.map(({ id }) => id))
}
