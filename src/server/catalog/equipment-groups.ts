import { index, integer, text } from 'drizzle-orm/pg-core'
import {
  type EquipmentGroupItem,
  equipmentGroups as equipmentGroupsModel,
  equipmentGroupsOfEquipment,
  exportEquipmentGroups,
} from '../../model/catalog/equipment-groups.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import type { Context, FileUrls } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { findHandler } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { entityTable, foreignKey, identityColumn, plainTable, uniqueName } from '../kit/sql/table.ts'
import { equipments } from './equipment.ts'
import { equipmentsTable } from './equipment-tables.ts'

export const equipmentGroupsTable = entityTable(
  'equipment_groups',
  { name: text().notNull(), description: text(), imageUrl: text() },
  (t) => [uniqueName(t.name)],
)

export const equipmentGroupItemsTable = plainTable(
  'equipment_group_items',
  {
    id: identityColumn(),
    groupId: foreignKey(() => equipmentGroupsTable.id).notNull(),
    equipmentId: foreignKey(() => equipmentsTable.id).notNull(),
    quantity: integer().notNull(),
    provider: text(),
    installer: text(),
    order: integer().notNull(),
  },
  (t) => [index('equipment_group_items_group').on(t.groupId, t.order), index('equipment_group_items_equipment').on(t.equipmentId)],
)

const from = `equipment_group_items i join equipments e on e.id = i.equipment_id join manufacturers m on m.id = e.manufacture_id where i.group_id = t.id`

export const equipmentGroups = serve({
  resource: equipmentGroupsModel,
  table: equipmentGroupsTable,
  computed: {
    items: {
      sql: `(select coalesce(jsonb_agg(jsonb_build_object('equipmentId', e.id, 'quantity', i.quantity, 'provider', i.provider, 'installer', i.installer,
        'equipment', jsonb_build_object('id', e.id, 'tag', e.tag, 'model', e.model, 'description', e.description, 'imageUrl', e.image_url,
          'availability', e.availability, 'msrpPrice', e.msrp_price, 'isDeleted', e.is_deleted,
          'manufacture', jsonb_build_object('id', m.id, 'name', m.name))) order by i."order"), '[]') from ${from})`,
      order: null,
      // Cents and file URLs inside nested objects are not converted automatically.
      read: (items, addresses) =>
        (items as EquipmentGroupItem[]).map((item) => ({
          ...item,
          equipment: { ...item.equipment, ...itemEquipmentFields(item.equipment, addresses) },
        })),
    },
    contents: `(select coalesce(string_agg(i.quantity || ' × ' || e.model, ', ' order by i."order"), '') from ${from})`,
    itemsCount: '(select count(*)::int from equipment_group_items i where i.group_id = t.id)',
    totalMsrpPrice: `(select coalesce(sum(i.quantity * e.msrp_price), 0)::bigint from ${from})`,
  },

  async beforeWrite(ctx, { items }, before) {
    if (!items) return undefined
    const known = new Set(before?.items.map(({ equipmentId }) => equipmentId))
    const newIds = items.map(({ equipmentId }) => equipmentId).filter((id) => !known.has(id))
    const found = await ctx.rows({ id: is.number }, 'select id from equipments where id = any($1) and not is_deleted', [newIds])
    const present = new Set([...known, ...found.map(({ id }) => id)])
    const problems: Record<string, string[]> = {}
    items.forEach(({ equipmentId }, index) => {
      if (!present.has(equipmentId)) problems[`items[${index}].equipmentId`] = ['Equipment not found.']
    })
    if (Object.keys(problems).length > 0) throw badRequest(problems)
    return undefined
  },

  async afterWrite(ctx, group, { items }, before) {
    if (!items) return
    if (before) await ctx.run('delete from equipment_group_items where group_id = $1', [group.id])
    await ctx.insertMany(
      equipmentGroupItemsTable,
      items.map(({ equipmentId, quantity, provider, installer }, index) => ({
        groupId: group.id,
        equipmentId,
        quantity,
        provider: provider ?? null,
        installer: installer ?? null,
        order: index + 1,
      })),
    )
  },
})

const itemEquipmentFields = ({ imageUrl, msrpPrice }: EquipmentGroupItem['equipment'], addresses: FileUrls) => ({
  imageUrl: addresses.stripSignature(imageUrl),
  msrpPrice: dollarsOf(msrpPrice),
})

export async function linesOfGroup(ctx: Context, groupId: number, multiplier: number) {
  const group = await equipmentGroups.find(ctx, groupId)
  if (!group) throw badRequest({ equipmentGroupId: ['Equipment group not found.'] })
  const deletedItem = group.items.find(({ equipment }) => equipment.isDeleted)
  if (deletedItem)
    throw badRequest({ equipmentGroupId: [`${deletedItem.equipment.model} has been deleted. Remove it from ${group.name} first.`] })
  return group.items.map(({ equipmentId, quantity, provider, installer }) => ({
    equipmentId,
    quantity: quantity * multiplier,
    provider,
    installer,
  }))
}

async function ofEquipmentRows(ctx: Context, id: number, query: HandlerRequest<typeof equipmentGroupsOfEquipment>['query']) {
  await equipments.get(ctx, id)
  const found = await equipmentGroups.list(ctx, query, {
    extra: (_, p) => `t.id in (select i.group_id from equipment_group_items i where i.equipment_id = ${p.add(id)})`,
  })
  return {
    ...found,
    items: found.items.map((group) => ({
      ...group,
      quantity: group.items.reduce((sum, item) => sum + (item.equipmentId === id ? item.quantity : 0), 0),
    })),
  }
}

export const equipmentGroupRoutes: Route[] = [
  defineRoute(equipmentGroupsOfEquipment, (ctx, { params, query }) => ofEquipmentRows(ctx, params.id, query)),
  defineRoute(exportEquipmentGroups, findHandler(equipmentGroups, equipmentGroups.calls.export)),
]
