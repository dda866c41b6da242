import { signalTypes as signalTypesModel } from '../../model/catalog/signal-types.ts'
import { type AuditEntry, diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany, readMany } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { signalTypes } from './signal-types.ts'

/** Gives signal types without a default cable this one, by name. Returns the log entries, which are recorded. */
export async function setDefaultCables(ctx: Context, wanted: { signal: string; cableId: number }[]): Promise<AuditEntry[]> {
  const changed = await ctx.rows(
    { id: is.number, name: is.text },
    `update signal_types s set default_cable_equipment_id = e.id, row_version = s.row_version + 1, update_date = now(), updated_by_id = $2
     from jsonb_to_recordset($1) as x(signal text, "cableId" bigint) join connectable_products e on e.id = x."cableId" and e.is_cable
     where s.name = x.signal and s.default_cable_equipment_id is null and not s.is_deleted
     returning s.id, s.name`,
    [JSON.stringify(wanted), ctx.actor.userId || null],
  )
  const ids = changed.map(({ id }) => id)
  const rows = await readMany(ctx, signalTypes, ids)
  const entries = changed.map(({ id, name }): AuditEntry => {
    const now = rows.get(String(id)) ?? null
    const { before, after } = diffRows(signalTypesModel, { ...now, defaultCableEquipment: null }, now)
    return { action: 'Update', entity: signalTypesModel.entity, entityId: id, entityName: name, before, after }
  })
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    signalTypes,
    ids.map((id) => ({ id })),
    'Updated',
  )
  return entries
}
