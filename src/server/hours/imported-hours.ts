import { actualHours as actualHoursModel } from '../../model/hours/actual-hours.ts'
import type { HoursSource } from '../../model/hours/enums.ts'
import { type AuditEntry, diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany, readMany, type StoredRow, writeMany } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { actualHours } from './actual-hours.ts'
import type { Named } from './named-in-files.ts'

/** Imported hours, identified by the id they have in the source system. */
export interface BroughtHours extends Named {
  date: string
  hundredths: number
  note: string | null
  externalId: string
}

const keptRow = {
  id: is.number,
  externalId: is.text,
  userId: is.uuid,
  projectId: is.number,
  contractId: orNull(is.number),
  phaseId: orNull(is.number),
  laborType: is.number,
  date: is.date,
  hundredths: is.number,
  note: orNull(is.text),
}
const keysOfRow = ['userId', 'projectId', 'contractId', 'phaseId', 'laborType', 'date', 'hundredths', 'note'] as const

type StoredHours = Awaited<ReturnType<typeof broughtBefore>> extends Map<string, infer R> ? R : never
export const isUnchanged = (old: StoredHours, row: BroughtHours) => keysOfRow.every((key) => old[key] === row[key])

export async function broughtBefore(ctx: Context, source: HoursSource, ids: readonly string[]) {
  const rows = await ctx.rows(
    keptRow,
    `select h.id, h.external_id, h.user_id, h.project_id, h.contract_id,
       h.phase_id, h.labor_type, h.date, h.hours as "hundredths", h.note
     from actual_hours h where h.source = $2 and h.external_id = any($1) and not h.is_deleted`,
    [ids, source],
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

export async function writeBrought(
  ctx: Context,
  { source, name }: { source: HoursSource; name: string },
  fresh: readonly BroughtHours[],
  changed: readonly (BroughtHours & { id: number })[],
): Promise<AuditEntry[]> {
  if (fresh.length + changed.length === 0) return []
  const created = await ctx.rows(
    { id: is.number },
    `insert into actual_hours (user_id, date, project_id, contract_id, phase_id, labor_type, hours, note, source, external_id, created_by_id, updated_by_id)
     select x."userId", x.date, x."projectId", x."contractId", x."phaseId", x."laborType", x.hundredths, x.note, $3::smallint, x."externalId", $2, $2
     from jsonb_to_recordset($1) as x("userId" uuid, date date, "projectId" bigint, "contractId" bigint, "phaseId" bigint, "laborType" smallint, hundredths bigint,
       note text, "externalId" text) returning id`,
    [JSON.stringify(fresh), ctx.actor.userId, source],
  )
  const old = await readMany(
    ctx,
    actualHours,
    changed.map(({ id }) => id),
    { lock: true },
  )
  await writeMany(
    ctx,
    actualHours,
    changed.map(({ id, userId, projectId, contractId, phaseId, laborType, date, hundredths, note }) => ({
      id,
      columns: { userId, projectId, contractId, phaseId, laborType, date, hours: hundredths, note },
    })),
  )
  const now = await readMany(
    ctx,
    actualHours,
    [...created, ...changed].map(({ id }) => id),
  )
  const entries = [...now.values()].map((row) => hoursAuditEntry(old.get(String(row.id)) ?? null, row))
  await recordAudit(ctx, [
    {
      action: 'Import',
      entity: actualHoursModel.entity,
      entityId: null,
      entityName: name,
      after: { created: fresh.length, updated: changed.length },
    },
    ...entries,
  ])
  const rows = (all: readonly { id: number }[]) => all.map(({ id }) => ({ id, projectId: now.get(String(id))?.project.id }))
  announceMany(ctx, actualHours, rows(created), 'Created')
  announceMany(ctx, actualHours, rows(changed), 'Updated')
  return entries
}

function hoursAuditEntry(
  before: StoredRow<typeof actualHours> | null,
  after: StoredRow<typeof actualHours>,
): AuditEntry & { action: 'Create' | 'Update'; projectId: number } {
  const { before: old, after: now } = diffRows(actualHoursModel, before, after)
  return {
    action: before ? 'Update' : 'Create',
    entity: actualHoursModel.entity,
    entityId: after.id,
    entityName: after.date,
    before: old,
    after: now,
    projectId: after.project.id,
  }
}
