import { wattsOfEquipment } from '../../model/catalogue/equipment-parts.ts'
import { messages } from '../../model/kit/rules.ts'
import type { UndoPart } from '../activity/public.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { documentKeys, portKeys, portsOf, replacePorts } from './equipment-parts.ts'

const only = (keys: readonly string[]) => (rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null])))

/** Rules between the fields of many pieces of equipment: row → the first thing that is wrong. */
async function problems(ctx: Context, rows: Row[]): Promise<Map<string, string>> {
  const familyIds = [...new Set(rows.map(({ productFamily }) => productFamily?.id).filter(Boolean))]
  const families = await ctx.rows(
    { id: is.number, manufacture_id: is.number },
    'select id, manufacture_id from product_families where id = any($1)',
    [familyIds],
  )
  const makerOf = new Map(families.map(({ id, manufacture_id }) => [id, manufacture_id]))
  const wrong = new Map<string, string>()
  for (const row of rows) {
    if (row.productFamily && makerOf.get(row.productFamily.id) !== row.manufacture.id)
      wrong.set(String(row.id), 'This product family belongs to another manufacturer.')
    if (row.isRackMountable && !(row.rackUnits > 0)) wrong.set(String(row.id), `Rack units: ${messages.required}`)
  }
  return wrong
}

/** What it belongs to may have gone while it was deleted. */
async function mayReturn(ctx: Context, rows: Row[]): Promise<Map<string, string>> {
  const ids = (key: string) => rows.map((row) => row[key].id)
  const gone = await ctx.rows(
    { key: is.text, id: is.number, name: is.text },
    `select 'manufacture' as key, id, name from manufacturers where id = any($1) and is_deleted
     union all select 'category', id, name from categories where id = any($2) and is_deleted`,
    [ids('manufacture'), ids('category')],
  )
  const found = rows.flatMap((row) => {
    const one = gone.find(({ key, id }) => row[key].id === id)
    return one ? [[String(row.id), `It cannot be restored because ${one.name} has been deleted.`] as const] : []
  })
  return new Map(found)
}

export const equipmentUndo: UndoPart = {
  entity: 'equipments',
  stored: { technicalDocuments: only(documentKeys), ports: only(portKeys) },
  parts: { ports: { read: portsOf, write: replacePorts } },
  problems,
  derived: (row) => ({ watts: wattsOfEquipment(row) }),
  mayReturn,
}
