import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import type { Contents } from '../../model/templates/drift.ts'
import { type HeldProduct, holdProducts } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, HttpError, notFound } from '../kit/request/errors.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'

/** Starts every write in a template: checks that it exists and locks it until the commit. */
export async function openTemplate(ctx: Context, id: unknown) {
  const [template] = await ctx.rows(
    { id: is.number, name: is.text },
    'select id, name from space_templates where id = $1 and not is_deleted for no key update',
    [id],
  )
  if (!template) throw notFound('Space template')
  return template
}

/** Contents of a template as stored, compared, and taken from a space; money in cents. */
export const storedGroup = { id: is.number, name: is.text, order: orNull(is.number), notes: orNull(is.text) }
export const storedLine = {
  id: is.number,
  areaGroupId: orNull(is.number),
  equipmentId: is.number,
  quantity: is.number,
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  unitPriceOverride: orNull(is.number),
  isExisting: is.boolean,
  label: orNull(is.text),
  notes: orNull(is.text),
}
const templateContents = { groups: is.listOf(is.jsonOf(storedGroup)), lines: is.listOf(is.jsonOf(storedLine)) }
export type TemplateContents = RowOfShape<typeof templateContents>

const contentsSql = `jsonb_build_object(
  'groups', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'order', g."order", 'notes', g.notes) order by g."order", g.id)
    from space_template_area_groups g where g.space_template_id = t.id and not g.is_deleted), '[]'),
  'lines', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'areaGroupId', g.id, 'equipmentId', l.equipment_id, 'quantity', l.quantity,
      'provider', l.provider, 'installer', l.installer, 'unitPriceOverride', l.unit_price_override, 'isExisting', l.is_existing, 'label', l.label,
      'notes', l.notes) order by l.id)
    from space_template_equipment l left join space_template_area_groups g on g.id = l.area_group_id and not g.is_deleted
    where l.space_template_id = t.id and not l.is_deleted), '[]'))`

export async function readContents(ctx: Context, templateId: number): Promise<TemplateContents> {
  const [row] = await ctx.rows(
    { contents: is.jsonOf(templateContents) },
    `select ${contentsSql} as contents from space_templates t where t.id = $1`,
    [templateId],
  )
  if (!row) throw notFound('Space template')
  return row.contents
}

/** A template locked until the commit, with its equipment locked before it. */
export interface HeldTemplate {
  id: number
  name: string
  imageUrl: string | null
  defaultComplexity: number | null
  contents: TemplateContents
  equipment: Map<number, HeldProduct>
}

/**
 * Starts every use of a template. Locks its equipment and any further equipment the caller adds, then the template; projects are locked
 * afterwards.
 */
export async function holdTemplate(ctx: Context, id: number, moreEquipment: number[] = []): Promise<HeldTemplate> {
  const lines = await ctx.rows(
    { id: is.number },
    'select distinct equipment_id as id from space_template_equipment where space_template_id = $1 and not is_deleted',
    [id],
  )
  const equipment = await holdProducts(ctx, [...new Set([...lines.map((line) => line.id), ...moreEquipment])])
  const [template] = await ctx.rows(
    { id: is.number, name: is.text, imageUrl: orNull(is.text), defaultComplexity: orNull(is.number) },
    `select t.id, t.name, t.image_url, t.default_complexity from space_templates t
     where t.id = $1 and not t.is_deleted for share of t`,
    [id],
  )
  if (!template) throw notFound('Space template')
  const contents = await readContents(ctx, id)
  if (contents.lines.some(({ equipmentId }) => !equipment.has(equipmentId)))
    throw conflict(`${template.name} has been changed by someone else just now. Please try again.`)
  return { ...template, contents, equipment }
}

export const atTemplateField = (error: unknown): never => {
  throw error instanceof HttpError && error.status === 404 ? badRequest({ spaceTemplateId: [error.said.message ?? ''] }) : error
}

/** Rejects deleted and deprecated equipment, like any other way of adding it. */
export function refuseUnavailable({ contents, equipment, name }: HeldTemplate, field: string) {
  for (const { equipmentId } of contents.lines) {
    const { model, availability, isDeleted } = equipment.get(equipmentId)!
    if (isDeleted) throw badRequest({ [field]: [`${model} has been deleted. Remove it from ${name} first.`] })
    if (availability === EquipmentAvailability.Deprecated)
      throw badRequest({ [field]: [`${model} is deprecated and cannot be added. Remove it from ${name} first.`] })
  }
}

/**
 * Returns the version with the template's current contents, or with `contents`; creates it if missing. The caller holds the template lock.
 */
export async function ensureTemplateVersion(ctx: Context, templateId: number, contents: Contents | null = null): Promise<number> {
  const storedContentsSql = `coalesce($2::jsonb, ${contentsSql})`
  const values = [templateId, contents && JSON.stringify(contents)]
  const [created] = await ctx.rows(
    { id: is.number },
    `with now as (select t.id, ${storedContentsSql} as contents from space_templates t where t.id = $1),
     made as (insert into space_template_versions (space_template_id, digest, contents) select id, md5(contents::text), contents from now
       on conflict (space_template_id, digest) do nothing returning id)
     select id from made
     union all select v.id from now join space_template_versions v on v.space_template_id = now.id and v.digest = md5(now.contents::text)`,
    values,
  )
  if (created) return created.id
  // A concurrent transaction inserted the same version.
  const [other] = await ctx.rows(
    { id: is.number },
    `select v.id from space_templates t join space_template_versions v on v.space_template_id = t.id and v.digest = md5((${storedContentsSql})::text) where t.id = $1`,
    values,
  )
  if (!other) throw notFound('Space template')
  return other.id
}

export async function readVersions(ctx: Context, ids: number[]): Promise<Map<number, TemplateContents>> {
  const rows = await ctx.rows(
    { id: is.number, contents: is.jsonOf(templateContents) },
    'select id, contents from space_template_versions where id = any($1)',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row.contents]))
}
