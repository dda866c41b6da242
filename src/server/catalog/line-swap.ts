import type { RowOf } from '../../model/kit/resource.ts'
import type { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import type { templateEquipment } from '../../model/templates/space-templates.ts'
import type { Changed } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { type ManyRowsEntity, type RowWrite, responseField, toColumnJson, writeMany } from '../kit/resource/many-rows.ts'
import { is, onlyRow, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { columnName } from '../kit/sql/table.ts'
import type { EquipmentRow } from './equipment.ts'
import type { FoundUse, Swap } from './equipment-places.ts'

const mostOfOneLine = 9999
const loggedFields = ['equipment', 'quantity', 'provider', 'installer', 'unitPriceOverride'] as const
type LoggedField = (typeof loggedFields)[number]

type LineRow = Pick<RowOf<typeof spaceEquipment> | RowOf<typeof templateEquipment>, 'id' | 'rowVersion' | LoggedField> & {
  isDeleted: boolean
}

interface Lines<L extends LineRow> {
  served: ManyRowsEntity
  read(ids: number[]): Promise<Map<string, L>>
  place: string
  placeEntity: string
  /** Column of the assigned rack; absent if the lines have none. */
  rack?: 'rack_id'
  /** Lines that are never merged into another. */
  apart?: ReadonlySet<number>
}

const lineShape = {
  id: is.number,
  placeId: is.number,
  equipmentId: is.number,
  areaGroupId: orNull(is.number),
  provider: orNull(is.text),
  installer: orNull(is.text),
  quantity: is.number,
  unitPriceOverride: orNull(is.number),
  isExisting: is.boolean,
  rackId: orNull(is.number),
}
type Line = RowOfShape<typeof lineShape>
type WrittenLine = RowWrite & { id: number }
const handsShape = { provider: is.text, installer: is.text }

/** Replaces the equipment in the lines of these locked usages. Returns all lines with their new values, and the changes. */
export async function swapLines<L extends LineRow>(
  ctx: Context,
  { served, read, place, placeEntity, rack, apart }: Lines<L>,
  uses: FoundUse[],
  swap: Swap,
) {
  const lines = await ctx.rows(
    lineShape,
    `select id, ${columnName(place)} as "placeId", equipment_id, area_group_id, provider, installer, quantity,
       unit_price_override, is_existing, ${rack ?? 'null::bigint'} as "rackId"
     from ${served.shape.table} where ${columnName(place)} = any($1) and equipment_id = any($2) and not is_deleted order by id for update`,
    [uses.map(({ id }) => id), [swap.old.id, swap.next.id]],
  )
  const placeOf = new Map(lines.map(({ id, placeId }) => [id, uses.find((use) => use.id === placeId)!]))
  const written = planLines(ctx, { lines, apart }, swap, await loadDefaultProviders(ctx, swap.next.id))
  const touched = written.map(({ id }) => id)
  const before = await read(touched)
  await writeMany(ctx, served, written)
  const after = await read(touched)
  const changes = touched.map((id): Changed => {
    const { id: placeId, name, project } = placeOf.get(id)!
    const about = { entity: placeEntity, id: placeId, name, projectId: project?.id ?? null }
    return lineChange(served, before.get(String(id))!, after.get(String(id))!, about)
  })
  return { lines: [...after.values()], changes }
}

async function loadDefaultProviders(ctx: Context, equipmentId: number) {
  const hands = await ctx.rows(
    handsShape,
    `select coalesce(e.default_provider, c.default_provider, 'AVV') as provider, coalesce(e.default_installer, c.default_installer, 'AVV') as installer
     from equipments e join categories c on c.id = e.category_id where e.id = $1`,
    [equipmentId],
  )
  return onlyRow(hands)
}

/** Plans each line: it gets the new equipment or is merged into a line that becomes equal. */
function planLines(
  ctx: Context,
  { lines, apart }: { lines: Line[]; apart: ReadonlySet<number> | undefined },
  { old, next, keepProviders, keepPrices }: Swap,
  hands: RowOfShape<typeof handsShape>,
): WrittenLine[] {
  const keyOf = (line: Line) =>
    [line.placeId, line.areaGroupId, line.provider, line.installer, line.unitPriceOverride, line.isExisting, line.rackId].join('|')
  const byKey = new Map<string, Line>()
  for (const line of lines) if (line.equipmentId === next.id && !byKey.has(keyOf(line))) byKey.set(keyOf(line), line)
  const written = new Map<number, WrittenLine>()
  for (const line of lines.filter(({ equipmentId }) => equipmentId === old.id)) {
    const now: Line = { ...line, ...(keepProviders ? {} : hands), unitPriceOverride: keepPrices ? line.unitPriceOverride : null }
    const same = apart?.has(line.id) ? undefined : byKey.get(keyOf(now))
    if (!same) {
      if (!byKey.has(keyOf(now))) byKey.set(keyOf(now), now)
      const { provider, installer, unitPriceOverride } = now
      written.set(line.id, { id: line.id, columns: { equipmentId: next.id, provider, installer, unitPriceOverride } })
      continue
    }
    same.quantity += line.quantity
    if (same.quantity > mostOfOneLine) throw badRequest([`${next.model} would be listed more than ${mostOfOneLine} times in one line.`])
    const target = written.get(same.id)
    written.set(same.id, { id: same.id, columns: { ...target?.columns, quantity: same.quantity } })
    const deleteDate = new Date().toISOString()
    written.set(line.id, { id: line.id, columns: { isDeleted: true, deleteDate, deletedById: ctx.actor.userId || null } })
  }
  return [...written.values()]
}

function lineChange(served: ManyRowsEntity, before: LineRow, after: LineRow, place: NonNullable<Changed['place']>): Changed {
  const about = {
    entity: served.resource.entity,
    entityId: before.id,
    entityName: `${before.quantity} × ${before.equipment.model}`,
    place,
  }
  if (after.isDeleted) return { ...about, action: 'Delete', before: { equipment: short(before.equipment), quantity: before.quantity } }
  const stored = (row: LineRow, key: LoggedField) =>
    key === 'equipment' ? row.equipment.id : toColumnJson(responseField(served, key), row[key])
  const same = (key: LoggedField) => stored(before, key) === stored(after, key)
  const keys = loggedFields.filter((key) => !same(key))
  const values = (row: LineRow) => Object.fromEntries(keys.map((key) => [key, key === 'equipment' ? short(row.equipment) : row[key]]))
  return { ...about, action: 'Update', before: values(before), after: values(after) }
}

const short = ({ id, tag, model }: Pick<EquipmentRow, 'id' | 'tag' | 'model'>) => ({ id, tag, model })
