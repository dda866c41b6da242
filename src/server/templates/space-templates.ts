import { sumLines } from '../../model/projects/money.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import {
  type AreaGroupOfTemplate,
  templateAreaGroups as ofGroups,
  templateEquipment as ofLines,
  spaceTemplates as spaceTemplatesModel,
} from '../../model/templates/space-templates.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { filterCondition } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { templateAmountSql, templateUnitPriceSql } from '../projects/public.ts'
import { spaceTemplatesTable, templateAreaGroupsTable, templateEquipmentTable } from './templates-tables.ts'
import { checkChecklists } from './verification-templates.ts'

export const spaceTemplates = serve({
  resource: spaceTemplatesModel,
  table: spaceTemplatesTable,
  elsewhere: {
    areaGroups: 'space_template_area_groups, only in the detail',
  },
  computed: {
    countTemplateUsed: `(select count(*)::int from spaces s join living_projects pr on pr.id = s.project_id
      where s.space_template_id = t.id and not s.is_deleted and visible(pr))`,
  },
  filters: {
    categoryIds: (values, p) =>
      `exists (select from space_template_equipment l join equipments e on e.id = l.equipment_id
        where l.space_template_id = t.id and not l.is_deleted and ${filterCondition('e.category_id', values, p)})`,
  },
  async beforeWrite(ctx, { verificationTemplateIds }, before) {
    await checkChecklists(ctx, verificationTemplateIds ?? [], before?.verificationTemplateIds)
    return undefined
  },
  detail: async (ctx, row) => ({ areaGroups: await loadAreaGroups(ctx, row.id) }),
})

export const templateAreaGroups = serve({
  resource: ofGroups,
  table: templateAreaGroupsTable,
  parent: () => spaceTemplates,
  async beforeWrite(ctx, values, before, spaceTemplateId) {
    if (values.order != null) return undefined
    if (before) return { order: before.order }
    const last = await ctx.rows(
      { order: orNull(is.number) },
      'select max("order") as "order" from space_template_area_groups where space_template_id = $1 and not is_deleted',
      [spaceTemplateId],
    )
    return { order: (onlyRow(last).order ?? 0) + 1 }
  },
})

const nameOrNull = (alias: string) =>
  `case when ${alias}.id is null then null else json_build_object('id', ${alias}.id, 'name', ${alias}.name) end`

export const templateEquipment = serve({
  resource: ofLines,
  table: templateEquipmentTable,
  parent: () => spaceTemplates,
  joins: `left join equipments e on e.id = t.equipment_id
    left join categories c on c.id = e.category_id
    left join manufacturers m on m.id = e.manufacture_id
    left join product_families f on f.id = e.product_family_id
    left join space_template_area_groups g on g.id = t.area_group_id and not g.is_deleted`,
  searchIn: (pattern) => `dna_fold(concat_ws(' ', e.tag, e.model, e.part_number, m.name, f.name, c.name, g.name, t.label)) like ${pattern}`,
  computed: {
    equipment: {
      sql: {
        id: 'e.id',
        tag: 'e.tag',
        model: 'e.model',
        partNumber: 'e.part_number',
        description: 'e.description',
        imageUrl: 'e.image_url',
        availability: 'e.availability',
        isDeleted: 'e.is_deleted',
      },
    },
    category: `json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'icon', c.icon)`,
    manufacture: nameOrNull('m'),
    productFamily: nameOrNull('f'),
    areaGroup: nameOrNull('g'),
    unitMsrpPrice: templateUnitPriceSql('t', 'e'),
    extendedMsrpPrice: templateAmountSql('t', 'e'),
    watts: 'e.watts',
  },
  orders: {
    equipment: `e.model collate ${naturalOrder}`,
    category: 'c.number',
    manufacture: `m.name collate ${naturalOrder}`,
    productFamily: `f.name collate ${naturalOrder}`,
    areaGroup: 'g.order',
  },
  async beforeWrite(ctx, { areaGroupId }, _before, spaceTemplateId) {
    if (areaGroupId == null) return undefined
    const found = await ctx.run('select 1 from space_template_area_groups where id = $1 and space_template_id = $2 and not is_deleted', [
      areaGroupId,
      spaceTemplateId,
    ])
    if (found === 0) throw badRequest({ areaGroupId: ['Area group not found.'] })
    return undefined
  },
})

/** Columns the template page already shows once; left out of its lines. */
const repeated = ['spaceTemplateId', 'createdBy', 'updatedBy']
const lineKeys = new Set(templateEquipment.shape.columns.map(({ key }) => key).filter((key) => !repeated.includes(key)))

/** Area groups with their lines in two statements; lines without a group come last. */
export async function loadAreaGroups(ctx: Context, templateId: number): Promise<AreaGroupOfTemplate[]> {
  const groups = await ctx.rows(
    { id: is.number, name: is.text, order: orNull(is.number), notes: orNull(is.text), rowVersion: is.number },
    `select id, name, "order", notes, row_version from space_template_area_groups
     where space_template_id = $1 and not is_deleted order by "order", id`,
    [templateId],
  )
  const { items } = await templateEquipment.list(ctx, {}, { keys: lineKeys, parentId: templateId, isWhole: true })
  const linesIn = (id: number) => items.filter((line) => (line.areaGroup?.id ?? noAreaGroup.id) === id)
  const withoutGroup = linesIn(noAreaGroup.id).length > 0 ? [{ ...noAreaGroup, order: null, notes: null, rowVersion: 0 }] : []
  return [...groups, ...withoutGroup].map((group) => {
    const equipment = linesIn(group.id)
    return { ...group, equipment, ...sumLines(equipment.map(({ quantity, unitMsrpPrice }) => ({ quantity, msrpPrice: unitMsrpPrice }))) }
  })
}

export async function recordOnTemplate(
  ctx: Context,
  template: { id: number; name: string },
  title: string,
  after: Record<string, unknown> = {},
) {
  await recordAudit(ctx, [
    { action: 'Update', entity: spaceTemplatesModel.entity, entityId: template.id, entityName: template.name, after, activity: { title } },
  ])
  ctx.after(() =>
    ctx.services.changed({ entity: spaceTemplatesModel.entity, id: template.id, action: 'Updated' }, spaceTemplatesModel.permission.view),
  )
}
