import { ActivityLogType } from '../../model/activity/enums.ts'
import { PlaceKind } from '../../model/catalog/equipment-replace.ts'
import type { Changed, UndoPart } from '../activity/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany, writeMany } from '../kit/resource/many-rows.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { equipmentGroupItemsTable, equipmentGroups } from './equipment-groups.ts'
import type { EquipmentPlaces } from './equipment-places.ts'

const itemShape = {
  equipmentId: is.number,
  model: is.text,
  quantity: is.number,
  provider: orNull(is.text),
  installer: orNull(is.text),
}
type Item = RowOfShape<typeof itemShape>

const storedItems = (items: Omit<Item, 'model'>[]) =>
  items.map(({ equipmentId, quantity, provider, installer }) => ({
    equipmentId,
    quantity,
    provider: provider ?? null,
    installer: installer ?? null,
  }))

async function loadItems(ctx: Context, groupIds: number[]): Promise<Map<number, Item[]>> {
  const rows = await ctx.rows(
    { groupId: is.number, ...itemShape },
    `select i.group_id, i.equipment_id, e.model, i.quantity, i.provider, i.installer
     from equipment_group_items i join equipments e on e.id = i.equipment_id where i.group_id = any($1) order by i.group_id, i."order"`,
    [groupIds],
  )
  const found = new Map<number, Item[]>(groupIds.map((id) => [id, []]))
  for (const { groupId, ...item } of rows) found.get(groupId)?.push(item)
  return found
}

async function writeItems(ctx: Context, groups: Map<number, Omit<Item, 'model'>[]>) {
  const rows = [...groups].flatMap(([groupId, items]) => storedItems(items).map((item, index) => ({ groupId, ...item, order: index + 1 })))
  await ctx.run('delete from equipment_group_items where group_id = any($1)', [[...groups.keys()]])
  await ctx.insertMany(equipmentGroupItemsTable, rows)
}

export const equipmentGroupUndo: UndoPart = {
  entity: equipmentGroups.resource.entity,
  stored: { items: storedItems },
  parts: { items: { read: loadItems, write: writeItems } },
}

/** Merges items of a group with equal equipment, provider, and installer. */
function swapEquipment(items: Item[], oldId: number, next: { id: number; model: string }, keepProviders: boolean): Item[] {
  const byKey = new Map<string, Item>()
  for (const item of items) {
    const isMeant = item.equipmentId === oldId
    const hands = isMeant && !keepProviders ? { provider: null, installer: null } : {}
    const now = isMeant ? { ...item, ...hands, equipmentId: next.id, model: next.model } : item
    const key = [now.equipmentId, now.provider, now.installer].join('|')
    const same = byKey.get(key)
    byKey.set(key, same ? { ...same, quantity: Math.min(9999, same.quantity + now.quantity) } : now)
  }
  return [...byKey.values()]
}

export const equipmentGroupPlaces: EquipmentPlaces = {
  kind: PlaceKind.EquipmentGroup,
  async find(ctx, equipmentId, { everywhere, equipmentGroupIds }, lock) {
    if (!everywhere && !equipmentGroupIds?.length) return []
    const rows = await ctx.rows(
      { id: is.number, name: is.text, rowVersion: is.number, lines: is.number, quantity: is.number },
      `select g.id, g.name, g.row_version, x.lines, x.quantity from equipment_groups g
       join (select group_id, count(*)::int as lines, sum(quantity)::int as quantity from equipment_group_items where equipment_id = $1 group by group_id) x on x.group_id = g.id
       where not g.is_deleted and ($2 or g.id = any($3)) order by g.id ${lock ? 'for update of g' : ''}`,
      [equipmentId, everywhere, equipmentGroupIds ?? []],
    )
    return rows.map(({ id, name, rowVersion, lines, quantity }) => ({
      kind: PlaceKind.EquipmentGroup,
      id,
      name,
      project: null,
      href: '/equip-groups',
      lines,
      quantity,
      versions: String(rowVersion),
    }))
  },

  async replace(ctx, uses, { old, next, keepProviders }) {
    const before = await loadItems(
      ctx,
      uses.map(({ id }) => id),
    )
    const after = new Map([...before].map(([id, items]) => [id, swapEquipment(items, old.id, next, keepProviders)]))
    await writeItems(ctx, after)
    await writeMany(
      ctx,
      equipmentGroups,
      uses.map(({ id }) => ({ id, columns: {} })),
    )
    const changes = uses.map(
      ({ id, name }): Changed => ({
        action: 'Update',
        entity: equipmentGroups.resource.entity,
        entityId: id,
        entityName: name,
        before: { items: before.get(id) },
        after: { items: after.get(id) },
        activity: equipmentGroups.resource.logs
          ? { title: `Equipment replaced: ${old.model} by ${next.model}`, type: ActivityLogType.RelatedActions }
          : undefined,
      }),
    )
    await recordAudit(ctx, changes)
    announceMany(ctx, equipmentGroups, uses, 'Updated')
    return changes
  },
}
