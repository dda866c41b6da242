import { ActivityLogType } from '../../model/activity/enums.ts'
import { PlaceKind } from '../../model/catalog/equipment-replace.ts'
import type { UndoPart } from '../activity/public.ts'
import { type EquipmentPlaces, swapLines } from '../catalog/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { announceMany, readMany } from '../kit/resource/many-rows.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { spaceTemplates, templateEquipment } from './space-templates.ts'

export const templatePlaces: EquipmentPlaces = {
  kind: PlaceKind.SpaceTemplate,
  async counts(ctx, equipmentId) {
    const counted = await ctx.rows(
      { templatesCount: is.number },
      `select count(distinct t.id)::int as "templatesCount" from space_template_equipment l join space_templates t on t.id = l.space_template_id
       where l.equipment_id = $1 and not l.is_deleted and not t.is_deleted`,
      [equipmentId],
    )
    return onlyRow(counted)
  },
  async find(ctx, equipmentId, { everywhere, spaceTemplateIds }, lock) {
    if (!everywhere && !spaceTemplateIds?.length) return []
    const parameters = [equipmentId, everywhere, spaceTemplateIds ?? []]
    const from = `from space_template_equipment l join space_templates t on t.id = l.space_template_id and not t.is_deleted
      where l.equipment_id = $1 and not l.is_deleted and ($2 or t.id = any($3))`
    if (lock)
      await ctx.run(
        `select 1 from space_templates where id in (select l.space_template_id ${from}) order by id for no key update`,
        parameters,
      )
    const rows = await ctx.rows(
      { id: is.number, name: is.text, lines: is.number, quantity: is.number, versions: is.text },
      `select t.id, t.name, count(*)::int as lines, sum(l.quantity)::int as quantity,
         string_agg(l.id || ':' || l.row_version, ' ' order by l.id) as versions ${from} group by t.id order by t.id`,
      parameters,
    )
    return rows.map(({ id, name, lines, quantity, versions }) => ({
      kind: PlaceKind.SpaceTemplate,
      id,
      name,
      project: null,
      href: `${spaceTemplates.resource.route}/${id}`,
      lines,
      quantity,
      versions,
    }))
  },

  async replace(ctx, uses, swap) {
    const { old, next } = swap
    const { lines, changes } = await swapLines(
      ctx,
      {
        served: templateEquipment,
        read: (ids) => readMany(ctx, templateEquipment, ids),
        place: 'spaceTemplateId',
        placeEntity: spaceTemplates.resource.entity,
      },
      uses,
      swap,
    )
    await recordAudit(
      ctx,
      uses.map(({ id, name, quantity }) => ({
        action: 'Update' as const,
        entity: spaceTemplates.resource.entity,
        entityId: id,
        entityName: name,
        before: { equipment: { id: old.id, model: old.model }, quantity },
        after: { equipment: { id: next.id, model: next.model }, quantity },
        activity: {
          title: `Equipment replaced: ${quantity} × ${old.model} by ${next.model}`,
          type: ActivityLogType.RelatedActions,
          related: { entity: 'equipments', id: next.id, name: next.model },
        },
      })),
    )
    announceMany(
      ctx,
      templateEquipment,
      lines.map((line) => ({ id: line.id, rowVersion: line.rowVersion })),
      'Updated',
    )
    announceMany(ctx, spaceTemplates, uses, 'Updated')
    return changes
  },
}

const rowId = ({ id }: { id: number }) => id

/** Undo of template lines; locks equipment before the template, like every writer. */
export const templateLineUndo: UndoPart = {
  entity: templateEquipment.resource.entity,
  stored: { equipment: rowId, areaGroup: rowId },
  async hold(ctx, rows, isLocking) {
    const ids = rows.map(({ id }) => Number(id))
    if (isLocking)
      await ctx.run(
        'select e.id from equipments e where e.id in (select l.equipment_id from space_template_equipment l where l.id = any($1)) order by e.id for share of e',
        [ids],
      )
    const there = await ctx.rows(
      { id: is.number },
      `select id from space_templates where not is_deleted and id in (select l.space_template_id from space_template_equipment l where l.id = any($1))
       order by id ${isLocking ? 'for no key update' : ''}`,
      [ids],
    )
    const deletedRows = await ctx.rows(
      { id: is.number },
      'select id from space_template_equipment where id = any($1) and space_template_id <> all($2)',
      [ids, there.map(({ id }) => id)],
    )
    return new Map(deletedRows.map(({ id }) => [String(id), 'The space template has been deleted.']))
  },
}
