import type { RequestOf } from '../../model/kit/call.ts'
import { firstDayOf, formatMonth } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import type { copyPlansFromBoard, writeMonthlyPlan } from '../../model/planning/monthly-plans.ts'
import { users } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { loadBoardHours, loadPlanRows } from './monthly-plans.ts'
import { monthlyPlansTable } from './planning-tables.ts'

/** A user may write their own plan without further permission. */
function requireMayWrite(ctx: Context, userId: string) {
  if (userId !== ctx.actor.userId && !ctx.actor.held.has('DNAUsers.Update')) throw forbidden('DNAUsers.Update')
}
type Hours = Record<string, unknown>
async function logPlanChange(ctx: Context, person: { id: string; name: string }, month: string, before: Hours, after: Hours) {
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'monthlyPlans',
      entityId: person.id,
      entityName: `${person.name}, ${formatMonth(month)}`,
      before,
      after,
    },
  ])
  ctx.after(() => ctx.services.changed({ entity: 'monthlyPlans', id: person.id, action: 'Updated' }, 'DNAUsers.View'))
}

type Written = RequestOf<typeof writeMonthlyPlan>
type Row = Written['body']['rows'][number]

/** Checks that each row has either a visible project or a label, never both. */
async function checkPlanRows(ctx: Context, rows: readonly Row[]) {
  if (rows.some(({ projectId, label }) => (projectId === null) === (label === null)))
    throw badRequest({ rows: ['A row belongs to a project or has its own label.'] })
  const keys = rows.map(({ projectId, label }) => projectId ?? label?.toLowerCase())
  if (new Set(keys).size < keys.length) throw badRequest({ rows: ['Two rows have the same project or label.'] })
  const ids = rows.flatMap(({ projectId }) => (projectId === null ? [] : [projectId]))
  const seen = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.id = any($1::bigint[]) and visible(p)', [ids])
  if (seen.length < ids.length) throw notFound('Project')
}

const keptRow = { id: is.number, projectId: orNull(is.number), label: orNull(is.text), plannedHours: is.number, note: orNull(is.text) }

/** Writes the rows in the request and leaves the others unchanged. Throws a conflict if another user changed one meanwhile. */
export async function writePlan(ctx: Context, { query: { month }, body: { userId, rows } }: Written) {
  requireMayWrite(ctx, userId)
  const user = await users.get(ctx, userId, { lock: true })
  await checkPlanRows(ctx, rows)
  const storedRows = await ctx.rows(
    keptRow,
    `select id, project_id, label, planned_hours, note from monthly_plans where user_id = $1 and month = $2::date`,
    [userId, firstDayOf(month)],
  )
  const was = (row: Row) =>
    storedRows.find(({ projectId, label }) =>
      row.projectId === null ? label?.toLowerCase() === row.label?.toLowerCase() : projectId === row.projectId,
    )
  const stale = rows.find((row) => row.before !== null && centsOf(row.before) !== (was(row)?.plannedHours ?? 0))
  if (stale)
    throw conflict('Someone else has changed these hours.', {
      detail: 'stale',
      current: { plannedHours: (was(stale)?.plannedHours ?? 0) / 100 },
    })
  const changed = rows.filter((row) => (was(row)?.plannedHours ?? 0) !== centsOf(row.plannedHours) || (was(row)?.note ?? null) !== row.note)
  for (const row of changed) await writePlanRow(ctx, { userId, month }, row)
  if (changed.length > 0) {
    const hoursOf = (row: Row, hours: number) => [row.label ?? `Project ${row.projectId}`, hours] as const
    await logPlanChange(
      ctx,
      { id: userId, name: fullName(user) },
      month,
      Object.fromEntries(changed.map((row) => hoursOf(row, (was(row)?.plannedHours ?? 0) / 100))),
      Object.fromEntries(changed.map((row) => hoursOf(row, row.plannedHours))),
    )
  }
  return { changed: changed.length }
}

const planKeys = ['month', 'userId', sql`coalesce(project_id, 0)`, sql`coalesce(lower(label), '')`] as const

async function writePlanRow(
  ctx: Context,
  { userId, month }: { userId: string; month: string },
  { projectId, label, plannedHours, note }: Row,
) {
  if (plannedHours === 0)
    return ctx.run(
      `delete from monthly_plans where user_id = $1 and month = $2::date and project_id is not distinct from $3
       and lower(label) is not distinct from lower($4::text)`,
      [userId, firstDayOf(month), projectId, label],
    )
  const values = { plannedHours: centsOf(plannedHours), note, updatedById: ctx.actor.userId || null }
  const row = { userId, month: firstDayOf(month), projectId, label, ...values }
  return ctx.insert(monthlyPlansTable, row, { onConflict: { keys: planKeys, set: { ...values, updateDate: sql`now()` } } })
}

/** Copies board hours into cells that are not planned, only for projects the user can see. */
export async function copyFromBoard(ctx: Context, { body: { month, userIds, contractStatuses } }: RequestOf<typeof copyPlansFromBoard>) {
  for (const id of userIds) requireMayWrite(ctx, id)
  const board = await loadBoardHours(ctx, month, userIds, contractStatuses)
  const planned = new Set((await loadPlanRows(ctx, month, userIds)).map(({ userId, projectId }) => `${userId} ${projectId}`))
  let copied = 0
  for (const userId of [...new Set(userIds)].toSorted()) {
    const sums = new Map<number, number>()
    for (const row of board)
      if (row.userId === userId && row.isSeen && !planned.has(`${userId} ${row.projectId}`))
        sums.set(row.projectId, (sums.get(row.projectId) ?? 0) + row.hundredths)
    const missing = [...sums].filter(([, hundredths]) => hundredths > 0)
    if (missing.length === 0) continue
    const user = await users.get(ctx, userId, { lock: true })
    const count = await ctx.insertMany(
      monthlyPlansTable,
      missing.map(([projectId, plannedHours]) => ({ userId, month: firstDayOf(month), projectId, plannedHours })),
      { onConflict: 'skip' },
    )
    copied += count
    const after = Object.fromEntries(missing.map(([id, hours]) => [`Project ${id}`, hours / 100]))
    if (count > 0) await logPlanChange(ctx, { id: userId, name: fullName(user) }, month, {}, after)
  }
  return { copied }
}
