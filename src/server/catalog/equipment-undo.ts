import { equipments, lacksRackUnits } from '../../model/catalog/equipment.ts'
import { wattsOfEquipment } from '../../model/catalog/equipment-parts.ts'
import { messages } from '../../model/kit/rules.ts'
import { only, type UndoPart } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { EquipmentRow } from './equipment.ts'
import { documentKeys, loadPorts, portKeys, replacePorts } from './equipment-parts.ts'

async function findUndoProblems(ctx: Context, rows: EquipmentRow[]): Promise<Map<string, string>> {
  const familyIds = [...new Set(rows.map(({ productFamily }) => productFamily?.id).filter(Boolean))]
  const families = await ctx.rows(
    { id: is.number, manufactureId: is.number },
    'select id, manufacture_id from product_families where id = any($1)',
    [familyIds],
  )
  const makerOf = new Map(families.map(({ id, manufactureId }) => [id, manufactureId]))
  const wrong = new Map<string, string>()
  for (const row of rows) {
    if (row.productFamily && makerOf.get(row.productFamily.id) !== row.manufacture.id)
      wrong.set(String(row.id), 'This product family belongs to another manufacturer.')
    if (lacksRackUnits(row)) wrong.set(String(row.id), `Rack units: ${messages.required}`)
  }
  return wrong
}

type Owner = keyof EquipmentRow & ('manufacture' | 'category')

/** Manufacturer or category may have been deleted since. */
async function mayReturn(ctx: Context, rows: EquipmentRow[]): Promise<Map<string, string>> {
  const ids = (key: Owner) => rows.map((row) => row[key].id)
  const deletedRefs = await ctx.rows(
    { key: is.name<Owner>(), id: is.number, name: is.text },
    `select 'manufacture' as key, id, name from manufacturers where id = any($1) and is_deleted
     union all select 'category', id, name from categories where id = any($2) and is_deleted`,
    [ids('manufacture'), ids('category')],
  )
  const found = rows.flatMap((row) => {
    const item = deletedRefs.find(({ key, id }) => row[key].id === id)
    return item ? [[String(row.id), `It cannot be restored because ${item.name} has been deleted.`] as const] : []
  })
  return new Map(found)
}

type Stored = { [K in keyof EquipmentRow]?: unknown }

export const equipmentUndo: UndoPart = {
  entity: equipments.entity,
  stored: { technicalDocuments: only(documentKeys), ports: only(portKeys) } satisfies Stored,
  parts: { ports: { read: loadPorts, write: replacePorts } } satisfies Stored,
  problems: findUndoProblems,
  derived: (row: EquipmentRow): Pick<EquipmentRow, 'watts'> => ({ watts: wattsOfEquipment(row) }),
  mayReturn,
}
